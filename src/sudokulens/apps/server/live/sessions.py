"""Who is being followed: the processes, how many sessions there may be, and their end when the service stops."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

from sudokulens.apps.server.live.process import LiveProcess
from sudokulens.apps.server.live.protocol import CloseCode, SessionEnd
from sudokulens.apps.server.settings import Settings

FAREWELL_SECONDS = 2.0


class Guest(Protocol):
    """A session, as far as the house rules go."""

    caller: str

    @property
    def idle_seconds(self) -> float:
        """Since its last frame, or since it began."""
        ...

    def stop(self, end: SessionEnd) -> None: ...


class LiveSessions:
    """All live sessions of one app."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.lost = 0
        self._processes = [LiveProcess(settings) for _ in range(max(1, settings.live_workers))]
        self._sessions: set[Guest] = set()
        self._numbers = itertools.count()
        self._stopping = False

    def __len__(self) -> int:
        return len(self._sessions)

    @property
    def ready(self) -> bool:
        return any(process.ready for process in self._processes)

    def start(self) -> None:
        """Starts the processes; sessions that come earlier wait for them."""
        for process in self._processes:
            process.start()

    def enter(self, session: Guest) -> tuple[int, LiveProcess]:
        """A number and the least busy process for a new session; SessionEnd where there is no room."""
        if self._stopping:
            raise SessionEnd(CloseCode.GOING_AWAY, "The service is stopping.")
        own = [other for other in self._sessions if other.caller == session.caller]
        if len(own) >= self.settings.caller_live_sessions and not self._gives_way(own):
            raise SessionEnd(CloseCode.TOO_MANY, "Too many cameras of yours are followed already.")
        if len(self._sessions) >= self.settings.live_sessions and not self._gives_way(self._sessions):
            raise SessionEnd(CloseCode.TOO_MANY, "Too many cameras are followed already; try again later.")
        process = min(self._processes, key=lambda process: process.sessions)
        process.sessions += 1
        self._sessions.add(session)
        return next(self._numbers), process

    def _gives_way(self, sessions: Iterable[Guest]) -> bool:
        """Ends the session that has sent no frame for longest, if that is long enough; True where there is one."""
        longest = max(sessions, key=lambda session: session.idle_seconds)
        if longest.idle_seconds < self.settings.live_yield_seconds:
            return False
        self._sessions.discard(longest)
        longest.stop(SessionEnd(CloseCode.IDLE, "No frame came for a while, and another camera needs the place."))
        return True

    def leave(self, session: Guest, process: LiveProcess) -> None:
        self._sessions.discard(session)
        process.sessions -= 1

    async def dismiss(self) -> None:
        """Ends every session with a closing message, within a bounded time."""
        self._stopping = True
        for session in list(self._sessions):
            session.stop(SessionEnd(CloseCode.GOING_AWAY, "The service is stopping."))
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                while self._sessions:
                    await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Dismisses the sessions and ends the processes."""
        await self.dismiss()
        await asyncio.gather(*(process.stop() for process in self._processes))
