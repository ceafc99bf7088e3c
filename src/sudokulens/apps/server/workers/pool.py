"""Work on what strangers send runs in processes of its own, with limits on memory and time.

A picture that crashes or hangs a worker costs one request: the worker is ended and another takes its place. There are
two lanes, because nobody should wait for a hint behind a request for extreme puzzles: quick work that turns out to be
slow moves to the other one.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sudokulens.apps.answers.problem import Problem
from sudokulens.apps.server.callers import NO_ADDRESS
from sudokulens.apps.server.logs import logger
from sudokulens.apps.server.problem_answers import stopping
from sudokulens.apps.server.settings import Settings
from sudokulens.apps.server.workers.inside import FAULT, PROBLEM, ServiceWorker, problem_from
from sudokulens.apps.server.workers.lane import Lane
from sudokulens.apps.server.workers.tasks import in_language
from sudokulens.errors import WorkerDied
from sudokulens.wording.language import current

_SPARE = 1
"""Processes beyond those that one caller can have at work."""

CROWDED_PATIENCE = 3
"""How many times its seconds work gets while the machine is too crowded to run it."""


class Workers:
    """The processes of the service; `run` and `quick` are awaited by request handlers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.warm = False
        self.waiting = 0
        """Requests at work or waiting."""
        self._stopping = False
        self._long = _lane(settings, "worker", settings.workers, settings.request_seconds, pictures=True)
        self._quick = _lane(settings, "quick", settings.quick_workers, settings.quick_seconds, pictures=False)

    @property
    def lost(self) -> int:
        """Processes that died at work."""
        return self._long.lost + self._quick.lost

    @property
    def ready(self) -> bool:
        """True once all workers have been loaded, and while both lanes can work."""
        return self.warm and not self._stopping and all(lane.ready for lane in self._lanes)

    @property
    def _lanes(self) -> tuple[Lane, Lane]:
        return self._long, self._quick

    async def start(self) -> None:
        """Starts the processes, and returns when all have loaded what they need."""
        for lane in self._lanes:
            lane.start()
        while any(lane.ready < lane.size for lane in self._lanes):
            await asyncio.sleep(0.02)
        self.warm = True

    async def run(self, work: Callable[..., Any], *arguments: Any, caller: str = NO_ADDRESS) -> bytes:
        """The result of work that may take long, as JSON unless it is bytes itself.

        Raises a Problem when the queue is full, the time is up, the worker died or the work has one itself.
        """
        return await self._counted(self._answer(self._long, caller, in_language, (current(), work, *arguments)))

    async def quick(self, work: Callable[..., Any], *arguments: Any, caller: str = NO_ADDRESS) -> bytes:
        """The result of work that is expected to take milliseconds; where it does not, it starts again as long work."""
        return await self._counted(self._escalating(caller, in_language, (current(), work, *arguments)))

    async def _escalating(self, caller: str, work: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
        try:
            return result_of(*await self._quick.run(caller, work, arguments))
        except WorkerDied as fault:
            if not fault.overran:
                raise _problem_of(fault) from fault
        return await self._answer(self._long, caller, work, arguments)

    async def _answer(self, lane: Lane, caller: str, work: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
        try:
            return result_of(*await lane.run(caller, work, arguments))
        except WorkerDied as fault:
            raise _problem_of(fault) from fault

    async def _counted(self, work: Any) -> bytes:
        if self._stopping:
            work.close()
            raise stopping()
        self.waiting += 1
        try:
            found: bytes = await work
            return found
        finally:
            self.waiting -= 1

    async def stop(self) -> None:
        """Lets work in flight finish for a while, then ends the workers."""
        self._stopping = True
        with suppress(TimeoutError):
            async with asyncio.timeout(self.settings.stop_seconds):
                while self.waiting:
                    await asyncio.sleep(0.02)
        await asyncio.gather(*(lane.close() for lane in self._lanes))


@dataclass(frozen=True, slots=True)
class Desk:
    """The workers, as one caller may use them."""

    workers: Workers
    caller: str

    async def run(self, work: Callable[..., Any], *arguments: Any) -> bytes:
        """See Workers.run."""
        return await self.workers.run(work, *arguments, caller=self.caller)

    async def quick(self, work: Callable[..., Any], *arguments: Any) -> bytes:
        """See Workers.quick."""
        return await self.workers.quick(work, *arguments, caller=self.caller)


def _lane(settings: Settings, name: str, count: int, run_seconds: float, *, pictures: bool) -> Lane:
    count = max(1, count)
    # Threads beyond the cores would only wait for each other.
    threads = max(1, (os.cpu_count() or 1) // count)
    return Lane(
        (count + _SPARE, ServiceWorker, (settings.worker_memory_bytes, threads, pictures, False)),
        name,
        run_seconds=run_seconds,
        wait_seconds=settings.queue_seconds,
        queue_length=settings.queue_length,
        caller_jobs=count,
        caller_queue=settings.caller_queue,
        patience=CROWDED_PATIENCE,
    )


def _problem_of(fault: WorkerDied) -> Problem:
    if fault.starved:
        detail = "The service is too busy for this at the moment; try again soon."
        return Problem(503, "overloaded", detail, headers={"Retry-After": "5"})
    if fault.overran:
        return Problem(422, "time-limit", "This took too long; try something smaller.")
    return Problem(503, "worker-lost", "The work on this request failed; try again.")


def result_of(head: bytes, body: bytes) -> bytes:
    """What a worker found; a Problem where it has one."""
    if head == PROBLEM:
        raise problem_from(body)
    if head == FAULT:
        logger().error("the work on a request failed", fault=body.decode())
        raise Problem(500, "internal", "Something went wrong on our side.")
    return body
