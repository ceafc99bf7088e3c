"""The attacks of `abuse.py`, each bounded in time by its target: what one hostile client can send, or leave unread."""

from __future__ import annotations

import asyncio
import io
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlsplit

import numpy as np
from PIL import Image
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.odd.base import page

ABUSER = ("127.0.0.2", 0)


@dataclass(frozen=True)
class Target:
    """The service that is attacked."""

    address: str
    end: float

    @property
    def host(self) -> str:
        return urlsplit(self.address).hostname or ""

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 80

    @property
    def over(self) -> bool:
        return time.monotonic() > self.end

    async def connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        # A small window, so that what is not read stays with the service and not with the system.
        return await asyncio.open_connection(self.host, self.port, local_addr=ABUSER, limit=2**12)

    def head(self, path: str, length: int, kind: str = "application/json", *fields: str) -> bytes:
        rows = (f"POST {path} HTTP/1.1", f"host: {self.host}", f"content-type: {kind}", f"content-length: {length}")
        return "\r\n".join((*rows, *fields)).encode() + b"\r\n\r\n"


@cache
def noisy_picture() -> bytes:
    """A puzzle on a background that does not compress."""
    noisy = np.random.default_rng(1).integers(0, 255, (1500, 2000, 3), dtype=np.uint8)
    noisy[200:1300, 400:1500] = np.asarray(page().resize((1100, 1100)).convert("RGB"))
    target = io.BytesIO()
    Image.fromarray(noisy).save(target, "JPEG", quality=80)
    return target.getvalue()


Attack = Callable[[Target, int], Awaitable[None]]


async def nothing(target: Target, number: int) -> None:
    """No attack, to compare with."""


async def _repeat(target: Target, path: str, body: bytes, *fields: str, kind: str = "application/json") -> None:
    """Asks for the same thing again and again, and reads what comes."""
    while not target.over:
        with suppress(OSError, EOFError):
            reader, writer = await target.connection()
            writer.write(target.head(path, len(body), kind, "connection: close", *fields) + body)
            async with asyncio.timeout(max(0.1, target.end - time.monotonic())):
                while await reader.read(2**16):
                    pass
            writer.close()
        await asyncio.sleep(0.02)


async def generate(target: Target, number: int) -> None:
    """Puzzles that take all the time that they are allowed."""
    await _repeat(target, "/api/generate", json.dumps({"level": "beyond", "seed": number}).encode())


async def hard_boards(target: Target, number: int) -> None:
    """Boards that are not solved quickly, in the lane for quick work."""
    empty = {"size": 25, "values": [0] * 624 + [1 + number % 25]}
    await _repeat(target, "/api/hint", json.dumps({"board": empty}).encode())


async def forged_addresses(target: Target, number: int) -> None:
    """Each request claims to come from somewhere else, at length."""
    claim = f"x-forwarded-for: {number}" + "7" * 50_000
    await _repeat(target, "/api/solve", b"{}", claim)


async def idle_sockets(target: Target, number: int) -> None:
    """A camera that never sends a frame."""
    address = target.address.replace("http", "ws", 1) + "/api/live"
    while not target.over:
        with suppress(OSError, WebSocketException, TimeoutError):
            async with connect(address, local_addr=ABUSER) as socket, asyncio.timeout(target.end - time.monotonic()):
                while True:
                    await socket.recv()
        await asyncio.sleep(0.2)


async def stalled_uploads(target: Target, number: int) -> None:
    """Nearly all of a large picture, and then no more."""
    while not target.over:
        with suppress(OSError):
            _, writer = await target.connection()
            writer.write(target.head("/api/scan", 20_000_000, "image/jpeg") + bytes(19_900_000))
            async with asyncio.timeout(max(0.1, target.end - time.monotonic())):
                await writer.drain()
            await asyncio.sleep(max(0.0, target.end - time.monotonic()))
            writer.close()


async def unread_answers(target: Target, number: int) -> None:
    """Answers of megabytes that are never read."""
    body = noisy_picture()
    while not target.over:
        with suppress(OSError):
            _, writer = await target.connection()
            writer.write(target.head("/api/scan?overlay=true", len(body), "image/jpeg") + body)
            await asyncio.sleep(max(0.0, min(4.0, target.end - time.monotonic())))
            writer.close()


async def idle_connections(target: Target, number: int) -> None:
    """Connections on which nothing is sent."""
    while not target.over:
        with suppress(OSError):
            reader, writer = await target.connection()
            async with asyncio.timeout(max(0.1, target.end - time.monotonic())):
                await reader.read(2**16)
            writer.close()
        await asyncio.sleep(0.5)


async def slow_heads(target: Target, number: int) -> None:
    """Header fields that come byte by byte."""
    while not target.over:
        with suppress(OSError):
            _, writer = await target.connection()
            for byte in b"POST /api/solve HTTP/1.1\r\nhost: localhost\r\nx-field: " + b"y" * 10_000:
                if target.over:
                    break
                writer.write(bytes([byte]))
                await asyncio.sleep(0.5)
            writer.close()


async def _pour(target: Target, head: bytes, piece: bytes) -> None:
    """Sends a head once and then the same piece without end, on a connection after the other."""
    while not target.over:
        with suppress(OSError, EOFError, TimeoutError):
            reader, writer = await target.connection()
            reading = asyncio.create_task(_discard(reader))
            try:
                async with asyncio.timeout(max(0.1, target.end - time.monotonic())):
                    writer.write(head)
                    while not reading.done():
                        writer.write(piece)
                        await writer.drain()
            finally:
                reading.cancel()
                writer.transport.abort()
        await asyncio.sleep(0.1)


async def _discard(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(2**16):
            pass


async def pipelined(target: Target, number: int) -> None:
    """Requests sent without waiting for an answer."""
    await _pour(target, b"", b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n" * 2000)


async def bursts(target: Target, number: int) -> None:
    """As many requests ahead as are allowed, again and again."""
    await _pour(target, b"", b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n" * 15)


async def long_addresses(target: Target, number: int) -> None:
    """Addresses of 50 kB, with escapes and dots to be resolved."""
    head = b"GET /" + b"a/../%41" * 6000 + b" HTTP/1.1\r\nhost: localhost\r\n\r\n"
    while not target.over:
        with suppress(OSError, EOFError, TimeoutError):
            reader, writer = await target.connection()
            async with asyncio.timeout(max(0.1, target.end - time.monotonic())):
                while not reader.at_eof():
                    writer.write(head)
                    await reader.readuntil(b"}")  # The end of the problem document.
        await asyncio.sleep(0.02)


async def endless_trailers(target: Target, number: int) -> None:
    """A body in pieces whose last piece is followed by endless header fields."""
    head = b"POST /api/scan HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n0\r\n"
    await _pour(target, head, b"a: b\r\n" * 10_000)


async def faulty_texts(target: Target, number: int) -> None:
    """As many faults as fit into a request of the allowed size."""
    bodies = (
        ("/api/solve", b"{" + b",".join(b'"k%d":1' % key for key in range(45_000)) + b"}"),
        ("/api/solve", b'{"board":{"values":[],"extras":[[' + b",".join([b'"x"'] * 120_000) + b"]]}}"),
        ("/api/sheet", b'{"boards":["."],"titles":[' + b",".join([b"1"] * 240_000) + b"]}"),
    )
    await _repeat(target, *bodies[number % len(bodies)])


async def large_texts(target: Target, number: int) -> None:
    """Valid requests of the allowed size."""
    await _repeat(target, "/api/solve", json.dumps({"board": "x", "engine": "y" * 490_000}).encode())


def _frames(opcode: int, count: int) -> bytes:
    """Empty WebSocket frames of a client, masked with zeros; the first does not end its message."""
    return bytes([opcode, 0x80, 0, 0, 0, 0]) * count


def _handshake(target: Target) -> bytes:
    fields = ("GET /api/live HTTP/1.1", f"host: {target.host}", "upgrade: websocket", "connection: upgrade")
    key = ("sec-websocket-version: 13", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==")
    return "\r\n".join((*fields, *key)).encode() + b"\r\n\r\n"


async def _flood_socket(target: Target, start: bytes, piece: bytes) -> None:
    await _pour(target, _handshake(target) + start, piece)


async def aborted_sockets(target: Target, number: int) -> None:
    """Cameras that are gone as soon as they have been let in."""
    while not target.over:
        with suppress(OSError):
            _, writer = await target.connection()
            writer.write(_handshake(target))
            await writer.drain()
            await asyncio.sleep(0.005)
            writer.transport.abort()


async def tiny_frames(target: Target, number: int) -> None:
    """A message in endless empty pieces."""
    await _flood_socket(target, _frames(0x02, 1), _frames(0x00, 10_000))


async def ping_frames(target: Target, number: int) -> None:
    """Pings, each of which has to be answered."""
    await _flood_socket(target, b"", _frames(0x89, 10_000))


async def text_frames(target: Target, number: int) -> None:
    """Messages that are not understood, each of which is answered with a sentence."""
    await _flood_socket(target, b"", _frames(0x81, 10_000))


ATTACKS: dict[str, tuple[Attack, int]] = {
    "no attack": (nothing, 1),
    "generate": (generate, 6),
    "hard boards": (hard_boards, 6),
    "forged addresses": (forged_addresses, 8),
    "idle sockets": (idle_sockets, 16),
    "stalled uploads": (stalled_uploads, 24),
    "unread answers": (unread_answers, 60),
    "idle connections": (idle_connections, 600),
    "slow heads": (slow_heads, 60),
    "pipelined": (pipelined, 24),
    "bursts": (bursts, 60),
    "long addresses": (long_addresses, 24),
    "aborted sockets": (aborted_sockets, 24),
    "endless trailers": (endless_trailers, 24),
    "faulty texts": (faulty_texts, 24),
    "large texts": (large_texts, 24),
    "tiny frames": (tiny_frames, 24),
    "ping frames": (ping_frames, 24),
    "text frames": (text_frames, 24),
}
