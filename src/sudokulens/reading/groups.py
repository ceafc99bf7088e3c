"""Digits of one page that look alike, found without asking which are printed.

Screens show givens and entries in two inks, two weights or on two papers, each exactly alike; they also light up the
chosen cell, its row, column and box, and every cell with the same digit. A group that holds one digit and all of it is
such a highlight and says nothing about print.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.looks import CONTRAST, INK, PAPER, STROKE

Cells = NDArray[np.intp]
Group = NDArray[np.intp]
"""The numbers of its cells."""

LEAST_INK, LEAST_STROKE, LEAST_PAPER = 7.0, 0.006, 2.5
"""Looks nearer than this belong to one group: units of lightness, cells."""

FAR_INK, FAR_STROKE, FAR_PAPER = 5.0, 10.0, 6.0
"""So many times the usual distance to the most similar cell part two groups, too."""

FAR_ALONE = 20.0
"""A cell whose ink is this far from that of most others makes a group of its own."""

SMALL_GROUP, OTHER_PAPER, FAINT = 4, 6.0, 0.8
"""An ink in fewer cells than this, on a paper this far from the usual one, with less than this share of the usual
contrast, is that of glare."""

FAR_NEARER = 0.4
"""A stray cell joins a group that is nearer than this share of the way to any other."""

SMALLEST_WEIGHT = 3
FEWEST_EMPTY = 5
"""With fewer empty cells it cannot be seen which paper is that of empty cells."""

ON_EMPTY_PAPER, ON_SHADED_PAPER = 0.03, 0.95
"""How likely a digit was printed where shades mark the givens, on paper that empty cells have as well or have not."""

LONGEST_CHANCE, FULL_GRID_CHANCE = 15.0, 11.0
"""The most nats that papers count for, and what they do where no cell is empty."""


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Cells by ink, by stroke and by paper; highlights and stray cells are in none.

    `lit` is true where a digit is highlighted. `shades` is how likely each cell was printed if shades mark givens,
    None where no paper is that of empty cells; `chance` by how many nats the papers are no coincidence.
    """

    inks: list[Group]
    weights: list[Group]
    papers: list[Group]
    lit: NDArray[np.bool_]
    shades: NDArray[np.float64] | None
    chance: float

    @property
    def several(self) -> bool:
        """True where some view of the page has two groups that print and entries may be."""
        return len(self.inks) > 1 or len(self.weights) > 1 or self.chance >= 1.0


def find_groups(values: NDArray[np.uint8], written: Cells, looks: NDArray[np.float64]) -> Groups:
    """The groups among the `written` cells; the other cells with a value, slips of a person, are left out."""
    inks, lit = _by_look(values, written, looks[:, INK], LEAST_INK, FAR_INK)
    inks = _without_glare(inks, looks)
    weights, _ = _by_look(values, written, looks[:, STROKE], LEAST_STROKE, FAR_STROKE, SMALLEST_WEIGHT)
    empty = np.flatnonzero(values == 0)
    cells = np.concatenate([written, empty])
    labels = _labels(looks[cells, PAPER], LEAST_PAPER, FAR_PAPER)
    sheets = _parts(written, labels[: len(written)])
    blank = set(labels[len(written) :].tolist())
    own, lit_by_paper = _without_highlights(values, written, list(sheets.values()))
    shades, chance = _shades(values, sheets, blank, lit_by_paper)
    if _follow_paper(inks, sheets, blank):
        inks = []
    if len(sheets) < 2:
        chance = 0.0
    # Papers that are no more than regular tell nothing, though in a full grid they may happen to look symmetric.
    papers = [group for group in own if len(group) > 1] if chance or shades is not None else []
    return Groups(inks, weights, papers, lit | lit_by_paper, shades, chance)


def _by_look(
    values: NDArray[np.uint8],
    written: Cells,
    looks: NDArray[np.float64],
    least: float,
    far: float,
    smallest: int = 2,
) -> tuple[list[Group], NDArray[np.bool_]]:
    """Groups by one look without highlights and strays, and where the highlights are."""
    groups = list(_parts(written, _labels(looks[written], least, far)).values())
    if len(groups) < 2:
        return [], np.zeros(len(values), dtype=np.bool_)
    usual = np.median(looks[max(groups, key=len)], axis=0)
    others, lit = _without_highlights(values, written, groups)
    kept = [g for g in others if len(g) >= smallest or np.linalg.norm(looks[g[0]] - usual) > FAR_ALONE]
    if len(kept) < 2:
        return [], lit
    centres = np.stack([np.median(looks[group], axis=0) for group in kept])
    strays = [group for group in others if not any(group is other for other in kept)]
    kept = _with_two_tones(values, looks, kept, centres, [g for g in groups if lit[g[0]]], lit)
    return _with_strays(looks, kept, centres, strays), lit


def _without_glare(inks: list[Group], looks: NDArray[np.float64]) -> list[Group]:
    """The inks without those of a few faint cells where the light changed the paper as well."""
    if len(inks) < 2:
        return inks
    middles = [np.median(looks[group], axis=0) for group in inks]
    usual = middles[max(range(len(inks)), key=lambda number: len(inks[number]))]
    kept = [
        group
        for group, middle in zip(inks, middles, strict=True)
        if len(group) >= SMALL_GROUP
        or np.linalg.norm((middle - usual)[PAPER]) <= OTHER_PAPER
        or np.linalg.norm(middle[CONTRAST]) >= FAINT * np.linalg.norm(usual[CONTRAST])
    ]
    return kept if len(kept) > 1 else []


def _with_strays(
    looks: NDArray[np.float64], groups: list[Group], centres: NDArray[np.float64], strays: list[Group]
) -> list[Group]:
    """The groups with the stray cells that are far nearer to one of them than to any other."""
    for stray in strays:
        gaps = np.linalg.norm(centres - np.median(looks[stray], axis=0), axis=1)
        first, second = np.argsort(gaps)[:2]
        if gaps[first] < FAR_NEARER * gaps[second]:
            groups[first] = np.concatenate([groups[first], stray])
    return groups


def _with_two_tones(
    values: NDArray[np.uint8],
    looks: NDArray[np.float64],
    groups: list[Group],
    centres: NDArray[np.float64],
    highlights: list[Group],
    lit: NDArray[np.bool_],
) -> list[Group]:
    """The groups with those highlights that still show which of them they belong to; these are lit no more.

    A digit highlighted by its paper alone keeps its two inks, though the paper's colour may have bled into them.
    """
    for digit in {int(values[group[0]]) for group in highlights}:
        tones = [group for group in highlights if values[group[0]] == digit]
        gaps = [np.linalg.norm(centres - np.median(looks[tone], axis=0), axis=1) for tone in tones]
        nearest = [int(np.argmin(gap)) for gap in gaps]
        if len(set(nearest)) > 1:
            for tone, number in zip(tones, nearest, strict=True):
                groups[number] = np.concatenate([groups[number], tone])
                lit[tone] = False
    return groups


def _without_highlights(
    values: NDArray[np.uint8], written: Cells, groups: list[Group]
) -> tuple[list[Group], NDArray[np.bool_]]:
    """The groups of several digits, or of a part of one digit's cells; and true for the cells of all others."""
    lit = np.zeros(len(values), dtype=np.bool_)
    pure = [group for group in groups if (values[group] == values[group[0]]).all()]
    if len(groups) < 2 or not pure:
        return groups, lit
    pure_cells = np.concatenate(pure)
    for group in pure:
        digit = values[group[0]]
        covered = int((values[pure_cells] == digit).sum())
        if covered >= max(2, 0.8 * int((values[written] == digit).sum())):
            lit[group] = True
    return [group for group in groups if not lit[group[0]]], lit


def _labels(looks: NDArray[np.float64], least: float, far: float) -> NDArray[np.intp]:
    """A number for every row, the same for rows that chains of near neighbours join."""
    labels = np.arange(len(looks))
    if len(looks) < 2:
        return labels
    gaps = np.sqrt(np.square(looks[:, None] - looks[None]).sum(axis=2))
    nearest = np.partition(gaps, 1, axis=1)[:, 1]
    near = gaps <= max(least, far * float(np.median(nearest)))
    while True:
        lowest = np.where(near, labels, len(labels)).min(axis=1)
        lowest = lowest[lowest]
        if (lowest == labels).all():
            return np.asarray(labels)
        labels = lowest


def _parts(cells: Cells, labels: NDArray[np.intp]) -> dict[int, Group]:
    return {int(label): cells[labels == label] for label in np.unique(labels)}


def _shades(
    values: NDArray[np.uint8], sheets: dict[int, Group], blank: set[int], lit: NDArray[np.bool_]
) -> tuple[NDArray[np.float64] | None, float]:
    """How likely each cell was printed if shades mark givens, and by how many nats the papers are no coincidence."""
    empty = int((values == 0).sum())
    plain = sum(len(group) for label, group in sheets.items() if label in blank)
    large = {label: group for label, group in sheets.items() if len(group) > 1 and not lit[group[0]]}
    seen = np.concatenate([np.flatnonzero(values == 0), *large.values()])
    odd = {label for label, group in large.items() if len(group) >= 4 and not _is_regular(group, seen, len(values))}
    if empty < FEWEST_EMPTY:
        return None, FULL_GRID_CHANCE if len(odd) > 1 else 0.0
    shades = np.full(len(values), 0.5)
    for label, group in sheets.items():
        if label in blank:
            shades[group] = ON_EMPTY_PAPER
        elif label in large:
            shades[group] = ON_SHADED_PAPER
    chances = [_chance_of_none(len(values), len(large[label]), empty) for label in odd - blank]
    return shades, min(max(chances, default=0.0) * min(1.0, plain / 4), LONGEST_CHANCE)


def _chance_of_none(cells: int, shaded: int, empty: int) -> float:
    """Nats by which it would surprise that none of the empty cells is shaded, were they shaded at random."""
    return -sum(math.log(max(1, cells - shaded - drawn) / (cells - drawn)) for drawn in range(empty))


def _is_regular(group: Group, seen: Cells, cells: int) -> bool:
    """True for cells in the row, column and box of one cell, and for whole boxes, as far as seen: apps shade those."""
    size = math.isqrt(cells)
    root = math.isqrt(size)
    rows, columns = np.divmod(np.arange(cells), size)
    boxes = rows // root * size + columns // root
    touched = [kind[:, None] == kind[group] for kind in (rows, columns, boxes)]
    if bool(np.logical_or.reduce(touched).all(axis=1).any()):
        return True
    inside, whole = (np.bincount(boxes[part], minlength=int(boxes.max()) + 1) for part in (group, seen))
    return bool(((inside == 0) | (inside == whole)).all())


def _follow_paper(inks: list[Group], sheets: dict[int, Group], blank: set[int]) -> bool:
    """True where every ink has papers of its own that empty cells have, too: the light of coloured regions."""
    papers = {int(cell): label for label, group in sheets.items() for cell in group}
    seen = [{papers[int(cell)] for cell in group} for group in inks]
    apart = all(a.isdisjoint(b) for number, a in enumerate(seen) for b in seen[:number])
    return len(seen) > 1 and apart and all(paper in blank for those in seen for paper in those)
