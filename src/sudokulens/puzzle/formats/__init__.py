"""Texts that hold boards, one file a format; the format of a text is detected.

Every format's module has three functions: `matches(text)` says whether a text looks like it, `read_all(text)` gives
its boards or raises InvalidBoard, and `write_all(boards)` gives the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.line import read_plain


class FormatModule(Protocol):
    """What the module of a format offers."""

    def matches(self, text: str) -> bool: ...

    def read_all(self, text: str) -> list[Board]: ...

    def write_all(self, boards: Sequence[Board]) -> str: ...


@dataclass(frozen=True, slots=True)
class Format:
    """A format's name, what it is in a few words, and the suffix of its files."""

    name: str
    title: str
    suffix: str = ".txt"

    @property
    def module(self) -> FormatModule:
        return cast(FormatModule, import_module(f"{__name__}.{self.name}"))


FORMATS = (
    Format("line", "one line that holds the whole board, with entries, marks and variants"),
    Format("plain", "81 characters (16, 36, 256, … for other sizes): values only"),
    Format("grid", "several lines, with or without a frame"),
    Format("candidates", "candidate (pencil-mark) grid as HoDoKu and Simple Sudoku print it"),
    Format("commas", "numbers between commas, for boards of any size", ".csv"),
    Format("share", "short code for links and messages"),
    Format("sdm", "collection, one puzzle per line", ".sdm"),
    Format("sdk", "SadMan Sudoku: [Puzzle] and [State]", ".sdk"),
    Format("ss", "Simple Sudoku", ".ss"),
    Format("sdx", "SudoCue: candidates and entries", ".sdx"),
    Format("opensudoku", "OpenSudoku's XML", ".opensudoku"),
    Format("fpuzzles", "link to f-puzzles"),
    Format("sudokupad", "link to SudokuPad"),
    Format("scl", "link to SudokuPad in its own form: every rule drawn, overlapping grids too"),
    Format("hodoku", "line of HoDoKu's library"),
    Format("ps", "killer code of forums: 3x3::k:… (SumoCue's is read too)"),
)
NAMES = tuple(form.name for form in FORMATS)

_BY_NAME = {form.name: form for form in FORMATS}
_DETECTION_ORDER = (
    "ps",
    "line",
    "opensudoku",
    "share",
    "fpuzzles",
    "hodoku",
    "sdk",
    "ss",
    "sdx",
    "commas",
    "candidates",
    "grid",
    "sdm",
)
"""The most telling first; the last takes any text."""


def parse(text: str) -> Board:
    """The one board that the text holds, in whichever format it is; raises InvalidBoard."""
    if plain := read_plain(text):
        return plain
    boards = read(text)
    if len(boards) != 1:
        raise InvalidBoard(f"the text holds {len(boards)} boards", expected="one board (read() takes many)")
    return boards[0]


def read(text: str, format: str | None = None) -> list[Board]:
    """All boards of a text, in the named format or the one it looks like; raises InvalidBoard."""
    if not text.strip():
        raise InvalidBoard("there is no text", line=1, expected="a board")
    return named(format or detect(text)).module.read_all(text)


def write(board: Board, format: str) -> str:
    """The board in the named format; raises InvalidBoard where the format cannot hold its size or rules."""
    return write_many([board], format)


def write_many(boards: Sequence[Board], format: str) -> str:
    """All boards as one text in the named format."""
    return named(format).module.write_all(boards)


def detect(text: str) -> str:
    """The name of the format that the text looks like."""
    return next(name for name in _DETECTION_ORDER if _BY_NAME[name].module.matches(text))


def named(name: str) -> Format:
    """The format of that name; raises InvalidBoard where there is none."""
    if name not in _BY_NAME:
        raise InvalidBoard(f"there is no format {name!r}", expected=", ".join(NAMES))
    return _BY_NAME[name]
