"""Under which rules a grid is to be solved, as far as the page and its digits tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Literal, TypeAlias

from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.reading.verdict import Kind

RulesKind: TypeAlias = Literal["classic", "diagonal", "windoku", "jigsaw", "killer", "samurai part", "unknown"]

SEEN = 0.5
"""The probability from which on a drawn rule is believed in."""


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


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one grid; `regions` has one letter a cell where they are not the usual boxes."""

    kind: RulesKind = "classic"
    regions: str | None = None
    diagonals: bool = False
    windows: bool = False
    cages: tuple[Cage, ...] = ()


def fuse_evidence(seen: Sequence[RuleEvidence]) -> RuleEvidence | None:
    """What several looks at one page show together; the last one that found cages has the word on them."""
    if not seen:
        return None
    cages = next((each.cages for each in reversed(seen) if each.cages), ())
    return RuleEvidence(fmean(each.diagonals for each in seen), fmean(each.windows for each in seen), cages)


def find_rules(geometry: Geometry, kind: Kind, evidence: RuleEvidence | None = None) -> Rules:
    """The rules by what is drawn on the page and, where that says nothing, by what the digits suggest."""
    seen = evidence or RuleEvidence()
    diagonals = geometry.has_diagonals or kind == "diagonal" or seen.diagonals >= SEEN
    windows = seen.windows >= SEEN
    regions = None if geometry.box_shape else _letters(geometry)
    return Rules(_kind(kind, regions, diagonals, windows, seen.cages), regions, diagonals, windows, seen.cages)


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
    }


def _letters(geometry: Geometry) -> str:
    return "".join(chr(ord("A") + region) for region in geometry.regions)
