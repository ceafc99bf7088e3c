"""What there is to say in words about a scanned grid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sudokulens.puzzle.formats.line import digit_character

if TYPE_CHECKING:
    from sudokulens.reading.verdict import Doubt
    from sudokulens.scanned import ScannedGrid


def remarks(grid: ScannedGrid) -> Iterator[str]:
    """One line each: what the reading is worth, what is unsure, what the rules changed, what is unusual."""
    counts = f"{grid.board.clue_count} givens, {len(grid.board.entries)} entries"
    turned = f", turned by {grid.rotation}°" if grid.rotation else ""
    outcome = {"unique": "one solution", "multiple": "several solutions", "unsolvable": "no solution"}[grid.status]
    yield f"{counts}{turned}; {outcome}; {grid.confidence:.1%} sure"
    if grid.note:
        yield f"[yellow]{grid.note}[/yellow]"
    for doubt in grid.doubts[:8]:
        yield f"[yellow]unsure[/yellow]: {_describe(grid, doubt)}"
    if len(grid.doubts) > 8:
        yield f"[yellow]unsure[/yellow]: and {len(grid.doubts) - 8} more cells"
    for repair in grid.repaired:
        name = grid.board.geometry.cell_name(repair.cell)
        yield f"the rules changed {name} from {_word(repair.looked)} to {_word(repair.became)}"
    if grid.solved is not None:
        for cell, digit in grid.board.entries.items():
            if grid.solved.values[cell] != digit:
                yield f"[red]the entry {digit_character(digit)} at {grid.board.geometry.cell_name(cell)} is wrong[/red]"


def _describe(grid: ScannedGrid, doubt: Doubt) -> str:
    name = grid.board.geometry.cell_name(doubt.cell)
    others = ", ".join(f"{_word(digit)} {probability:.0%}" for digit, probability in doubt.alternatives)
    return f"{name} reads {_word(doubt.read)} ({doubt.probability:.0%}{'; or ' + others if others else ''})"


def _word(digit: int) -> str:
    return digit_character(digit) if digit else "empty"
