"""SudoCue's work in progress (.sdx): nine lines of nine words.

A given is its digit, an entry has a `u` before it, and an unsolved cell lists its candidates. So that a lone candidate
is not taken for a given, it is written twice (`55`); a cell without candidates is `0`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.candidates import listed, mask_of
from sudokulens.puzzle.formats.layout import Layout, Mark, by_token, cut
from sudokulens.puzzle.formats.limits import require_classic
from sudokulens.puzzle.geometry import Digit, DigitSet, Geometry

_ENTRY = re.compile(r"(?:^|\s)u[1-9](?:\s|$)")


def matches(text: str) -> bool:
    """True when a word is an entry; without entries the text reads the same as a candidate grid."""
    return bool(_ENTRY.search(text))


def read_all(text: str) -> list[Board]:
    rows = cut(Layout.of(text), (by_token,))
    if len(rows[0]) != 9:
        raise InvalidBoard(f"{len(rows[0])} cells in this row", line=rows[0][0].line, expected="9")
    boards = []
    for start in range(0, len(rows), 9):
        cells = [_cell(mark) for row in rows[start : start + 9] for mark in row]
        values, givens, masks = zip(*cells, strict=True)
        boards.append(Board(Geometry.standard(), values, givens, masks if any(masks) else None))
    return boards


def write(board: Board) -> str:
    require_classic(board.geometry, "The .sdx format")
    marks = board.candidates if board.candidates is not None else board.computed_candidates()
    words = [_word(board, cell, mask) for cell, mask in enumerate(marks)]
    return "\n".join(" ".join(words[start : start + 9]) for start in range(0, 81, 9))


def write_all(boards: Sequence[Board]) -> str:
    return "\n\n".join(map(write, boards))


def _word(board: Board, cell: int, mask: DigitSet) -> str:
    if value := board.values[cell]:
        return str(value) if board.givens[cell] else f"u{value}"
    digits = listed(mask) or "0"
    return digits * 2 if len(digits) == 1 and mask else digits


def _cell(mark: Mark) -> tuple[Digit, bool, DigitSet]:
    text = mark.text
    if text in ("0", "."):
        return 0, False, 0
    if re.fullmatch("u[1-9]", text):
        return int(text[1]), False, 0
    mask = mask_of(mark, text, 9)
    return (mask.bit_length(), True, 0) if len(text) == 1 else (0, False, mask)
