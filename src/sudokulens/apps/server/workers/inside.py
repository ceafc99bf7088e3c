"""What runs inside a worker: limits first, then one piece of work after the other.

Work comes in as a function and its arguments, from our own service. Only text and plain bytes go back: whatever a
hostile picture may do to this process, the service never loads an object that came from here.
"""

from __future__ import annotations

import gc
import json
import os
import traceback
from collections.abc import Callable
from typing import Any

from sudokulens.apps.answers.problem import Problem, from_error
from sudokulens.apps.server.logs import capture_standard_error
from sudokulens.apps.server.memory import give_memory_back, keep_memory
from sudokulens.errors import SudokuError

RESULT, PROBLEM, FAULT = b"r", b"p", b"f"
"""The heads of answers."""

EXIT_OUT_OF_MEMORY = 70


class ServiceWorker:
    """Does the work of one process; work that runs out of memory ends the process.

    With `pictures` it loads the networks; `keeps_memory` is for work that needs the same amount again at once.
    """

    def __init__(self, memory_bytes: int, threads: int, pictures: bool, keeps_memory: bool) -> None:
        self._keeps_memory = keeps_memory
        limit_process(memory_bytes)
        capture_standard_error()
        import sudokulens.apps.answers.boards
        import sudokulens.apps.answers.techniques
        import sudokulens.apps.server.workers.tasks  # noqa: F401 - loaded now, so that the first request is quick

        if pictures:
            import cv2

            load_networks()
            cv2.setNumThreads(threads)
        if keeps_memory:
            keep_memory()

    def answer(self, task: tuple[Callable[..., Any], tuple[Any, ...]]) -> tuple[bytes, bytes]:
        """The result of the work or what went wrong, as the service understands it."""
        work, arguments = task
        try:
            return RESULT, _plain(work(*arguments))
        except SudokuError as error:
            return PROBLEM, _described(from_error(error))
        except Problem as problem:
            return PROBLEM, _described(problem)
        except MemoryError:
            # Immediately and without cleaning up, which would need memory.
            os._exit(EXIT_OUT_OF_MEMORY)
        except Exception as fault:
            # Where it happened, but not its message: that may quote what was sent.
            places = "".join(traceback.format_tb(fault.__traceback__))
            return FAULT, f"{type(fault).__name__}\n{places}".encode()

    def rest(self) -> None:
        if not self._keeps_memory:
            give_memory_back()


def _plain(result: Any) -> bytes:
    if isinstance(result, bytes):
        return result
    return json.dumps(result, separators=(",", ":")).encode()


def _described(problem: Problem) -> bytes:
    return json.dumps([problem.status, problem.code, problem.detail, problem.headers, problem.extra]).encode()


def problem_from(text: bytes) -> Problem:
    """The service's end of a problem."""
    status, code, detail, headers, extra = json.loads(text)
    return Problem(status, code, detail, headers=headers, **extra)


def limit_process(memory_bytes: int) -> None:
    """Limits the memory of this process."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))
        # A crash must not leave somebody's picture on the disk.
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, ValueError, OSError):
        # Windows has no such limits, and a container may forbid setting them; the other limits still hold.
        pass


def load_networks() -> None:
    """Loads everything that requests need and uses it once, so that the first request is as fast as the rest."""
    import numpy as np

    from sudokulens.apps.answers.pictures import shared_scanner
    from sudokulens.vision.decoding import load_decoders

    scanner = shared_scanner()
    for reader in (scanner.reader, scanner.careful):
        if reader is not None:
            side = 10 * reader.cell_pixels
            reader.read(np.full((side, side, 3), 200, np.uint8))
    scanner(np.full((480, 640, 3), 200, np.uint8))
    load_decoders()
    gc.collect()
