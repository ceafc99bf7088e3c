"""The pool of workers: what happens when they are killed, hang, are all busy, or the service stops."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable

import pytest

from sudokulens.apps.answers.problem import Problem
from sudokulens.apps.server.settings import Settings
from sudokulens.apps.server.workers.pool import Workers
from sudokulens.errors import InvalidBoard
from sudokulens.processes import pool


def own_number() -> int:
    return os.getpid()


def pause(seconds: float) -> str:
    time.sleep(seconds)
    return "rested"


def spin(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hostile() -> object:
    """An object that would do something when it is loaded, were it ever."""

    class Trap:
        def __reduce__(self) -> tuple[object, ...]:
            return os.system, ("true",)

    return Trap()


def refuse() -> None:
    raise InvalidBoard("no such board", line=3, column=4)


def fail(sent: str) -> None:
    raise KeyError(sent)


def tell(story: Callable[[Workers], Awaitable[None]], **settings: object) -> None:
    """Runs a story with a pool that is ready."""

    async def told() -> None:
        workers = Workers(Settings(**({"workers": 1} | settings)))  # type: ignore[arg-type]
        try:
            await workers.start()
            await story(workers)
        finally:
            await workers.stop()

    asyncio.run(told())


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.02)


def test_workers_do_without_the_web_framework() -> None:
    async def story(workers: Workers) -> None:
        # A builtin: a function of this module would bring the module's own imports along.
        loaded = "sorted({'fastapi', 'starlette', 'pydantic', 'uvicorn'} & set(__import__('sys').modules))"
        assert json.loads(await workers.run(eval, loaded)) == []
        assert json.loads(await workers.quick(eval, loaded)) == []

    tell(story)


def test_a_worker_killed_while_idle_is_replaced_before_it_is_needed() -> None:
    async def story(workers: Workers) -> None:
        first = int(await workers.run(own_number))
        both = set(workers._long._pool.numbers())
        os.kill(first, signal.SIGKILL)
        await until(lambda: workers._long.ready < len(both))
        await until(lambda: workers._long.ready == len(both))
        assert first not in workers._long._pool.numbers()
        assert int(await workers.run(own_number)) != first
        assert workers.lost == 0

    tell(story)


def test_a_worker_killed_at_work_costs_its_own_request_only() -> None:
    async def story(workers: Workers) -> None:
        slow = [asyncio.create_task(workers.run(pause, 0.5)) for _ in range(4)]
        await asyncio.sleep(0.1)
        with pytest.raises(Problem) as caught:
            await workers.run(die)
        assert (caught.value.status, caught.value.code) == (503, "worker-lost")
        assert [await task for task in slow] == [b'"rested"'] * 4
        assert workers.ready

    tell(story, workers=2)


def test_who_waits_too_long_for_a_worker_is_asked_to_come_back() -> None:
    async def story(workers: Workers) -> None:
        tasks = [asyncio.create_task(workers.run(pause, 1.0)) for _ in range(6)]
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert b'"rested"' in outcomes
        problems = [outcome for outcome in outcomes if isinstance(outcome, Problem)]
        assert problems
        assert {(problem.status, problem.code) for problem in problems} == {(429, "busy")}
        assert all(problem.headers == {"Retry-After": "1"} for problem in problems)

    tell(story, queue_seconds=2.5)


def test_time_in_the_queue_is_not_counted_as_time_at_work() -> None:
    async def story(workers: Workers) -> None:
        tasks = [asyncio.create_task(workers.run(pause, 1.5)) for _ in range(8)]
        assert await asyncio.gather(*tasks) == [b'"rested"'] * 8

    tell(story, request_seconds=10.0, queue_seconds=60.0)


def test_long_work_of_one_caller_leaves_a_worker_to_the_others() -> None:
    async def story(workers: Workers) -> None:
        greedy = [asyncio.create_task(workers.run(pause, 600.0, caller="192.0.2.1")) for _ in range(6)]
        await asyncio.sleep(0.1)
        async with asyncio.timeout(60):
            for _ in range(5):
                assert await workers.run(pause, 0.0, caller="192.0.2.2") == b'"rested"'
                assert await workers.quick(pause, 0.0, caller="192.0.2.2") == b'"rested"'
        assert not any(task.done() for task in greedy)
        for task in greedy:
            task.cancel()
        await asyncio.gather(*greedy, return_exceptions=True)

    tell(story, request_seconds=600.0, queue_seconds=600.0, stop_seconds=0.1)


def test_callers_take_turns_and_none_may_fill_the_queue() -> None:
    async def story(workers: Workers) -> None:
        done: list[str] = []

        async def ask(caller: str) -> None:
            await workers.run(pause, 0.3, caller=caller)
            done.append(caller)

        async with asyncio.TaskGroup() as group:
            for _ in range(4):
                group.create_task(ask("a"))
            await asyncio.sleep(0.05)
            with pytest.raises(Problem) as caught:
                await ask("a")
            assert (caught.value.status, caught.value.code) == (429, "busy")
            # Two processes, one each: both of b's are done before the last of a's.
            group.create_task(ask("b"))
            group.create_task(ask("b"))
        assert done.index("b") < 3
        assert done[-1] == "a"

    tell(story, caller_queue=3)


def test_quick_work_that_takes_long_goes_on_as_long_work() -> None:
    async def story(workers: Workers) -> None:
        assert await workers.quick(pause, 2.0) == b'"rested"'
        await until(lambda: workers.ready)
        assert workers.lost == 0

    tell(story, quick_seconds=0.5, request_seconds=30.0)


def test_work_whose_caller_has_gone_is_not_begun() -> None:
    async def story(workers: Workers) -> None:
        running = asyncio.create_task(workers.run(pause, 1.0))
        await asyncio.sleep(0.05)
        gone = [asyncio.create_task(workers.run(pause, 600.0)) for _ in range(3)]
        await asyncio.sleep(0.05)
        for task in gone:
            task.cancel()
        assert await running == b'"rested"'
        async with asyncio.timeout(60):
            assert await workers.run(pause, 0.0) == b'"rested"'

    tell(story, request_seconds=60.0)


def test_the_queue_is_bounded() -> None:
    async def story(workers: Workers) -> None:
        waiting = [asyncio.create_task(workers.run(pause, 0.2)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Problem) as caught:
            await workers.run(pause, 0.0)
        assert (caught.value.status, caught.value.headers) == (429, {"Retry-After": "1"})
        await asyncio.gather(*waiting)
        assert await workers.run(pause, 0.0) == b'"rested"'

    tell(story, queue_length=2)


def test_work_that_overruns_is_ended_and_the_next_is_done() -> None:
    async def story(workers: Workers) -> None:
        with pytest.raises(Problem) as caught:
            await workers.run(pause, 600.0)
        assert (caught.value.status, caught.value.code) == (503, "overloaded")
        await until(lambda: workers.ready)
        assert await workers.run(pause, 0.0) == b'"rested"'

    tell(story, request_seconds=5.0)  # Also for the short work that follows, on a busy machine.


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processor times of others are told in /proc")
def test_work_that_is_too_much_is_the_clients_to_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MIN_BUSY_SHARE", 0.01)  # On a crowded machine half a processor is not to be had.

    async def story(workers: Workers) -> None:
        with pytest.raises(Problem) as caught:
            await workers.run(spin, 600.0)
        assert (caught.value.status, caught.value.code) == (422, "time-limit")

    tell(story, request_seconds=1.0)


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processor times of others are told in /proc")
def test_long_work_kept_waiting_by_a_busy_machine_gets_more_time() -> None:
    async def story(workers: Workers) -> None:
        assert await workers.run(pause, 3.0) == b'"rested"'

    tell(story, request_seconds=2.0)


def test_problems_and_faults_come_back_without_what_was_sent(capsys: pytest.CaptureFixture[str]) -> None:
    async def story(workers: Workers) -> None:
        with pytest.raises(Problem) as caught:
            await workers.run(refuse)
        assert (caught.value.status, caught.value.extra) == (422, {"line": 3, "column": 4})
        with pytest.raises(Problem) as caught:
            await workers.run(fail, "secret contents")
        assert (caught.value.status, caught.value.code) == (500, "internal")
        assert workers.ready

    tell(story)
    said = capsys.readouterr()
    assert "KeyError" in said.out + said.err
    assert "secret contents" not in said.out + said.err


def test_no_object_is_ever_loaded_from_a_worker() -> None:
    async def story(workers: Workers) -> None:
        with pytest.raises(Problem) as caught:
            await workers.run(hostile)
        assert caught.value.status == 500

    tell(story)


def test_stopping_lets_work_finish_and_refuses_new_work() -> None:
    async def story(workers: Workers) -> None:
        running = asyncio.create_task(workers.run(pause, 0.5))
        await asyncio.sleep(0.1)
        stopping = asyncio.create_task(workers.stop())
        await asyncio.sleep(0)
        with pytest.raises(Problem) as caught:
            await workers.run(pause, 0.0)
        assert (caught.value.status, caught.value.code) == (503, "stopping")
        assert not workers.ready
        assert await running == b'"rested"'
        await stopping

    tell(story)


def test_stopping_does_not_wait_for_ever() -> None:
    async def story(workers: Workers) -> None:
        number = int(await workers.run(own_number))
        running = asyncio.create_task(workers.run(pause, 600.0))
        await asyncio.sleep(0.1)
        await workers.stop()
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)
        assert not running.done() or running.exception() is not None, "nobody can have rested for ten minutes"
        running.cancel()

    tell(story, stop_seconds=0.2)
