"""Open connections: how many there are, of whom, what they cost, and what of their answers has not been read."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from sudokulens.apps.answers.problem import Problem
from sudokulens.apps.server.callers import NO_ADDRESS, address_key
from sudokulens.apps.server.settings import Settings

MIN_READ_BYTES = 65_536
"""What a client has to read within `write_seconds` to count as reading at all."""

PARSING_SHARE = 0.2
MAX_PARSING_DEBT_SECONDS = 0.25
PARSED_BYTES = 16_384
"""The share of the processor that parsing what one caller sends may take, by how much it may be ahead of that, and how
much is parsed before the next look. An upload of 20 MB takes 10 ms; only floods of tiny requests and frames take
more."""

CONNECTION_SECONDS = 0.0003
"""What a new connection is charged as parsing, even if nothing is sent. A client that opens one for each request, one
after the other, stays within its share; several that open and abort them without end do not."""

_MAX_DEBTORS = 10_000


@dataclass(slots=True)
class _Stall:
    """A connection whose client does not keep up with its answer."""

    caller: str
    left: int
    timer: asyncio.TimerHandle


class Connections:
    """The connections of one service; all methods run in its event loop."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._callers: dict[asyncio.Transport, str] = {}
        self._counts: Counter[str] = Counter()
        self._stalls: dict[asyncio.Transport, _Stall] = {}
        """By age: the first has waited longest."""
        self._proxies = [network for text in settings.proxies if (network := _network(text))]
        self._debts: OrderedDict[str | asyncio.Transport, tuple[float, float]] = OrderedDict()
        """Seconds of parsing beyond the share, and when that was; by caller, behind a proxy by connection."""

    def __len__(self) -> int:
        return len(self._callers)

    def enter(self, transport: asyncio.Transport) -> Problem | None:
        """Counts a new connection; the reason where there is no room for it."""
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) and peer else ""
        caller = address_key(host)
        if len(self._callers) >= self.settings.connections:
            return _too_many("Too many connections are open; try again soon.")
        if self._is_proxy(host):
            self._debts[transport] = (0.0, time.monotonic())
        elif self._counts[caller] >= self.settings.caller_connections:
            return _too_many("Too many connections are open from this address; close some.")
        elif (debt := self._debt(caller)) > MAX_PARSING_DEBT_SECONDS:
            return _too_many("Too much has been sent from this address; wait a moment.")
        else:
            self._owe(caller, debt + CONNECTION_SECONDS)
        self._callers[transport] = caller
        self._counts[caller] += 1
        return None

    def leave(self, transport: asyncio.Transport) -> None:
        """Forgets a connection that has ended."""
        self.resume(transport)
        self._debts.pop(transport, None)
        caller = self._callers.pop(transport, None)
        if caller is not None:
            self._counts[caller] -= 1
            if not self._counts[caller]:
                del self._counts[caller]

    def parse(self, transport: asyncio.Transport, data: bytes, parse: Callable[[bytes], None]) -> None:
        """Has the data parsed bit by bit, and cuts the connection off where its caller is beyond the share."""
        debtor = transport if transport in self._debts else self._callers.get(transport, NO_ADDRESS)
        for start in range(0, len(data), PARSED_BYTES):
            debt = self._debt(debtor)
            if debt > MAX_PARSING_DEBT_SECONDS:
                self._cut(transport)
            if transport.is_closing():
                return
            begun = time.thread_time()
            parse(data[start : start + PARSED_BYTES])
            self._owe(debtor, debt + time.thread_time() - begun)

    def _owe(self, debtor: str | asyncio.Transport, debt: float) -> None:
        self._debts[debtor] = (debt, time.monotonic())
        self._debts.move_to_end(debtor)
        if len(self._debts) > _MAX_DEBTORS:
            self._debts.popitem(last=False)

    def _debt(self, debtor: str | asyncio.Transport) -> float:
        debt, before = self._debts.get(debtor, (0.0, 0.0))
        return max(0.0, debt - PARSING_SHARE * (time.monotonic() - before))

    def pause(self, transport: asyncio.Transport) -> None:
        """Notes that a client reads more slowly than it is sent to, and cuts off those beyond the limits."""
        self.resume(transport)
        caller = self._callers.get(transport, NO_ADDRESS)
        self._stalls[transport] = _Stall(caller, transport.get_write_buffer_size(), self._timer(transport))
        own = [other for other, stall in self._stalls.items() if stall.caller == caller]
        self._cut_beyond(own, self.settings.caller_unread_bytes)
        self._cut_beyond(list(self._stalls), self.settings.unread_bytes)

    def resume(self, transport: asyncio.Transport) -> None:
        """Notes that a client has caught up."""
        if stall := self._stalls.pop(transport, None):
            stall.timer.cancel()

    def _timer(self, transport: asyncio.Transport) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(self.settings.write_seconds, self._check, transport)

    def _check(self, transport: asyncio.Transport) -> None:
        """Cuts off a client that has read next to nothing since the last look."""
        stall = self._stalls[transport]
        left = transport.get_write_buffer_size()
        if stall.left - left < MIN_READ_BYTES:
            self._cut(transport)
        else:
            stall.left, stall.timer = left, self._timer(transport)

    def _cut_beyond(self, transports: list[asyncio.Transport], limit: int) -> None:
        held = sum(transport.get_write_buffer_size() for transport in transports)
        for transport in transports:
            if held <= limit:
                return
            held -= transport.get_write_buffer_size()
            self._cut(transport)

    def _cut(self, transport: asyncio.Transport) -> None:
        self.resume(transport)
        transport.abort()

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)


def _network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


def _too_many(detail: str) -> Problem:
    return Problem(503, "too-many-connections", detail, headers={"Retry-After": "1"})
