"""Truths read off a position, and whether one that somebody cites holds there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from sudokulens.logic.candidate import Candidate
from sudokulens.logic.clash import clash
from sudokulens.logic.premise import (
    Blocked,
    CellTruth,
    DeadlyPattern,
    NotAllowed,
    Reason,
    RemovedBefore,
    Truth,
    UnitTruth,
)
from sudokulens.logic.state import State, digits_of
from sudokulens.puzzle.geometry import Cell, Digit, Geometry

MAX_FILLINGS = 50_000
"""Ways to fill a deadly pattern that are looked through for twins; a larger one must be a plain swap."""


def cell_truth(state: State, cell: Cell) -> CellTruth:
    """The cell holds one of its candidates, or its value."""
    value = state.values[cell]
    return CellTruth(cell, (value,) if value else tuple(digits_of(state.candidates[cell])))


def unit_truth(state: State, unit: int, digit: Digit) -> UnitTruth:
    """The digit is in one of its places in the unit."""
    return UnitTruth(unit, digit, state.places(unit, digit))


def deadly_pattern(state: State, cells: Sequence[Cell], digits: Sequence[Sequence[Digit]]) -> DeadlyPattern:
    """One of the candidates of the cells that are not in `digits` holds."""
    escapes = tuple(
        Candidate(cell, digit)
        for cell, own in zip(cells, digits, strict=True)
        for digit in digits_of(state.candidates[cell])
        if digit not in own
    )
    return DeadlyPattern(tuple(cells), tuple(map(tuple, digits)), escapes)


def exact_truth(state: State, candidates: set[Candidate]) -> Truth | None:
    """The cell or unit whose candidates are just these; of several, a region before a line."""
    cells = {candidate.cell for candidate in candidates}
    digits = {candidate.digit for candidate in candidates}
    if len(cells) == 1:
        truth = cell_truth(state, next(iter(cells)))
        return truth if set(truth.digits) == digits else None
    if len(digits) != 1:
        return None
    (digit,) = digits
    shared = set.intersection(*(set(state.geometry.units_of[cell]) for cell in cells))
    for unit in sorted(shared, reverse=True):
        if set(state.places(unit, digit)) == cells:
            return unit_truth(state, unit, digit)
    return None


def with_reasons(state: State, truth: CellTruth | UnitTruth) -> CellTruth | UnitTruth:
    """The truth with the reason for everything that it leaves out."""
    because = tuple(_reason(state, candidate) for candidate in left_out(state, truth))
    if isinstance(truth, CellTruth):
        return CellTruth(truth.cell, truth.digits, because)
    return UnitTruth(truth.unit, truth.digit, truth.cells, because)


def left_out(state: State, truth: CellTruth | UnitTruth) -> tuple[Candidate, ...]:
    """The digits of the cell, or the empty cells of the unit, that the truth does not name."""
    if isinstance(truth, CellTruth):
        every = range(1, state.geometry.size + 1)
        return tuple(Candidate(truth.cell, digit) for digit in every if digit not in truth.digits)
    cells = state.geometry.units[truth.unit].cells
    return tuple(Candidate(c, truth.digit) for c in cells if not state.values[c] and c not in truth.cells)


def _reason(state: State, candidate: Candidate) -> Reason:
    """The cell that excludes the candidate; of several, one in its own region or line, nearest first."""
    blocker = next(_blockers(state, candidate), None)
    if blocker is not None:
        return Blocked(candidate, blocker)
    return NotAllowed(candidate) if _is_not_allowed(state, candidate) else RemovedBefore(candidate)


def _blockers(state: State, candidate: Candidate) -> Iterator[Cell]:
    """The cells whose digits exclude the candidate: equal ones that see it, then those that a rule for two forbids."""
    yield from (cell for cell in state.geometry.peers[candidate.cell] if state.values[cell] == candidate.digit)
    for cell, forbidden in state.geometry.excluded_by(*candidate):
        if state.values[cell] and forbidden >> (state.values[cell] - 1) & 1:
            yield cell


def _is_not_allowed(state: State, candidate: Candidate) -> bool:
    return not state.geometry.possible_digits[candidate.cell] >> (candidate.digit - 1) & 1


def fault_of(state: State, truth: Truth) -> str | None:
    """Why the truth does not hold at the position, or None where it does."""
    if isinstance(truth, DeadlyPattern):
        return _pattern_fault(state, truth)
    if isinstance(truth, CellTruth):
        wrong = truth.digits != cell_truth(state, truth.cell).digits
        name = state.geometry.cell_name(truth.cell)
    else:
        unit = state.geometry.units[truth.unit]
        placed = any(state.values[cell] == truth.digit for cell in unit.cells)
        wrong = placed or truth.cells != state.places(truth.unit, truth.digit)
        name = f"{truth.digit} in {unit.name}"
    if wrong:
        return f"{name} has other candidates than the premise says"
    return _reasons_fault(state, truth) if truth.because else None


def _reasons_fault(state: State, truth: CellTruth | UnitTruth) -> str | None:
    if {reason.candidate for reason in truth.because} != set(left_out(state, truth)):
        return "a truth does not say why all that it leaves out is impossible"
    if all(_holds(state, reason) for reason in truth.because):
        return None
    return "a reason for what a truth leaves out is not the one that holds"


def _holds(state: State, reason: Reason) -> bool:
    candidate = reason.candidate
    if isinstance(reason, Blocked):
        return reason.by in _blockers(state, candidate)
    if isinstance(reason, NotAllowed):
        return _is_not_allowed(state, candidate)
    return next(_blockers(state, candidate), None) is None and not state.has(candidate)


def _pattern_fault(state: State, pattern: DeadlyPattern) -> str | None:
    if state.geometry.rules:
        return "under rules beyond the units a second filling of a pattern need not be a solution"
    if len(set(pattern.cells)) != len(pattern.cells) or len(pattern.cells) != len(pattern.digits):
        return "a deadly pattern does not give digits for each of its cells"
    if any(state.givens[cell] for cell in pattern.cells):
        return "a deadly pattern holds a given, which no second solution could change"
    for cell, own in zip(pattern.cells, pattern.digits, strict=True):
        if state.values[cell] and state.values[cell] not in own:
            return f"{state.geometry.cell_name(cell)} is outside the deadly pattern already"
    if pattern.escapes != deadly_pattern(state, pattern.cells, pattern.digits).escapes:
        return "a deadly pattern does not name all candidates outside it"
    if is_swap(state.geometry, pattern) or _every_filling_has_a_twin(state, pattern):
        return None
    return "a pattern could be filled in one way only, and is not deadly"


def is_swap(geometry: Geometry, pattern: DeadlyPattern) -> bool:
    """Whether each cell has two digits and each digit none or two places in every unit.

    Then a unit with k cells of the pattern has k digits of it, each once; giving every cell its other digit puts each
    digit on its other place in every unit, which is a second solution.
    """
    if any(len(set(digits)) != 2 for digits in pattern.digits):
        return False
    places: Counter[tuple[int, Digit]] = Counter()
    for cell, digits in zip(pattern.cells, pattern.digits, strict=True):
        places.update((unit, digit) for unit in geometry.units_of[cell] for digit in digits)
    return set(places.values()) == {2}


def _every_filling_has_a_twin(state: State, pattern: DeadlyPattern) -> bool:
    """Whether for every way to fill the pattern there is another that puts the same digits into every unit."""
    total = 1
    for digits in pattern.digits:
        total *= len(digits)
    if total > MAX_FILLINGS:
        return False
    groups: dict[object, list[tuple[Digit, ...]]] = {}
    for filling in _fillings(state.geometry, pattern):
        groups.setdefault(_signature(state.geometry, pattern.cells, filling), []).append(filling)
    alone = [group[0] for group in groups.values() if len(group) == 1]
    return bool(groups) and not any(_possible(state, pattern.cells, filling) for filling in alone)


def _fillings(geometry: Geometry, pattern: DeadlyPattern) -> Iterator[tuple[Digit, ...]]:
    for filling in product(*pattern.digits):
        chosen = [Candidate(cell, digit) for cell, digit in zip(pattern.cells, filling, strict=True)]
        if not any(clash(geometry, a, b) for i, a in enumerate(chosen) for b in chosen[i + 1 :]):
            yield filling


def _signature(geometry: Geometry, cells: Sequence[Cell], filling: Sequence[Digit]) -> frozenset[tuple[int, Digit]]:
    """Which digits the filling puts into which units."""
    pairs = zip(cells, filling, strict=True)
    return frozenset((unit, digit) for cell, digit in pairs for unit in geometry.units_of[cell])


def _possible(state: State, cells: Sequence[Cell], filling: Sequence[Digit]) -> bool:
    """Whether the position allows the filling."""
    pairs = zip(cells, filling, strict=True)
    return all(d == state.values[c] if state.values[c] else state.has(Candidate(c, d)) for c, d in pairs)
