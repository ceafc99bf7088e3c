"""One logical step as data: what it concludes and what makes it true, without a word of prose.

Roles name the part that a cell, candidate or unit plays, so that a drawing or an explanation needs nothing else:

- cells: `base`, `cover`, `fin`, `endofin`, `pivot`, `pincer`, `floor`, `roof`, `als a`, `als b`, … , `stem`, `pattern`;
- candidates: `on`, `off`, `clash` (on and off: a contradiction), `fin`, `pattern`, `colour a`, `colour b`, …;
- units (indices into `geometry.units`): `base`, `cover`, `pattern`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from sudokulens.display import ShownAsSvg
from sudokulens.logic.candidate import Candidate as Candidate
from sudokulens.logic.candidate import Node as Node
from sudokulens.logic.candidate import candidates_of as candidates_of
from sudokulens.logic.premise import Branch, Premise
from sudokulens.logic.technique import Technique
from sudokulens.puzzle.geometry import Cell, Digit

if TYPE_CHECKING:
    from sudokulens.logic.state import State


@dataclass(frozen=True, slots=True)
class Link:
    """An inference between two nodes: strong if they cannot both be false, weak if they cannot both be true."""

    start: Node
    end: Node
    strong: bool


@dataclass(frozen=True)
class Step(ShownAsSvg):
    """What one use of a technique concludes, with everything that a drawing or an explanation needs.

    A step either places digits or removes candidates. `digits` are the digits of the pattern, in order of meaning
    (the restricted common first, for an ALS-XZ). `links` are a chain in reading order. `children` are the steps that
    a combined one (Siamese fish, dual kite) is made of. `branches` tell what a forcing
    chain assumes and what follows; `premises` adds the reasons. `rules` are the rules that a step of a variant uses, as
    indices into `geometry.rules`. `position` is the state that the step was found in.
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
    branches: tuple[Branch, ...] = ()
    rules: tuple[int, ...] = ()
    position: State | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash((self.technique, self.places, self.removes, self.digits))

    def at(self, position: State) -> Step:
        """The same step, with the position that it was found in."""
        step = object.__new__(Step)
        step.__dict__.update(self.__dict__, position=position)
        step.__dict__.pop("premises", None)  # they were read off the position before
        return step

    @cached_property
    def premises(self) -> tuple[Premise, ...]:
        """The facts that prove the step, in the order in which a person follows them; none without a position."""
        from sudokulens.logic.justify import premises_of

        return () if self.position is None else premises_of(self.position, self)

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
