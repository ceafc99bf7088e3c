"""Bodies are counted while they arrive, and refused as soon as they are too large or too slow."""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sudokulens.apps.server.problem import Problem
from sudokulens.apps.server.problems import problem_response
from sudokulens.apps.server.settings import Settings

PICTURES = "/api/scan"
_DRAIN_TIMES = 5
"""A refused body is still read, and thrown away, up to this many times the limit: else many clients never see why."""


class BodyLimit:
    """ASGI middleware; answers 413 for a body above the limit and 408 for one that does not arrive."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self.app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self.settings.upload_seconds):
                body = await self._body(scope, receive)
        except TimeoutError:
            problem = Problem(408, "upload-too-slow", "The request took too long to arrive.")
            await problem_response(problem)(scope, receive, send)
        except Problem as problem:
            await problem_response(problem)(scope, receive, send)
        else:
            await self.app(scope, _replay(body, receive), send)

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        limit = self._limit(scope)
        length = Headers(scope=scope).get("content-length", "0")
        refused = length.isdecimal() and int(length) > limit
        chunks: list[bytes] = []
        count, more = 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Problem(400, "cut-short", "The request ended before it was complete.")
            chunk = message.get("body", b"")
            count, more = count + len(chunk), message.get("more_body", False)
            refused = refused or count > limit
            if refused:
                chunks.clear()
            else:
                chunks.append(chunk)
            if count > _DRAIN_TIMES * limit:
                break
        if refused:
            raise Problem(
                413, "body-too-large", f"At most {limit / 1e6:g} MB can be sent here; send something smaller."
            )
        return b"".join(chunks)

    def _limit(self, scope: Scope) -> int:
        """Pictures may be large; boards are not, and a large text would keep the service busy with its parts."""
        settings = self.settings
        return settings.body_bytes if scope["path"] == PICTURES else min(settings.board_bytes, settings.body_bytes)


def _replay(body: bytes, receive: Receive) -> Receive:
    """A receive function that gives the whole body first, then whatever follows."""
    given = False

    async def replayed() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed
