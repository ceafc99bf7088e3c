"""The rules that a board can have beyond its units, one file each, and their register.

To add one: write its file, and name its class in `CONSTRAINTS`. Text, checks, engines, counting and formats that hold
any rule then know it; CONTRIBUTING shows the whole way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.constraints.anti_king import AntiKing
from sudokulens.puzzle.constraints.anti_knight import AntiKnight
from sudokulens.puzzle.constraints.arrow import Arrow
from sudokulens.puzzle.constraints.base import Constraint
from sudokulens.puzzle.constraints.cage import Cage
from sudokulens.puzzle.constraints.greater_than import GreaterThan
from sudokulens.puzzle.constraints.kropki import AllDots, BlackDot, WhiteDot
from sudokulens.puzzle.constraints.little_killer import LittleKiller
from sudokulens.puzzle.constraints.non_consecutive import NonConsecutive
from sudokulens.puzzle.constraints.palindrome import Palindrome
from sudokulens.puzzle.constraints.parity import Even, Odd
from sudokulens.puzzle.constraints.quadruple import Quadruple
from sudokulens.puzzle.constraints.renban import Renban
from sudokulens.puzzle.constraints.sandwich import Sandwich
from sudokulens.puzzle.constraints.thermometer import Thermometer
from sudokulens.puzzle.constraints.whispers import Whispers
from sudokulens.puzzle.constraints.xv import AllXv, Xv

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Geometry

CONSTRAINTS: tuple[type[Constraint], ...] = (
    Cage,
    Even,
    Odd,
    GreaterThan,
    AntiKnight,
    AntiKing,
    NonConsecutive,
    Thermometer,
    Arrow,
    WhiteDot,
    BlackDot,
    AllDots,
    Xv,
    AllXv,
    LittleKiller,
    Sandwich,
    Quadruple,
    Palindrome,
    Renban,
    Whispers,
)
"""Every constraint there is; newspapers' first."""

BY_KEYWORD = {constraint.keyword: constraint for constraint in CONSTRAINTS}
_POSITIONS = {constraint: position for position, constraint in enumerate(CONSTRAINTS)}

MAX_RULES = 4096

__all__ = [
    "BY_KEYWORD",
    "CONSTRAINTS",
    "AllDots",
    "AllXv",
    "AntiKing",
    "AntiKnight",
    "Arrow",
    "BlackDot",
    "Cage",
    "Constraint",
    "Even",
    "GreaterThan",
    "LittleKiller",
    "NonConsecutive",
    "Odd",
    "Palindrome",
    "Quadruple",
    "Renban",
    "Sandwich",
    "Thermometer",
    "Whispers",
    "WhiteDot",
    "Xv",
    "normal_rules",
    "read_rules",
    "write_rules",
]


def normal_rules(rules: Iterable[Constraint]) -> tuple[Constraint, ...]:
    """The rules in the one order and form that boards keep them in, each once."""
    return tuple(sorted({normal for rule in rules for normal in rule.normal()}, key=_sort_key))


def _sort_key(rule: Constraint) -> tuple[int, list[object]]:
    values = (getattr(rule, name) for name in rule.__dataclass_fields__)  # type: ignore[attr-defined]
    return _POSITIONS.get(type(rule), len(_POSITIONS)), [-1 if value is None else value for value in values]


def read_rules(field: str, shape: Geometry) -> Iterator[Constraint]:
    """The constraints of one field such as `cage=10:r1c1,r1c2|5:r1c3,r1c4` on that shape; raises InvalidBoard."""
    keyword, _, values = field.partition("=")
    constraint = BY_KEYWORD.get(keyword.strip().lower())
    if constraint is None:
        raise InvalidBoard(f"unknown rule {keyword[:40]!r}", expected=", ".join(BY_KEYWORD))
    for value in values.split("|")[:MAX_RULES]:
        yield constraint.read(value.strip(), shape)


def write_rules(rules: Iterable[Constraint], shape: Geometry) -> Iterator[str]:
    """The constraints as fields; neighbours of one kind share a field."""
    for keyword, group in groupby(rules, key=lambda rule: rule.keyword):
        texts = [rule.text(shape) for rule in group]
        if texts[0]:
            yield f"{keyword}={'|'.join(texts)}"
        else:
            yield from (keyword for _ in texts)
