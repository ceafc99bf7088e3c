"""Techniques for any geometry, in plain Python: every size, jigsaws, X-Sudokus, extra units, further rules.

A unit is a set of cells that holds every digit once, and that is all these finders use: locked candidates need any two
units that cross, a fish any sets of disjoint units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from sudokulens.logic.state import State, digits_of, mask_of
from sudokulens.logic.step import Candidate, Step, candidates_of
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques import rules
from sudokulens.logic.techniques.anywhere import chains, colouring, forcing, leftovers, locked_sets, wings
from sudokulens.puzzle.geometry import Cell, Digit

_NAKED = {2: Technique.NAKED_PAIR, 3: Technique.NAKED_TRIPLE, 4: Technique.NAKED_QUAD}
_HIDDEN = {2: Technique.HIDDEN_PAIR, 3: Technique.HIDDEN_TRIPLE, 4: Technique.HIDDEN_QUAD}
_FISH = {2: Technique.X_WING, 3: Technique.SWORDFISH, 4: Technique.JELLYFISH}


def find(state: State, techniques: Iterable[Technique], *, first: bool = False) -> list[Step]:
    """The steps of those techniques that apply, each conclusion once; with `first`, one at most."""
    found: dict[object, Step] = {}
    for technique in techniques:
        for step in _finder(state, technique)(state):
            found.setdefault(step.conclusion, step)
            if first:
                return [step]
    return list(found.values())


def knows(technique: Technique) -> bool:
    return technique in _FINDERS or technique in _BEYOND_EVERYDAY


def _finder(state: State, technique: Technique) -> Callable[[State], Iterator[Step]]:
    if technique in _FINDERS:
        return _FINDERS[technique]
    in_reach = state.geometry.size <= MAX_SIZE_FOR_CHAINS and technique in _BEYOND_EVERYDAY
    return _BEYOND_EVERYDAY[technique] if in_reach else lambda _: iter(())


def full_houses(state: State) -> Iterator[Step]:
    """Units with one empty cell."""
    for index, unit in enumerate(state.geometry.units):
        empty = [cell for cell in unit.cells if not state.values[cell]]
        if len(empty) == 1 and state.candidates[empty[0]].bit_count() == 1:
            digit = state.candidates[empty[0]].bit_length()
            yield _single(Technique.FULL_HOUSE, empty[0], digit, index)


def hidden_singles(state: State) -> Iterator[Step]:
    """Digits with one place in a unit; regions first, where a person looks first."""
    geometry, size = state.geometry, state.geometry.size
    regions = range(geometry.first_region, geometry.first_extra)
    order = sorted(range(len(geometry.units)), key=lambda index: (index not in regions, index))
    for index in order:
        for digit in range(1, size + 1):
            places = state.places(index, digit)
            if len(places) == 1:
                yield _single(Technique.HIDDEN_SINGLE, places[0], digit, index)


def naked_singles(state: State) -> Iterator[Step]:
    """Cells with one candidate."""
    for cell, mask in enumerate(state.candidates):
        if mask.bit_count() == 1:
            yield _single(Technique.NAKED_SINGLE, cell, mask.bit_length(), None)


def _single(technique: Technique, cell: Cell, digit: Digit, unit: int | None) -> Step:
    units = {} if unit is None else {"pattern": (unit,)}
    return Step(technique, (Candidate(cell, digit),), digits=(digit,), cells={"pattern": (cell,)}, units=units)


def pointing(state: State) -> Iterator[Step]:
    """Digits whose places in a region (or an extra unit) all lie in another unit."""
    for base in range(state.geometry.first_region, len(state.geometry.units)):
        yield from _locked(state, Technique.LOCKED_CANDIDATES_1, base)


def claiming(state: State) -> Iterator[Step]:
    """Digits whose places in a row or column all lie in another unit."""
    for base in range(state.geometry.first_region):
        yield from _locked(state, Technique.LOCKED_CANDIDATES_2, base)


def _locked(state: State, technique: Technique, base: int) -> Iterator[Step]:
    units = state.geometry.units_of
    for digit in range(1, state.geometry.size + 1):
        places = state.places(base, digit)
        if len(places) < 2:
            continue
        shared = set(units[places[0]]).intersection(*(units[cell] for cell in places[1:])) - {base}
        for cover in sorted(shared):
            others = tuple(cell for cell in state.places(cover, digit) if cell not in places)
            if others:
                yield Step(
                    technique,
                    removes=candidates_of(others, (digit,)),
                    digits=(digit,),
                    cells={"pattern": places},
                    candidates={"pattern": candidates_of(places, (digit,))},
                    units={"base": (base,), "cover": (cover,)},
                )


def naked_subsets(size: int) -> Callable[[State], Iterator[Step]]:
    """The finder of `size` cells of a unit that have `size` digits between them."""

    def find_in(state: State) -> Iterator[Step]:
        for index, unit in enumerate(state.geometry.units):
            cells = [cell for cell in unit.cells if 2 <= state.candidates[cell].bit_count() <= size]
            for chosen in combinations(cells, size):
                mask = 0
                for cell in chosen:
                    mask |= state.candidates[cell]
                if mask.bit_count() == size and (removes := _elsewhere(state, chosen, mask)):
                    yield _subset(state, _NAKED[size], chosen, mask, removes, index)

    return find_in


def _elsewhere(state: State, chosen: tuple[Cell, ...], mask: int) -> tuple[Candidate, ...]:
    """The digits of the mask in all cells that see every chosen cell."""
    seen = set(state.geometry.peers[chosen[0]]).intersection(*(state.geometry.peers[cell] for cell in chosen[1:]))
    return tuple(Candidate(c, digit) for c in sorted(seen) for digit in digits_of(state.candidates[c] & mask))


def hidden_subsets(size: int) -> Callable[[State], Iterator[Step]]:
    """The finder of `size` digits that have `size` places in a unit between them."""

    def find_in(state: State) -> Iterator[Step]:
        for index in range(len(state.geometry.units)):
            places = {digit: state.places(index, digit) for digit in range(1, state.geometry.size + 1)}
            scarce = [digit for digit, cells in places.items() if 2 <= len(cells) <= size]
            for digits in combinations(scarce, size):
                cells = tuple(sorted({cell for digit in digits for cell in places[digit]}))
                if len(cells) == size and (removes := _besides(state, cells, mask_of(digits))):
                    yield _subset(state, _HIDDEN[size], cells, mask_of(digits), removes, index)

    return find_in


def _besides(state: State, cells: tuple[Cell, ...], mask: int) -> tuple[Candidate, ...]:
    return tuple(Candidate(cell, digit) for cell in cells for digit in digits_of(state.candidates[cell] & ~mask))


def _subset(
    state: State, technique: Technique, cells: tuple[Cell, ...], mask: int, removes: tuple[Candidate, ...], unit: int
) -> Step:
    pattern = tuple(Candidate(cell, digit) for cell in cells for digit in digits_of(state.candidates[cell] & mask))
    return Step(
        technique,
        removes=removes,
        digits=tuple(digits_of(mask)),
        cells={"pattern": cells},
        candidates={"pattern": pattern},
        units={"pattern": (unit,)},
    )


def fish(size: int) -> Callable[[State], Iterator[Step]]:
    """The finder of `size` rows that have a digit in `size` columns only, and the other way round."""

    def find_in(state: State) -> Iterator[Step]:
        n, middle = state.geometry.size, state.geometry.first_region // 2
        for start in range(0, middle, n):
            lines, columns = range(start, start + n), range(middle + start, middle + start + n)
            for digit in range(1, n + 1):
                yield from _fish(state, size, digit, lines, columns)
                yield from _fish(state, size, digit, columns, lines)

    return find_in


def _fish(state: State, size: int, digit: Digit, bases: range, covers: range) -> Iterator[Step]:
    crossing = {cell: unit for unit in covers for cell in state.geometry.units[unit].cells}
    places = {base: state.places(base, digit) for base in bases}
    for chosen in combinations([base for base, cells in places.items() if 2 <= len(cells) <= size], size):
        cells = tuple(cell for base in chosen for cell in places[base])
        cover = tuple(sorted({crossing[cell] for cell in cells}))
        if len(cover) != size:
            continue
        others = tuple(cell for unit in cover for cell in state.places(unit, digit) if cell not in cells)
        if others:
            yield Step(
                _FISH[size],
                removes=candidates_of(sorted(others), (digit,)),
                digits=(digit,),
                cells={"base": cells},
                candidates={"pattern": candidates_of(cells, (digit,))},
                units={"base": chosen, "cover": cover},
            )


_FINDERS: dict[Technique, Callable[[State], Iterator[Step]]] = {
    **rules.FINDERS,
    Technique.LAW_OF_LEFTOVERS: leftovers.law_of_leftovers,
    Technique.FULL_HOUSE: full_houses,
    Technique.HIDDEN_SINGLE: hidden_singles,
    Technique.NAKED_SINGLE: naked_singles,
    Technique.LOCKED_CANDIDATES_1: pointing,
    Technique.LOCKED_CANDIDATES_2: claiming,
    **{technique: naked_subsets(size) for size, technique in _NAKED.items()},
    **{technique: hidden_subsets(size) for size, technique in _HIDDEN.items()},
    **{technique: fish(size) for size, technique in _FISH.items()},
}
_BEYOND_EVERYDAY: dict[Technique, Callable[[State], Iterator[Step]]] = {
    Technique.XY_WING: wings.xy_wings,
    Technique.XYZ_WING: wings.xyz_wings,
    Technique.W_WING: wings.w_wings,
    Technique.SIMPLE_COLOURS_TRAP: colouring.traps,
    Technique.SIMPLE_COLOURS_WRAP: colouring.wraps,
    **{kind.technique: chains.finder(kind) for kind in chains.KINDS},
    Technique.ALS_XZ: locked_sets.als_xz,
    Technique.CELL_FORCING_CHAIN: forcing.cell_chains,
    Technique.REGION_FORCING_CHAIN: forcing.region_chains,
    Technique.CONTRADICTION_FORCING_CHAIN: forcing.contradictions,
    Technique.DYNAMIC_CELL_FORCING_CHAIN: forcing.dynamic_cell_chains,
    Technique.DYNAMIC_REGION_FORCING_CHAIN: forcing.dynamic_region_chains,
    Technique.DYNAMIC_CONTRADICTION_FORCING_CHAIN: forcing.dynamic_contradictions,
    Technique.NESTED_FORCING_CHAIN: forcing.nested_contradictions,
}
MAX_SIZE_FOR_CHAINS = 16
"""The largest board on which more than the everyday techniques are looked for: beyond it they take minutes."""
