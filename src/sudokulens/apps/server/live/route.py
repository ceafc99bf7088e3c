"""WS /api/live: frames of a camera in, what to draw on them out; the newest frame wins, and one is in flight."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from sudokulens.apps.answers.problem import Problem
from sudokulens.apps.server.callers import caller_of
from sudokulens.apps.server.live.process import LiveProcess
from sudokulens.apps.server.live.protocol import CloseCode, LiveSettings, SessionEnd, problem_message
from sudokulens.apps.server.live.sessions import LiveSessions
from sudokulens.apps.server.logs import logger
from sudokulens.apps.server.metrics import Metrics
from sudokulens.apps.server.settings import Settings
from sudokulens.apps.server.turns import on_account
from sudokulens.errors import WorkerDied

router = APIRouter()

MIN_MESSAGE_SECONDS = 1 / 120
"""Seconds between two messages of a client; one that sends more is read no faster."""

MAX_LOSSES, LOSS_SECONDS = 4, 30.0
"""Processes that die in one session within that time: beyond them, the session is what kills them."""


@router.websocket("/api/live")
async def live(socket: WebSocket) -> None:
    """Follows a camera until either side has enough."""
    await socket.accept()
    state = socket.app.state
    session = LiveSession(socket, state.settings, state.metrics, caller_of(socket.scope))
    try:
        number, process = state.live.enter(session)
    except SessionEnd as end:
        await _refuse(socket, end)
        return
    try:
        await session.run(number, process, state.live)
    finally:
        # First: the place is free even while the process still works on the last frame.
        state.live.leave(session, process)
        await process.forget(number)


@dataclass(frozen=True, slots=True)
class _Shot:
    """A frame as it came."""

    number: int
    picture: bytes
    arrived: float


class LiveSession:
    """One client: a task receives and keeps the newest frame only, another has it answered."""

    def __init__(self, socket: WebSocket, settings: Settings, metrics: Metrics, caller: str) -> None:
        self.socket, self.settings, self.metrics, self.caller = socket, settings, metrics, caller
        self._last_frame = time.monotonic()
        self._chosen = LiveSettings()
        self._newest: _Shot | None = None
        self._arrival = asyncio.Event()
        self._end: asyncio.Future[SessionEnd] = asyncio.get_running_loop().create_future()
        self._frames = self._dropped = 0
        self._losses: list[float] = []

    @property
    def idle_seconds(self) -> float:
        """Since the last frame, or since the session began."""
        return time.monotonic() - self._last_frame

    def stop(self, end: SessionEnd) -> None:
        if not self._end.done():
            self._end.set_result(end)

    async def run(self, number: int, process: LiveProcess, sessions: LiveSessions) -> None:
        """Returns when the session is over and the socket closed."""
        start = time.monotonic()
        tasks = [
            asyncio.ensure_future(on_account(self._until_end(work), waits=False))
            for work in (self._receive(), self._answer(number, process, sessions))
        ]
        try:
            await self._say(self._greeting())
            end = await self._end
        except (WebSocketDisconnect, RuntimeError):
            end = SessionEnd()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        await _close(self.socket, end)
        seconds = round(time.monotonic() - start, 1)
        logger().info("live", frames=self._frames, dropped=self._dropped, seconds=seconds, code=end.code or 1000)

    async def _until_end(self, work: Any) -> None:
        try:
            await work
        except SessionEnd as end:
            self.stop(end)
        except (WebSocketDisconnect, RuntimeError):
            # Starlette raises the latter for a socket that has been closed in the meantime.
            self.stop(SessionEnd())
        except Exception:
            logger().exception("a live session failed")
            self.stop(SessionEnd(CloseCode.INTERNAL, "Something went wrong on our side."))

    def _greeting(self) -> dict[str, Any]:
        limits = {
            "message_bytes": self.settings.live_message_bytes,
            "frame_pixels": self.settings.live_frame_pixels,
            "idle_seconds": self.settings.live_idle_seconds,
        }
        return {**self._chosen.as_message(), "type": "ready", "limits": limits}

    async def _receive(self) -> None:
        while True:
            try:
                message = await asyncio.wait_for(self.socket.receive(), self.settings.live_idle_seconds)
            except TimeoutError:
                raise SessionEnd(CloseCode.IDLE, "Nothing was sent for a while.") from None
            if message["type"] == "websocket.disconnect":
                raise SessionEnd
            if (picture := message.get("bytes")) is not None:
                self._take(picture)
            else:
                await self._change(message.get("text") or "")
            await asyncio.sleep(MIN_MESSAGE_SECONDS)

    def _take(self, picture: bytes) -> None:
        """Keeps the frame until its turn comes, or a newer one."""
        if len(picture) > self.settings.live_message_bytes:
            limit = self.settings.live_message_bytes / 1e6
            raise SessionEnd(CloseCode.TOO_BIG, f"A frame may have {limit:g} MB.")
        self._last_frame = time.monotonic()
        self._dropped += self._newest is not None
        self._newest = _Shot(self._frames, picture, time.perf_counter())
        self._frames += 1
        self._arrival.set()

    async def _change(self, text: str) -> None:
        try:
            self._chosen = self._chosen.changed(text)
            await self._say(self._chosen.as_message())
        except Problem as problem:
            await self._say(problem_message(problem))

    async def _answer(self, number: int, process: LiveProcess, sessions: LiveSessions) -> None:
        while True:
            await self._arrival.wait()
            self._arrival.clear()
            shot, self._newest = self._newest, None
            if shot is None:
                continue
            chosen = (self._chosen.mode, self._chosen.level)
            try:
                await self.socket.send_text(await process.answer(number, shot.number, chosen, shot.picture))
            except Problem as problem:
                await self._say(problem_message(problem, shot.number))
            except WorkerDied:
                sessions.lost += 1
                await self._tell_loss(shot.number)
            self.metrics.observe_live(time.perf_counter() - shot.arrived)

    async def _tell_loss(self, frame: int) -> None:
        """The session continues with another process, unless its own frames kill the processes."""
        now = time.monotonic()
        self._losses = [moment for moment in self._losses if now - moment < LOSS_SECONDS] + [now]
        detail = "The work on this frame failed; the view starts again."
        await self._say(problem_message(Problem(503, "worker-lost", detail), frame))
        if len(self._losses) >= MAX_LOSSES:
            raise SessionEnd(CloseCode.BROKEN, "The work on these frames failed again and again.")

    async def _say(self, message: dict[str, Any]) -> None:
        await self.socket.send_text(json.dumps(message))


async def _refuse(socket: WebSocket, end: SessionEnd) -> None:
    status, code = (429, "too-many-sessions") if end.code == CloseCode.TOO_MANY else (503, "stopping")
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(json.dumps(problem_message(Problem(status, code, end.reason))))
    await _close(socket, end)


async def _close(socket: WebSocket, end: SessionEnd) -> None:
    if end.code is not None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(end.code, end.reason)
