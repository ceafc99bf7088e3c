"""Killer codes of forums and programs: `3x3::k:3595:3595:…` (PS) and `SumoCueV1=14+0…` (SumoCue).

PS has a number for each of the 81 cells, 256 times the sum of its cage plus the number of the cage; without a cage the
sum is 0. `3x3:d:k:` has the diagonals too. SumoCue has `=14` for the first cell of a cage and `+0` for a further cell
of the cage that starts at cell 0; `J3` after each is the region of a jigsaw, and a `D` after the name adds the
diagonals. Both are read, PS is written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import Cage
from sudokulens.puzzle.formats.limits import require_one_grid
from sudokulens.puzzle.geometry import Cell, Geometry

CELLS = 81
_PS = re.compile(r"3x3:(d?):k((?::\d{1,5}){81}):?", re.I)
_SUMOCUE = re.compile(r"SumoCueV1(D?)((?:[=+]\d{1,2}(?:J[0-8])?){81})", re.I)
_START = re.compile(r"3x3:d?:k:|SumoCueV1", re.I)
_ENTRY = re.compile(r"([=+])(\d{1,2})(?:J(\d))?", re.I)


def matches(text: str) -> bool:
    """True where the first line starts like a killer code."""
    return _START.match(text.lstrip()) is not None


def read_all(text: str) -> list[Board]:
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise InvalidBoard("no killer code found", line=1, expected="3x3::k:… or SumoCueV1…")
    return [_read(line, number) for number, line in lines]


def write(board: Board) -> str:
    geometry = board.geometry
    require_one_grid(geometry, "a killer code")
    usual = geometry.regions == Geometry.standard().regions if geometry.size == 9 else False
    diagonals = geometry.has_diagonals and len(geometry.extras) == 2
    if not usual or (geometry.extras and not diagonals) or not all(isinstance(rule, Cage) for rule in board.rules):
        raise InvalidBoard("a killer code holds 9×9 boards with cages, and diagonals at most")
    numbers = _numbers(board)
    return f"3x3:{'d' if diagonals else ''}:k:" + "".join(f"{number}:" for number in numbers)


def write_all(boards: Sequence[Board]) -> str:
    return "\n".join(map(write, boards))


def _numbers(board: Board) -> list[int]:
    """For every cell its cage's sum and number; a value, also an entry, is a cage of one cell."""
    numbers = [0] * CELLS
    cages = [rule for rule in board.rules if isinstance(rule, Cage)]
    for cage in cages:
        if cage.total is None:
            raise InvalidBoard("a killer code holds no cage without a sum", expected="a sum for every cage")
        for cell in cage.cells:
            if numbers[cell]:
                raise InvalidBoard("a killer code holds no cages that overlap", expected="cages apart from each other")
            numbers[cell] = cage.total << 8 | min(cage.cells)
    for cell, value in enumerate(board.values):
        if value and numbers[cell]:
            raise InvalidBoard("a killer code holds no digit within a cage", expected="digits outside the cages")
        numbers[cell] = numbers[cell] or value << 8 | cell
    return numbers


def _read(line: str, number: int) -> Board:
    compact = "".join(line.split())
    if found := _PS.fullmatch(compact):
        entries = [divmod(int(word), 256) for word in found[2].split(":")[1:]]
        cages = {cell: (mark, total) for cell, (total, mark) in enumerate(entries) if total}
        return _board(_grouped(cages), Geometry.standard(diagonals=bool(found[1])))
    if found := _SUMOCUE.fullmatch(compact):
        return _sumocue(bool(found[1]), _ENTRY.findall(found[2]), number)
    raise InvalidBoard(
        "the killer code is damaged or incomplete", line=number, expected="a number for each of 81 cells"
    )


def _sumocue(diagonals: bool, entries: list[tuple[str, str, str]], line: int) -> Board:
    totals = {cell: int(word) for cell, (sign, word, _) in enumerate(entries) if sign == "="}
    cages: dict[Cell, tuple[int, int]] = {}
    for cell, (sign, word, _) in enumerate(entries):
        first = cell if sign == "=" else int(word)
        if first not in totals:
            raise InvalidBoard(f"cell {cell} is of a cage that does not start at {first}", line=line)
        if totals[first]:
            cages[cell] = first, totals[first]
    regions = [int(region) for _, _, region in entries if region]
    if len(regions) == CELLS:
        return _board(_grouped(cages), Geometry.jigsaw(regions, diagonals=diagonals))
    return _board(_grouped(cages), Geometry.standard(diagonals=diagonals))


def _grouped(cages: dict[Cell, tuple[int, int]]) -> list[Cage]:
    groups: dict[tuple[int, int], list[Cell]] = {}
    for cell, key in cages.items():
        groups.setdefault(key, []).append(cell)
    return [Cage(tuple(cells), total) for (_, total), cells in groups.items()]


def _board(cages: list[Cage], geometry: Geometry) -> Board:
    """A cage of one cell is a given."""
    values = [0] * CELLS
    for cage in cages:
        if len(cage.cells) == 1:
            values[cage.cells[0]] = cage.total or 0
    return Board.of(values, geometry.with_rules(cage for cage in cages if len(cage.cells) > 1))
