"""A process that follows cameras. A session's tracker keeps what it has seen, so a session stays with one process.

A process that crashes, hangs or exceeds its memory is replaced, and its sessions restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from sudokulens.apps.server.live.answers import LiveWorker, follow, forget
from sudokulens.apps.server.logs import logger
from sudokulens.apps.server.settings import Settings
from sudokulens.apps.server.workers.pool import CROWDED_PATIENCE, result_of
from sudokulens.apps.server.workers.tasks import in_language
from sudokulens.errors import WorkerDied
from sudokulens.processes import ProcessPool
from sudokulens.processes.pool import START_SECONDS
from sudokulens.wording.language import current

_READY_CHECK_SECONDS = 0.02


class LiveProcess:
    """The service's end: `answer` is awaited by sessions, which take turns."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.sessions = 0
        self._pool = ProcessPool(1, LiveWorker, (settings.worker_memory_bytes,), name="live", patience=CROWDED_PATIENCE)
        self._turn = asyncio.Lock()
        self._known: set[int] = set()
        """Sessions of which the process has had a frame."""
        self._over: list[int] = []
        """Those of them that are to be forgotten."""

    @property
    def ready(self) -> bool:
        return bool(self._pool.ready)

    def start(self) -> None:
        """Starts the process; sessions that come earlier wait for it."""
        self._pool.start()

    async def answer(self, session: int, frame: int, chosen: tuple[str, str], picture: bytes) -> str:
        """The view as JSON text; a Problem for what is no picture, WorkerDied where the process did not survive it."""
        arguments = (current(), follow, session, frame, *chosen, picture, self.settings.live_frame_pixels)
        async with self._turn:
            self._known.add(session)
            return (await self._exchange(in_language, arguments)).decode()

    async def forget(self, session: int) -> None:
        """Lets the process drop what it knows of a session that is over.

        A thousand that are over take one turn together: those that are not must not wait behind them.
        """
        if session not in self._known:
            return
        self._known.discard(session)
        self._over.append(session)
        if len(self._over) > 1:
            return  # It goes with the first one.
        try:
            async with self._turn:
                over, self._over = self._over, []
                if self.ready:
                    await self._exchange(forget, tuple(over))
        except WorkerDied:
            logger().error("a live process was lost")
        finally:
            self._over = [] if session in self._over else self._over  # Cancelled: the service is stopping.

    async def stop(self) -> None:
        await asyncio.to_thread(self._pool.close)

    async def _exchange(self, work: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
        try:
            async with asyncio.timeout(START_SECONDS):
                while not self._pool.idle:
                    if self._pool.closing.is_set():
                        raise WorkerDied("was ended")
                    await asyncio.sleep(_READY_CHECK_SECONDS)
        except TimeoutError:
            raise WorkerDied("did not start") from None
        job = self._pool.submit((work, arguments), self.settings.live_frame_seconds)
        return result_of(*await asyncio.wrap_future(job))
