"""One logical step as data: what it concludes and what makes it true, without a word of prose.

Roles name the part that a cell, candidate or unit plays, so that a drawing or an explanation needs nothing else:

- cells: `base`, `cover`, `fin`, `endofin`, `pivot`, `pincer`, `floor`, `roof`, `als a`, `als b`, … , `stem`, `pattern`;
- candidates: `on`, `off`, `clash` (on and off: a contradiction), `fin`, `pattern`, `colour a`, `colour b`, …;
- units (indices into `geometry.units`): `base`, `cover`, `pattern`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from sudokulens.logic.technique import Technique
from sudokulens.puzzle.geometry import Cell, Digit


class Candidate(NamedTuple):
    """A digit in a cell."""

    cell: Cell
    digit: Digit


Node: TypeAlias = tuple[Candidate, ...]
"""One end of a link: a candidate, or a group of which at least one is meant; an almost locked set is a node too."""


@dataclass(frozen=True, slots=True)
class Link:
    """An inference between two nodes: strong if they cannot both be false, weak if they cannot both be true."""

    start: Node
    end: Node
    strong: bool


@dataclass(frozen=True, slots=True)
class Step:
    """What one use of a technique concludes, with everything that a drawing or an explanation needs.

    A step either places digits or removes candidates. `digits` are the digits of the pattern, in order of meaning
    (the restricted common first, for an ALS-XZ). `links` are a chain in reading order. `children` are the steps that
    a combined one (Siamese fish, dual kite) is made of.
    """

    technique: Technique
    places: tuple[Candidate, ...] = ()
    removes: tuple[Candidate, ...] = ()
    digits: tuple[Digit, ...] = ()
    cells: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    candidates: Mapping[str, tuple[Candidate, ...]] = field(default_factory=dict)
    units: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    children: tuple[Step, ...] = ()

    def __hash__(self) -> int:
        return hash((self.technique, self.places, self.removes, self.digits))

    @property
    def conclusion(self) -> tuple[Technique, frozenset[Candidate], frozenset[Candidate]]:
        """What makes two steps the same to a person: technique, placements and eliminations."""
        return self.technique, frozenset(self.places), frozenset(self.removes)

    def eureka(self) -> str:
        """The chain in Eureka notation, `(3)r1c2=(3)r1c8-(7)r1c8 => r4c2<>3`; empty for a step without links."""
        from sudokulens.logic.notation import eureka

        return eureka(self)

    def line(self) -> str:
        """The step on one line in HoDoKu's style, `X-Wing: 3 r58 c68 => r679c6<>3`."""
        from sudokulens.logic.notation import one_line

        return one_line(self)


def candidates_of(cells: Iterable[Cell], digits: Iterable[Digit]) -> tuple[Candidate, ...]:
    """Every digit in every cell, in order."""
    chosen = tuple(digits)
    return tuple(Candidate(cell, digit) for cell in cells for digit in chosen)
