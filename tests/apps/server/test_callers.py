"""Who may call, and by what name: Host, Origin, proxies, redirects."""

from __future__ import annotations

import asyncio

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse
from starlette.types import Message, Receive, Scope, Send

from sudokulens.apps.server.app import create_app
from sudokulens.apps.server.callers import NO_ADDRESS, HostList, address_key, host_name, machine_names
from sudokulens.apps.server.guard import Guard
from sudokulens.apps.server.settings import Settings


@pytest.fixture(scope="module")
def client() -> TestClient:
    """Without its lifespan: nothing here needs a worker."""
    return TestClient(create_app(Settings(workers=1, token="right")), base_url="http://127.0.0.1:8000")


def answered(app: Guard, **scope: object) -> list[Message]:
    """What the guard sends to a request as an ASGI server hands it over."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    usual: Scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/solve",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
        "scheme": "http",
    }
    asyncio.run(app(usual | scope, receive, send))
    return sent


async def passed(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "passed"})


@pytest.mark.parametrize(
    "named", ["Sudoku.Example", "sudoku.example.", "sudoku.example:8443", "[2001:db8::1]", "2001:db8::1"]
)
def test_an_allowed_name_may_be_written_as_people_write_it(named: str) -> None:
    host = b"[2001:db8::1]:8000" if "db8" in named else b"sudoku.example"
    hosts = HostList(Settings(workers=1, allowed_hosts=named))
    assert hosts.allows({"type": "http", "headers": [(b"host", host)]})
    assert not hosts.allows({"type": "http", "headers": [(b"host", b"other.example")]})


@pytest.mark.parametrize("host", [b"a?", b"a/?", b"localhost?", b"localhost/healthz?", b"a#", b"", b"[", b"\xff"])
def test_no_host_header_hides_the_path_from_the_guard(host: bytes) -> None:
    for names in ("", "*"):
        guard = Guard(passed, Settings(workers=1, token="right", allowed_hosts=names))
        answer = answered(guard, headers=[(b"host", host)])
        assert answer[0].get("status") == (401 if names else 421)


@pytest.mark.parametrize(
    ("host", "welcome"),
    [
        ("localhost", True),
        ("LOCALHOST:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("localhost.", True),
        ("10.0.0.7", True),
        ("sudoku.example", True),
        ("rebound.example", False),
        ("localhost.rebound.example", False),
        ("127.0.0.1.rebound.example", False),
        ("10.0.0.8", False),
        ("localhost:8000:8000", False),
        ("localhost@rebound.example", False),
    ],
)
def test_the_service_answers_to_its_own_names_only(host: str, welcome: bool) -> None:
    hosts = HostList(Settings(workers=1, allowed_hosts="sudoku.example"))
    scope = {"headers": [(b"host", host.encode())], "server": ("10.0.0.7", 8000)}
    assert hosts.allows(scope) is welcome


def test_a_request_with_no_host_or_with_two_is_refused() -> None:
    guard = Guard(passed, Settings(workers=1))
    two = [(b"host", b"localhost"), (b"host", b"localhost")]
    for headers in ([], two):
        assert answered(guard, headers=headers)[0]["status"] == 421
    assert answered(guard)[0]["type"] == "passed"


def test_a_wrong_name_is_refused_for_the_page_and_the_camera_too(client: TestClient) -> None:
    answer = client.get("/", headers={"host": "rebound.example"})
    assert (answer.status_code, answer.json()["code"]) == (421, "wrong-host")
    fields = {"host": "rebound.example", "authorization": "Bearer right"}
    with pytest.raises(WebSocketDenialResponse) as caught, client.websocket_connect("/api/live", headers=fields):
        pass
    assert (caught.value.status_code, caught.value.json()["code"]) == (421, "wrong-host")


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]", "null", "://", "http://127.0.0.1:8000x"])
def test_an_origin_that_is_none_is_refused_and_no_fault_of_ours(client: TestClient, origin: str) -> None:
    fields = {"origin": origin, "authorization": "Bearer right"}
    answer = client.post("/api/nothing", headers=fields)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")
    with pytest.raises(WebSocketDenialResponse) as caught, client.websocket_connect("/api/live", headers=fields):
        pass
    assert (caught.value.status_code, caught.value.json()["code"]) == (403, "foreign-origin")


@pytest.mark.parametrize("path", ["/api/solve/", "/docs/", "/healthz/", "//rebound.example/%2e%2e"])
def test_no_redirect_repeats_what_the_request_says(client: TestClient, path: str) -> None:
    answer = client.get(f"http://127.0.0.1:8000{path}", follow_redirects=False)
    assert "location" not in answer.headers
    assert answer.status_code in (401, 404)


def test_limits_count_by_short_addresses() -> None:
    assert address_key("192.0.2.7") == "192.0.2.7"
    assert address_key("::ffff:192.0.2.7") == "192.0.2.7"
    assert address_key("2001:db8::1") == address_key("2001:db8::2%eth0") == "2001:db8::/64"
    assert address_key("x" * 60_000) == NO_ADDRESS


def test_names_in_host_headers() -> None:
    assert host_name("[2001:DB8::1]:443") == "2001:db8::1"
    assert host_name("a b") is None
    assert {"192.0.2.7"} < set(machine_names(["192.0.2.7"]))


@pytest.mark.parametrize("path", ["/healthz", "/docs", "/"])
def test_head_is_answered_like_get_without_a_body(client: TestClient, path: str) -> None:
    answer = client.head(path)
    assert (answer.status_code, answer.content) == (client.get(path).status_code, b"")


@pytest.mark.parametrize("value", ["bytes=99999999-", "bytes=abc", "bytes=5-2", "lines=1-2"])
def test_ranges_that_cannot_be_had_are_problems(client: TestClient, value: str) -> None:
    for path in ("/docs", "/main.js"):
        answer = client.get(path, headers={"range": value})
        assert answer.status_code in (400, 416)
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["status"] == answer.status_code
