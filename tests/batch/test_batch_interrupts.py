"""Ctrl-C in the middle of a wait for workers leaves no lock behind that would keep the job from ending."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from types import FrameType
from typing import Any

import pytest

from sudokulens.batch import pool as batch_pool
from sudokulens.batch.pool import LocalPool

WAITING = ("batch/pool.py", "concurrent/futures/_base.py", "threading.py")
"""The files whose code runs while a job waits; a signal may arrive between any two of its steps."""


class OneWorker:
    """Stands in for the processes: a thread that answers a little later."""

    def __init__(self) -> None:
        self.false_starts = 0
        self.closing = threading.Event()
        self.thread = threading.Thread(target=lambda: None)

    def start(self) -> None:
        """There is nothing to start."""

    def submit(self, task: Any, seconds: float, told: Callable[[Future[Any]], None] = lambda done: None) -> Future[Any]:
        answer: Future[Any] = Future()
        answer.add_done_callback(told)
        self.thread = threading.Thread(target=self._answer, args=(answer,), daemon=True)
        self.thread.start()
        return answer

    def _answer(self, answer: Future[Any]) -> None:
        time.sleep(0.02)
        answer.set_result((b"{}", b""))


def interrupted_at(step: int, wait: Callable[[], Any]) -> bool:
    """Runs the wait, raising Ctrl-C before that step of it; False where it has not so many."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        if not frame.f_code.co_filename.replace("\\", "/").endswith(WAITING):
            return None
        frame.f_trace_opcodes = True
        count += event == "opcode"
        if event == "opcode" and count == step:
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        wait()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def test_ctrl_c_at_any_step_of_a_wait_leaves_the_workers_able_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_pool, "longest_time", lambda piece, settings: 60.0)
    monkeypatch.setattr(batch_pool, "ProcessPool", lambda *_, **__: OneWorker())
    monkeypatch.setattr(batch_pool, "decoded", lambda *answer: answer)
    for step in range(1, 2000):
        crew = LocalPool(None, 1)  # type: ignore[arg-type]
        crew.submit("a piece")  # type: ignore[arg-type]
        went_on = not interrupted_at(step, lambda crew=crew: crew.wait(5.0))
        workers = crew._pool
        assert isinstance(workers, OneWorker)
        workers.thread.join(5.0)
        assert not workers.thread.is_alive(), f"the worker never gets a lock, interrupted at step {step}"
        if went_on:
            assert step > 10
            return
    pytest.fail("the wait has no end")
