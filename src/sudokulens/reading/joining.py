"""Grids on one picture that share boxes, joined into one board: the five grids of a samurai are one puzzle.

Where two grids share boxes, both have read the same cells; the digit that both readings together make the most probable
stands. What was repaired to make one grid lawful by itself is taken back where the whole is lawful only without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log
from typing import Protocol

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Digit, Geometry
from sudokulens.puzzle.overlap import Place, layout_name
from sudokulens.reading.chance import FLOOR
from sudokulens.reading.reading import Reading
from sudokulens.reading.verdict import Repair
from sudokulens.solving.bounded import settle
from sudokulens.vision.location import GridLocation
from sudokulens.vision.overlapping import shared_groups

MAX_REPAIRS = 3
"""Repairs that are taken back together: a grid that needs more is misread."""


class Part(Protocol):
    """A grid on its own, as scanned."""

    @property
    def location(self) -> GridLocation: ...

    @property
    def reading(self) -> Reading: ...

    @property
    def board(self) -> Board: ...

    @property
    def repaired(self) -> tuple[Repair, ...]: ...


@dataclass(frozen=True, slots=True)
class Joined:
    """The board that several grids make together, and which of them it is made of (indices, in the board's order).

    `conflicts` are shared cells that two grids read differently.
    """

    board: Board
    parts: tuple[int, ...]
    conflicts: tuple[Cell, ...]

    @property
    def layout(self) -> str:
        """What the layout is called; "overlapping grids" where it has no name."""
        return layout_name(self.board.size, self.board.geometry.grids) or "overlapping grids"


def join(parts: Sequence[Part]) -> tuple[Joined, ...]:
    """The boards that grids of the picture make together, largest first; none where no grids share boxes."""
    groups = shared_groups([part.location for part in parts])
    found = (_joined(parts, group) for group in groups)
    return tuple(sorted(filter(None, found), key=lambda joined: -len(joined.parts)))


def _joined(parts: Sequence[Part], places: dict[int, Place]) -> Joined | None:
    """The board of the grids at those places; None where they do not make one."""
    ordered = sorted(places, key=lambda part: places[part])
    try:
        geometry = Geometry.overlapping([places[part] for part in ordered], parts[ordered[0]].location.size)
    except InvalidBoard:
        return None
    values, givens, conflicts = [], [], []
    for cell, seen in enumerate(_views(geometry, ordered)):
        read = [(parts[part].board[own], parts[part].board.givens[own]) for part, own in seen]
        value = max(sorted({digit for digit, _ in read}), key=lambda digit: _support(parts, seen, digit))
        values.append(value)
        givens.append(bool(value) and (value, True) in read)
        if len({digit for digit, _ in read}) > 1:
            conflicts.append(cell)
    board = Board(geometry, tuple(values), tuple(givens))
    return Joined(_lawful(board, _repairs(parts, geometry, ordered)), tuple(ordered), tuple(conflicts))


def _repairs(parts: Sequence[Part], geometry: Geometry, ordered: Sequence[int]) -> dict[Cell, Digit]:
    """What stood in repaired cells before, by the cells of the whole."""
    return {
        geometry.grid_cells(number)[repair.cell]: repair.looked
        for number, part in enumerate(ordered)
        for repair in parts[part].repaired
    }


def _lawful(board: Board, looked: dict[Cell, Digit]) -> Board:
    """The board, with as few repairs taken back as give it exactly one solution; as it was where none do."""
    for count in range(min(len(looked), MAX_REPAIRS) + 1):
        for cells in combinations(sorted(looked), count):
            tried = Board.of(
                (looked[cell] if cell in cells else value for cell, value in enumerate(board.values)), board.geometry
            )
            if settle(tried).kind == "unique":
                return board if not cells else _with_givens(tried, board)
    return board


def _with_givens(tried: Board, board: Board) -> Board:
    """The values of one board, entries where the other has them."""
    return tried.with_values({cell: tried[cell] for cell in board.entries if tried[cell]})


def _views(geometry: Geometry, parts: Sequence[int]) -> list[list[tuple[int, Cell]]]:
    """For every cell of the whole the grids that show it, each with its own number of the cell."""
    views: list[list[tuple[int, Cell]]] = [[] for _ in range(geometry.cell_count)]
    for number, part in enumerate(parts):
        for own, cell in enumerate(geometry.grid_cells(number)):
            views[cell].append((part, own))
    return views


def _support(parts: Sequence[Part], seen: Sequence[tuple[int, Cell]], digit: Digit) -> float:
    """How probable all readings of a cell together make the digit, in nats."""
    chances = (float(parts[part].reading.digits[own, digit]) for part, own in seen)
    return sum(log(max(chance, FLOOR)) for chance in chances)
