"""Boards drawn for a terminal: walls where regions meet, digits told apart by style."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.line import digit_character
from sudokulens.puzzle.geometry import Cell

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
    n = board.size
    for row in range(n + 1):
        if rule := _rule(board, row):
            yield rule + "\n" * (row < n), FAINT
        if row < n:
            yield from _row(board, row, doubtful)
    if names := _rule_names(board):
        yield f"\n{names}", FAINT


def _rule_names(board: Board) -> str:
    """What characters cannot show: the rules beyond the regions, each kind with its number."""
    kinds: Counter[str] = Counter(unit.kind for unit in board.geometry.units[3 * board.size :])
    kinds.update(rule.title for rule in board.rules)
    return ", ".join(f"{name} ×{number}" if number > 1 else name for name, number in kinds.items())


def _row(board: Board, row: int, doubtful: Collection[Cell]) -> Iterator[tuple[str, str]]:
    n = board.size
    for column in range(n):
        cell = row * n + column
        yield ("│ " if _wall_left(board, row, column) else "  "), FAINT
        yield digit_character(board.values[cell], "·"), DOUBTFUL if cell in doubtful else _style(board, cell)
        yield " ", FAINT
    yield "│\n", FAINT


def _style(board: Board, cell: int) -> str:
    return GIVEN if board.givens[cell] else ENTRY if board.values[cell] else FAINT


def _rule(board: Board, row: int) -> str:
    """The line above a row, empty where no wall runs along it."""
    n = board.size
    walls = [_wall_above(board, row, column) for column in range(n)]
    if not any(walls):
        return ""
    pieces = [_junction(board, row, column) + ("───" if walls[column] else "   ") for column in range(n)]
    return "".join(pieces) + _junction(board, row, n)


def _junction(board: Board, row: int, column: int) -> str:
    n = board.size
    above = row > 0 and _wall_left(board, row - 1, column)
    right = column < n and _wall_above(board, row, column)
    below = row < n and _wall_left(board, row, column)
    left = column > 0 and _wall_above(board, row, column - 1)
    return _JUNCTIONS[above + 2 * right + 4 * below + 8 * left]


def _wall_left(board: Board, row: int, column: int) -> bool:
    n, regions = board.size, board.geometry.regions
    return column in (0, n) or regions[row * n + column] != regions[row * n + column - 1]


def _wall_above(board: Board, row: int, column: int) -> bool:
    n, regions = board.size, board.geometry.regions
    return row in (0, n) or regions[row * n + column] != regions[(row - 1) * n + column]
