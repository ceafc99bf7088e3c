"""Limits below the framework: before a request is parsed, and after it was answered.

Headers that never end, never arrive, or are not HTTP; too many connections; floods of tiny requests or frames; answers
that nobody reads.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.datastructures import Headers
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.http11 import Request
from websockets.server import ServerProtocol

from sudokulens.apps.answers.problem import Problem
from sudokulens.apps.server.connections import Connections
from sudokulens.apps.server.problem_answers import MEDIA_TYPE, problem_response
from sudokulens.apps.server.settings import Settings

LINGER_SECONDS = 2.0
MAX_PIPELINED = 16
"""Requests that may wait for the answers to earlier ones of their connection; browsers send none ahead."""

_NO_HANDSHAKE = "This is not a handshake that the service understands."


def guarded_protocols(settings: Settings) -> tuple[type[HttpToolsProtocol], type[asyncio.Protocol]]:
    """The server's protocols for HTTP and WebSockets, with the limits of the settings."""
    from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

    connections = Connections(settings)
    own: dict[str, Any] = {"settings": settings, "open_connections": connections}
    http = type("LimitedProtocol", (GuardedProtocol,), own)
    socket = type("LimitedSocket", (_GuardedSocket, AutoWebSocketsProtocol), own)  # type: ignore[arg-type]
    return http, socket


class _GuardedSocket:
    """Mixed into the WebSocket protocol, which takes a connection over from the one for HTTP."""

    open_connections: Connections
    transport: asyncio.Transport

    def data_received(self, data: bytes) -> None:
        self.open_connections.parse(self.transport, data, super().data_received)  # type: ignore[misc]

    def connection_lost(self, exc: Exception | None) -> None:
        self.open_connections.leave(self.transport)
        super().connection_lost(exc)  # type: ignore[misc]

    def pause_writing(self) -> None:
        self.open_connections.pause(self.transport)
        super().pause_writing()  # type: ignore[misc]

    def resume_writing(self) -> None:
        self.open_connections.resume(self.transport)
        super().resume_writing()  # type: ignore[misc]


class GuardedProtocol(HttpToolsProtocol):
    """Answers a broken head with a problem document, and ends connections that send none in time."""

    settings = Settings()
    open_connections = Connections(settings)
    _head_timer: asyncio.TimerHandle
    _in_head = True
    _began = False
    _framing_bytes = _body_bytes = 0
    """Of the request that is arriving: header fields, trailers and the sizes of chunks, and the body itself."""
    _ended = False
    """Refused, or handed over to the WebSocket protocol: nothing more is parsed here."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._begin_head()
        if problem := self.open_connections.enter(transport):
            self._refuse(problem, linger=0.0)

    def connection_lost(self, exc: Exception | None) -> None:
        self.open_connections.leave(self.transport)
        self._head_timer.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.open_connections.pause(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.open_connections.resume(self.transport)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MAX_PIPELINED:
            self.transport.abort()  # At once: answers to those that wait would only invite more.
            raise ValueError("too many requests sent ahead")  # The parser stops.
        super().on_message_begin()
        self._head_timer.cancel()
        self._begin_head()

    def on_body(self, body: bytes) -> None:
        self._framing_bytes -= len(body)
        self._body_bytes += len(body)
        super().on_body(body)

    def on_headers_complete(self) -> None:
        self._head_timer.cancel()
        self._in_head = False
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        if not self._ended:
            self.open_connections.parse(self.transport, data, self._parse)

    def handle_websocket_upgrade(self) -> None:
        self._ended = True
        if problem := self._handshake_problem():
            self._refuse(problem)
            return
        super().handle_websocket_upgrade()
        # A handshake that the WebSocket library cannot parse is left unanswered by uvicorn, and the connection open.
        if not getattr(self.transport.get_protocol(), "handshake_initiated", True):
            self._refuse(Problem(400, "bad-handshake", _NO_HANDSHAKE))

    def _handshake_problem(self) -> Problem | None:
        """What the WebSocket library would refuse in plain text."""
        fields = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in self.scope["headers"]]
        library = ServerProtocol(extensions=[ServerPerMessageDeflateFactory()])
        status = library.accept(Request("/", Headers(fields))).status_code
        if status == HTTPStatus.SWITCHING_PROTOCOLS:
            return None
        return Problem(status, "bad-handshake", _NO_HANDSHAKE, headers={"Sec-WebSocket-Version": "13"})

    def _parse(self, data: bytes) -> None:
        if self._ended:
            return
        self._began = False
        self._framing_bytes += len(data)
        super().data_received(data)
        if self._began:
            self._framing_bytes = 0  # Where in the data the request began is not known.
        # Chunks of a byte each are allowed, and take five times as much framing as body.
        if self._framing_bytes > self.settings.head_bytes + 5 * self._body_bytes and not self._ended:
            self._refuse(Problem(431, "head-too-large", "The request's header fields are too long."))

    def send_400_response(self, msg: str) -> None:
        self._refuse(Problem(400, "bad-request", "This is not a request that the service understands."))

    def _begin_head(self) -> None:
        self._in_head = self._began = True
        self._body_bytes = 0
        self._head_timer = self.loop.call_later(self.settings.head_seconds, self._head_is_late)

    def _head_is_late(self) -> None:
        if self._in_head and not self._ended:
            self._refuse(Problem(408, "head-too-slow", "The request's header fields took too long to arrive."))

    def _end_after_answers(self) -> None:
        """Ends the connection silently: a message would be taken for the answer to an earlier request."""
        if self.cycle.more_body:
            self.transport.abort()  # What is broken is the request at work itself.
        else:
            self.cycle.keep_alive = False

    def _refuse(self, problem: Problem, linger: float = LINGER_SECONDS) -> None:
        """Answers, and ends the connection: where its next request would start is unknown."""
        self._ended = True
        self._head_timer.cancel()
        if self.cycle is not None and not self.cycle.response_complete:
            self._end_after_answers()
            return
        headers = tuple((problem.headers or {}).items())
        self.transport.write(_refusal(problem.status, problem.code, problem.detail, headers))
        # Closing while the client still sends would make its system throw the answer away.
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(linger, self.transport.close)


@lru_cache(maxsize=64)
def _refusal(status: int, code: str, detail: str, headers: tuple[tuple[str, str], ...]) -> bytes:
    """The whole answer; written once, because floods are refused by the thousand."""
    body = bytes(problem_response(Problem(status, code, detail)).body)
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
        f"content-type: {MEDIA_TYPE}\r\ncontent-length: {len(body)}\r\n"
        + "".join(f"{name.lower()}: {value}\r\n" for name, value in headers)
        + "x-content-type-options: nosniff\r\ncache-control: no-store\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + body
