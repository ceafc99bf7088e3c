"""One client's excess is its own loss: a real service, an abuser at 127.0.0.2 and an ordinary client at 127.0.0.1."""

from __future__ import annotations

import json
import socket
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from benchmarks.service.attacks import noisy_picture
from tests.apps.server.processes import service, wait_until_ready
from tests.odd.base import PUZZLE, encoded, page

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only 127.0.0.1 is the loopback elsewhere")

ABUSER = ("127.0.0.2", 0)
BIG_PAGE = noisy_picture()
LIMITS = {
    "body_bytes": 3_000_000,
    "caller_held_bytes": 5_000_000,
    "held_bytes": 12_000_000,
    "stall_seconds": 3,
    "write_seconds": 1.5,
    "caller_connections": 12,
    "live_sessions": 3,
    "caller_live_sessions": 2,
    "live_yield_seconds": 1,
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with service("--port", "0", settings=LIMITS) as (_, found):
        wait_until_ready(found)
        yield found


def line_to(address: str, source: tuple[str, int] = ABUSER) -> socket.socket:
    place = urlsplit(address)
    return socket.create_connection((place.hostname, place.port), timeout=30, source_address=source)


def head(path: str, length: int) -> bytes:
    return f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {length}\r\n\r\n".encode()


def status_of(line: socket.socket) -> int:
    """The status of the answer; 0 where the connection ends without one."""
    received = b""
    while b"\r\n" not in received:
        piece = line.recv(4096)
        if not piece:
            return 0
        received += piece
    return int(received.split()[1])


def drained(line: socket.socket) -> int:
    """How many bytes still come before the connection ends."""
    count = 0
    try:
        while piece := line.recv(65536):
            count += len(piece)
    except ConnectionResetError:
        pass
    return count


def check_ordinary(address: str) -> None:
    """Others are served as always, pictures included."""
    body = json.dumps({"board": PUZZLE}).encode()
    for path, data, kind in (
        ("api/solve", body, "application/json"),
        ("api/scan", encoded(page(), "JPEG", quality=80), "image/jpeg"),
    ):
        request = urllib.request.Request(address + path, data, {"content-type": kind})
        with urllib.request.urlopen(request, timeout=30) as answer:
            assert answer.status == 200


def test_stalled_uploads_hold_the_share_of_their_sender_only(address: str) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(line_to(address)) for _ in range(8)]
        for line in lines:
            line.sendall(head("/api/scan", 2_900_000) + bytes(2_400_000))
        time.sleep(0.5)
        check_ordinary(address)
        assert {status_of(line) for line in lines} <= {408, 429}


def test_one_connection_too_many_is_refused_and_others_get_theirs(address: str) -> None:
    with ExitStack() as stack:
        for _ in range(12):
            stack.enter_context(line_to(address))
        time.sleep(0.2)
        assert status_of(stack.enter_context(line_to(address))) == 503
        check_ordinary(address)
    time.sleep(0.3)
    with line_to(address) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert status_of(line) == 200


def test_sockets_count_as_connections_until_they_end(address: str) -> None:
    for _ in range(15):
        with connect(address.replace("http", "ws", 1) + "api/live", source_address=ABUSER) as camera:
            # On a busy machine the place of the one before may not be free yet; what counts is the connection.
            assert json.loads(camera.recv())["type"] in ("ready", "problem")
    with line_to(address) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert status_of(line) == 200


def test_who_does_not_read_the_answer_is_cut_off(address: str) -> None:
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.bind(ABUSER)
        line.settimeout(30)
        place = urlsplit(address)
        line.connect((place.hostname, place.port))
        line.sendall(head("/api/scan?overlay=true", len(BIG_PAGE)) + BIG_PAGE)
        time.sleep(8)
        check_ordinary(address)
        assert drained(line) < 2_000_000


def test_who_reads_slowly_gets_the_whole_answer(address: str) -> None:
    with line_to(address) as line:
        line.sendall(head("/api/scan?overlay=true", len(BIG_PAGE)) + BIG_PAGE)
        received = b""
        while b"\r\n\r\n" not in received:
            received += line.recv(65536)
        fields = received.partition(b"\r\n\r\n")[0].lower().split(b"\r\n")
        length = next(int(field.split()[1]) for field in fields if field.startswith(b"content-length"))
        left = length - len(received.partition(b"\r\n\r\n")[2])
        assert length > 2_000_000
        while left > 0:
            piece = line.recv(min(left, 200_000))
            assert piece
            left -= len(piece)
            time.sleep(0.2)


def test_idle_cameras_give_way(address: str) -> None:
    camera = address.replace("http", "ws", 1) + "api/live"
    with ExitStack() as stack:
        for _ in range(2):
            assert json.loads(stack.enter_context(connect(camera, source_address=ABUSER)).recv())["type"] == "ready"
        refused = stack.enter_context(connect(camera, source_address=ABUSER))
        assert json.loads(refused.recv())["code"] == "too-many-sessions"
        first, second = (stack.enter_context(connect(camera)) for _ in range(2))
        assert json.loads(first.recv())["type"] == "ready"
        assert json.loads(second.recv())["code"] == "too-many-sessions"
        time.sleep(1.2)
        first.send(encoded(page(), "JPEG"))
        third = stack.enter_context(connect(camera))
        assert json.loads(third.recv())["type"] == "ready", "one that sends nothing has given way"
        assert json.loads(first.recv(timeout=30))["type"] == "view"


def test_a_closed_idle_camera_is_told_why(address: str) -> None:
    camera = address.replace("http", "ws", 1) + "api/live"
    with connect(camera, source_address=ABUSER) as idle, connect(camera, source_address=ABUSER) as other:
        idle.recv()
        other.recv()
        time.sleep(1.2)
        with connect(camera, source_address=ABUSER) as newcomer:
            assert json.loads(newcomer.recv())["type"] == "ready"
            with pytest.raises(ConnectionClosed) as caught:
                idle.recv(timeout=10)
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 4408


def masked(first: int, count: int) -> bytes:
    """Empty WebSocket frames of a client."""
    return bytes([first, 0x80, 0, 0, 0, 0]) * count


FLOODS = {
    "127.0.0.3": masked(0x89, 20_000),
    "127.0.0.4": masked(0x81, 20_000),
    "127.0.0.5": masked(0x02, 1) + masked(0, 20_000),
}
"""Pings, texts that are not understood, and a message in empty pieces, each from a caller of its own: whoever has sent
too much is turned away for a while."""


@pytest.mark.parametrize("source", FLOODS)
def test_a_flood_of_tiny_frames_is_cut_off_or_left_unread(address: str, source: str) -> None:
    fields = "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13"
    key = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=="
    with line_to(address, (source, 0)) as line:
        line.sendall(f"GET /api/live HTTP/1.1\r\nhost: localhost\r\n{fields}\r\n{key}\r\n\r\n".encode())
        assert line.recv(65536).startswith(b"HTTP/1.1 101")
        line.settimeout(2)
        with suppress(OSError):
            for _ in range(500):
                line.sendall(FLOODS[source])
            pytest.fail("60 MB of frames were taken")
        check_ordinary(address)
