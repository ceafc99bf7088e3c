"""Bodies are counted while they arrive, and refused as soon as they are too large, too slow, or too many."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable
from dataclasses import dataclass, field

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sudokulens.apps.answers.problem import Problem
from sudokulens.apps.server.callers import caller_of
from sudokulens.apps.server.problem_answers import problem_response
from sudokulens.apps.server.settings import Settings
from sudokulens.apps.server.turns import on_account

PICTURES = "/api/scan"
_DRAIN_TIMES = 5
"""A refused body is still read, and thrown away, up to this many times the limit: else many clients never see why."""


@dataclass(slots=True)
class _Body:
    """What has arrived of a body, and how much of it there is as long as the request is at work."""

    caller: str
    parts: list[bytes] = field(default_factory=list)
    size: int = 0

    def whole(self) -> bytes:
        parts, self.parts = self.parts, []
        return b"".join(parts)


class BodyLimit:
    """ASGI middleware; answers 413 for a body above the limit, 408 for one that does not arrive, 429 for too many."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.held: Counter[str] = Counter()
        """Bytes of all bodies that are arriving or at work, by caller."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self.app(scope, receive, send)
            return
        body = _Body(caller_of(scope))
        try:
            async with asyncio.timeout(self.settings.upload_seconds):
                await self._fill(body, scope, receive)
        except TimeoutError:
            self._let_go(body)
            problem = Problem(408, "upload-too-slow", "The request took too long to arrive.")
            await problem_response(problem)(scope, receive, send)
        except Problem as problem:
            await problem_response(problem)(scope, receive, send)
        else:
            await _while_connected(self.app(scope, _replay(body.whole(), receive), send), receive)
        finally:
            self._let_go(body)

    async def _fill(self, body: _Body, scope: Scope, receive: Receive) -> None:
        """Puts the whole body together; what is refused is still read to its end, and thrown away."""
        limit = self._limit(scope)
        length = Headers(scope=scope).get("content-length", "0")
        refusal = _too_large(limit) if length.isdecimal() and int(length) > limit else None
        count, more = 0, True
        while more and count <= _DRAIN_TIMES * self.settings.body_bytes:
            message = await asyncio.wait_for(receive(), self.settings.stall_seconds)
            if message["type"] == "http.disconnect":
                raise Problem(400, "cut-short", "The request ended before it was complete.")
            chunk = message.get("body", b"")
            count, more = count + len(chunk), message.get("more_body", False)
            refusal = refusal or self._refusal(body.caller, count, len(chunk), limit)
            if refusal:
                self._let_go(body)
            else:
                body.parts.append(chunk)
                body.size += len(chunk)
                self.held[body.caller] += len(chunk)
        if refusal:
            raise refusal

    def _refusal(self, caller: str, count: int, more: int, limit: int) -> Problem | None:
        if count > limit:
            return _too_large(limit)
        settings = self.settings
        all_held, own_held = self.held.total() + more, self.held[caller] + more
        if all_held > settings.held_bytes or own_held > max(limit, settings.caller_held_bytes):
            detail = "Too much is being sent at once; try again soon."
            return Problem(429, "busy", detail, headers={"Retry-After": "1"})
        return None

    def _let_go(self, body: _Body) -> None:
        self.held[body.caller] -= body.size
        if not self.held[body.caller]:
            del self.held[body.caller]
        body.parts, body.size = [], 0

    def _limit(self, scope: Scope) -> int:
        """Pictures may be large; boards are not, and a large text would keep the service busy with its parts."""
        settings = self.settings
        return settings.body_bytes if scope["path"] == PICTURES else min(settings.board_bytes, settings.body_bytes)


async def _while_connected(work: Awaitable[None], receive: Receive) -> None:
    """Does the work, and gives it up when the client hangs up: what it has queued must not keep others waiting."""
    working = asyncio.ensure_future(on_account(work))
    gone = asyncio.ensure_future(_disconnect(receive))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            working.result()
    finally:
        for task in (working, gone):
            task.cancel()
        await asyncio.gather(working, gone, return_exceptions=True)


async def _disconnect(receive: Receive) -> None:
    if (await receive())["type"] != "http.disconnect":
        await asyncio.Event().wait()  # Nothing else can follow a body; a server that says otherwise says no more.


def _too_large(limit: int) -> Problem:
    return Problem(413, "body-too-large", f"At most {limit / 1e6:g} MB can be sent here; send something smaller.")


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
