"""Requests that break the rules of HTTP or of forms, sent byte by byte to a real service."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.apps.server.processes import service, wait_until_ready
from tests.odd.base import PUZZLE, encoded, page

PICTURE = encoded(page(), "JPEG", quality=80)
BOUND = "x" * 20


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with service("--port", "0", settings={"upload_seconds": 1.5, "head_seconds": 2, "body_bytes": 3_000_000}) as (
        _,
        found,
    ):
        wait_until_ready(found)
        yield found


def exchange(address: str, *parts: bytes, half_close: bool = False) -> tuple[int, bytes]:
    """Status and body of the first answer to these bytes; status 0 where the connection ends without one."""
    place = urlsplit(address)
    with socket.create_connection((place.hostname, place.port), timeout=60) as line:
        try:
            for part in parts:
                line.sendall(part)
            if half_close:
                line.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # It was answered before all was sent.
        return _answer(line)


def _answer(line: socket.socket) -> tuple[int, bytes]:
    received = b""
    while b"\r\n\r\n" not in received:
        piece = line.recv(65536)
        if not piece:
            return 0, b""
        received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    fields = dict(row.lower().split(b": ", 1) for row in head.split(b"\r\n")[1:])
    while len(body) < int(fields.get(b"content-length", 0)):
        body += line.recv(65536)
    return int(head.split()[1]), body


def request(body: bytes, *fields: str) -> bytes:
    """A POST of the body with these header fields besides the length."""
    head = ("POST /api/scan HTTP/1.1", "host: localhost", f"content-length: {len(body)}", *fields)
    return "\r\n".join(head).encode("latin-1") + b"\r\n\r\n" + body


def form(*parts: bytes, bound: str = BOUND) -> bytes:
    body = b"".join(b"--" + bound.encode() + b"\r\n" + part + b"\r\n" for part in parts)
    return body + b"--" + bound.encode() + b"--\r\n"


def part(disposition: str, data: bytes = PICTURE, *fields: str) -> bytes:
    rows = (f"content-disposition: form-data; {disposition}", *fields)
    return "\r\n".join(rows).encode("latin-1") + b"\r\n\r\n" + data


FORM = f"content-type: multipart/form-data; boundary={BOUND}"


def check_alive(address: str) -> None:
    status, body = exchange(address, request(PICTURE))
    assert status == 200
    assert json.loads(body)["grids"][0]["givens"] == PUZZLE.replace(".", "0")


def check_problem(status: int, body: bytes) -> None:
    assert 400 <= status < 500
    assert json.loads(body)["code"]


@pytest.mark.parametrize(
    "kind", ["image/png", "text/html", "application/json", "application/x-www-form-urlencoded", "", ";;;", "a" * 5000]
)
def test_the_content_type_of_a_raw_picture_does_not_matter(address: str, kind: str) -> None:
    status, body = exchange(address, request(PICTURE, f"content-type: {kind}"))
    assert status == 200
    assert json.loads(body)["grids"]


@pytest.mark.parametrize(
    "name",
    [
        "photo.jpg",
        "../../../etc/passwd",
        "C:\\\\windows\\\\x.jpg",
        "a" * 100_000,
        "%00.jpg",
        "<b>&amp;",
        "\xff\xfe.jpg",
    ],
)
def test_names_of_uploads_are_never_used_or_repeated(address: str, name: str) -> None:
    status, body = exchange(address, request(form(part(f'name="image"; filename="{name}"')), FORM))
    if status == 200:
        assert json.loads(body)["grids"]
    else:
        check_problem(status, body)
    assert name.encode("latin-1") not in body


@pytest.mark.parametrize(
    "body",
    [
        form(part('name="photo"; filename="a.jpg"')),
        form(part('name="image"')),
        form(part('name="image"; filename=""', b"")),
        form(part('name="image"; filename="a"'), part('name="image"; filename="b"')),
        form(*[part(f'name="f{number}"', b"x") for number in range(1000)]),
        form(part('name="image"; filename="a\0b.jpg"')),
        form(part("", PICTURE)),
        form(b"no header at all"),
        form(part('name="image"; filename="a"'), bound="another"),
        form(part('name="image"; filename="a"'))[:-900],
        form(part('name="image"; filename="a"', PICTURE, "x" * 100_000 + ": y")),
        form(part('name="image"; filename="a"', PICTURE, *["a: b"] * 5000)),
        form(part('name="image"; filename="a"', b"--" + BOUND.encode() * 2000)),
        b"--" * 500_000,
        b"\r\n" * 500_000,
        b"",
    ],
    ids=lambda body: f"{len(body)} bytes",
)
def test_odd_forms_are_problems_or_read(address: str, body: bytes) -> None:
    status, answer = exchange(address, request(body, FORM))
    if status != 200:
        check_problem(status, answer)


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=" + "b" * 9000,
    ],
)
def test_forms_without_a_usable_boundary_are_problems(address: str, kind: str) -> None:
    check_problem(*exchange(address, request(form(part('name="image"; filename="a"')), f"content-type: {kind}")))


@pytest.mark.parametrize("charset", ["undefined", "punycode", "idna", "zlib", "rot13", "no-such-charset", "a\0b"])
def test_no_charset_that_a_form_names_is_a_fault_of_ours(address: str, charset: str) -> None:
    """Python has codecs that raise errors of their own kinds."""
    kind = f"content-type: multipart/form-data; charset={charset}; boundary={BOUND}"
    status, body = exchange(address, request(form(part('name="image"; filename="a"')), kind))
    if status != 200:
        check_problem(status, body)


def test_the_type_of_a_form_may_be_written_in_any_case(address: str) -> None:
    kind = f"content-type: Multipart/Form-Data; boundary={BOUND}"
    status, body = exchange(address, request(form(part('name="image"; filename="a"')), kind))
    assert status == 200
    assert json.loads(body)["grids"]


def chunked(*pieces: bytes) -> bytes:
    head = b"POST /api/scan HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
    return head + b"".join(pieces)


def piece(data: bytes, extension: bytes = b"") -> bytes:
    return b"%x" % len(data) + extension + b"\r\n" + data + b"\r\n"


def test_a_body_in_pieces_is_read(address: str) -> None:
    pieces = [piece(PICTURE[start : start + 999], b";a=b") for start in range(0, len(PICTURE), 999)]
    status, body = exchange(address, chunked(*pieces, b"0\r\n\r\n"))
    assert status == 200
    assert json.loads(body)["grids"]


def test_a_body_in_pieces_is_counted(address: str) -> None:
    status, body = exchange(address, chunked(*[piece(bytes(100_000))] * 40, b"0\r\n\r\n"))
    assert (status, json.loads(body)["code"]) == (413, "body-too-large")


@pytest.mark.parametrize("size", [b"zz", b"-5", b"ffffffffffffffffff", b"", b"1 2"])
def test_pieces_with_a_wrong_size_do_no_harm(address: str, size: bytes) -> None:
    status, _ = exchange(address, chunked(size + b"\r\nabc\r\n0\r\n\r\n"), half_close=True)
    assert status < 500
    check_alive(address)


def test_no_length_and_no_pieces_means_no_picture(address: str) -> None:
    status, body = exchange(address, b"POST /api/scan HTTP/1.1\r\nhost: localhost\r\n\r\n")
    assert (status, json.loads(body)["code"]) == (422, "no-image")


@pytest.mark.parametrize("lie", [10, len(PICTURE) - 1])
def test_a_length_that_is_too_short_cuts_the_picture(address: str, lie: int) -> None:
    head = f"POST /api/scan HTTP/1.1\r\nhost: localhost\r\ncontent-length: {lie}\r\n\r\n".encode()
    status, _ = exchange(address, head, PICTURE)
    assert status in (200, 400, 415, 422)
    check_alive(address)


def test_a_length_that_is_too_long_is_given_up(address: str) -> None:
    head = f"POST /api/scan HTTP/1.1\r\nhost: localhost\r\ncontent-length: {len(PICTURE) + 99}\r\n\r\n".encode()
    status, body = exchange(address, head, PICTURE)
    assert (status, json.loads(body)["code"]) == (408, "upload-too-slow")
    exchange(address, head, PICTURE, half_close=True)
    check_alive(address)


@pytest.mark.parametrize(
    "fields",
    [
        "content-length: 5\r\ncontent-length: 6",
        "content-length: 5\r\ntransfer-encoding: chunked",
        "content-length: -1",
        "content-length: 99999999999999999999",
        "content-length: five",
        "transfer-encoding: gzip",
        "x" * 200_000 + ": y",
        "\r\n".join(f"field-{number}: value" for number in range(20_000)),
        "bad field name: y",
        "host: one\r\nhost: two\r\ncontent-length: 0",
    ],
    ids=lambda fields: fields[:40].replace("\r\n", " "),
)
def test_headers_that_lie_or_never_end_do_no_harm(address: str, fields: str) -> None:
    data = f"POST /api/scan HTTP/1.1\r\nhost: localhost\r\n{fields}\r\n\r\n".encode() + b"hello"
    status, body = exchange(address, data, half_close=True)
    if status:
        check_problem(status, body)
    check_alive(address)


@pytest.mark.parametrize(
    "start", [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET\r\n\r\n", b"\0" * 5000, b"PRI * HTTP/2.0\r\n\r\n"]
)
def test_what_is_not_http_is_not_served(address: str, start: bytes) -> None:
    status, body = exchange(address, start)
    assert status in (400, 408)
    check_problem(status, body)
    check_alive(address)


@pytest.mark.parametrize("start", [b"", b"POST /api/scan HTTP/1.1\r\nhost: local"])
def test_header_fields_that_do_not_come_are_given_up(address: str, start: bytes) -> None:
    status, body = exchange(address, start)
    assert (status, json.loads(body)["code"]) == (408, "head-too-slow")


def test_header_fields_that_never_end_are_cut_off(address: str) -> None:
    status, body = exchange(address, b"POST /api/scan HTTP/1.1\r\n", *[b"field: " + b"v" * 9000 + b"\r\n"] * 5000)
    assert (status, json.loads(body)["code"]) == (431, "head-too-large")


def test_trailers_that_never_end_are_cut_off(address: str) -> None:
    status, _ = exchange(address, chunked(b"0\r\n", *[b"field: " + b"v" * 9000 + b"\r\n"] * 500))
    assert status == 0
    check_alive(address)


def test_a_body_in_pieces_of_a_byte_is_read(address: str) -> None:
    """Its framing is five times as long as itself, and longer than header fields may be."""
    pieces = [piece(PICTURE[place : place + 1]) for place in range(len(PICTURE))]
    status, body = exchange(address, chunked(*pieces, b"0\r\n\r\n"))
    assert status == 200
    assert json.loads(body)["grids"]


SOCKET = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZQ=="


@pytest.mark.parametrize(
    "start",
    [
        "POST /api/live HTTP/1.1\r\ncontent-length: 5",
        "GET /api/live HTTP/1.1\r\ncontent-length: 5",
        "GET /api/live HTTP/1.1\r\ncookie: " + "c" * 9000,
        "GET /api/live HTTP/1.1\r\n" + "\r\n".join(f"field-{number}: value" for number in range(500)),
    ],
    ids=["POST", "body", "long field", "many fields"],
)
def test_a_handshake_that_is_none_is_answered_and_ends(address: str, start: str) -> None:
    place = urlsplit(address)
    with socket.create_connection((place.hostname, place.port), timeout=60) as line:
        line.sendall(f"{start}\r\nhost: localhost\r\n{SOCKET}\r\n\r\n".encode())
        received = b"".join(iter(lambda: line.recv(65536), b""))
    head, _, body = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400")
    assert json.loads(body)["code"] == "bad-handshake"


@pytest.mark.parametrize(
    ("path", "change", "status", "code"),
    [
        ("/api/live", ("version: 13", "version: 8"), 400, "bad-handshake"),
        ("/api/live", ("sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n", ""), 400, "bad-handshake"),
        ("/api/live", ("key: dGhlIHNhbXBsZSBub25jZQ==", "key: short"), 400, "bad-handshake"),
        ("/api/live", ("origin: http://localhost", "origin: http://elsewhere.example"), 403, "foreign-origin"),
        ("/api/live", ("host: localhost", "host: rebound.example"), 421, "wrong-host"),
        ("/api/dead", ("", ""), 404, "not-found"),
    ],
)
def test_a_refused_handshake_is_a_problem_document(
    address: str, path: str, change: tuple[str, str], status: int, code: str
) -> None:
    fields = (
        f"GET {path} HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost\r\nconnection: upgrade\r\n"
        "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    place = urlsplit(address)
    with socket.create_connection((place.hostname, place.port), timeout=60) as line:
        line.sendall(fields.replace(*change, 1).encode())
        received = b"".join(iter(lambda: line.recv(65536), b""))
    head, _, body = received.partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status}".encode())
    assert b"application/problem+json" in head
    assert json.loads(body)["code"] == code


HEALTH = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n"


def test_requests_sent_ahead_are_answered_in_turn(address: str) -> None:
    place = urlsplit(address)
    with socket.create_connection((place.hostname, place.port), timeout=60) as line:
        line.sendall(HEALTH * 15 + HEALTH.replace(b"localhost\r\n", b"localhost\r\nconnection: close\r\n"))
        received = b"".join(iter(lambda: line.recv(65536), b""))
    assert received.count(b"HTTP/1.1 200") == 16


def test_too_many_requests_sent_ahead_end_the_connection(address: str) -> None:
    place = urlsplit(address)
    with socket.create_connection((place.hostname, place.port), timeout=60) as line:
        line.sendall(HEALTH * 500)
        try:
            received = b"".join(iter(lambda: line.recv(65536), b""))
        except ConnectionResetError:
            received = b""
    assert received.count(b"HTTP/1.1") < 16, "answers to what waits would only invite more"
    check_alive(address)


def test_a_broken_request_behind_one_at_work_is_not_answered_for_it(address: str) -> None:
    """An answer to it would be taken for the answer to the picture."""
    status, body = exchange(address, request(PICTURE) + b"GET\r\n\r\n")
    assert status == 200
    assert json.loads(body)["grids"]


def test_a_connection_may_be_used_again_after_a_pause(address: str) -> None:
    place = urlsplit(address)
    with socket.create_connection((place.hostname, place.port), timeout=60) as line:
        for _ in range(2):
            line.sendall(request(PICTURE))
            assert _answer(line)[0] == 200
            time.sleep(2.5)


def test_a_body_that_trickles_in_is_given_up(address: str) -> None:
    place = urlsplit(address)
    with socket.create_connection((place.hostname, place.port), timeout=60) as line:
        line.sendall(b"POST /api/scan HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n")
        line.sendall(b"\xff\xd8")
        status, body = _answer(line)
    assert (status, json.loads(body)["code"]) == (408, "upload-too-slow")
    check_alive(address)
