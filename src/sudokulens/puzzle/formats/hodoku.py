"""Lines of HoDoKu's library: a position, the technique that it shows, and what the technique does there.

    :code:digits:grid:deleted:eliminations:placements:extra

The grid has `+` before entries. Deleted candidates and the outcome are written digit, row, column (`456` is digit 4 in
r5c6). Written lines have the code 0000, which stands for no technique.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats import line as one_line
from sudokulens.puzzle.formats.limits import require_classic
from sudokulens.puzzle.geometry import Cell, Digit

_GRID = 3
_START = re.compile(r"\s*(?:#[^\n]*\n\s*)*:[^:\n]*:[^:\n]*:[^:\n]*(?::|\n|$)")
_TRIPLE = re.compile(r"[1-9]{3}")


@dataclass(frozen=True, slots=True)
class LibraryLine:
    """A line of the library; candidates are (cell, digit)."""

    code: str
    digits: str
    board: Board
    eliminations: tuple[tuple[Cell, Digit], ...]
    placements: tuple[tuple[Cell, Digit], ...]
    extra: str


def matches(text: str) -> bool:
    return _START.match(text) is not None


def read_line(text: str, line: int = 1) -> LibraryLine:
    """Everything that the line says; `line` is its number in the file, for errors."""
    parts = text.strip().split(":")
    if len(parts) <= _GRID or parts[0]:
        raise InvalidBoard("no line of a library", line=line, expected=":code:digits:grid:deleted:…")
    parts += [""] * (8 - len(parts))
    board = _read_grid(parts[_GRID], line)
    deleted, removes, places = (tuple(_candidates(part, line)) for part in parts[4:7])
    if deleted:
        board = _without(board, deleted)
    return LibraryLine(parts[1], parts[2], board, removes, places, ":".join(parts[7:]))


def read_all(text: str) -> list[Board]:
    lines = [(n, t) for n, t in enumerate(text.splitlines(), 1) if t.strip() and not t.lstrip().startswith("#")]
    return [read_line(content, number).board for number, content in lines]


def write(board: Board) -> str:
    """The position; pencil marks are written as the candidates that are missing among all possible ones."""
    require_classic(board.geometry, "HoDoKu's library")
    grid = one_line.write(board).partition(";")[0]
    return f":0000:x:{grid}:{' '.join(_deleted(board))}:::"


def write_all(boards: Sequence[Board]) -> str:
    return "\n".join(map(write, boards))


def _read_grid(grid: str, line: int) -> Board:
    try:
        board = one_line.read(grid, line)
    except InvalidBoard as fault:
        raise InvalidBoard(f"in the grid: {fault.message}", line=line, expected=fault.expected) from None
    if not board.geometry.is_classic or ";" in grid:
        raise InvalidBoard(f"a grid of {len(board.values)} cells", line=line, expected="81 cells")
    return board


def _candidates(text: str, line: int) -> Iterator[tuple[Cell, Digit]]:
    for word in text.split():
        if not _TRIPLE.fullmatch(word):
            raise InvalidBoard(
                f"{word[:20]!r} is not a candidate", line=line, expected="digit, row and column, as in 456"
            )
        digit, row, column = map(int, word)
        yield (row - 1) * 9 + column - 1, digit


def _without(board: Board, deleted: Iterable[tuple[Cell, Digit]]) -> Board:
    marks = list(board.computed_candidates())
    for cell, digit in deleted:
        marks[cell] &= ~(1 << (digit - 1))
    return board.with_candidates(marks)


def _deleted(board: Board) -> Iterator[str]:
    if board.candidates is None:
        return
    for digit in range(1, 10):
        for cell, (own, free) in enumerate(zip(board.candidates, board.computed_candidates(), strict=True)):
            if free & ~own and free & ~own & 1 << (digit - 1):
                yield f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
