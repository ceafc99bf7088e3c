"""SudokuPad's code for a classic grid in few letters, `scf`.

Each letter stands for a digit (0 for an empty cell) and up to five empty cells after it; `x` and `w` after the grid
add the diagonals and the four inner boxes of a windoku.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Digit, Geometry, diagonal_cells, window_cells

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_NAMED_TEXT = re.compile(r"[ta](?:\*\*|[^*])*\*?")


def read_scf(code: str) -> Board:
    """The board of a code without its prefix."""
    grid, star, rules = code.partition("*")
    values: list[Digit] = []
    used = 0
    while used < len(grid) and len(values) < 81:
        number = _LETTERS.find(grid[used])
        if number < 0:
            raise InvalidBoard(f"{grid[used]!r} in the code", line=1, column=used + 1, expected="letters and digits")
        values += [number % 10, *[0] * (number // 10)]
        used += 1
    if len(values) != 81 or (star and used != len(grid)):
        raise InvalidBoard(f"the code has {len(values)} cells", line=1, expected="81")
    regions = Geometry.standard().regions
    return Board.of(values, Geometry(9, regions, tuple(_named_rules(rules if star else grid[used:]))))


def _named_rules(rules: str) -> Iterator[tuple[Cell, ...]]:
    remaining = rules
    while remaining:
        if named := _NAMED_TEXT.match(remaining):
            remaining = remaining[named.end() :]
            continue
        if remaining[0] == "x":
            yield from diagonal_cells(9)
        elif remaining[0] == "w":
            yield from window_cells(9)
        elif remaining[0] != "*":
            raise InvalidBoard(f"the rule {remaining[0]!r} in the code is not known", line=1, expected="x or w")
        remaining = remaining[1:]
