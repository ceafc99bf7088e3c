"""Work on what strangers send runs in processes of its own, with limits on memory and time.

A picture that crashes or hangs a worker costs one request: the worker is ended and another takes its place.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessPool

from sudokulens.apps.server.problem import Problem, from_error
from sudokulens.apps.server.settings import Settings
from sudokulens.errors import SudokuError

T = TypeVar("T")


class Workers:
    """A pool of processes that heals itself; `run` is awaited by request handlers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.waiting = 0
        self.lost = 0
        self.warm = False
        self._pool: Any = ProcessPool(
            max_workers=settings.workers,
            initializer=prepare_worker,
            initargs=(settings.worker_memory_bytes,),
            context=multiprocessing.get_context("spawn"),
        )

    async def warm_up(self) -> None:
        """Returns when the first worker has loaded the networks."""
        future = self._pool.schedule(load_networks)
        await asyncio.wrap_future(future)
        self.warm = True

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """The result of the work in a worker; a Problem when the queue is full, the time is up or the worker died."""
        if self.waiting >= self.settings.queue_length:
            raise Problem(429, "busy", "Too many requests are waiting; try again soon.", headers={"Retry-After": "1"})
        self.waiting += 1
        try:
            return await self._result(work, arguments)
        except TimeoutError as fault:
            raise Problem(503, "time-limit", "This took too long; try something smaller.") from fault
        except (ProcessExpired, MemoryError) as fault:
            self.lost += 1
            raise Problem(503, "worker-lost", "The work on this request failed; try again.") from fault
        finally:
            self.waiting -= 1

    async def _result(self, work: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        try:
            future = self._pool.schedule(answer, args=(work, *arguments), timeout=self.settings.request_seconds)
        except RuntimeError as fault:
            raise Problem(503, "stopping", "The service is stopping.", headers={"Retry-After": "5"}) from fault
        # The pool's own limit counts from when a worker takes the work; this one also bounds the wait before that.
        result: T = await asyncio.wait_for(asyncio.wrap_future(future), 2 * self.settings.request_seconds)
        return result

    @property
    def ready(self) -> bool:
        return self.warm and bool(self._pool.active)

    def stop(self) -> None:
        """Lets work in flight finish for a while, then ends the workers."""
        self._pool.close()
        try:
            self._pool.join(timeout=self.settings.stop_seconds)
        except TimeoutError:
            self._pool.stop()
            self._pool.join()


def answer(work: Callable[..., T], *arguments: Any) -> T:
    """Run in a worker: the result of the work, its errors as problems, which can cross between processes."""
    try:
        return work(*arguments)
    except SudokuError as fault:
        raise from_error(fault) from None


def prepare_worker(memory_bytes: int) -> None:
    """Run once in each worker: limits its memory, then loads the networks so that the first request is quick."""
    # Ctrl-C reaches the whole group; the service itself ends its workers when their work is done.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))
    except (ImportError, ValueError, OSError):
        # Windows has no such limit, and a container may forbid setting it; the other limits still hold.
        pass
    load_networks()


def load_networks() -> None:
    from sudokulens.apps.server.picture_answers import shared_scanner

    shared_scanner()
