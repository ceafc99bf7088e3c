"""What connections may cost: a caller's share of the time for parsing, counted apart behind a proxy."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from sudokulens.apps.server.connections import MAX_PARSING_DEBT_SECONDS, PARSED_BYTES, Connections
from sudokulens.apps.server.settings import Settings

CLIENT, OTHER, PROXY = "192.0.2.1", "192.0.2.2", "10.0.0.1"


class Line(asyncio.Transport):
    """A connection from an address, to nowhere."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 1)})
        self.cut = False

    def abort(self) -> None:
        self.cut = True

    def is_closing(self) -> bool:
        return self.cut


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> Connections:
    """With the clock stopped, so that no debt is forgiven while a busy machine keeps the test waiting."""
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)
    return Connections(Settings(workers=1, trusted_proxies="10.0.0.0/8"))


def entered(connections: Connections, address: str) -> Line:
    line = Line(address)
    assert connections.enter(line) is None
    return line


def burn(_: bytes) -> None:
    """Takes a tenth of what a caller may take at once."""
    end = time.thread_time() + 0.1 * MAX_PARSING_DEBT_SECONDS
    while time.thread_time() < end:
        pass


def test_who_sends_what_takes_long_to_parse_is_cut_off_and_others_are_not(connections: Connections) -> None:
    flood, second, other = (entered(connections, address) for address in (CLIENT, CLIENT, OTHER))
    pieces: list[bytes] = []

    def slow(data: bytes) -> None:
        pieces.append(data)
        burn(data)

    connections.parse(flood, bytes(1000 * PARSED_BYTES), slow)
    assert flood.cut
    assert 10 <= len(pieces) < 1000
    connections.parse(second, b"x", pytest.fail)
    assert second.cut, "the limit is the caller's, not the connection's"
    refusal = connections.enter(Line(CLIENT))
    assert refusal is not None
    assert refusal.status == 503
    seen: list[Any] = []
    connections.parse(other, bytes(PARSED_BYTES + 1), seen.append)
    assert (other.cut, [len(piece) for piece in seen]) == (False, [PARSED_BYTES, 1])


def test_the_debt_is_forgiven_with_time(connections: Connections, monkeypatch: pytest.MonkeyPatch) -> None:
    connections.parse(entered(connections, CLIENT), bytes(100 * PARSED_BYTES), burn)
    assert connections.enter(Line(CLIENT)) is not None
    monkeypatch.setattr(time, "monotonic", lambda: 1010.0)
    assert connections.enter(Line(CLIENT)) is None


def test_connections_that_are_opened_without_end_are_refused_even_if_nothing_is_sent(connections: Connections) -> None:
    opened = 0
    while (line := Line(CLIENT)) and connections.enter(line) is None:
        connections.leave(line)
        opened += 1
        assert opened < 1000
    assert opened > 500, "a quick client that opens a connection for each request is served"
    assert connections.enter(Line(OTHER)) is None


def test_behind_a_proxy_each_connection_has_its_own_share(connections: Connections) -> None:
    flood, neighbour = (entered(connections, PROXY) for _ in range(2))
    connections.parse(flood, bytes(100 * PARSED_BYTES), burn)
    connections.parse(neighbour, b"x", lambda data: None)
    assert (flood.cut, neighbour.cut) == (True, False)
    connections.leave(flood)
    assert connections.enter(Line(PROXY)) is None
