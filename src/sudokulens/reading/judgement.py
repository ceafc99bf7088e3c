"""What to tell the person about a grid: finished, mistaken, on track, or why nothing can be said."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Digit, Geometry
from sudokulens.reading.rules import Rules
from sudokulens.reading.verdict import Status

JudgementKind: TypeAlias = Literal[
    "finished", "mistakes", "on track", "nothing written", "several", "none", "other rules"
]

MAX_SUSPECTS = 3
"""More cells than this are no help to somebody who looks for the misread one."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """An entry that contradicts the one solution or, where there are several, a given."""

    cell: Cell
    written: Digit
    right: Digit
    """0 where several digits may be right."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on a grid for people.

    `cells` are what it is about: mistakes, cells that are probably misread, or entries that should be looked at again.
    `to_go` counts empty cells. `sure` is false where a doubt touches what it says.
    """

    kind: JudgementKind
    text: str
    """One English sentence, for whoever does not put it into words from the other fields."""
    cells: tuple[Cell, ...]
    to_go: int
    sure: bool


def find_mistakes(board: Board, solved: Board | None, doubtful: Collection[Cell] = ()) -> tuple[Mistake, ...]:
    """The entries that contradict the solution, or without one a given, beyond doubt."""
    entries = {cell: digit for cell, digit in sorted(board.entries.items()) if cell not in doubtful}
    if solved is None:
        return tuple(Mistake(cell, digit, 0) for cell, digit in entries.items() if _contradicts_given(board, cell))
    return tuple(Mistake(cell, digit, solved[cell]) for cell, digit in entries.items() if solved[cell] != digit)


def _contradicts_given(board: Board, cell: Cell) -> bool:
    return any(board.givens[peer] and board[peer] == board[cell] for peer in board.geometry.peers[cell])


def judge_board(
    board: Board,
    status: Status,
    solved: Board | None,
    doubtful: Collection[Cell] = (),
    rules: Rules | None = None,
    note: str = "",
) -> Judgement:
    """The verdict on a board as it was read; `doubtful` cells come with the most suspicious first."""
    to_go = board.values.count(0)
    if status != "unique" or solved is None:
        return _without_solution(board, status, tuple(doubtful), rules or Rules(), note, to_go)
    if mistakes := find_mistakes(board, solved, doubtful):
        cells = tuple(mistake.cell for mistake in mistakes)
        return Judgement("mistakes", _told(cells, board.geometry), cells, to_go, True)
    if not board.entries and to_go:
        return Judgement("nothing written", f"Nothing written yet; {_cells(to_go)} to go.", (), to_go, not doubtful)
    if not to_go:
        return _checked("finished", "Finished, and every digit is right.", board, doubtful, to_go)
    return _checked("on track", f"No mistake so far; {_cells(to_go)} to go.", board, doubtful, to_go)


def as_dict(judgement: Judgement, size: int) -> dict[str, Any]:
    """The verdict as plain data; rows and columns count from 1."""
    return {
        "kind": judgement.kind,
        "text": judgement.text,
        "cells": [[cell // size + 1, cell % size + 1] for cell in judgement.cells],
        "to_go": judgement.to_go,
        "sure": judgement.sure,
    }


def mistake_as_dict(mistake: Mistake, size: int) -> dict[str, Any]:
    """The mistake as plain data; `right` is None where several digits may be right."""
    row, column = divmod(mistake.cell, size)
    return {"row": row + 1, "col": column + 1, "written": mistake.written, "right": mistake.right or None}


def _checked(kind: JudgementKind, text: str, board: Board, doubtful: Collection[Cell], to_go: int) -> Judgement:
    """A good verdict, which holds only as far as the entries were read without a doubt."""
    open_cells = tuple(sorted(cell for cell in doubtful if board[cell] and not board.givens[cell]))
    if open_cells:
        text += f" Not sure of {_names(open_cells, board.geometry)}: please compare with the page."
    return Judgement(kind, text, open_cells, to_go, not doubtful)


def _without_solution(
    board: Board, status: Status, doubtful: tuple[Cell, ...], rules: Rules, note: str, to_go: int
) -> Judgement:
    if rules.figures or rules.kind not in ("classic", "unknown"):
        named = " and ".join(rules.figures) or rules.kind
        return Judgement("other rules", note or f"It follows other rules: {named}.", (), to_go, False)
    if not any(board.values):
        return Judgement("nothing written", f"An empty grid; {_cells(to_go)} to go.", (), to_go, not doubtful)
    if status == "multiple":
        if mistakes := find_mistakes(board, None, doubtful):
            cells = tuple(mistake.cell for mistake in mistakes)
            text = f"{_told(cells, board.geometry)} There are several solutions."
            return Judgement("mistakes", text, cells, to_go, True)
        return Judgement("several", note or "Several solutions.", (), to_go, not doubtful)
    suspects = doubtful[:MAX_SUSPECTS]
    looked = f" Most likely misread: {_names(suspects, board.geometry)}." if suspects else ""
    return Judgement("none", f"No solution as read.{looked}", suspects, to_go, False)


def _told(cells: tuple[Cell, ...], geometry: Geometry) -> str:
    number = "1 mistake" if len(cells) == 1 else f"{len(cells)} mistakes"
    return f"{number}: {_names(cells, geometry)}."


def _names(cells: Collection[Cell], geometry: Geometry) -> str:
    names = [geometry.cell_name(cell) for cell in cells]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _cells(number: int) -> str:
    return "1 cell" if number == 1 else f"{number} cells"
