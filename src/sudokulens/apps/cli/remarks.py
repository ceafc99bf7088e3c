"""What there is to say in words about a scanned grid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sudokulens.puzzle.formats.line import digit_character

if TYPE_CHECKING:
    from sudokulens.reading.judgement import Judgement
    from sudokulens.reading.verdict import Doubt
    from sudokulens.scanned import ScannedGrid


def remarks(grid: ScannedGrid) -> Iterator[str]:
    """One line each: the verdict, what the reading is worth, what is unsure, and what the rules changed."""
    verdict = grid.judgement
    yield f"[{_colour(verdict)}]{verdict.text}[/]"
    counts = f"{grid.board.clue_count} givens, {len(grid.board.entries)} entries"
    turned = f", turned by {grid.rotation}°" if grid.rotation else ""
    outcome = {"unique": "one solution", "multiple": "several solutions", "unsolvable": "no solution"}[grid.status]
    yield f"{counts}{turned}; {outcome}; {grid.confidence:.1%} sure"
    if grid.note and grid.note != verdict.text:
        yield f"[yellow]{grid.note}[/yellow]"
    for doubt in grid.doubts[:8]:
        yield f"[yellow]unsure[/yellow]: {_describe(grid, doubt)}"
    if len(grid.doubts) > 8:
        yield f"[yellow]unsure[/yellow]: and {len(grid.doubts) - 8} more cells"
    for repair in grid.repaired:
        name = grid.board.geometry.cell_name(repair.cell)
        yield f"the rules changed {name} from {_word(repair.looked)} to {_word(repair.became)}"
    for mistake in grid.mistakes:
        name = grid.board.geometry.cell_name(mistake.cell)
        yield f"[red]the entry {digit_character(mistake.written)} at {name} is wrong[/red]"


def _colour(verdict: Judgement) -> str:
    if verdict.kind == "mistakes":
        return "bold red"
    return "bold green" if verdict.sure and verdict.kind != "several" else "bold yellow"


def _describe(grid: ScannedGrid, doubt: Doubt) -> str:
    name = grid.board.geometry.cell_name(doubt.cell)
    if doubt.kind == "ink":
        side = "printed" if grid.board.givens[doubt.cell] else "written"
        return f"{name} reads {_word(doubt.read)}, probably {side} ({doubt.probability:.0%})"
    others = ", ".join(f"{_word(digit)} {probability:.0%}" for digit, probability in doubt.alternatives)
    return f"{name} reads {_word(doubt.read)} ({doubt.probability:.0%}{'; or ' + others if others else ''})"


def _word(digit: int) -> str:
    return digit_character(digit) if digit else "empty"
