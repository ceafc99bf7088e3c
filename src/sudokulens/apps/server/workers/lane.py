"""A lane: some worker processes, and the work that waits for them, taken in turns from all who ask.

Nobody's work can fill a lane. A caller has a bounded number of jobs at work, fewer than there are processes, and a
bounded number waiting; turns rotate among callers, not among jobs.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from sudokulens.apps.answers.problem import Problem
from sudokulens.errors import WorkerDied
from sudokulens.processes import Prepare, ProcessPool

Answer: TypeAlias = tuple[bytes, bytes]
CHECK_SECONDS = 0.25
"""How often a lane looks for a process that has become ready again."""


@dataclass(eq=False, slots=True)
class _Job:
    caller: str
    task: tuple[Callable[..., Any], tuple[Any, ...]]
    started: asyncio.Event
    answer: asyncio.Future[Answer]


class Lane:
    """One pool of processes and its queue."""

    def __init__(
        self,
        pool: tuple[int, Prepare, tuple[Any, ...]],
        name: str,
        *,
        run_seconds: float,
        wait_seconds: float,
        queue_length: int,
        caller_jobs: int,
        caller_queue: int,
        patience: int = 1,
    ) -> None:
        self.run_seconds, self.wait_seconds = run_seconds, wait_seconds
        self.queue_length, self.caller_jobs, self.caller_queue = queue_length, caller_jobs, caller_queue
        self.lost = 0
        self._pool = ProcessPool(*pool, name=name, patience=patience)
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._running: Counter[str] = Counter()
        self._tending: asyncio.Task[None] | None = None

    @property
    def load(self) -> int:
        """How many jobs are at work or waiting."""
        return self._running.total() + sum(map(len, self._waiting.values()))

    @property
    def ready(self) -> int:
        """How many processes can work."""
        return self._pool.ready

    @property
    def size(self) -> int:
        return len(self._pool)

    def start(self) -> None:
        """Starts the processes without waiting for them."""
        self._pool.start()
        self._tending = asyncio.create_task(self._tend())

    async def close(self) -> None:
        """Ends the processes; jobs that they have fail."""
        if self._tending is not None:
            self._tending.cancel()
            await asyncio.wait({self._tending})
        await asyncio.to_thread(self._pool.close)

    async def run(self, caller: str, work: Callable[..., Any], arguments: tuple[Any, ...]) -> Answer:
        """The answer of a worker; WorkerDied where that died or overran, a Problem where the queue is too long.

        The wait for a process and the work itself have a limit each: nobody's running time is spent in a queue.
        """
        mine = self._waiting.get(caller, ())
        if self.load >= self.queue_length or len(mine) >= self.caller_queue:
            raise busy()
        loop = asyncio.get_running_loop()
        job = _Job(caller, (work, arguments), asyncio.Event(), loop.create_future())
        self._waiting.setdefault(caller, deque()).append(job)
        try:
            self._dispatch()
            try:
                async with asyncio.timeout(self.wait_seconds):
                    await job.started.wait()
            except TimeoutError as fault:
                raise busy() from fault
            return await job.answer
        finally:
            self._withdraw(job)

    def _withdraw(self, job: _Job) -> None:
        """Takes a job out of the queue that is there no longer needed, because its caller has gone or was refused."""
        mine = self._waiting.get(job.caller)
        if mine and job in mine:
            mine.remove(job)
            if not mine:
                del self._waiting[job.caller]
        if not job.answer.done():
            job.answer.cancel()

    async def _tend(self) -> None:
        """A replaced process does not announce itself, so the queue is polled."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            self._dispatch()

    def _dispatch(self) -> None:
        while self._pool.idle and (job := self._next()) is not None:
            self._running[job.caller] += 1
            job.started.set()
            future = asyncio.wrap_future(self._pool.submit(job.task, self.run_seconds))
            future.add_done_callback(lambda done, job=job: self._settle(job, done))  # type: ignore[misc]

    def _next(self) -> _Job | None:
        """The first job of the caller whose turn it is and who may have one more at work."""
        for caller, jobs in self._waiting.items():
            if self._running[caller] < self.caller_jobs:
                job = jobs.popleft()
                del self._waiting[caller]
                if jobs:
                    self._waiting[caller] = jobs  # At the end: the others come first.
                return job
        return None

    def _settle(self, job: _Job, done: asyncio.Future[Answer]) -> None:
        self._running[job.caller] -= 1
        if not self._running[job.caller]:
            del self._running[job.caller]
        fault = WorkerDied("was ended") if done.cancelled() else done.exception()
        self.lost += isinstance(fault, WorkerDied) and not fault.overran
        if not job.answer.done():
            if fault is None:
                job.answer.set_result(done.result())
            else:
                job.answer.set_exception(fault)
        self._dispatch()


def busy() -> Problem:
    """The answer to one request too many."""
    return Problem(429, "busy", "Too many requests are waiting; try again soon.", headers={"Retry-After": "1"})
