"""What there is to say in words about a scanned grid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sudokulens.solving.engine import SolutionKind
from sudokulens.wording.message import Value
from sudokulens.wording.outcomes import givens_text, notes_text, solutions_text, verdict_text
from sudokulens.wording.voice import tell, tell_counted

if TYPE_CHECKING:
    from sudokulens.reading.judgement import Judgement
    from sudokulens.reading.verdict import Doubt
    from sudokulens.scanned import ScannedGrid


_MAX_DOUBTS = 8
"""Cells that are listed one by one."""
_SOLUTIONS: dict[str, SolutionKind] = {"unique": "unique", "multiple": "multiple", "unsolvable": "none"}


def remarks(grid: ScannedGrid) -> Iterator[str]:
    """One line each: the verdict, what the reading is worth, what is unsure, and what the rules changed."""
    verdict = grid.judgement
    told = verdict_text(verdict, grid.board.geometry, grid.rules.kind)
    yield f"[{_colour(verdict)}]{told}[/]"
    turned = ", " + tell("turned by {degrees}°", degrees=grid.rotation) if grid.rotation else ""
    outcome = solutions_text(_SOLUTIONS[grid.status])
    sure = tell("{share} sure", share=f"{grid.confidence:.1%}")
    yield f"{givens_text(grid.board)}{turned}; {outcome}; {sure}"
    if grid.note and grid.note != verdict.text:
        yield f"[yellow]{notes_text(grid.notes)}[/yellow]"
    yield from _doubts(grid)
    for repair in grid.repaired:
        fields = {"cell": grid.board.geometry.cell_name(repair.cell), "old": _word(repair.looked)}
        yield tell("the rules changed {cell} from {old} to {new}", new=_word(repair.became), **fields)
    for mistake in grid.mistakes:
        fields = {"cell": grid.board.geometry.cell_name(mistake.cell), "digit": _word(mistake.written)}
        wrong = tell("the entry {digit} at {cell} is wrong", **fields)
        yield f"[red]{wrong}[/red]"


def _doubts(grid: ScannedGrid) -> Iterator[str]:
    unsure = tell("unsure")
    for doubt in grid.doubts[:_MAX_DOUBTS]:
        yield f"[yellow]{unsure}[/yellow]: {_describe(grid, doubt)}"
    more = len(grid.doubts) - _MAX_DOUBTS
    if more > 0:
        rest = tell_counted("and {n} more cell", "and {n} more cells", more, n=more)
        yield f"[yellow]{unsure}[/yellow]: {rest}"


def _colour(verdict: Judgement) -> str:
    if verdict.kind == "mistakes":
        return "bold red"
    return "bold green" if verdict.sure and verdict.kind != "several" else "bold yellow"


def _describe(grid: ScannedGrid, doubt: Doubt) -> str:
    name = grid.board.geometry.cell_name(doubt.cell)
    if doubt.kind == "ink":
        shown: dict[str, Value] = {"cell": name, "digit": _word(doubt.read), "share": f"{doubt.probability:.0%}"}
        if grid.board.givens[doubt.cell]:
            return tell("{cell} reads {digit}, probably printed ({share})", **shown)
        return tell("{cell} reads {digit}, probably written ({share})", **shown)
    others = ", ".join(f"{_word(digit)} {probability:.0%}" for digit, probability in doubt.alternatives)
    share = f"{doubt.probability:.0%}"
    if not others:
        return tell("{cell} reads {digit} ({share})", cell=name, digit=_word(doubt.read), share=share)
    fields = {"cell": name, "digit": _word(doubt.read), "share": share, "others": others}
    return tell("{cell} reads {digit} ({share}; or {others})", **fields)


def _word(digit: int) -> str:
    return str(digit) if digit else tell("empty")
