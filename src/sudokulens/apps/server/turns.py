"""Turns at the event loop: who keeps it busy waits while others want it, too.

What is not done in a worker process, such as checking a body or writing an answer, takes the loop's own time, and
meanwhile no other request advances. So that time is counted, and while another caller is about, the requests of one
who is beyond their share advance one after the other, and no faster than the share allows.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Generator
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

from starlette.types import ASGIApp, Receive, Scope, Send

from sudokulens.apps.server.callers import caller_of
from sudokulens.apps.server.problem_answers import refuse
from sudokulens.apps.server.workers.lane import busy

T = TypeVar("T")
SHARE = 0.5
MAX_DEBT_SECONDS = 0.1
"""The share of the loop's time that one of several callers may take, and by how much they may be ahead of that."""

ABOUT_SECONDS = 60.0
"""For how long after a request its caller counts as being about."""

MAX_WAITING = 128
"""Requests of one caller that may wait for their turn; no browser has so many connections."""

_MAX_ACCOUNTS = 10_000


class Turns:
    """ASGI middleware: requests and WebSockets of a caller beyond their share wait; too many of them are refused."""

    def __init__(self, app: ASGIApp, clock: Callable[[], float] = time.monotonic) -> None:
        self.app, self.clock = app, clock
        self._accounts: OrderedDict[str, Account] = OrderedDict()
        """By last use."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        account = self._account_of(caller_of(scope))
        _current.set(account)
        if account.waiting >= MAX_WAITING:
            await Counted(refuse(busy(), scope, receive, send), account, waits=False)
        elif scope["type"] == "http":
            await Counted(self.app(scope, receive, send), account)
        else:  # Of a camera only the beginning waits: one that is given up must leave its place immediately.
            if account.has_to_wait:
                await account.turn()
            await Counted(self.app(scope, receive, send), account, waits=False)

    def _account_of(self, caller: str) -> Account:
        account = self._accounts.setdefault(caller, Account(self, caller))
        self.note_use(account)
        if len(self._accounts) > _MAX_ACCOUNTS:
            self._accounts.popitem(last=False)
        return account

    def note_use(self, account: Account) -> None:
        """Keeps the accounts in the order of their last use, which a camera's frames are as well."""
        if account.caller in self._accounts:
            self._accounts.move_to_end(account.caller)

    def others_are_about(self, account: Account) -> bool:
        """Whether anybody else has asked for something lately: the last two callers tell."""
        last = [other for other, _ in zip(reversed(self._accounts.values()), range(2), strict=False)]
        now = self.clock()
        return any(other is not account and now - other.charged < ABOUT_SECONDS for other in last)


class Account:
    """What one caller has used of the loop's time beyond their share."""

    def __init__(self, turns: Turns, caller: str) -> None:
        self.caller = caller
        self.charged = 0.0
        """When something was last used."""
        self.waiting = 0
        self._turns, self._debt = turns, 0.0
        self._gate = asyncio.Lock()
        """One waits for the debt to shrink, the others for that one: so a thousand do not wake up at once."""

    def owe(self, seconds: float) -> None:
        now = self._turns.clock()
        self._debt, self.charged = self._debt_at(now) + seconds, now
        self._turns.note_use(self)

    @property
    def has_to_wait(self) -> bool:
        return self._gate.locked() or self._wait() > 0

    async def turn(self) -> None:
        """Waits until the caller is within their share, or alone."""
        self.waiting += 1
        try:
            async with self._gate:
                while (wait := self._wait()) > 0:
                    await asyncio.sleep(wait)
        finally:
            self.waiting -= 1

    def _wait(self) -> float:
        excess = self._debt_at(self._turns.clock()) - MAX_DEBT_SECONDS
        return excess / SHARE if excess > 0 and self._turns.others_are_about(self) else 0.0

    def _debt_at(self, now: float) -> float:
        return max(0.0, self._debt - SHARE * (now - self.charged))


class Counted(Generic[T]):
    """Does the work step by step: each may wait for its turn, and the thread's time that it takes is charged."""

    def __init__(self, work: Awaitable[T], account: Account, waits: bool = True) -> None:
        self._work, self._account, self._waits = work, account, waits

    def __await__(self) -> Generator[Any, None, T]:
        steps, account = self._work.__await__(), self._account
        fault: BaseException | None = None
        while True:
            try:
                if self._waits and fault is None and account.has_to_wait:
                    yield from account.turn().__await__()
            except BaseException as raised:  # Such as a cancellation: it is the work's to handle.
                fault = raised
            begun = time.thread_time()
            try:
                awaited = next(steps) if fault is None else steps.throw(fault)
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                account.owe(time.thread_time() - begun)
            fault = None
            try:
                yield awaited
            except BaseException as raised:
                fault = raised


_current: ContextVar[Account | None] = ContextVar("_current", default=None)
"""The account of the request that is at work."""


def on_account(work: Awaitable[T], waits: bool = True) -> Awaitable[T]:
    """Work in a task of its own, on the account of the request that it belongs to."""
    account = _current.get()
    return work if account is None else Counted(work, account, waits)
