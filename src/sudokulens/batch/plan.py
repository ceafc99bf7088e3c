"""Which portions a batch has: worked out once, kept in a file, and the same in every run that resumes it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from pathlib import Path

from sudokulens.batch.archive import member_names
from sudokulens.batch.portion import Portion
from sudokulens.batch.settings import Settings
from sudokulens.batch.sources import FileKind, files_from
from sudokulens.batch.text import text_portions
from sudokulens.errors import FileError, SudokuError, WorkerDied

PICTURES = 8
"""Pictures, pages or members in a portion: what a worker may lose when it is killed."""


def portions_from(inputs: Iterable[str], settings: Settings, pages: Callable[[str], int]) -> Iterator[Portion]:
    """The portions of all inputs, in order; `pages` tells how many pages a PDF has, or raises a SudokuError.

    A file that cannot be opened is a portion of its own, so that its error is recorded like any other.
    """
    for kind, group in groupby(files_from(inputs, settings.folder), key=lambda file: file[1]):
        names = (name for name, _ in group)
        if kind == "picture":
            while some := tuple(islice(names, PICTURES)):
                yield Portion("pictures", some[0], len(some), names=some)
        else:
            for name in names:
                yield from _portions_of(name, kind, settings, pages)


def _portions_of(name: str, kind: FileKind, settings: Settings, pages: Callable[[str], int]) -> Iterator[Portion]:
    try:
        if kind == "text":
            yield from text_portions(name, settings.folder, settings.text_bytes)
        elif kind == "zip":
            yield from _members(name, member_names(name, settings.folder))
        else:
            total = pages(name)
            if not total:
                raise FileError("the PDF document has no pages")
            for first in range(0, total, PICTURES):
                yield Portion("pages", name, min(PICTURES, total - first), first + 1)
    except (OSError, WorkerDied) as fault:
        yield failed_portion(name, fault if isinstance(fault, SudokuError) else FileError(str(fault)))


def _members(source: str, names: list[str]) -> Iterator[Portion]:
    if not names:
        raise FileError("the zip file holds no picture, PDF or text file")
    for start in range(0, len(names), PICTURES):
        some = tuple(names[start : start + PICTURES])
        yield Portion("members", source, len(some), names=some)


def failed_portion(source: str, fault: SudokuError) -> Portion:
    """The one item that a file is which cannot be opened."""
    return Portion("failed", source, 1, names=(type(fault).__name__, str(fault)))


def write_plan(portions: Iterable[Portion], path: Path) -> tuple[int, int]:
    """Keeps the portions in a file; gives the numbers of portions and of items."""
    number = items = 0
    with path.open("w", encoding="utf-8") as stream:
        for portion in portions:
            stream.write(json.dumps(portion.as_list()) + "\n")
            number, items = number + 1, items + portion.count
    return number, items


def read_plan(path: Path) -> Iterator[Portion]:
    """The portions again, one by one."""
    with path.open(encoding="utf-8") as stream:
        for text in stream:
            yield Portion.from_list(json.loads(text))
