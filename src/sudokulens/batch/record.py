"""What is recorded of every item: one record per grid or puzzle, one where there is none, one where it failed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sudokulens.batch.portion import Identity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Outcome: TypeAlias = Literal["unique", "multiple", "none", "unfinished", "read", "no grid", "error"]
OUTCOME_OF_COUNT: tuple[Outcome, ...] = ("none", "unique", "multiple")
MAX_MESSAGE_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class Record:
    """One line of the results.

    `source`, `member` (of an archive) and `place` (page of a PDF, line or board of a text, from 1) say which item it
    is, `grid` which of the picture's grids, the largest being 1. `outcome` is how many solutions there are (none,
    unique, multiple, or unfinished where time was up), `read` where that was not asked, `no grid`, or `error` with
    the error's type and its message. `fields` is the board in the wire form of the service; the 81 characters of a
    plain puzzle need none. What was not found or not asked for is None.
    """

    source: str
    member: str | None = None
    place: int | None = None
    grid: int | None = None
    outcome: Outcome = "error"
    error: str | None = None
    message: str | None = None
    puzzle: str | None = None
    entries: str | None = None
    solution: str | None = None
    confidence: float | None = None
    corners: str | None = None
    doubts: str | None = None
    er: float | None = None
    ep: float | None = None
    ed: float | None = None
    exact: bool | None = None
    level: str | None = None
    score: int | None = None
    hardest: str | None = None
    fields: dict[str, Any] | None = None

    @classmethod
    def of(cls, item: Identity, outcome: Outcome, **values: Any) -> Record:
        return cls(item.source, item.member, item.place, outcome=outcome, **values)

    @classmethod
    def failure(cls, item: Identity, fault: BaseException) -> Record:
        """The record of an item that ended in an error."""
        message = " ".join(str(fault).split())[:MAX_MESSAGE_CHARACTERS]
        return cls.of(item, "error", error=type(fault).__name__, message=message)

    def as_dict(self) -> dict[str, Any]:
        """What is known, by name."""
        return {name: value for name in COLUMNS if (value := getattr(self, name)) is not None}

    def as_row(self) -> list[str | float | bool | None]:
        """A value for every column, for tables that hold no nested data: fields are JSON there."""
        values = [getattr(self, name) for name in COLUMNS]
        return [json.dumps(value) if isinstance(value, dict) else value for value in values]


COLUMNS = tuple(field.name for field in fields(Record))


@dataclass(frozen=True, slots=True, eq=False)
class SolvedLines:
    """Solved plain 9×9 puzzles of consecutive lines, kept as arrays: a record each would take longer than solving.

    `puzzles` and `solutions` are (n, 81) ASCII characters, `counts` the numbers of solutions up to 2.
    """

    source: str
    first: int
    puzzles: NDArray[np.uint8]
    solutions: NDArray[np.uint8]
    counts: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.counts)

    def __iter__(self) -> Iterator[Record]:
        for row, (puzzle, solution, count) in enumerate(self.texts()):
            outcome = OUTCOME_OF_COUNT[count]
            yield Record(self.source, place=self.first + row, outcome=outcome, puzzle=puzzle, solution=solution)

    def texts(self) -> Iterator[tuple[str, str | None, int]]:
        """Puzzle, solution where there is just one, and the number of solutions, row by row."""
        puzzles, solutions = (str(part.tobytes(), "ascii") for part in (self.puzzles, self.solutions))
        for row, count in enumerate(self.counts.tolist()):
            cells = slice(81 * row, 81 * row + 81)
            yield puzzles[cells], solutions[cells] if count == 1 else None, count


Records: TypeAlias = "list[Record] | SolvedLines"
