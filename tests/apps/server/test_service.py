"""The service around its routes: headers, tokens, origins, rates, health, figures, documentation."""

from __future__ import annotations

import time

import pytest
from fastapi.testclient import TestClient
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from sudokulens.apps.server.app import create_app
from sudokulens.apps.server.body_limit import BodyLimit
from sudokulens.apps.server.guard import Guard, RateLimit
from sudokulens.apps.server.settings import Settings, misspelt_variables
from sudokulens.errors import SudokuError

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_every_answer_carries_the_security_headers(client: TestClient) -> None:
    for path in ("/", "/docs", "/healthz", "/openapi.json", "/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy.replace("wasm-unsafe-eval", "")  # WebAssembly is no script
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers
        assert headers["x-request-id"]


def test_pages_of_other_sites_are_refused(client: TestClient) -> None:
    answer = client.post("/api/solve", json={"board": PUZZLE}, headers={"origin": "https://elsewhere.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")
    own = client.post("/api/solve", json={"board": PUZZLE}, headers={"origin": "http://testserver"})
    assert own.status_code == 200


def test_an_origin_can_be_allowed() -> None:
    friend = "https://friend.example"
    with TestClient(create_app(Settings(workers=1, allowed_origins=friend, queue_seconds=120))) as client:
        answer = client.post("/api/solve", json={"board": "bad"}, headers={"origin": friend})
    assert answer.status_code == 422
    assert answer.headers["access-control-allow-origin"] == friend


@pytest.fixture(scope="module")
def guarded() -> TestClient:
    return TestClient(create_app(Settings(workers=1, token="right")), base_url="https://testserver")


def test_with_a_token_the_api_is_closed_to_others(guarded: TestClient) -> None:
    assert guarded.post("/api/nothing").status_code == 401
    assert guarded.get("/metrics").json()["code"] == "token-needed"
    assert guarded.post("/api/nothing", headers={"authorization": "Bearer wröng".encode()}).status_code == 401
    assert guarded.post("/api/nothing", headers={"authorization": "Bearer right"}).status_code == 404
    assert guarded.get("/healthz").status_code == 200
    assert guarded.get("/").status_code == 200


def test_the_link_with_the_token_opens_the_door_and_hides_the_token(guarded: TestClient) -> None:
    assert guarded.get("/?token=wrong", follow_redirects=False).status_code == 200
    assert guarded.post("/api/nothing").status_code == 401
    answer = guarded.get("/?token=right", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert all(word in cookie for word in ("httponly", "samesite=strict", "secure"))
    assert guarded.post("/api/nothing").status_code == 404
    guarded.cookies.clear()


@pytest.mark.parametrize(
    ("headers", "welcome"),
    [
        ({}, False),
        ({"authorization": "Bearer right"}, True),
        ({"cookie": "sudokulens-token=right"}, True),
        ({"cookie": "sudokulens-token=right", "origin": "https://elsewhere.example"}, False),
    ],
)
def test_websockets_pass_the_same_guard(headers: dict[str, str], welcome: bool) -> None:
    async def greet(socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text("hello")
        await socket.close()

    app = Guard(Starlette(routes=[WebSocketRoute("/api/live", greet)]), Settings(workers=1, token="right"))
    client = TestClient(app)
    if welcome:
        with client.websocket_connect("/api/live", headers=headers) as socket:
            assert socket.receive_text() == "hello"
    else:
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/live", headers=headers):
            pass


def test_a_client_that_asks_too_often_is_told_when_to_come_back() -> None:
    client = TestClient(create_app(Settings(workers=1, requests_per_minute=2)))
    statuses = [client.post("/api/nothing").status_code for _ in range(3)]
    assert statuses == [404, 404, 429]
    assert int(client.post("/api/nothing").headers["retry-after"]) >= 1


def test_the_rate_limit_refills_and_forgets_old_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    limit, now = RateLimit(60), 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    assert [limit.wait("a") for _ in range(60)] == [0.0] * 60
    assert limit.wait("a") == pytest.approx(1.0)
    assert limit.wait("b") == 0.0
    now = 1.0
    assert limit.wait("a") == 0.0


def test_it_becomes_ready_when_the_networks_are_loaded(client: TestClient) -> None:
    assert TestClient(create_app(Settings(workers=1))).get("/readyz").status_code == 503
    for _ in range(600):
        if client.get("/readyz").status_code == 200:
            break
        time.sleep(0.1)
    assert client.get("/readyz").json() == {"status": "ready"}


def test_figures_count_requests_by_route(client: TestClient) -> None:
    client.post("/api/convert", json={"board": PUZZLE})
    client.get("/made/up/address")
    text = client.get("/metrics").text
    assert 'sudokulens_requests_total{method="POST",route="/api/convert",status="200"}' in text
    assert "sudokulens_request_seconds_bucket" in text
    assert "made" not in text


def test_the_documentation_describes_every_route_with_examples(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    assert {"/api/scan", "/api/solve", "/api/hint", "/api/check", "/api/rate", "/api/generate", "/api/convert"} <= set(
        document["paths"]
    )
    assert document["components"]["schemas"]["BoardRequest"]["properties"]["board"]["examples"] == [PUZZLE]
    assert "HTTPValidationError" not in str(document)


def test_a_body_without_a_length_is_counted_while_it_arrives() -> None:
    import asyncio

    sent: list[Message] = []
    asked = 0

    async def receive() -> Message:
        nonlocal asked
        asked += 1
        return {"type": "http.request", "body": bytes(1000), "more_body": True}

    async def send(message: Message) -> None:
        sent.append(message)

    async def app(*_: object) -> None:
        raise AssertionError("the app must not see a body above the limit")

    scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
    asyncio.run(BodyLimit(app, Settings(body_bytes=5000))(scope, receive, send))
    assert sent[0]["status"] == 413
    assert asked < 40


def test_all_bodies_together_are_bounded() -> None:
    import asyncio

    statuses: list[int] = []
    seen: list[int] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(len((await receive())["body"]))
        await asyncio.sleep(0.05)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def receive() -> Message:
        return {"type": "http.request", "body": bytes(1000), "more_body": False}

    async def story() -> None:
        limit = BodyLimit(app, Settings(held_bytes=2500))
        scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
        await asyncio.gather(*(limit(scope, receive, send) for _ in range(4)))
        assert not limit.held
        await limit(scope, receive, send)

    asyncio.run(story())
    assert sorted(statuses) == [200, 200, 200, 429, 429]
    assert seen == [1000] * 3


def test_work_is_given_up_when_its_client_hangs_up() -> None:
    import asyncio

    messages = [{"type": "http.request", "body": b"{}", "more_body": False}, {"type": "http.disconnect"}]
    ended: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            ended.append("given up")
            raise

    async def receive() -> Message:
        await asyncio.sleep(0.01)
        return messages.pop(0)

    async def send(message: Message) -> None:
        raise AssertionError("there is nobody to answer")

    scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
    asyncio.run(BodyLimit(app, Settings(workers=1))(scope, receive, send))
    assert ended == ["given up"]


def test_a_body_that_does_not_arrive_is_given_up() -> None:
    import asyncio

    sent: list[Message] = []

    async def receive() -> Message:
        await asyncio.sleep(3600)
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    async def app(*_: object) -> None:
        raise AssertionError

    scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
    asyncio.run(BodyLimit(app, Settings(upload_seconds=0.05))(scope, receive, send))
    assert sent[0]["status"] == 408


def test_settings_come_from_the_environment_and_say_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUDOKULENS_BODY_BYTES", "123")
    monkeypatch.setenv("SUDOKULENS_REQUEST_SECONDS", "2.5")
    assert Settings.from_environment(token="x") == Settings(body_bytes=123, request_seconds=2.5, token="x")
    monkeypatch.setenv("SUDOKULENS_BODY_BYTES", "much")
    with pytest.raises(SudokuError, match="SUDOKULENS_BODY_BYTES"):
        Settings.from_environment()


def test_a_misspelt_setting_is_told_with_the_one_that_was_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUDOKULENS_MAX_PIXEL", "100")
    for name in ("SUDOKULENS_LANG", "SUDOKULENS_MAX_PIXELS", "SUDOKULENS_PORT", "SUDOKULENS_SERVICE_HOST"):
        monkeypatch.setenv(name, "1")
    assert misspelt_variables() == {"SUDOKULENS_MAX_PIXEL": "SUDOKULENS_MAX_PIXELS"}
