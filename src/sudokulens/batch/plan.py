"""Which portions a batch has: worked out once, kept in a file, and the same in every run that resumes it."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path

from sudokulens.batch.archive import member_names
from sudokulens.batch.portion import Portion
from sudokulens.batch.settings import Settings
from sudokulens.batch.sources import FileKind, files_from
from sudokulens.batch.text import text_portions
from sudokulens.errors import FileError, SudokuError, WorkerDied

PICTURES = 8
"""Pictures or members in a portion: what a worker may lose when it is killed."""


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
            # One each: a page that hangs the renderer then costs its own time limit, and no other page waits for it.
            for number in range(1, total + 1):
                yield Portion("pages", name, 1, number)
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


@dataclass(frozen=True, slots=True)
class PlanFacts:
    """How many portions and items a plan has, and the SHA-256 of its file, by which it is known again."""

    portions: int
    items: int
    check: bytes


def write_plan(portions: Iterable[Portion], path: Path) -> PlanFacts:
    """Keeps the portions in a file that is on the disk when this returns."""
    number = items = 0
    check = hashlib.sha256()
    with path.open("wb") as stream:
        for portion in portions:
            line = json.dumps(portion.as_list()).encode() + b"\n"
            stream.write(line)
            check.update(line)
            number, items = number + 1, items + portion.count
        stream.flush()
        os.fsync(stream.fileno())
    return PlanFacts(number, items, check.digest())


def plan_check(path: Path) -> bytes:
    """The SHA-256 of a plan's file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").digest()


def read_plan(path: Path) -> Iterator[Portion]:
    """The portions again, one by one."""
    with path.open(encoding="utf-8") as stream:
        for text in stream:
            yield Portion.from_list(json.loads(text))
