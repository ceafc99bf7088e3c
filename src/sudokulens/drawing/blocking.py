"""For a single: the digits that keep the other places out, and the lines along which they do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sudokulens.drawing.scene import Ray
from sudokulens.logic.step import Candidate, Step
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell


@dataclass(frozen=True, slots=True)
class Blocking:
    """`cells` hold the blocking digits, `rays` lead from them to the `places` that they rule out."""

    cells: tuple[Cell, ...] = ()
    rays: tuple[Ray, ...] = ()
    places: tuple[Candidate, ...] = ()


def blocking(board: Board, step: Step) -> Blocking:
    """What blocks the alternatives of a single; nothing for other steps, nor where only candidates do."""
    if len(step.places) != 1 or step.removes or step.links:
        return Blocking()
    place = step.places[0]
    units = [unit for group in step.units.values() for unit in group]
    return _in_unit(board, place, units[0]) if units else _in_cell(board, place)


def _in_unit(board: Board, place: Candidate, unit: int) -> Blocking:
    """Hidden single: the fewest equal digits elsewhere that see the unit's other empty cells."""
    open_cells = [c for c in board.geometry.units[unit].cells if not board.values[c] and c != place.cell]
    holders = [cell for cell, value in enumerate(board.values) if value == place.digit]
    reach = {holder: {cell for cell in open_cells if cell in board.geometry.peers[holder]} for holder in holders}
    chosen = _fewest(reach)
    left = set(open_cells)
    rays: list[Ray] = []
    places: list[Candidate] = []
    for holder in chosen:
        own = reach[holder] & left
        left -= own
        rays += _rays(board.size, holder, own)
        places += [Candidate(cell, place.digit) for cell in sorted(own)]
    return Blocking(tuple(chosen), tuple(rays), tuple(places))


def _in_cell(board: Board, place: Candidate) -> Blocking:
    """Naked single: for every other digit one cell that sees this one and holds it, the nearest."""
    peers = board.geometry.peers[place.cell]
    nearest: dict[int, Cell] = {}
    for peer in sorted(peers, key=lambda peer: _distance(board.size, peer, place.cell)):
        if board.values[peer]:
            nearest.setdefault(board.values[peer], peer)
    cells = tuple(nearest.values())
    return Blocking(cells, (), ())


def _fewest(reach: dict[Cell, set[Cell]]) -> list[Cell]:
    """Holders that together reach all that any of them reaches; greedy, which for a unit is as good as the fewest."""
    left = set().union(*reach.values()) if reach else set()
    chosen: list[Cell] = []
    while left:
        best = max(reach, key=lambda holder: len(reach[holder] & left))
        chosen.append(best)
        left -= reach[best]
    return chosen


def _rays(size: int, holder: Cell, cells: Iterable[Cell]) -> list[Ray]:
    """One ray a direction along row and column, and one to every cell that is blocked within the box only."""
    farthest: dict[tuple[int, int], Cell] = {}
    row, column = divmod(holder, size)
    for cell in sorted(cells, key=lambda c: _distance(size, c, holder)):
        down, across = cell // size - row, cell % size - column
        straight = down == 0 or across == 0
        farthest[(_sign(down), _sign(across)) if straight else (down, across)] = cell
    return [Ray(holder, cell) for cell in farthest.values()]


def _distance(size: int, a: Cell, b: Cell) -> int:
    return abs(a // size - b // size) + abs(a % size - b % size)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
