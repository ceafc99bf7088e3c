"""Child processes under supervision: one that dies, hangs or is killed while idle is replaced.

The standard library's pools break as a whole when one process dies; here only its task is lost. A thread
waits for each process, because pipes block; one more thread, the watchdog, ends those that overrun.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

from sudokulens.errors import WorkerDied
from sudokulens.processes.child import Prepare
from sudokulens.processes.process import ChildProcess

START_SECONDS = 120.0
"""How long a process may take until it is ready."""

_TICK_SECONDS = 0.1
"""How often the watchdog looks."""

MIN_BUSY_SHARE = 0.5
"""A process that used less processor time than this share of its limit was kept waiting by others."""

_FIRST_PAUSE_SECONDS, _MAX_PAUSE_SECONDS = 0.5, 15.0
"""Seconds between attempts to start a process that does not start; doubled each time."""

Answer = tuple[bytes, bytes]


@dataclass(slots=True)
class _Job:
    task: Any
    seconds: float
    answer: Future[Answer] = field(default_factory=Future)


class ProcessPool:
    """A fixed number of processes, each with at most one task. `submit` and the properties may be used from any thread.

    On a crowded machine a task can run out of time without having run. With a `patience` of 3, such a task gets its
    seconds up to three times; this needs a system that reports CPU times of processes, as Linux does.
    """

    def __init__(
        self,
        count: int,
        prepare: Prepare,
        arguments: tuple[Any, ...] = (),
        *,
        name: str = "worker",
        patience: int = 1,
    ) -> None:
        self.patience = patience
        self.false_starts = 0
        """Attempts in a row, of all processes together, to start one that ended before it was ready."""
        self.last_fault = ""
        self.closing = threading.Event()
        self._lock = threading.Lock()
        self._seats = [_Seat(self, ChildProcess(prepare, arguments, name)) for _ in range(count)]
        self._watchdog = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def __len__(self) -> int:
        return len(self._seats)

    def start(self) -> None:
        """Starts the processes without waiting for them."""
        for seat in self._seats:
            seat.thread.start()
        self._watchdog.start()

    @property
    def idle(self) -> int:
        """How many processes are ready and have nothing to do."""
        return sum(seat.is_idle for seat in self._seats)

    @property
    def ready(self) -> int:
        """How many processes can work, or are at work."""
        return sum(seat.process.ready for seat in self._seats)

    def submit(self, task: Any, seconds: float, told: Callable[[Future[Answer]], None] | None = None) -> Future[Answer]:
        """A future for the answer of an idle process, which has `seconds` from when it takes the task.

        The future raises WorkerDied where the process died or, with `overran`, was ended because its time was up.
        `told` gets it when it is done, in another thread.
        """
        job = _Job(task, seconds)
        if told is not None:
            job.answer.add_done_callback(told)
        with self._lock:
            if self.closing.is_set():
                _fail(job, WorkerDied("was ended"))
                return job.answer
            seat = next((seat for seat in self._seats if seat.is_idle), None)
            if seat is None:
                raise RuntimeError("no process is idle")
            seat.give(job)
        return job.answer

    def numbers(self) -> list[int]:
        """The process ids of those that live."""
        return [number for seat in self._seats if (number := seat.process.number) is not None]

    def close(self) -> None:
        """Lets idle processes end by themselves and kills busy ones, whose tasks raise WorkerDied."""
        with self._lock:
            self.closing.set()
            for seat in self._seats:
                if not seat.is_idle:
                    seat.process.kill()
                seat.wake()
        for thread in (*(seat.thread for seat in self._seats), self._watchdog):
            if thread.ident is not None:
                thread.join()

    def _watch(self) -> None:
        while not self.closing.wait(_TICK_SECONDS):
            for seat in self._seats:
                seat.look_after()


class _Seat:
    """One place in the pool: a process, the thread that waits for it, and what it is doing."""

    def __init__(self, pool: ProcessPool, process: ChildProcess) -> None:
        self.process = process
        self.thread = threading.Thread(target=self._serve, name="seat", daemon=True)
        self._pool = pool
        self._job: _Job | None = None
        self._bell: SimpleQueue[None] = SimpleQueue()
        self._deadline: _Deadline | None = None
        self._overrun: _Deadline | None = None
        self._lock = threading.Lock()
        """Held while the deadline is looked at, so that the watchdog never ends the next task for the last one."""

    @property
    def is_idle(self) -> bool:
        return self._job is None and self.process.ready

    def give(self, job: _Job) -> None:
        self._job = job
        self.wake()

    def wake(self) -> None:
        self._bell.put(None)

    def look_after(self) -> None:
        """Ends a process that overruns; has one replaced that died while idle."""
        with self._lock:
            if self._deadline is not None and self._deadline.is_over(self.process):
                self._overrun, self._deadline = self._deadline, None
                self.process.kill()
        if self._deadline is None and not self.process.ready:
            self.wake()

    def _serve(self) -> None:
        pause = _FIRST_PAUSE_SECONDS
        while not self._pool.closing.is_set():
            if not self.process.ready:
                pause = self._start(pause)
                continue
            self._bell.get()
            if self._job is not None and self.process.ready:
                self._work(self._job)
        if self._job is not None:
            _fail(self._job, WorkerDied("was ended"))
        self.process.end()

    def _start(self, pause: float) -> float:
        """Starts the process; returns the pause before the next attempt."""
        try:
            self._timed(START_SECONDS, self.process.start)
        except (WorkerDied, OSError) as fault:
            self._pool.false_starts += 1
            self._pool.last_fault = str(fault)
            self._pool.closing.wait(pause)
            return min(2 * pause, _MAX_PAUSE_SECONDS)
        self._pool.false_starts = 0
        self.wake()  # A job may have come while there was no process.
        return _FIRST_PAUSE_SECONDS

    def _work(self, job: _Job) -> None:
        if not job.answer.set_running_or_notify_cancel():
            self._job = None
            return
        try:
            found = self._timed(job.seconds, self.process.exchange, job.task)
        except Exception as fault:  # Whatever it is, it is this task's, and the next one is not concerned.
            self._job = None
            job.answer.set_exception(fault)
        else:
            self._job = None  # First: the caller may submit the next task as soon as the answer is there.
            job.answer.set_result(found)

    def _timed(self, seconds: float, call: Any, *arguments: Any) -> Any:
        """What the call returns; WorkerDied with `overran` where the watchdog had to end it."""
        self._overrun, self._deadline = None, _Deadline(self.process, seconds, self._pool.patience)
        try:
            return call(*arguments)
        except WorkerDied as fault:
            if self._overrun is not None:
                raise WorkerDied("took too long and was ended", overran=True, starved=self._overrun.starved) from fault
            raise
        finally:
            with self._lock:
                self._deadline = None


class _Deadline:
    """When a task has to be done; extended where the process has hardly run."""

    def __init__(self, process: ChildProcess, seconds: float, extents: int) -> None:
        self.starved = True
        """Whether the process had used little processor time when it was last looked at, as far as is known."""
        self._seconds, self._extents = seconds, extents
        self._used_before = process.processor_seconds()
        self._end = time.monotonic() + seconds

    def is_over(self, process: ChildProcess) -> bool:
        if time.monotonic() <= self._end:
            return False
        self._extents -= 1
        self._end += self._seconds
        used = process.processor_seconds()
        if self._used_before is None or used is None:
            return True
        self.starved = used - self._used_before < MIN_BUSY_SHARE * self._seconds
        return not self.starved or self._extents < 1


def _fail(job: _Job, fault: Exception) -> None:
    if not job.answer.done():
        job.answer.set_exception(fault)
