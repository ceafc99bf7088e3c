"""Guards what comes before a request can be told: headers that never end, never come, or are no HTTP at all."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sudokulens.apps.server.problem import Problem
from sudokulens.apps.server.problems import MEDIA_TYPE, problem_response
from sudokulens.apps.server.settings import Settings

LINGER_SECONDS = 2.0


def guarded_protocol(settings: Settings) -> type[HttpToolsProtocol]:
    """The server's HTTP protocol with these limits on the head of a request."""
    return type("LimitedProtocol", (GuardedProtocol,), {"settings": settings})


class GuardedProtocol(HttpToolsProtocol):
    """Answers a broken head with a problem document, and ends connections that send none in time."""

    settings = Settings()
    _head_timer: asyncio.TimerHandle
    _in_head = True
    _head_count = 0
    _refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._begin_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_timer.cancel()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head_timer.cancel()
        self._begin_head()

    def on_headers_complete(self) -> None:
        self._head_timer.cancel()
        self._in_head = False
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        super().data_received(data)
        if self._in_head and not self._refused:
            self._head_count += len(data)
            if self._head_count > self.settings.head_bytes:
                self._refuse(Problem(431, "head-too-large", "The request's header fields are too long."))

    def send_400_response(self, msg: str) -> None:
        self._refuse(Problem(400, "bad-request", "This is not a request that the service understands."))

    def _begin_head(self) -> None:
        self._in_head = True
        self._head_count = 0
        self._head_timer = self.loop.call_later(self.settings.head_seconds, self._head_is_late)

    def _head_is_late(self) -> None:
        if self._in_head and not self._refused:
            self._refuse(Problem(408, "head-too-slow", "The request's header fields took too long to arrive."))

    def _refuse(self, problem: Problem) -> None:
        """Answers, and ends the connection: nobody knows where its next request would start."""
        self._refused = True
        self._head_timer.cancel()
        body = bytes(problem_response(problem).body)
        status = HTTPStatus(problem.status)
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\n"
            f"content-type: {MEDIA_TYPE}\r\ncontent-length: {len(body)}\r\n"
            "x-content-type-options: nosniff\r\ncache-control: no-store\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        # Closing while the client still sends would make its system throw the answer away.
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self.transport.close)
