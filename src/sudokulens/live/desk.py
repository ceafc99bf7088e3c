"""Slow work handed out by the tracker: done at once, or beside the frames so that the picture never waits."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, TypeAlias

Work: TypeAlias = tuple[Any, ...]
"""A function of a module and its arguments: plain enough to be sent elsewhere."""


class Desk(Protocol):
    """Takes one piece of work at a time; `then` is called with its outcome by the thread that collects."""

    @property
    def busy(self) -> bool: ...

    def hand(self, work: Work, then: Callable[[Any], None]) -> None: ...

    def collect(self) -> None: ...

    def close(self) -> None: ...


class AtOnce:
    """Does everything when it is handed in: the same frames always give the same views."""

    busy = False

    def hand(self, work: Work, then: Callable[[Any], None]) -> None:
        then(work[0](*work[1:]))

    def collect(self) -> None:
        """Nothing is ever left to collect."""

    def close(self) -> None:
        """Nothing to end."""


class Beside:
    """Works in one thread of its own."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "sudokulens-live")
        self._open: tuple[Future[Any], Callable[[Any], None]] | None = None

    @property
    def busy(self) -> bool:
        return self._open is not None

    def hand(self, work: Work, then: Callable[[Any], None]) -> None:
        if self._open is not None:
            raise RuntimeError("one piece of work at a time")
        self._open = (self._pool.submit(*work), then)

    def collect(self) -> None:
        """Delivers what is done; raises here what the work raised."""
        if self._open is not None and self._open[0].done():
            future, then = self._open
            self._open = None
            then(future.result())

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)
