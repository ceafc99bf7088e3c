"""Workers on this machine: one process a core, each fed through a pipe of its own.

The standard library's pools give up as a whole when one process dies; here the one is replaced, and it is known which
piece it had.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from sudokulens.batch.crew import MOST_FALSE_STARTS, Event, longest_time
from sudokulens.batch.portion import Piece
from sudokulens.batch.settings import Settings, usable_cores
from sudokulens.batch.work import Answer, work
from sudokulens.errors import BatchError

_READY = "ready"
_FOLLOWS = "follows"
_GRACE = 2.0
"""Seconds that a worker gets to end by itself."""


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    pipe: Connection
    ready: bool = False
    piece: Piece | None = None
    since: float = field(default_factory=time.monotonic)


class LocalPool:
    """A crew of processes, started afresh (spawn) so that they share nothing with this one."""

    def __init__(self, settings: Settings, count: int | None = None) -> None:
        self._settings = settings
        self._context = multiprocessing.get_context("spawn")
        self._false_starts = 0
        self._workers: list[_Worker] = []
        for _ in range(count or usable_cores()):
            self._workers.append(self._start())

    @property
    def has_room(self) -> bool:
        return any(worker.ready and worker.piece is None for worker in self._workers)

    def submit(self, piece: Piece) -> None:
        worker = next(worker for worker in self._workers if worker.ready and worker.piece is None)
        worker.piece, worker.since = piece, time.monotonic()
        with suppress(OSError):  # It may have just died, which `wait` will notice and report.
            worker.pipe.send(piece)

    def wait(self, seconds: float) -> list[Event]:
        by_pipe = {worker.pipe: worker for worker in self._workers}
        events = [self._receive(by_pipe[pipe]) for pipe in wait(list(by_pipe), seconds) if isinstance(pipe, Connection)]
        events += [self._end_if_stuck(worker) for worker in self._workers]
        return [event for event in events if event is not None]

    def close(self) -> None:
        for worker in self._workers:
            worker.pipe.close()
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(_GRACE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self._workers = []

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=serve, args=(theirs, self._settings), daemon=True)
        process.start()
        theirs.close()  # So that the end of the process is the end of the pipe.
        return _Worker(process, ours)

    def _receive(self, worker: _Worker) -> Event | None:
        try:
            message = worker.pipe.recv()
            if isinstance(message, Answer) and message.content == _FOLLOWS:
                message = replace(message, content=worker.pipe.recv_bytes())
        except (EOFError, OSError):
            worker.process.join(_GRACE)
            return self._replace(worker, _how_it_ended(worker.process.exitcode))
        if message == _READY:
            worker.ready, self._false_starts = True, 0
            return None
        piece, worker.piece = worker.piece, None
        return Event(piece, message) if piece else None

    def _end_if_stuck(self, worker: _Worker) -> Event | None:
        if worker.piece is None or time.monotonic() - worker.since < longest_time(worker.piece, self._settings):
            return None
        return self._replace(worker, "took too long and was ended")

    def _replace(self, worker: _Worker, reason: str) -> Event | None:
        """Puts a new worker in the place of a dead or stuck one; the event of the piece that it had, if any."""
        worker.pipe.close()
        worker.process.kill()
        worker.process.join()
        if not worker.ready:
            self._false_starts += 1
            if self._false_starts >= MOST_FALSE_STARTS:
                hint = "a script that starts a batch needs `if __name__ == '__main__':`"
                raise BatchError(f"the worker processes end before they start ({reason}; {hint})")
        self._workers[self._workers.index(worker)] = self._start()
        return Event(worker.piece, None, reason) if worker.piece else None


def _how_it_ended(code: int | None) -> str:
    if code is not None and code < 0:
        return f"was ended by signal {-code}"
    return f"ended with status {code}"


def serve(pipe: Connection, settings: Settings) -> None:
    """The life of a worker: pieces in, answers out, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides.
    try:
        pipe.send(_READY)
        while True:
            _send(pipe, work(pipe.recv(), settings))
    except (EOFError, OSError):
        return  # The parent has gone.


def _send(pipe: Connection, answer: Answer) -> None:
    """Sends an answer; bytes follow it as they are, since pickling megabytes costs two copies of them."""
    if isinstance(answer.content, bytes):
        pipe.send(replace(answer, content=_FOLLOWS))
        pipe.send_bytes(answer.content)
    else:
        pipe.send(answer)
