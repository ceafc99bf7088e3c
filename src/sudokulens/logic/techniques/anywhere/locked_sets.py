"""ALS-XZ: two almost locked sets that cannot both do without their common digits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from sudokulens.logic.clash import peer_sets
from sudokulens.logic.state import State, digits_of
from sudokulens.logic.step import Candidate, Step
from sudokulens.logic.technique import Technique
from sudokulens.puzzle.geometry import Cell, Digit, DigitSet

MAX_SET_CELLS = 4
"""Cells of the largest set looked for: people do not see larger ones."""


@dataclass(frozen=True, slots=True)
class AlmostLockedSet:
    """n cells of a unit with n + 1 digits; `seen[d]` are the cells that see all places of d in it."""

    cells: frozenset[Cell]
    digits: DigitSet
    holders: dict[Digit, frozenset[Cell]]
    seen: dict[Digit, frozenset[Cell]]


def als_xz(state: State) -> Iterator[Step]:
    """Pairs of sets with a restricted common digit x, and what loses another common digit z; small sets first."""
    sets = almost_locked_sets(state)
    for _, i, j in sorted((len(sets[i].cells | sets[j].cells), i, j) for i, j in _linked(sets)):
        yield from _steps(state, sets[i], sets[j])


def _linked(sets: list[AlmostLockedSet]) -> set[tuple[int, int]]:
    """The pairs, each once, of which one set sees the first place of a digit in the other: most are too far apart."""
    first_places: dict[tuple[Digit, Cell], list[int]] = {}
    for j, each in enumerate(sets):
        for digit, cells in each.holders.items():
            first_places.setdefault((digit, min(cells)), []).append(j)
    return {
        (i, j)
        for i, each in enumerate(sets)
        for digit, seen in each.seen.items()
        for cell in seen
        for j in first_places.get((digit, cell), ())
        if i < j and not each.cells & sets[j].cells
    }


def almost_locked_sets(state: State) -> list[AlmostLockedSet]:
    found: dict[frozenset[Cell], AlmostLockedSet] = {}
    for unit in state.geometry.units:
        empty = [cell for cell in unit.cells if state.candidates[cell]]
        for size in range(1, min(MAX_SET_CELLS, len(empty) - 1) + 1):
            for chosen in combinations(empty, size):
                mask = 0
                for cell in chosen:
                    mask |= state.candidates[cell]
                if mask.bit_count() == size + 1 and frozenset(chosen) not in found:
                    found[frozenset(chosen)] = _almost_locked_set(state, chosen, mask)
    return list(found.values())


def _almost_locked_set(state: State, cells: tuple[Cell, ...], digits: DigitSet) -> AlmostLockedSet:
    peers = peer_sets(state.geometry)
    holders = {d: frozenset(c for c in cells if state.has(Candidate(c, d))) for d in digits_of(digits)}
    seen = {d: frozenset.intersection(*(peers[cell] for cell in own)) for d, own in holders.items()}
    return AlmostLockedSet(frozenset(cells), digits, holders, seen)


def _steps(state: State, a: AlmostLockedSet, b: AlmostLockedSet) -> Iterator[Step]:
    common = a.digits & b.digits
    if common.bit_count() < 2 or a.cells & b.cells:
        return
    restricted = [digit for digit in digits_of(common) if b.holders[digit] <= a.seen[digit]]
    for x in restricted:
        removes = tuple(
            Candidate(cell, z)
            for z in digits_of(common)
            if z != x
            for cell in sorted((a.seen[z] & b.seen[z]) - a.cells - b.cells)
            if state.has(Candidate(cell, z))
        )
        if removes:
            yield _step(a, b, x, removes)


def _step(a: AlmostLockedSet, b: AlmostLockedSet, x: Digit, removes: tuple[Candidate, ...]) -> Step:
    lost = {candidate.digit for candidate in removes}
    return Step(
        Technique.ALS_XZ,
        removes=removes,
        digits=(x,),
        cells={"als a": tuple(sorted(a.cells)), "als b": tuple(sorted(b.cells))},
        candidates={
            "restricted": tuple(Candidate(cell, x) for cell in sorted(a.holders[x] | b.holders[x])),
            "on": tuple(Candidate(cell, z) for z in sorted(lost) for cell in sorted(a.holders[z] | b.holders[z])),
        },
    )
