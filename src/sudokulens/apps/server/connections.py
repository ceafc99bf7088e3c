"""Open connections: how many there are, of whom, and what of their answers has not been read."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from sudokulens.apps.answers.problem import Problem
from sudokulens.apps.server.callers import NO_ADDRESS, address_key
from sudokulens.apps.server.settings import Settings

MIN_READ_BYTES = 65_536
"""What a client has to read within `write_seconds` to count as reading at all."""


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

    def __len__(self) -> int:
        return len(self._callers)

    def enter(self, transport: asyncio.Transport) -> Problem | None:
        """Counts a new connection; the reason where there is no room for it."""
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) and peer else ""
        caller = address_key(host)
        if len(self._callers) >= self.settings.connections:
            return _too_many("Too many connections are open; try again soon.")
        if self._counts[caller] >= self.settings.caller_connections and not self._is_proxy(host):
            return _too_many("Too many connections are open from this address; close some.")
        self._callers[transport] = caller
        self._counts[caller] += 1
        return None

    def leave(self, transport: asyncio.Transport) -> None:
        """Forgets a connection that has ended."""
        self.resume(transport)
        caller = self._callers.pop(transport, None)
        if caller is not None:
            self._counts[caller] -= 1
            if not self._counts[caller]:
                del self._counts[caller]

    def pause(self, transport: asyncio.Transport) -> None:
        """Notes that a client reads more slowly than it is sent to, and cuts off whoever is beyond the limits."""
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
