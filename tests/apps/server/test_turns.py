"""Shares of the event loop's time: one caller's excess waits, the others' requests and a caller alone do not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from sudokulens.apps.server.turns import MAX_DEBT_SECONDS, MAX_WAITING, Account, Counted, Turns, on_account

BUSY, OTHER = "192.0.2.1", "192.0.2.2"
REQUESTS = 50


class Clock:
    """A clock that stands still, so that no debt is forgiven while a busy machine keeps the test waiting."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


async def burn(scope: Scope, receive: Receive, send: Send) -> None:
    """Takes a fifth of what a caller may be ahead, in a task of its own where the path says so."""
    if scope["path"] == "/camera":
        await asyncio.ensure_future(on_account(_frames(scope["frame"]), waits=False))
    elif scope["path"] == "/own-task":
        await asyncio.ensure_future(on_account(_spin(scope)))
    else:
        await _spin(scope)


async def _frames(arrival: asyncio.Event) -> None:
    while True:
        await arrival.wait()
        arrival.clear()


async def _spin(scope: Scope) -> None:
    scope["done"].append(scope["client"][0])
    end = time.thread_time() + 0.2 * MAX_DEBT_SECONDS
    while time.thread_time() < end:
        pass


class Requests:
    """What callers ask of one app, and for whom it was done."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.done: list[str] = []
        self.statuses: list[int] = []
        self.open: list[asyncio.Task[None]] = []
        self.frame = asyncio.Event()

    def ask(self, caller: str, count: int = 1, path: str = "/", kind: str = "http") -> None:
        scope = {"type": kind, "method": "GET", "path": path, "headers": [], "client": (caller, 1)}
        scope |= {"done": self.done, "frame": self.frame}
        self.open += [asyncio.ensure_future(self.turns(dict(scope), _nothing, self._note)) for _ in range(count)]

    async def rest(self) -> None:
        """Until nothing moves that does not wait for the clock."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def _note(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.statuses.append(message["status"])

    async def end(self) -> None:
        for task in self.open:
            task.cancel()
        await asyncio.gather(*self.open, return_exceptions=True)


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


def tell(story: Callable[[Requests, Clock], Awaitable[None]]) -> None:
    async def told() -> None:
        clock = Clock()
        requests = Requests(Turns(burn, clock))
        try:
            await story(requests, clock)
        finally:
            await requests.end()

    asyncio.run(told())


@pytest.mark.parametrize(("path", "kind"), [("/", "http"), ("/own-task", "http"), ("/", "websocket")])
def test_who_keeps_the_loop_busy_waits_while_another_is_about(path: str, kind: str) -> None:
    async def story(requests: Requests, clock: Clock) -> None:
        requests.ask(OTHER)
        await requests.rest()
        requests.ask(BUSY, REQUESTS, path, kind)
        await requests.rest()
        requests.ask(OTHER)
        await requests.rest()
        assert requests.done.count(OTHER) == 2
        assert 5 <= requests.done.count(BUSY) < REQUESTS
        clock.now += 3600  # All debts are forgiven, and nobody has asked for anything lately.
        while requests.done.count(BUSY) < REQUESTS:
            await asyncio.sleep(0.01)

    tell(story)


def test_a_caller_alone_has_all_of_the_loop() -> None:
    async def story(requests: Requests, clock: Clock) -> None:
        requests.ask(OTHER)
        await requests.rest()
        clock.now += 3600
        requests.ask(BUSY, REQUESTS)
        await requests.rest()
        assert requests.done.count(BUSY) == REQUESTS

    tell(story)


def test_who_only_has_a_camera_open_is_about() -> None:
    async def story(requests: Requests, clock: Clock) -> None:
        requests.ask(OTHER, path="/camera", kind="websocket")
        for caller in ("192.0.2.3", "192.0.2.4"):
            requests.ask(caller)
        await requests.rest()
        clock.now += 3600
        requests.ask(BUSY)
        requests.frame.set()
        await requests.rest()
        requests.ask(BUSY, REQUESTS)
        await requests.rest()
        assert requests.done.count(BUSY) < REQUESTS

    tell(story)


def test_what_a_camera_does_once_it_is_open_does_not_wait() -> None:
    async def story(requests: Requests, clock: Clock) -> None:
        requests.ask(OTHER)
        requests.ask(BUSY, path="/camera", kind="websocket")
        await requests.rest()
        requests.ask(BUSY, REQUESTS)
        await requests.rest()
        assert requests.done.count(BUSY) < REQUESTS
        requests.frame.set()
        await requests.rest()
        assert not requests.frame.is_set()

    tell(story)


def test_too_many_that_wait_are_refused() -> None:
    async def story(requests: Requests, clock: Clock) -> None:
        requests.ask(OTHER)
        await requests.rest()
        requests.ask(BUSY, 10)
        await requests.rest()
        requests.ask(BUSY, MAX_WAITING)
        await requests.rest()
        assert requests.statuses
        assert set(requests.statuses) == {429}
        requests.ask(OTHER)
        await requests.rest()
        assert requests.done.count(OTHER) == 2

    tell(story)


def test_counted_work_gives_its_result_its_error_and_its_cancellation() -> None:
    account = Account(Turns(burn), OTHER)

    async def work(outcome: Any) -> Any:
        await asyncio.sleep(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def stubborn() -> str:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await asyncio.sleep(0)
        return "tidied up"

    async def story() -> None:
        assert await Counted(work(7), account) == 7
        with pytest.raises(ZeroDivisionError):
            await Counted(work(ZeroDivisionError()), account)
        task = asyncio.ensure_future(Counted(stubborn(), account))
        await asyncio.sleep(0)
        task.cancel()
        assert await task == "tidied up"
        assert await on_account(work(8)) == 8

    asyncio.run(story())


def test_a_request_that_is_given_up_while_it_waits_is_ended_properly() -> None:
    async def story(requests: Requests, clock: Clock) -> None:
        requests.ask(OTHER)
        requests.ask(BUSY, REQUESTS)
        await requests.rest()
        for task in requests.open:
            task.cancel()
        await requests.rest()
        assert all(task.done() for task in requests.open)

    tell(story)
