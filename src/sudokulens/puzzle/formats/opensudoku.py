"""OpenSudoku's files (.opensudoku): XML with a `game` element for every puzzle.

Its `data` are 81 digits, or `version: N` and then for every cell value, pencil marks and whether it may be edited, each
followed by a bar. Versions 1 to 5 are read (1 lists the marks, later ones have a mask; 4 adds second marks and 5 a
colour, which are left out). Plain boards are written as 81 digits, others as version 3.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.limits import require_classic, require_short
from sudokulens.puzzle.geometry import Digit, DigitSet, Geometry

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_VERSION = re.compile(r"version:\s*(\d{1,3})\s+(.*)", re.DOTALL)
_PARTS = {1: 3, 2: 3, 3: 3, 4: 4, 5: 5}
"""Version → how many parts describe a cell."""
_MASK = re.compile(r"\d{1,3}")


def matches(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def read_all(text: str) -> list[Board]:
    games = [game for game in _root(text).iter("game") if game.get("data")]
    if not games:
        raise InvalidBoard("no game found", line=1, expected='<game data="…"/> elements')
    return [_read_game(game.get("data", ""), number) for number, game in enumerate(games, 1)]


def write_all(boards: Sequence[Board]) -> str:
    """One document with a game for every board."""
    games = [f'  <game data="{_data(board)}"/>' for board in boards]
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', "<opensudoku>", *games, "</opensudoku>"])


def _root(text: str) -> Element:
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    require_short(text)
    # An encoding declaration is about the bytes of the file, which are text by now.
    body = re.sub(r"^\s*<\?xml[^>]*\?>", "", text.lstrip("\ufeff"))
    try:
        return fromstring(body, forbid_dtd=True)
    except ParseError as fault:
        line, column = fault.position
        raise InvalidBoard("this is not well-formed XML", line=line, column=column + 1, expected="XML") from fault
    except (DefusedXmlException, ValueError, RecursionError) as fault:
        raise InvalidBoard("this XML has parts that are not allowed, such as a DTD", expected="plain XML") from fault


def _read_game(data: str, number: int) -> Board:
    content = data.strip()
    if re.fullmatch(r"[0-9.]{81}", content):
        return Board.of(int(c) if c != "." else 0 for c in content)
    version = _VERSION.fullmatch(content)
    if not version or int(version[1]) not in _PARTS:
        expected = "81 digits, or 'version: 1' to 'version: 5' and cells"
        raise InvalidBoard(f"the data of game {number} cannot be read", expected=expected)
    parts = [part.strip() for part in version[2].split("|") if part.strip()]
    step = _PARTS[int(version[1])]
    if len(parts) != 81 * step:
        raise InvalidBoard(f"game {number} has {len(parts)} parts", expected=f"{81 * step}, {step} for each cell")
    cells = [_read_cell(parts[i], parts[i + 1], parts[i + step - 1], number) for i in range(0, len(parts), step)]
    values, givens, masks = zip(*cells, strict=True)
    return Board(Geometry.standard(), values, givens, masks if any(masks) else None)


def _read_cell(value: str, marks: str, editable: str, number: int) -> tuple[Digit, bool, DigitSet]:
    if not re.fullmatch("[0-9]", value) or editable not in ("0", "1"):
        message = f"a cell of game {number} reads {value[:9]!r}, {editable[:9]!r}"
        raise InvalidBoard(message, expected="a digit, marks, and 0 or 1")
    return int(value), editable == "0" and value != "0", _read_marks(marks, number)


def _read_marks(marks: str, number: int) -> DigitSet:
    if marks == "-":
        return 0
    if re.fullmatch(r"([1-9],)+", marks):
        return sum({1 << int(digit) - 1 for digit in marks.split(",") if digit})
    if not _MASK.fullmatch(marks) or int(marks) > 511:
        raise InvalidBoard(f"pencil marks {marks[:20]!r} in game {number}", expected="a mask from 0 to 511")
    return int(marks)


def _data(board: Board) -> str:
    require_classic(board.geometry, "OpenSudoku's format")
    if not board.entries and board.candidates is None:
        return "".join(map(str, board.values))
    marks = board.candidates or (0,) * 81
    cells = zip(board.values, marks, board.givens, strict=True)
    return "version: 3&#10;" + "".join(f"{value}|{mask}|{int(not given)}|" for value, mask, given in cells)
