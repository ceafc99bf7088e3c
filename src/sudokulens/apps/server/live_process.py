"""A process that follows cameras. A session's tracker keeps what it has seen, so a session stays with one process.

One that crashes, hangs or outgrows its memory is replaced, and its sessions start afresh.
"""

from __future__ import annotations

import asyncio
from typing import Any

from sudokulens.apps.server.languages import in_language
from sudokulens.apps.server.live_answers import follow, forget, warm_up
from sudokulens.apps.server.logs import logger
from sudokulens.apps.server.settings import Settings
from sudokulens.apps.server.worker_process import START_SECONDS, WorkerLost, WorkerProcess
from sudokulens.apps.server.workers import result_of
from sudokulens.wording.language import current


class LiveProcess:
    """The service's end: `answer` is awaited by sessions, which take turns."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.sessions = 0
        # Memory that the next frame needs is kept, and threads that wait for each other would only add delay.
        self._process = WorkerProcess(settings, name="live", threads=1, tidies=False)
        self._turn = asyncio.Lock()
        self._healing: asyncio.Task[None] | None = None

    @property
    def ready(self) -> bool:
        return self._process.ready

    def start(self) -> None:
        """Starts the process, or another one in its place; sessions that come earlier wait for it."""
        self._healing = asyncio.create_task(self._heal())

    async def answer(self, session: int, frame: int, wish: tuple[str, str], picture: bytes) -> str:
        """The view as JSON text; a Problem for what is no picture, WorkerLost where the process did not survive it."""
        arguments = (current(), follow, session, frame, *wish, picture, self.settings.live_frame_pixels)
        async with self._turn:
            try:
                if not self.ready:
                    await self._start()
                answer = await self._process.answer(in_language, arguments, self.settings.live_frame_seconds)
            except (WorkerLost, TimeoutError) as fault:
                self.start()
                raise WorkerLost from fault
        return result_of(answer).decode()

    async def forget(self, session: int) -> None:
        """Lets the process drop what it knows of a session that is over."""
        async with self._turn:
            if self.ready:
                await self._quietly(self._process.answer(forget, (session,), self.settings.live_frame_seconds))

    async def stop(self) -> None:
        if self._healing is not None:
            self._healing.cancel()
            await asyncio.wait({self._healing})
        await asyncio.to_thread(self._process.close)

    async def _heal(self) -> None:
        async with self._turn:
            if not self.ready:
                await self._quietly(self._start())

    async def _start(self) -> None:
        await self._process.start()
        await self._process.answer(warm_up, (), START_SECONDS)

    async def _quietly(self, work: Any) -> None:
        try:
            await work
        except (WorkerLost, TimeoutError):
            logger().error("a live process was lost")
