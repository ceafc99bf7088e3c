"""A scanned grid as coloured text, and what there is to say about it in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from sudokulens.puzzle.formats.line import digit_character

if TYPE_CHECKING:
    from sudokulens.reading.verdict import Doubt
    from sudokulens.scanned import ScannedGrid

GIVEN, ENTRY, DOUBTFUL, EMPTY = "bold", "cyan", "black on yellow", "dim"


def grid_text(grid: ScannedGrid) -> Text:
    """The board with its boxes: givens bold, entries coloured, doubtful cells marked."""
    size = grid.size
    rows, columns = grid.board.geometry.box_shape or (size, size)
    doubtful = {doubt.cell for doubt in grid.doubts}
    text, bar = Text(), _bar(size, columns)
    for row in range(size):
        text.append(bar if row % rows == 0 else "")
        for column in range(size):
            text.append("│ " if column % columns == 0 else "")
            cell = row * size + column
            text.append(digit_character(grid.board.values[cell], "·"), _style(grid, cell, doubtful))
            text.append(" ")
        text.append("│\n")
    return text.append(bar.rstrip("\n"))


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


def _style(grid: ScannedGrid, cell: int, doubtful: set[int]) -> str:
    if cell in doubtful:
        return DOUBTFUL
    if not grid.board.values[cell]:
        return EMPTY
    return GIVEN if grid.board.givens[cell] else ENTRY


def _bar(size: int, columns: int) -> str:
    return "+".join(["", *["-" * (2 * columns + 1)] * (size // columns), ""]) + "\n"
