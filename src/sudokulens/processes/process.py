"""The parent's end of one child process: it does one thing at a time, and blocks the thread that waits for it."""

from __future__ import annotations

import multiprocessing
import os
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from sudokulens.errors import WorkerDied
from sudokulens.processes.child import READY, Prepare, serve

_LEAVE_SECONDS = 5.0
"""How long an idle process may take to end by itself once the parent has hung up."""

_END_SECONDS = 10.0
"""How long a killed process may take to be gone."""


class ChildProcess:
    """A process with a pipe of its own, so that none that is killed can leave another one waiting for a lock."""

    def __init__(self, prepare: Prepare, arguments: tuple[Any, ...], name: str) -> None:
        self._what = (prepare, arguments)
        self._name = name
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._ready = False

    @property
    def ready(self) -> bool:
        """True while the process lives and can take a task."""
        process = self._process
        return self._ready and process is not None and process.is_alive()

    @property
    def number(self) -> int | None:
        """The process id."""
        process = self._process
        return process.pid if process else None

    def processor_seconds(self) -> float | None:
        """What the process has used so far; None where the system does not report it."""
        try:
            fields = Path(f"/proc/{self.number}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, AttributeError):
            return None

    def start(self) -> None:
        """Returns when a new process is ready; WorkerDied where it ended before."""
        self.end()
        # A new interpreter shares no lock, no thread and no open file with this one.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, *self._what), daemon=True, name=self._name)
        self._process, self._connection = process, ours
        process.start()
        theirs.close()  # So that the end of the process is the end of the pipe.
        try:
            self._ready = ours.recv_bytes() == READY
        except (OSError, EOFError) as fault:
            raise self._death() from fault
        if not self._ready:
            raise WorkerDied("did not start as it should")

    def exchange(self, task: Any) -> tuple[bytes, bytes]:
        """Head and body of the answer; WorkerDied where there is none. To end the wait, kill the process."""
        if self._connection is None:
            raise WorkerDied("has not been started")
        try:
            self._connection.send(task)
            return self._connection.recv_bytes(), self._connection.recv_bytes()
        except (OSError, EOFError) as fault:
            raise self._death() from fault

    def kill(self) -> None:
        """Ends the process; a thread that waits for it gets WorkerDied. May be called from any thread."""
        self._ready = False
        process = self._process
        if process is not None and process.pid is not None:
            process.kill()

    def end(self) -> None:
        """Hangs up, so that an idle process ends by itself, kills one that does not, and releases its resources."""
        if self._connection is not None:
            self._connection.close()
        if self._process is not None and self.ready:
            self._process.join(_LEAVE_SECONDS)
        self.kill()
        if self._process is not None and self._process.pid is not None:
            self._process.join(_END_SECONDS)
        self._process = self._connection = None

    def _death(self) -> WorkerDied:
        """What to say of a process whose pipe has ended."""
        self._ready = False
        process = self._process
        if process is None:
            return WorkerDied("was ended")
        process.join(_END_SECONDS)
        code = process.exitcode
        if code is not None and code < 0:
            return WorkerDied(f"was ended by signal {-code}")
        return WorkerDied(f"ended with status {code}")
