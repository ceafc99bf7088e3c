"""The supervised pool itself: answers, deaths, overruns, starts that fail."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from sudokulens.errors import WorkerDied
from sudokulens.processes import Prepare, ProcessPool


class Obedient:
    """Does as it is told."""

    def answer(self, task: tuple[str, float]) -> tuple[bytes, bytes]:
        order, value = task
        if order == "sleep":
            time.sleep(value)
        elif order == "spin":
            end = time.process_time() + value
            while time.process_time() < end:
                pass
            value = 0
        elif order == "exit":
            os._exit(int(value))
        elif order == "raise":
            raise KeyError("of the worker's own")
        return str(os.getpid()).encode(), bytes(int(value))

    def rest(self) -> None:
        pass


def stillborn() -> Obedient:
    os._exit(5)


def farewell(note: Path) -> Obedient:
    """A worker that leaves a note if its process ends in good order."""
    atexit.register(note.touch)
    return Obedient()


@contextmanager
def pool_of(count: int, prepare: Prepare = Obedient, patience: int = 1) -> Iterator[ProcessPool]:
    pool = ProcessPool(count, prepare, patience=patience)
    pool.start()
    try:
        yield pool
    finally:
        pool.close()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_an_answer_is_a_head_and_a_body_of_any_length() -> None:
    with pool_of(1) as pool:
        until(lambda: pool.idle == 1)
        head, body = pool.submit(("echo", 3_000_000), 60).result(60)
        assert [int(head)] == pool.numbers()
        assert len(body) == 3_000_000
        assert pool.idle == 1


def test_there_is_one_task_a_process() -> None:
    with pool_of(2) as pool:
        until(lambda: pool.idle == 2)
        tasks = [pool.submit(("sleep", 0.2), 60) for _ in range(2)]
        with pytest.raises(RuntimeError, match="no process is idle"):
            pool.submit(("echo", 0), 60)
        assert len({task.result(60)[0] for task in tasks}) == 2


def test_a_death_costs_its_own_task_and_says_how_it_came() -> None:
    with pool_of(2) as pool:
        until(lambda: pool.idle == 2)
        other = pool.submit(("sleep", 0.5), 60)
        with pytest.raises(WorkerDied, match="ended with status 7") as caught:
            pool.submit(("exit", 7), 60).result(60)
        assert not caught.value.overran
        assert other.result(60)
        until(lambda: pool.idle == 2)


def test_an_overrun_is_ended_and_counts_from_when_the_task_is_taken() -> None:
    with pool_of(1) as pool:
        until(lambda: pool.idle == 1)
        start = time.monotonic()
        with pytest.raises(WorkerDied, match="took too long") as caught:
            pool.submit(("sleep", 600), 0.3).result(60)
        assert caught.value.overran
        assert 0.3 <= time.monotonic() - start < 20
        until(lambda: pool.idle == 1)
        assert pool.submit(("sleep", 0.0), 60).result(60)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processor times of others are told in /proc")
def test_patience_is_for_tasks_that_have_hardly_run() -> None:
    with pool_of(1, patience=1000) as pool:
        until(lambda: pool.idle == 1)
        pool.submit(("sleep", 1.0), 0.2).result(60)
        with pytest.raises(WorkerDied) as caught:
            pool.submit(("spin", 1000.0), 0.2).result(60)
        assert caught.value.overran
        assert not caught.value.starved
    with pool_of(1, patience=2) as pool:
        until(lambda: pool.idle == 1)
        with pytest.raises(WorkerDied) as caught:
            pool.submit(("sleep", 60.0), 0.2).result(30)
        assert caught.value.overran
        assert caught.value.starved


def test_a_process_killed_while_idle_is_replaced() -> None:
    with pool_of(1) as pool:
        until(lambda: pool.idle == 1)
        [number] = pool.numbers()
        os.kill(number, signal.SIGKILL)
        until(lambda: pool.idle == 1 and pool.numbers() != [number])


def test_starts_that_fail_are_counted_with_their_reason() -> None:
    with pool_of(1, stillborn) as pool:
        until(lambda: pool.false_starts >= 2)
        assert pool.last_fault == "ended with status 5"
        assert not pool.ready


def test_an_exception_of_the_worker_ends_its_process_and_not_the_pool() -> None:
    with pool_of(1) as pool:
        until(lambda: pool.idle == 1)
        with pytest.raises(WorkerDied):
            pool.submit(("raise", 0), 60).result(60)
        until(lambda: pool.idle == 1)


def test_closing_fails_what_is_under_way() -> None:
    with pool_of(1) as pool:
        until(lambda: pool.idle == 1)
        task = pool.submit(("sleep", 600), 600)
    with pytest.raises(WorkerDied):
        task.result(10)


@pytest.mark.parametrize(("order", "in_good_order"), [("echo", True), ("sleep", False)])
def test_closing_lets_idle_processes_end_by_themselves(tmp_path: Path, order: str, in_good_order: bool) -> None:
    note = tmp_path / "note"
    with pool_of(1, partial(farewell, note)) as pool:
        until(lambda: pool.idle == 1)
        task = pool.submit((order, 60), 60)
        if in_good_order:
            task.result(60)
    assert note.exists() == in_good_order


def test_a_closed_pool_answers_nothing_more() -> None:
    with pool_of(1) as pool:
        until(lambda: pool.idle == 1)
    with pytest.raises(WorkerDied, match="was ended"):
        pool.submit(("echo", 0), 60).result(0)
