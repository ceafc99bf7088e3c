"""Work on what strangers send runs in processes of its own, with limits on memory and time.

A picture that crashes or hangs a worker costs one request: the worker is ended and another takes its place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sudokulens.apps.server.languages import in_language
from sudokulens.apps.server.logs import logger
from sudokulens.apps.server.problem import Problem
from sudokulens.apps.server.settings import Settings
from sudokulens.apps.server.worker_process import WorkerLost, WorkerProcess
from sudokulens.apps.server.worker_side import FAULT, PROBLEM, problem_from
from sudokulens.wording.language import current

CHECK_SECONDS = 0.25
"""How often an idle worker is looked after."""

LONGEST_PAUSE = 15.0
"""Between attempts to start a worker that does not start."""


@dataclass(slots=True)
class _Job:
    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    answer: asyncio.Future[bytes]
    taken: bool = False


class Workers:
    """A pool of processes that heals itself; `run` is awaited by request handlers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.waiting = 0
        self.lost = 0
        self.warm = False
        self._stopping = False
        self._jobs: asyncio.Queue[_Job] = asyncio.Queue()
        self._processes = [WorkerProcess(settings) for _ in range(max(1, settings.workers))]
        self._tending: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Starts the processes, and returns when all have loaded their networks."""
        self._tending = [asyncio.create_task(self._tend(process)) for process in self._processes]
        while not all(process.ready for process in self._processes):
            await asyncio.sleep(0.02)
        self.warm = True

    async def run(self, work: Callable[..., Any], *arguments: Any) -> bytes:
        """The result of the work in a worker, as JSON unless it is bytes itself.

        Raises a Problem when the queue is full, the time is up, the worker died or the work has one itself.
        """
        if self._stopping:
            raise Problem(503, "stopping", "The service is stopping.", headers={"Retry-After": "5"})
        if self.waiting >= self.settings.queue_length:
            raise _busy()
        job = _Job(in_language, (current(), work, *arguments), asyncio.get_running_loop().create_future())
        self._jobs.put_nowait(job)
        self.waiting += 1
        try:
            # The worker's own limit counts from when it takes the work; this one also bounds the wait before that.
            async with asyncio.timeout(2 * self.settings.request_seconds):
                return result_of(await job.answer)
        except TimeoutError as fault:
            if not job.taken:
                raise _busy() from fault
            raise Problem(503, "time-limit", "This took too long; try something smaller.") from fault
        except WorkerLost as fault:
            raise Problem(503, "worker-lost", "The work on this request failed; try again.") from fault
        finally:
            self.waiting -= 1

    @property
    def ready(self) -> bool:
        """True once all workers have been loaded, and while at least one can work."""
        return self.warm and not self._stopping and any(process.ready for process in self._processes)

    async def stop(self) -> None:
        """Lets work in flight finish for a while, then ends the workers."""
        self._stopping = True
        with suppress(TimeoutError):
            async with asyncio.timeout(self.settings.stop_seconds):
                while self.waiting:
                    await asyncio.sleep(0.02)
        for tending in self._tending:
            tending.cancel()
        await asyncio.gather(*self._tending, return_exceptions=True)
        await asyncio.gather(*(asyncio.to_thread(process.close) for process in self._processes))

    async def _tend(self, process: WorkerProcess) -> None:
        """Keeps one process alive and at work."""
        while True:
            if not process.ready:
                await self._start(process)
            # Not for ever: one that was killed while idle is replaced before there is work for it.
            with suppress(TimeoutError):
                async with asyncio.timeout(CHECK_SECONDS):
                    job = await self._jobs.get()
                await self._settle(job, process)

    async def _start(self, process: WorkerProcess) -> None:
        pause = 0.5
        while not process.ready:
            try:
                await process.start()
            except (WorkerLost, TimeoutError):
                logger().error("a worker did not start", next_attempt_seconds=pause)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _settle(self, job: _Job, process: WorkerProcess) -> None:
        """Gives the job its answer; a job whose client no longer waits is passed over."""
        if job.answer.done():
            return
        if not process.ready:
            await self._start(process)
        job.taken = True
        try:
            found = await process.answer(job.work, job.arguments, self.settings.request_seconds)
        except Exception as fault:  # Whatever it is, it is this job's, and the worker is tended further.
            self.lost += isinstance(fault, WorkerLost)
            if not job.answer.done():
                job.answer.set_exception(fault)
        else:
            if not job.answer.done():
                job.answer.set_result(found)


def _busy() -> Problem:
    return Problem(429, "busy", "Too many requests are waiting; try again soon.", headers={"Retry-After": "1"})


def result_of(answer: bytes) -> bytes:
    """What a worker found; a Problem where it has one."""
    kind, found = answer[:1], answer[1:]
    if kind == PROBLEM:
        raise problem_from(found)
    if kind == FAULT:
        logger().error("the work on a request failed", fault=found.decode())
        raise Problem(500, "internal", "Something went wrong on our side.")
    return found
