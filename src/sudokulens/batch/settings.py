"""What a batch is asked to do, as every worker is told."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sudokulens.errors import BatchError

Task: TypeAlias = Literal["read", "solve", "rate"]
Form: TypeAlias = Literal["parquet", "jsonl", "csv", "records"]
"""How results travel and are kept; `records` are Python objects, for iterators."""

_TEXT_BYTES = {"read": 1 << 20, "solve": 2 << 20, "rate": 1 << 14}


@dataclass(frozen=True, slots=True)
class Settings:
    """What to do with every item, and how.

    Without a task pictures are read and puzzles solved. `seconds` limits the search of every puzzle that is hard to
    solve or rate; relative names of files are sought in `folder`.
    """

    task: Task | None = None
    form: Form = "records"
    seconds: float = 60.0
    folder: str = ""

    @property
    def picture_task(self) -> Task:
        return self.task or "read"

    @property
    def puzzle_task(self) -> Task:
        return self.task or "solve"

    @property
    def text_bytes(self) -> int:
        """Bytes of text in a portion: some tenths of a second of work."""
        return _TEXT_BYTES[self.puzzle_task]


def working_folder() -> str:
    """The current folder; raises BatchError where that was removed."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        raise BatchError("the current folder is gone; change to another one first") from None


def usable_cores() -> int:
    """Processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
