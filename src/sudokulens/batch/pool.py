"""Workers on this machine, one process a core: the shared pool of processes as a crew."""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

from sudokulens.batch.crew import MAX_FALSE_STARTS, Event, longest_time
from sudokulens.batch.portion import Piece
from sudokulens.batch.settings import Settings, usable_cores
from sudokulens.batch.wire import decoded, encoded
from sudokulens.batch.work import work
from sudokulens.errors import BatchError, WorkerDied
from sudokulens.processes import Prepare, ProcessPool


class BatchWorker:
    """What a process of the crew does."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def answer(self, task: Piece) -> tuple[bytes, bytes]:
        """The answer as a head of JSON and its content."""
        return encoded(work(task, self._settings))

    def rest(self) -> None:
        """Nothing needs tidying."""


class LocalPool:
    """A crew of processes on this machine."""

    prepare: Prepare = BatchWorker

    def __init__(self, settings: Settings, count: int | None = None) -> None:
        self._settings = settings
        self._pieces: dict[Future[Any], Piece] = {}
        self._done: SimpleQueue[Future[Any]] = SimpleQueue()
        """Unlike futures.wait, whose locks are Python's own, its wait can be interrupted by Ctrl-C at any moment."""
        self._pool = ProcessPool(count or usable_cores(), type(self).prepare, (settings,), name="batch")
        self._pool.start()

    @property
    def has_room(self) -> bool:
        return self._pool.idle > 0

    def submit(self, piece: Piece) -> None:
        seconds = longest_time(piece, self._settings)
        self._pieces[self._pool.submit(piece, seconds, self._done.put)] = piece

    def wait(self, seconds: float) -> list[Event]:
        done = []
        with suppress(Empty):
            # Without work there is nothing to wait for but a process that becomes ready.
            done.append(self._done.get(timeout=seconds if self._pieces else min(seconds, 0.05)))
            while True:
                done.append(self._done.get_nowait())
        self._check_starts()
        return [self._event(self._pieces.pop(future), future) for future in done]

    def close(self) -> None:
        self._pool.close()

    def _event(self, piece: Piece, future: Future[Any]) -> Event:
        try:
            return Event(piece, decoded(*future.result()))
        except WorkerDied as fault:
            return Event(piece, None, str(fault), fault.overran)

    def _check_starts(self) -> None:
        if self._pool.false_starts >= MAX_FALSE_STARTS:
            hint = "a script that starts a batch needs `if __name__ == '__main__':`"
            reason = self._pool.last_fault
            raise BatchError(f"the worker processes end before they start (each one {reason}; {hint})")
