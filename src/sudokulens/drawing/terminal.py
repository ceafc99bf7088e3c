"""Boards drawn for a terminal: walls where regions meet, digits told apart by style."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from sudokulens.drawing.rules import NAMES_OF_UNITS, rule_name
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Geometry

if TYPE_CHECKING:
    from rich.text import Text

GIVEN, ENTRY, DOUBTFUL, FAINT = "bold", "cyan", "black on yellow", "dim"
_JUNCTIONS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""By the walls that meet there: 1 above, 2 right, 4 below, 8 left."""


def styled(board: Board, doubtful: Collection[Cell] = ()) -> Text:
    """The board as coloured text for rich: givens bold, other digits coloured, doubtful cells marked."""
    from rich.text import Text

    text = Text()
    for piece, style in _pieces(board, doubtful):
        text.append(piece, style)
    return text


def drawn(board: Board) -> str:
    """The board as plain text."""
    return "".join(piece for piece, _ in _pieces(board, ()))


def _pieces(board: Board, doubtful: Collection[Cell]) -> Iterator[tuple[str, str]]:
    height = board.geometry.height
    for row in range(height + 1):
        if rule := _rule(board.geometry, row):
            yield rule + "\n" * (row < height), FAINT
        if row < height:
            yield from _row(board, row, doubtful)
    if names := _rule_names(board):
        yield f"\n{names}", FAINT


def _rule_names(board: Board) -> str:
    """What characters cannot show: the rules beyond the regions, each kind with its number, in the current language."""
    kinds = Counter(NAMES_OF_UNITS[unit.kind] for unit in board.geometry.units[board.geometry.first_extra :])
    kinds.update(rule.title for rule in board.rules)
    named = ((rule_name(title), number) for title, number in kinds.items())
    return ", ".join(f"{name} ×{number}" if number > 1 else name for name, number in named)


def _row(board: Board, row: int, doubtful: Collection[Cell]) -> Iterator[tuple[str, str]]:
    shape = board.geometry
    last = max(column for place, column in shape.places if place == row)
    for column in range(last + 1):
        cell = shape.cell_at(row, column)
        yield ("│ " if _wall(shape, cell, shape.cell_at(row, column - 1)) else "  "), FAINT
        if cell is None:
            yield " " * (_figures(shape) + 1), FAINT
            continue
        text = str(board.values[cell] or "·").rjust(_figures(shape))
        yield text, DOUBTFUL if cell in doubtful else _style(board, cell)
        yield " ", FAINT
    yield "│\n", FAINT


def _figures(shape: Geometry) -> int:
    """Characters of the largest digit, which is a number on large boards."""
    return len(str(shape.size))


def _style(board: Board, cell: int) -> str:
    return GIVEN if board.givens[cell] else ENTRY if board.values[cell] else FAINT


def _rule(shape: Geometry, row: int) -> str:
    """The line above a row, empty where no wall runs along it."""
    walls = [_wall(shape, shape.cell_at(row - 1, column), shape.cell_at(row, column)) for column in range(shape.width)]
    if not any(walls):
        return ""
    wide = _figures(shape) + 2
    pieces = [_junction(shape, row, column) + ("─" if wall else " ") * wide for column, wall in enumerate(walls)]
    return ("".join(pieces) + _junction(shape, row, shape.width)).rstrip()


def _junction(shape: Geometry, row: int, column: int) -> str:
    """The character where four places meet, by the walls between them."""
    upper_left, upper = shape.cell_at(row - 1, column - 1), shape.cell_at(row - 1, column)
    left, here = shape.cell_at(row, column - 1), shape.cell_at(row, column)
    walls = (_wall(shape, upper_left, upper), _wall(shape, upper, here), _wall(shape, left, here))
    return _JUNCTIONS[walls[0] + 2 * walls[1] + 4 * walls[2] + 8 * _wall(shape, upper_left, left)]


def _wall(shape: Geometry, one: Cell | None, other: Cell | None) -> bool:
    """Whether a wall runs between two neighbouring places: another region, or a cell and none."""
    if one is None or other is None:
        return one is not other
    return shape.regions[one] != shape.regions[other]
