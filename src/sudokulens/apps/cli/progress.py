"""Progress of a batch: a bar with rate and time left on a terminal, a line at intervals elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any

from sudokulens.apps.cli.outputs import note

if TYPE_CHECKING:
    from sudokulens.batch.journal import Tally

LINE_SECONDS = 10.0
"""Seconds between lines where there is no terminal."""
_BAR_SECONDS = 0.2


class BatchProgress:
    """Shows what a batch has done; items of earlier runs do not count for the rate."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._began = self._shown = time.monotonic()
        self._before: int | None = None

    def __enter__(self) -> BatchProgress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def __call__(self, tally: Tally, total: int) -> None:
        if self._before is None:
            self._before, self._began = tally.items, time.monotonic()
        terminal = sys.stderr.isatty()
        if time.monotonic() - self._shown < (_BAR_SECONDS if terminal else LINE_SECONDS) and tally.items < total:
            return
        self._shown = time.monotonic()
        if terminal:
            self._draw(tally, total)
        else:
            note(self._words(tally, total))

    def _words(self, tally: Tally, total: int) -> str:
        done = f"{tally.items} of {number_of(total, 'item')}, {number_of(tally.errors, 'error')}"
        rate = (tally.items - (self._before or 0)) / max(time.monotonic() - self._began, 1e-9)
        return f"{done}, {rate:.1f} a second, {(total - tally.items) / rate:.0f} s left" if rate else done

    def _draw(self, tally: Tally, total: int) -> None:
        from rich.console import Console
        from rich.progress import Progress

        if self._bar is None:
            self._bar = Progress(*_columns(), console=Console(stderr=True), refresh_per_second=5)
            self._bar.start()
            self._bar.add_task("batch", total=total, completed=self._before, errors="", rate="")
        rate = (tally.items - (self._before or 0)) / max(time.monotonic() - self._began, 1e-9)
        self._bar.update(0, completed=tally.items, errors=number_of(tally.errors, "error"), rate=f"{rate:,.1f}/s")


def number_of(count: int, noun: str) -> str:
    """The number with the noun: "1 error", "2 errors"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _columns() -> list[Any]:
    from rich.progress import BarColumn, MofNCompleteColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

    return [
        BarColumn(),
        TaskProgressColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[errors]}"),
    ]
