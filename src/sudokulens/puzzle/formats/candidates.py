"""Candidate (pencil-mark) grids, as HoDoKu and Simple Sudoku print them: every cell lists its candidates.

A cell with a single digit is solved. Two additions keep a board whole: `+5` is an entry, and `(5)` a cell that is not
solved although one candidate is left; `.` has none. Cells of boards larger than 9×9 list theirs in parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.grid import framed, geometry_of
from sudokulens.puzzle.formats.layout import Layout, Mark, MarkRows, by_token, cut, squares, too_long
from sudokulens.puzzle.formats.limits import require_one_grid
from sudokulens.puzzle.formats.line import digit_character, digit_range
from sudokulens.puzzle.geometry import DIGIT_CHARACTERS, Digit, DigitSet

_NUMBER = re.compile(r"\d{1,2}")


def matches(text: str) -> bool:
    """True for n rows of n words of which some list several digits."""
    rows = [] if too_long(text) else squares(by_token(Layout.of(text)))
    if not rows:
        return False
    words = [mark.text for row in rows for mark in row]
    if any(word[0] in "(+" for word in words):
        return True
    numbers = len(rows[0]) > 9 and all(_NUMBER.fullmatch(word) or len(word) == 1 for word in words)
    return not numbers and any(len(word) > 1 and word.isalnum() for word in words)


def read_all(text: str) -> list[Board]:
    layout = Layout.of(text)
    rows = cut(layout, (by_token,))
    size = len(rows[0])
    starts = range(0, len(rows), size)
    return [_board(layout, rows[start : start + size], rows[start + size :]) for start in starts]


def write(board: Board) -> str:
    """The board's own pencil marks, or all candidates where it has none."""
    require_one_grid(board.geometry, "a candidate grid")
    marks = board.candidates if board.candidates is not None else board.computed_candidates()
    texts = [_text(board, cell, mask) for cell, mask in enumerate(marks)]
    rows, columns = board.geometry.box_shape or (board.size, board.size)
    return framed(board, texts, rows, columns)


def write_all(boards: Sequence[Board]) -> str:
    return "\n\n".join(map(write, boards))


def listed(mask: DigitSet) -> str:
    """The digits of a mask side by side."""
    return "".join(c for digit, c in enumerate(DIGIT_CHARACTERS) if mask >> digit & 1)


def mask_of(mark: Mark, digits: str, size: int) -> DigitSet:
    """The mask of digits listed side by side; raises InvalidBoard at the first that is out of range."""
    mask = 0
    for offset, character in enumerate(digits):
        digit = DIGIT_CHARACTERS.find(character.upper()) if character.isascii() else -1
        if not 0 <= digit < size:
            place = mark.column + mark.text.find(digits) + offset
            raise InvalidBoard(
                f"{character!r} among candidates", line=mark.line, column=place, expected=digit_range(size)
            )
        mask |= 1 << digit
    return mask


def _text(board: Board, cell: int, mask: DigitSet) -> str:
    if value := board.values[cell]:
        return digit_character(value) if board.givens[cell] else "+" + digit_character(value)
    digits = listed(mask)
    return f"({digits})" if len(digits) == 1 or (digits and board.size > 9) else digits or "."


def _board(layout: Layout, rows: MarkRows, later: MarkRows) -> Board:
    size = len(rows)
    cells = [_cell(mark, size) for row in rows for mark in row]
    values = tuple(value for value, _, _ in cells)
    geometry = geometry_of(layout, rows, later[0][0].line if later else None)
    return Board(geometry, values, tuple(given for _, given, _ in cells), tuple(mask for _, _, mask in cells))


def _cell(mark: Mark, size: int) -> tuple[Digit, bool, DigitSet]:
    """(value, given, candidates) of one word."""
    text = mark.text
    if text in (".", "0"):
        return 0, False, 0
    if text[0] == "(" and text[-1] == ")":
        return 0, False, mask_of(mark, text[1:-1], size)
    entry = text[0] == "+"
    mask = mask_of(mark, text[1:] if entry else text, size)
    if len(text) - entry == 1:
        return mask.bit_length(), not entry, 0
    if entry:
        raise InvalidBoard(
            f"{text[:20]!r} is not an entry", line=mark.line, column=mark.column, expected="'+' and a digit"
        )
    return 0, False, mask
