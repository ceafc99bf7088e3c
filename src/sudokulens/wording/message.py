"""Sentences before they have a language: a template in English, and the things that it speaks of.

`python -m sudokulens.wording.catalogues` finds the templates by the names of the functions `message`, `counted`,
`tell` and `tell_counted`, so their first arguments are always literals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from sudokulens.logic.technique import Technique
from sudokulens.puzzle.geometry import Cell, Digit


@dataclass(frozen=True, slots=True)
class Cells:
    """Some cells: "r1c1 and r1c2"; as `{cells:or}` "r1c1 or r1c2"; as `{cells:all}` one by one, however many."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Digits:
    """Some digits: "1, 4 and 8", or "1, 4 or 8" in the form `{digits:or}`."""

    digits: tuple[Digit, ...]


@dataclass(frozen=True, slots=True)
class Units:
    """Some units as indices into `geometry.units`: "row 3", "rows 3 and 5", "row 1 and box 2"."""

    units: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Name:
    """A technique by the name that players use."""

    technique: Technique


@dataclass(frozen=True, slots=True)
class Listed:
    """Clauses or phrases in a row: "a, b and c"; as `{these:or}` "a, b or c"; as `{these:;}` "a; b; c"."""

    parts: Sequence[Value]


@dataclass(frozen=True, slots=True)
class Message:
    """A template with its fields; `plural` is the template for a `number` other than one."""

    template: str
    fields: Mapping[str, Value] = field(default_factory=dict)
    plural: str | None = None
    number: int = 1
    context: str | None = None

    def __hash__(self) -> int:
        return hash((self.template, self.number))


Value: TypeAlias = Cells | Digits | Units | Name | Listed | Message | str | int


def message(template: str, /, **fields: Value) -> Message:
    """A sentence or a part of one."""
    return Message(template, fields)


def counted(template: str, plural: str, number: int, /, **fields: Value) -> Message:
    """A sentence that differs between one and several of something."""
    return Message(template, fields, plural, number)


def units_of(value: Value) -> Iterator[int]:
    """The units that a message speaks of, in order."""
    if isinstance(value, Units):
        yield from value.units
    for part in parts_of(value):
        yield from units_of(part)


def cells_of(value: Value) -> Iterator[Cell]:
    """The cells that a message names, in order."""
    if isinstance(value, Cells):
        yield from value.cells
    for part in parts_of(value):
        yield from cells_of(part)


def parts_of(value: Value) -> Sequence[Value]:
    """What a message or a list is made of."""
    if isinstance(value, Message):
        return tuple(value.fields.values())
    return value.parts if isinstance(value, Listed) else ()
