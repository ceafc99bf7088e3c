"""The same work as iterators: records stream out in input order while the workers continue."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice

from sudokulens.batch.job import hire
from sudokulens.batch.lookout import Lookout
from sudokulens.batch.plan import portions_from
from sudokulens.batch.portion import Portion
from sudokulens.batch.record import Record
from sudokulens.batch.settings import Settings, Task, working_folder
from sudokulens.batch.supervise import finished_portions

AHEAD = 64
"""Portions that may be done before the first one is: what bounds the memory."""
PUZZLES = {"read": 10_000, "solve": 10_000, "rate": 200}


def scan_many(
    inputs: Iterable[str | os.PathLike[str]],
    *,
    task: Task = "read",
    seconds: float = 60.0,
    workers: int | None = None,
    cluster: str | None = None,
) -> Iterator[Record]:
    """Records of all pictures, pages and puzzles that the inputs (files, folders, globs, zips, PDFs) stand for.

    In the order of the input, on all cores or on a Ray cluster; what fails is a record too.
    """
    settings = Settings(task, "records", seconds, working_folder())
    with Lookout(settings) as lookout:
        portions = portions_from((os.fspath(name) for name in inputs), settings, lookout.pages)
        yield from _streamed(portions, settings, workers, cluster)


def solve_many(
    puzzles: Iterable[str],
    *,
    task: Task = "solve",
    seconds: float = 60.0,
    workers: int | None = None,
    cluster: str | None = None,
) -> Iterator[Record]:
    """Records of puzzles, one a line as in an open file: solved, or rated; blank lines count as places only."""
    settings = Settings(task, "records", seconds, working_folder())
    yield from _streamed(_text_portions(puzzles, PUZZLES[task]), settings, workers, cluster)


def _text_portions(puzzles: Iterable[str], size: int) -> Iterator[Portion]:
    lines = iter(puzzles)
    first = 1
    while some := tuple(islice(lines, size)):
        yield Portion("text", "", len(some), first, some)
        first += len(some)


def _streamed(
    portions: Iterable[Portion], settings: Settings, workers: int | None, cluster: str | None
) -> Iterator[Record]:
    crew = hire(settings, workers, cluster)
    waiting: dict[int, list[Record]] = {}
    number = 0
    try:
        for done in finished_portions(crew, enumerate(portions), settings, ahead=AHEAD):
            if done is not None:
                waiting[done.number] = done.answer.content
            while number in waiting:
                yield from waiting.pop(number)
                number += 1
    finally:
        crew.close()
