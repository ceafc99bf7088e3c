"""Under which rules a grid is to be solved, as far as the page and its digits tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sudokulens.puzzle.constraints.cage import Cage as CageRule
from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.reading.chance import EVEN
from sudokulens.reading.verdict import Kind

RulesKind: TypeAlias = Literal["classic", "diagonal", "windoku", "jigsaw", "killer", "samurai part", "unknown"]


@dataclass(frozen=True, slots=True)
class Cage:
    """Cells whose digits differ and add up to `sum`; 0 where no sum could be read."""

    cells: tuple[Cell, ...]
    sum: int


@dataclass(frozen=True, slots=True)
class RuleEvidence:
    """What a page shows of further rules: probabilities of drawn diagonals and shaded windows, and the cages found."""

    diagonals: float = 0.0
    windows: float = 0.0
    cages: tuple[Cage, ...] = ()
    other_sums: tuple[tuple[Cage, ...], ...] = ()
    """The same cages with other sums, the likeliest first, should those of `cages` leave no single solution."""
    figures: tuple[str, ...] = ()
    """Further drawings that were seen but cannot be read yet, such as thermometers."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one grid; `regions` has one letter a cell where they are not the usual boxes."""

    kind: RulesKind = "classic"
    regions: str | None = None
    diagonals: bool = False
    windows: bool = False
    cages: tuple[Cage, ...] = ()
    figures: tuple[str, ...] = ()
    """Drawings that were seen but cannot be read yet, such as thermometers."""


def fuse_evidence(seen: Sequence[RuleEvidence]) -> RuleEvidence | None:
    """What several looks at one page show together; the last one that found cages has the word on them."""
    if not seen:
        return None
    cages = next((each.cages for each in reversed(seen) if each.cages), ())
    figures = tuple(dict.fromkeys(figure for each in seen for figure in each.figures))
    others = next((each.other_sums for each in reversed(seen) if each.cages), ())
    diagonals, windows = (
        sum(each.diagonals for each in seen) / len(seen),
        sum(each.windows for each in seen) / len(seen),
    )
    return RuleEvidence(diagonals, windows, cages, others, figures)


def find_rules(geometry: Geometry, kind: Kind, evidence: RuleEvidence | None = None) -> Rules:
    """The rules by what is drawn on the page and, where that says nothing, by what the digits suggest."""
    seen = evidence or RuleEvidence()
    diagonals = geometry.has_diagonals or kind == "diagonal" or seen.diagonals >= EVEN
    windows = seen.windows >= EVEN
    regions = None if geometry.box_shape else _letters(geometry)
    cages = tuple(Cage(rule.cells, rule.total or 0) for rule in geometry.rules if isinstance(rule, CageRule))
    cages = cages or seen.cages
    named = _kind(kind, regions, diagonals, windows, cages)
    return Rules(named, regions, diagonals, windows, cages, seen.figures)


def _kind(kind: Kind, regions: str | None, diagonals: bool, windows: bool, cages: tuple[Cage, ...]) -> RulesKind:
    if cages:
        return "killer"
    if regions is not None or kind == "irregular":
        return "jigsaw"
    if diagonals:
        return "diagonal"
    if windows:
        return "windoku"
    return "unknown" if kind == "unclear" else "classic"


def as_dict(rules: Rules, size: int) -> dict[str, Any]:
    """The rules as plain data; rows and columns count from 1."""
    return {
        "kind": rules.kind,
        "regions": rules.regions,
        "diagonals": rules.diagonals,
        "windows": rules.windows,
        "cages": [
            {"cells": [[cell // size + 1, cell % size + 1] for cell in cage.cells], "sum": cage.sum}
            for cage in rules.cages
        ],
        "figures": list(rules.figures),
    }


def _letters(geometry: Geometry) -> str:
    return "".join(chr(ord("A") + region) for region in geometry.regions)
