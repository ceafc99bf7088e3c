"""Work on untrusted pictures runs in processes of its own, with limits on memory and time.

A picture that crashes or hangs a worker costs one request: the worker is ended and another takes its place.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any, TypeVar

from sudokulens.apps.server.problems import Problem
from sudokulens.apps.server.settings import Settings

T = TypeVar("T")


class Workers:
    """A pool of processes that heals itself; `run` is awaited by request handlers."""

    def __init__(self, settings: Settings) -> None:
        from pebble import ProcessPool

        self.settings = settings
        self.waiting = 0
        self._pool = ProcessPool(
            max_workers=settings.workers,
            initializer=prepare_worker,
            initargs=(settings.worker_memory_bytes,),
            context=multiprocessing.get_context("spawn"),
        )

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """The result of the work in a worker; a Problem when the queue is full, the time is up or the worker died."""
        from pebble import ProcessExpired

        if self.waiting >= self.settings.queue_length:
            raise Problem(429, "busy", "Too many requests are waiting; try again soon.", headers={"Retry-After": "1"})
        self.waiting += 1
        try:
            future = self._pool.schedule(work, args=arguments, timeout=self.settings.request_seconds)
            result: T = await asyncio.wrap_future(future)
            return result
        except (FutureTimeout, TimeoutError) as fault:
            raise Problem(503, "time-limit", "The picture took too long; try a smaller one.") from fault
        except (ProcessExpired, MemoryError) as fault:
            raise Problem(503, "worker-lost", "Reading this picture failed; try another one.") from fault
        finally:
            self.waiting -= 1

    @property
    def alive(self) -> bool:
        return bool(self._pool.active)

    def stop(self, seconds: float = 5.0) -> None:
        """Lets work in flight finish for a while, then ends the workers."""
        self._pool.close()
        try:
            self._pool.join(timeout=seconds)
        except (FutureTimeout, TimeoutError):
            self._pool.stop()
            self._pool.join()


def prepare_worker(memory_bytes: int) -> None:
    """Run once in each worker: limits its memory, then loads the network so that the first request is quick."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))
    except (ImportError, ValueError, OSError):
        # Windows has no such limit, and a container may forbid setting it; the other limits still hold.
        pass
    from sudokulens.apps.server.scanning import shared_scanner

    shared_scanner()
