"""The rules in f-puzzles' JSON, read and written: one entry a kind, under f-puzzles' name for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any, TypeAlias

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.constraints import (
    AllDots,
    AllXv,
    AntiKing,
    AntiKnight,
    Arrow,
    BlackDot,
    Cage,
    Constraint,
    Even,
    GreaterThan,
    LittleKiller,
    NonConsecutive,
    Odd,
    Palindrome,
    Quadruple,
    Renban,
    Sandwich,
    Thermometer,
    Whispers,
    WhiteDot,
    Xv,
)
from sudokulens.puzzle.constraints.whispers import DEFAULT_DIFFERENCE
from sudokulens.puzzle.constraints.xv import TOTALS
from sudokulens.puzzle.geometry import Cell

Entry: TypeAlias = dict[str, Any]
Reader: TypeAlias = Callable[[Entry, int], Iterable[Constraint]]

_COORDINATES = re.compile(r"[Rr](\d{1,2})[Cc](\d{1,2})")
_DIRECTIONS = {"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)}
_FLAGS: dict[str, type[AntiKnight] | type[AntiKing] | type[NonConsecutive]] = {
    "antiknight": AntiKnight,
    "antiking": AntiKing,
    "nonconsecutive": NonConsecutive,
}
_SIGNS = {">": (0, 1), "<": (0, -1), "∨": (1, 0), "v": (1, 0), "∧": (-1, 0), "^": (-1, 0)}
"""Texts between two cells that setters use for greater-than signs, and the step to the smaller cell."""
_SIGN_OF = {(0, 1): ">", (0, -1): "<", (1, 0): "∨", (-1, 0): "∧"}
_MAX_ENTRIES = 2000


def read_rules(document: Entry, size: int) -> Iterator[Constraint]:
    """The rules of a document; raises InvalidBoard for an entry that makes no sense."""
    for name, kind in _FLAGS.items():
        if document.get(name):
            yield kind()
    for name, reader in _READERS.items():
        for entry in _entries(document, name):
            yield from reader(entry, size)
    for name, parity in (("even", Even), ("odd", Odd)):
        if cells := [named_cell(entry.get("cell"), size) for entry in _entries(document, name)]:
            yield parity(tuple(cells))
    yield from _negative(listed(document, "negative"))


def write_rules(rules: Iterable[Constraint], size: int) -> Entry:
    """The rules as parts of a document; raises InvalidBoard for one that f-puzzles does not have."""
    document: Entry = {}
    for rule in rules:
        for name, entry in _written(rule, size):
            if isinstance(entry, bool):
                document[name] = entry
            else:
                document.setdefault(name, []).append(entry)
    return document


def named_cell(name: object, size: int) -> Cell:
    """The cell that R1C1 names; raises InvalidBoard."""
    row, column = _place(name)
    if not 0 <= row < size or not 0 <= column < size:
        raise InvalidBoard(f"{str(name)[:20]!r} is not a cell", expected=f"R1C1 to R{size}C{size}")
    return row * size + column


def cell_name(cell: Cell, size: int) -> str:
    return f"R{cell // size + 1}C{cell % size + 1}"


def _place(name: object) -> tuple[int, int]:
    """Row and column from 0; -1 and `size` are just outside the grid."""
    place = _COORDINATES.fullmatch(name) if isinstance(name, str) else None
    if not place:
        raise InvalidBoard(f"{str(name)[:20]!r} is not a cell", expected="a name such as R1C1")
    return int(place[1]) - 1, int(place[2]) - 1


def listed(document: Entry, name: str) -> list[Any]:
    """The list of that name, empty where there is none; anything else would be a rule lost without a word."""
    found = document.get(name) or []
    if not isinstance(found, list):
        raise InvalidBoard(f"{name} is not a list of rules", expected="a list of objects")
    return found


def _entries(document: Entry, name: str) -> list[Entry]:
    found = listed(document, name)
    if len(found) > _MAX_ENTRIES or not all(isinstance(entry, dict) for entry in found):
        raise InvalidBoard(f"{name} is not a list of rules", expected="a list of objects")
    return found


def _cells(names: object, size: int, count: int | None = None) -> tuple[Cell, ...]:
    if not isinstance(names, list) or not names or (count is not None and len(names) != count):
        raise InvalidBoard("a rule does not have the cells it needs", expected=f"{count or 'some'} names such as R1C1")
    return tuple(named_cell(name, size) for name in names)


def _number(value: object) -> int | None:
    """The number in a text; None for an empty one."""
    if value in (None, ""):
        return None
    text = str(value).strip()
    if isinstance(value, bool) or not re.fullmatch("[0-9]{1,4}", text):
        raise InvalidBoard(f"{text[:20]!r} is not a number", expected="a whole number")
    return int(text)


def _needed(value: object, title: str) -> int:
    number = _number(value)
    if number is None:
        raise InvalidBoard(f"{title} without a number", expected="a whole number")
    return number


def _cage(entry: Entry, size: int) -> Iterator[Constraint]:
    yield Cage(_cells(entry.get("cells"), size), _number(entry.get("value")))


def _lines(make: Callable[[tuple[Cell, ...], Entry], Constraint]) -> Reader:
    def read(entry: Entry, size: int) -> Iterator[Constraint]:
        for line in listed(entry, "lines"):
            yield make(_cells(line, size), entry)

    return read


def _arrow(entry: Entry, size: int) -> Iterator[Constraint]:
    circle = _cells(entry.get("cells"), size)
    for line in listed(entry, "lines"):
        yield Arrow(circle, tuple(cell for cell in _cells(line, size) if cell not in circle))


def _pair(entry: Entry, size: int) -> tuple[Cell, Cell]:
    first, second = _cells(entry.get("cells"), size, 2)
    return first, second


def _white(entry: Entry, size: int) -> Iterator[Constraint]:
    yield WhiteDot(_pair(entry, size), _number(entry.get("value")) or WhiteDot.usual)


def _black(entry: Entry, size: int) -> Iterator[Constraint]:
    yield BlackDot(_pair(entry, size), _number(entry.get("value")) or BlackDot.usual)


def _xv(entry: Entry, size: int) -> Iterator[Constraint]:
    letter = str(entry.get("value", "")).upper()
    if letter not in TOTALS:
        raise InvalidBoard(f"{letter[:10]!r} between two cells", expected="X or V")
    yield Xv(_pair(entry, size), TOTALS[letter])


def _little_killer(entry: Entry, size: int) -> Iterator[Constraint]:
    row, column = _place(entry.get("cell"))
    step = _DIRECTIONS.get(str(entry.get("direction")))
    if step is None:
        raise InvalidBoard("a little killer without a direction", expected=", ".join(_DIRECTIONS))
    cells = []
    for distance in range(1, size + 1):
        r, c = row + step[0] * distance, column + step[1] * distance
        if 0 <= r < size and 0 <= c < size:
            cells.append(r * size + c)
    yield LittleKiller(tuple(cells), _needed(entry.get("value"), LittleKiller.title))


def _sandwich(entry: Entry, size: int) -> Iterator[Constraint]:
    row, column = _place(entry.get("cell"))
    total = _needed(entry.get("value"), Sandwich.title)
    if 0 <= row < size and column in (-1, size):
        yield Sandwich("row", row, size, total)
    elif 0 <= column < size and row in (-1, size):
        yield Sandwich("column", column, size, total)
    else:
        raise InvalidBoard("a sandwich sum within the grid", expected="a place beside it, such as R1C0")


def _quadruple(entry: Entry, size: int) -> Iterator[Constraint]:
    values = entry.get("values")
    digits = [_needed(value, Quadruple.title) for value in values[:5]] if isinstance(values, list) else []
    yield Quadruple(min(_cells(entry.get("cells"), size, 4)), size, tuple(digits))


def _extreme(*, lowest: bool) -> Reader:
    """A cell below (or above) all its neighbours, as one sign for each neighbour."""

    def read(entry: Entry, size: int) -> Iterator[Constraint]:
        cell = named_cell(entry.get("cell"), size)
        row, column = divmod(cell, size)
        for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if 0 <= r < size and 0 <= c < size:
                other = r * size + c
                yield GreaterThan(other, cell) if lowest else GreaterThan(cell, other)

    return read


def _sign(entry: Entry, size: int) -> Iterator[Constraint]:
    """A text that is a greater-than sign between neighbours; other texts are no rules."""
    names, step = entry.get("cells"), _SIGNS.get(str(entry.get("value")).strip())
    if step is None or not isinstance(names, list) or len(names) != 2:
        return
    cells = sorted(_cells(names, size, 2))
    if cells[1] - cells[0] == abs(step[0] * size + step[1]):
        yield GreaterThan(*(cells if sum(step) > 0 else cells[::-1]))


_READERS: dict[str, Reader] = {
    "killercage": _cage,
    "thermometer": _lines(lambda cells, entry: Thermometer(cells)),
    "arrow": _arrow,
    "difference": _white,
    "ratio": _black,
    "xv": _xv,
    "littlekillersum": _little_killer,
    "sandwichsum": _sandwich,
    "quadruple": _quadruple,
    "palindrome": _lines(lambda cells, entry: Palindrome(cells)),
    "renban": _lines(lambda cells, entry: Renban(cells)),
    "whispers": _lines(lambda cells, entry: Whispers(cells, _number(entry.get("value")) or DEFAULT_DIFFERENCE)),
    "text": _sign,
    "minimum": _extreme(lowest=True),
    "maximum": _extreme(lowest=False),
}


_NAMES = frozenset({*_READERS, "even", "odd", "extraregion"})
_DRAWINGS = frozenset({"line", "rectangle", "circle", "cage"})
"""Of these f-puzzles says that they are cosmetic."""


def is_unknown_rule(name: str, entries: object) -> bool:
    """True for a list of things with cells that is neither a rule of ours nor a mere drawing."""
    if name in _NAMES | _DRAWINGS or not isinstance(entries, list):
        return False
    return any(isinstance(entry, dict) and not entry.keys().isdisjoint(("cell", "cells", "lines")) for entry in entries)


def _negative(names: Iterable[object]) -> Iterator[Constraint]:
    found = {str(name) for name in names}
    if found & {"ratio", "difference"} and not {"ratio", "difference"} <= found:
        raise InvalidBoard("a negative rule for only one kind of dot", expected="for both kinds, or none")
    if "ratio" in found:
        yield AllDots()
    if "xv" in found:
        yield AllXv()
    if strange := found - {"ratio", "difference", "xv"}:
        raise InvalidBoard(f"a negative rule for {sorted(strange)[0][:20]}", expected="ratio and difference, or xv")


def _written(rule: Constraint, size: int) -> Iterator[tuple[str, Any]]:
    def names(cells: Iterable[Cell]) -> list[str]:
        return [cell_name(cell, size) for cell in cells]

    match rule:
        case AntiKnight() | AntiKing() | NonConsecutive():
            yield rule.keyword, True
        case Cage():
            yield "killercage", {"cells": names(rule.cells), "value": "" if rule.total is None else str(rule.total)}
        case Even() | Odd():
            yield from ((rule.keyword, {"cell": name}) for name in names(rule.cells))
        case Arrow():
            yield "arrow", {"cells": names(rule.circle), "lines": [names((rule.circle[-1], *rule.shaft))]}
        case WhiteDot() | BlackDot():
            value = "" if rule.amount == rule.usual else str(rule.amount)
            yield (
                ("difference" if isinstance(rule, WhiteDot) else "ratio"),
                {"cells": names(rule.cells), "value": value},
            )
        case Xv():
            yield "xv", {"cells": names(rule.cells), "value": rule.letter}
        case Sandwich():
            place = f"R{rule.index + 1}C0" if rule.line == "row" else f"R0C{rule.index + 1}"
            yield "sandwichsum", {"cell": place, "value": str(rule.total)}
        case Quadruple():
            yield "quadruple", {"cells": names(rule.cells), "values": list(rule.digits)}
        case LittleKiller():
            yield "littlekillersum", _little_killer_entry(rule, names(rule.cells), size)
        case Thermometer():
            yield "thermometer", {"lines": [names(rule.cells)]}
        case Palindrome() | Renban() | Whispers():
            entry: Entry = {"lines": [names(rule.cells)]}
            if isinstance(rule, Whispers) and rule.difference != DEFAULT_DIFFERENCE:
                entry["value"] = str(rule.difference)
            yield rule.keyword, entry
        case GreaterThan():
            yield "text", {"cells": names(rule.cells), "value": _sign_of(rule, size), "fontC": "#000000", "size": 0.6}
        case AllDots():
            yield from (("negative", "ratio"), ("negative", "difference"))
        case AllXv():
            yield "negative", "xv"
        case _:
            raise InvalidBoard(f"f-puzzles cannot hold a {rule.title}", expected="the format line, grid or share")


def _sign_of(rule: GreaterThan, size: int) -> str:
    """The sign that f-puzzles, which has no such rule, can show as a text."""
    (row, column), (other_row, other_column) = divmod(rule.greater, size), divmod(rule.smaller, size)
    if sign := _SIGN_OF.get((other_row - row, other_column - column)):
        return sign
    raise InvalidBoard(
        "f-puzzles cannot show a greater-than sign between cells that do not touch", expected="line, share"
    )


def _little_killer_entry(rule: LittleKiller, names: list[str], size: int) -> Entry:
    places = [divmod(cell, size) for cell in rule.cells]
    steps = [(second[0] - first[0], second[1] - first[1]) for first, second in pairwise(places)]
    for direction, step in _DIRECTIONS.items():
        row, column = places[0][0] - step[0], places[0][1] - step[1]
        outside = not (0 <= row < size and 0 <= column < size)
        end = places[-1][0] + step[0], places[-1][1] + step[1]
        whole = not (0 <= end[0] < size and 0 <= end[1] < size)
        if outside and whole and (not steps or step == steps[0]):
            place = f"R{row + 1}C{column + 1}"
            return {"cell": place, "cells": names, "direction": direction, "value": str(rule.total)}
    raise InvalidBoard("f-puzzles cannot hold part of a diagonal", expected="a little killer from edge to edge")
