"""Numbers between commas, for boards of any size: one board per line, or n lines of n numbers.

0 or nothing is an empty cell and `+12` an entry. Fields of the one-line format may follow after a semicolon, so that
nothing of a board is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.limits import require_one_grid
from sudokulens.puzzle.formats.line import MAX_CELLS, read_fields
from sudokulens.puzzle.formats.line import write as write_line
from sudokulens.puzzle.geometry import Digit

_MIN_COMMAS = 3
_BLANKS = ("", "0", ".", "-", "*", "_", "x", "X")


def matches(text: str) -> bool:
    return any(row.count(",") >= _MIN_COMMAS for _, row, _ in _lines(text[:100_000]))


def read_all(text: str) -> list[Board]:
    boards = []
    rows: list[tuple[int, list[str]]] = []
    fields: list[str] = []
    for number, row, extra in _lines(text):
        if not row and rows:
            fields += extra
            continue
        if rows and _is_full(rows):
            boards.append(_board(rows, fields))
            rows, fields = [], []
        rows.append((number, _words(row)))
        fields += extra
    if not rows:
        raise InvalidBoard("no numbers found", line=1, expected="numbers between commas")
    return [*boards, _board(rows, fields)]


def write(board: Board) -> str:
    require_one_grid(board.geometry, "a list between commas")
    words = [f"+{v}" if v and not given else str(v) for v, given in zip(board.values, board.givens, strict=True)]
    fields = write_line(board).split(";")[1:]
    return ";".join([",".join(words), *fields])


def write_all(boards: Sequence[Board]) -> str:
    return "\n".join(map(write, boards))


def _lines(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Line number, numbers, and fields of every line that says something."""
    for number, line in enumerate(text.splitlines(), 1):
        row, *fields = line.partition("#")[0].strip().split(";")
        if row or fields:
            yield number, row, fields


def _words(row: str) -> list[str]:
    words = [word.strip() for word in row.split(",")]
    # Spreadsheets end some rows with a comma; a last empty cell would make the count odd.
    if not words[-1] and isqrt(len(words) - 1) ** 2 == len(words) - 1 and len(words) > 4:
        words.pop()
    return words


def _is_full(rows: list[tuple[int, list[str]]]) -> bool:
    width, height = len(rows[0][1]), len(rows)
    return width == height or (height == 1 and width >= 16 and isqrt(width) ** 2 == width)


def _board(rows: list[tuple[int, list[str]]], fields: list[str]) -> Board:
    count = sum(len(words) for _, words in rows)
    size = isqrt(count)
    if size * size != count or size < 2 or count > MAX_CELLS:
        expected = "16, 36, 64, 81, … numbers"
        raise InvalidBoard(f"{count} numbers do not make a square grid", line=rows[-1][0], expected=expected)
    values: list[Digit] = []
    givens: list[bool] = []
    for number, words in rows:
        for position, word in enumerate(words, 1):
            values.append(_value(word, size, number, position))
            givens.append(bool(values[-1]) and not word.startswith("+"))
    geometry, marks = read_fields(fields, size, rows[-1][0])
    return Board(geometry, tuple(values), tuple(givens), marks)


def _value(word: str, size: int, line: int, position: int) -> Digit:
    if word in _BLANKS:
        return 0
    digits = word.removeprefix("+")
    value = int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 4 else -1
    if not 0 <= value <= size:
        message = f"{word[:20]!r} as number {position} of the line"
        raise InvalidBoard(message, line=line, expected=f"0 to {size}")
    return value
