"""Records of pictures: every grid on them, as read, and solved or rated where that is asked."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from sudokulens.batch.portion import Identity
from sudokulens.batch.puzzles import solved_text, with_rating
from sudokulens.batch.record import Outcome, Record
from sudokulens.batch.settings import Settings
from sudokulens.puzzle.fields import as_fields
from sudokulens.puzzle.formats.line import digit_character
from sudokulens.puzzle.formats.line import write as write_line

if TYPE_CHECKING:
    from sudokulens.reading.verdict import Status
    from sudokulens.scanned import ScannedGrid
    from sudokulens.scanner import Scanner

_OUTCOMES: dict[Status, Outcome] = {"unique": "unique", "multiple": "multiple", "unsolvable": "none"}


def picture_records(picture: Any, item: Identity, settings: Settings) -> list[Record]:
    """One record for each grid, the largest first, or one that says there is none; raises ImageError."""
    grids = shared_scanner()(picture).grids
    if not grids:
        return [Record.of(item, "no grid")]
    return [_record(grid, number, item, settings) for number, grid in enumerate(grids, 1)]


def _record(grid: ScannedGrid, number: int, item: Identity, settings: Settings) -> Record:
    record = Record.of(
        item,
        _OUTCOMES[grid.status],
        grid=number,
        puzzle=write_line(grid.board.puzzle),
        entries=_entries(grid),
        solution=solved_text(grid.solved) if settings.picture_task != "read" else None,
        confidence=round(grid.confidence, 6),
        corners=" ".join(f"{x:.1f},{y:.1f}" for x, y in grid.location.corners),
        doubts=_doubts(grid),
        fields=as_fields(grid.board),
    )
    if settings.picture_task != "rate" or grid.status != "unique" or not grid.board.geometry.is_classic:
        return record
    return with_rating(record, grid.board.puzzle, settings)


def _entries(grid: ScannedGrid) -> str | None:
    """The digits that a person wrote, in a line like the puzzle's; None where there are none."""
    entries = grid.board.entries
    return "".join(digit_character(entries.get(cell, 0)) for cell in range(grid.size**2)) if entries else None


def _doubts(grid: ScannedGrid) -> str | None:
    """The cells that may be wrong, the most suspicious first."""
    cells = (divmod(doubt.cell, grid.size) for doubt in grid.doubts)
    return " ".join(f"r{row + 1}c{column + 1}" for row, column in cells) or None


@cache
def shared_scanner() -> Scanner:
    """The scanner of this process: its weights are loaded once."""
    import cv2

    from sudokulens.scanner import Scanner

    cv2.setNumThreads(1)  # There is a worker on every core already.
    return Scanner()
