"""The service's end of one worker process: it does one thing at a time, and is replaced when it dies or overruns."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from sudokulens.apps.server.settings import Settings
from sudokulens.apps.server.worker_side import READY, serve_work

START_SECONDS = 120.0


class WorkerLost(Exception):
    """The process died at its work, or before it was ready for any."""


class WorkerProcess:
    """A process with a pipe of its own, so that none that is killed can leave another one waiting for a lock."""

    def __init__(
        self, settings: Settings, *, name: str = "worker", threads: int | None = None, tidies: bool = True
    ) -> None:
        # Threads beyond the cores would only wait for each other.
        chosen = threads or max(1, (os.cpu_count() or 1) // max(1, settings.workers))
        self.name = name
        self._limits = (settings.worker_memory_bytes, chosen, tidies)
        self._process: Any = None
        self._connection: Connection | None = None
        self._ready = False
        # Pipes block, so they are waited for in a thread.
        self._thread = ThreadPoolExecutor(1, "worker")

    @property
    def ready(self) -> bool:
        """True while the process lives and has loaded its networks."""
        return self._ready and bool(self._process.is_alive())

    async def start(self) -> None:
        """Returns when a new process has loaded its networks; WorkerLost where it did not."""
        await self._in_thread(START_SECONDS, self._start)

    async def answer(self, work: Callable[..., Any], arguments: tuple[Any, ...], seconds: float) -> bytes:
        """What the process answers; WorkerLost when it died, TimeoutError when it overran and was ended."""
        found: bytes = await self._in_thread(seconds, self._exchange, work, arguments)
        return found

    async def _in_thread(self, seconds: float, call: Callable[..., Any], *arguments: Any) -> Any:
        turn = asyncio.get_running_loop().run_in_executor(self._thread, call, *arguments)
        # Its fault is no news where nobody waits for it any more.
        turn.add_done_callback(lambda turn: turn.cancelled() or turn.exception())
        done, _ = await asyncio.wait({turn}, timeout=seconds)
        if not done:
            self._kill()
            # At once, as the pipe is closed now.
            await asyncio.wait({turn})
            raise TimeoutError
        try:
            return turn.result()
        except (OSError, EOFError) as fault:
            self._kill()
            raise WorkerLost from fault

    def _start(self) -> None:
        self._end()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve_work, args=(theirs, *self._limits), daemon=True, name=self.name)
        process.start()
        theirs.close()
        self._process, self._connection = process, ours
        if ours.recv_bytes() != READY:
            raise EOFError
        self._ready = True

    def _exchange(self, work: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
        if self._connection is None:
            raise EOFError
        self._connection.send((work, arguments))
        return self._connection.recv_bytes()

    def _kill(self) -> None:
        self._ready = False
        if self._process is not None:
            self._process.kill()

    def _end(self) -> None:
        self._kill()
        if self._process is not None:
            self._process.join(10)
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        """Kills the process and lets go of everything."""
        self._kill()
        self._thread.shutdown()
        self._end()
