"""The premises of a step, from what its record says of the pattern: one builder a family.

A builder that can only name more truths than the step needs has them thinned out by the checker, so that every premise
of a step is needed for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice, product

from sudokulens.logic.candidate import Candidate
from sudokulens.logic.justify_chains import cases_of, cycle_premises, forcing_premises, kraken_cases
from sudokulens.logic.premise import Premise, RuleTruth, Truth
from sudokulens.logic.proof import conclusions
from sudokulens.logic.rule_facts import fact_of, total_of
from sudokulens.logic.state import State, digits_of
from sudokulens.logic.step import Link, Step
from sudokulens.logic.technique import Family, Form, Technique
from sudokulens.logic.thin import follows_straight, needed_lemmas, sure_cells, thinned, thinned_branches
from sudokulens.logic.truth import cell_truth, deadly_pattern, exact_truth, is_swap, unit_truth, with_reasons
from sudokulens.puzzle.geometry import Cell, Digit

MAX_GRAVES = 10_000
"""Ways to take two candidates of every cell that are tried for a grave; a few cells have more than two."""


def premises_of(state: State, step: Step) -> tuple[Premise, ...]:
    """The facts about the position that prove the step, in the order in which a person follows them."""
    return tuple(dict.fromkeys(_BUILDERS[step.technique.family](state, step)))


def _single(state: State, step: Step) -> Iterator[Truth]:
    """The only digit for a cell or the only cell for a digit, and what excludes each of the others."""
    (cell, digit), *_ = step.places
    for unit in step.units.get("pattern", ()):
        yield with_reasons(state, unit_truth(state, unit, digit))
        return
    yield with_reasons(state, cell_truth(state, cell))


def _direct(state: State, step: Step) -> list[Truth]:
    """What is locked or hidden in one unit, and the placement in another that follows."""
    (cell, digit), *_ = step.places
    first = [unit_truth(state, unit, d) for unit in step.units["pattern"] for d in step.digits]
    places = step.units.get("place") or state.geometry.units_of[cell]
    return thinned(state, conclusions(step), first + [unit_truth(state, unit, digit) for unit in places])


def _locked(state: State, step: Step) -> Iterator[Truth]:
    return (unit_truth(state, unit, step.digits[0]) for unit in step.units["base"])


def _subset(state: State, step: Step) -> Iterable[Truth]:
    if "base" in step.units:
        return _almost_locked(state, step)
    if step.technique.form is Form.HIDDEN:
        return (unit_truth(state, unit, digit) for unit in step.units["pattern"] for digit in step.digits)
    return (cell_truth(state, cell) for cell in step.cells["pattern"])


def _almost_locked(state: State, step: Step) -> list[Truth]:
    cells = [cell_truth(state, cell) for cell in step.cells["pattern"]]
    places = [unit_truth(state, unit, digit) for unit in step.units["base"] for digit in step.digits]
    return thinned(state, conclusions(step), [*cells, *places])


def _fish(state: State, step: Step) -> list[Truth]:
    """Where the digit can be in the base, that of both fish of a pair; of a large one a part may be enough."""
    base = [unit for fish in step.children or (step,) for unit in fish.units["base"]]
    return thinned(state, conclusions(step), [unit_truth(state, unit, step.digits[0]) for unit in base])


def _linked(state: State, step: Step) -> list[Truth]:
    """The strong links of a chain in reading order, or of both chains of a dual one."""
    pool = [truth for chain in step.children or (step,) for truth in _strong(state, chain)]
    return thinned(state, conclusions(step), pool)


def _strong(state: State, chain: Step) -> Iterator[Truth]:
    """The truths behind the strong links; a set that is a node stands for its cells."""
    sets = [cell for role, cells in chain.cells.items() if role.startswith("als") for cell in cells]
    for link in chain.links:
        if link.strong:
            yield from _link_truths(state, link, sets)
    yield from (cell_truth(state, cell) for cell in sets)


def _link_truths(state: State, link: Link, sets: Sequence[Cell]) -> Iterator[Truth]:
    """The truth whose candidates the two ends of the link are; none for a link inside a set."""
    ends = {*link.start, *link.end}
    if truth := exact_truth(state, ends):
        yield truth
    elif not any(candidate.cell in sets for candidate in ends):
        raise ValueError(f"no truth says that one of {sorted(ends)} holds")


def _cells(state: State, step: Step) -> Iterator[Truth]:
    """Every cell of the pattern holds one of its digits."""
    return (cell_truth(state, cell) for cells in step.cells.values() for cell in cells)


def _as_a_whole(state: State, step: Step, pool: list[Truth]) -> list[Truth]:
    """The truths of a pattern that is seen as one: thinned out only where the rest needs no cases to be followed."""
    wanted = conclusions(step)
    needed = thinned(state, wanted, pool)
    if follows_straight(state, wanted, needed):
        return needed
    kept = list(dict.fromkeys(pool))
    for truth in reversed(kept) if follows_straight(state, wanted, kept) else ():
        others = [other for other in kept if other != truth]
        kept = others if follows_straight(state, wanted, others) else kept
    return kept


def _sets(state: State, step: Step) -> list[Truth]:
    """The cells of the sets, and the unit whose digit joins two of them."""
    cells = [cell_truth(state, cell) for role, own in step.cells.items() if role != "pivot" for cell in own]
    units = step.units.get("pattern", ())
    return _as_a_whole(state, step, [*cells, *(unit_truth(state, unit, step.digits[0]) for unit in units)])


def _odd_ring(state: State, step: Step) -> list[Truth]:
    """Where the digit of a broken wing can be in its units, or what the cells of any other ring can hold."""
    units = [unit_truth(state, unit, step.digits[0]) for unit in step.units.get("base", ())]
    return _as_a_whole(state, step, [*units] or [*_cells(state, step)])


def _exocet(state: State, step: Step) -> Iterator[Truth]:
    """The base cells, and where their digits can be in the lines that cross the band.

    All of them, even where some could be spared: the argument is about whichever digits the base takes.
    """
    yield from (cell_truth(state, cell) for cell in step.cells["base"])
    yield from (unit_truth(state, unit, digit) for digit in step.digits for unit in step.units["cover"])


def _leftover(state: State, step: Step) -> list[Truth]:
    return _as_a_whole(state, step, [*_locked(state, step)])


def _sectors(state: State, step: Step) -> list[Truth]:
    return _as_a_whole(state, step, [*_cells(state, step)])


def _wing(state: State, step: Step) -> Iterable[Premise]:
    return _linked(state, step) if step.links else _as_a_whole(state, step, [*_cells(state, step)])


def _kraken(state: State, step: Step) -> list[Premise]:
    """The base of the fish, and what follows from each of the candidates of which one holds; a part may be enough."""
    wanted = conclusions(step)
    fish = [unit_truth(state, unit, step.digits[0]) for unit in step.units["base"]]
    cases = thinned_branches(state, wanted, fish, kraken_cases(state, step))
    base = thinned(state, wanted, fish, cases)
    return [*base, *cases_of(state, step, base, cases)]


def _exclusion(state: State, step: Step) -> list[Truth]:
    return thinned(state, conclusions(step), _cells(state, step))


def _firework(state: State, step: Step) -> list[Truth]:
    """Where each digit can be in the row and the column of a crossing."""
    lines = 2 * state.geometry.size
    pool = [
        unit_truth(state, unit, digit)
        for cell in step.cells["pivot"]
        for unit in state.geometry.units_of[cell]
        if unit < lines
        for digit in step.digits
        if state.places(unit, digit)
    ]
    return thinned(state, conclusions(step), pool)


def _colouring(state: State, step: Step) -> list[Truth]:
    """The strong links within each colour cluster, and for a Medusa the cell that a colour would empty."""
    coloured = {c for role, group in step.candidates.items() if role.startswith("colour") for c in group}
    return thinned(state, conclusions(step), _strong_links(state, coloured, step.technique.form is Form.SEVERAL_DIGITS))


def _strong_links(state: State, coloured: set[Candidate], with_cells: bool) -> list[Truth]:
    pool: list[Truth] = []
    for unit in range(len(state.geometry.units)):
        for digit in sorted({candidate.digit for candidate in coloured}):
            truth = unit_truth(state, unit, digit)
            if len(truth.cells) == 2 and coloured.issuperset(truth.candidates):
                pool.append(truth)
    if not with_cells:
        return pool
    empty = [cell_truth(state, cell) for cell, mask in enumerate(state.candidates) if mask]
    bivalue = [truth for truth in empty if len(truth.digits) == 2 and coloured.issuperset(truth.candidates)]
    return [*pool, *bivalue, *(truth for truth in empty if truth not in bivalue)]


def _rectangle(state: State, step: Step) -> list[Truth]:
    """The deadly pattern, the cells of a naked subset beside it, or where its digits are confined to it."""
    cells = [*step.cells.get("floor", ()), *step.cells.get("roof", ())]
    digits = swapped_digits(step)
    pattern = deadly_pattern(state, cells, [digits] * len(cells))
    extra = [cell_truth(state, cell) for cell in step.cells.get("extra", ())]
    confined = [
        unit_truth(state, unit, digit)
        for unit in sorted({unit for cell in cells for unit in state.geometry.units_of[cell]})
        for digit in digits
        if 0 < len(state.places(unit, digit)) <= len(cells) and set(state.places(unit, digit)) <= set(cells)
    ]
    return thinned(state, conclusions(step), [pattern, *extra, *confined, *_inside_units(state, step)])


def swapped_digits(step: Step) -> tuple[Digit, ...]:
    """The digits of a rectangle that could change places: two, or three in an extended one."""
    return step.digits[: 3 if step.technique is Technique.EXTENDED_RECTANGLE else 2]


def _grave(state: State, step: Step) -> list[Truth]:
    """All empty cells as a deadly pattern, without the candidates too many; and what lies in the unit named."""
    cells = [cell for cell, mask in enumerate(state.candidates) if mask]
    pairs = [combinations(digits_of(state.candidates[cell]), 2) for cell in cells]
    patterns = (deadly_pattern(state, cells, chosen) for chosen in islice(product(*pairs), MAX_GRAVES))
    grave = next((pattern for pattern in patterns if is_swap(state.geometry, pattern)), None)
    return thinned(state, conclusions(step), [*([grave] if grave else []), *_inside_units(state, step)])


def _inside_units(state: State, step: Step) -> list[Truth]:
    """Every truth of the cells and digits of the units that a step names."""
    units = step.units.get("pattern", ())
    cells = [cell for unit in units for cell in state.geometry.units[unit].cells if state.candidates[cell]]
    digits = range(1, state.geometry.size + 1)
    places = [unit_truth(state, unit, digit) for unit in units for digit in digits if state.places(unit, digit)]
    return [*(cell_truth(state, cell) for cell in cells), *places]


def _template(state: State, step: Step) -> Iterator[Premise]:
    """Cells that other digits are sure of, as far as they matter; then where the digit can be in every unit."""
    lemmas = sure_cells(state, step.candidates.get("on", ()))
    needed = needed_lemmas(state, conclusions(step), _units_of(state, step.digits[0]), lemmas)
    yield from needed
    yield from thinned(state, conclusions(step), _units_of(state, step.digits[0]), needed)


def _units_of(state: State, digit: Digit) -> list[Truth]:
    units = range(len(state.geometry.units))
    return [unit_truth(state, unit, digit) for unit in units if state.places(unit, digit)]


def _forcing(state: State, step: Step) -> Iterable[Premise]:
    return (cycle_premises if step.technique.form is Form.LOOP else forcing_premises)(state, step)


def _rule(state: State, step: Step) -> list[Truth | RuleTruth]:
    """The rule, or the cages and units of a 45 rule, that leave the removed candidates no way."""
    rules = [rule for part in step.children or (step,) for rule in _rule_truths(state, part)]
    pool: list[Truth] = []
    if step.technique.form is Form.HIDDEN:
        pool = [unit_truth(state, unit, digit) for unit in step.units["base"] for digit in step.digits]
    elif "extra" in step.cells:
        pool = [cell_truth(state, cell) for cell in step.cells["extra"]]
    return [*thinned(state, conclusions(step), pool, rules=rules), *rules]


def _rule_truths(state: State, step: Step) -> Iterator[RuleTruth]:
    units, cells = step.units.get("pattern", ()), step.cells["pattern"]
    if fact := fact_of(state.geometry, step.rules, units, cells):
        yield RuleTruth(step.rules, units, cells, total_of(state.geometry, fact))


_BUILDERS: dict[Family, Callable[[State, Step], Iterable[Premise]]] = {
    Family.SINGLE: _single,
    Family.DIRECT: _direct,
    Family.LOCKED: _locked,
    Family.SUBSET: _subset,
    Family.FISH: _fish,
    Family.LINKED_PAIR: _linked,
    Family.COLOURING: _colouring,
    Family.WING: _wing,
    Family.RECTANGLE: _rectangle,
    Family.UNIQUE_LOOP: _rectangle,
    Family.GRAVE: _grave,
    Family.CHAIN: _linked,
    Family.ALS: _sets,
    Family.FIREWORK: _firework,
    Family.EXCLUSION: _exclusion,
    Family.KRAKEN: _kraken,
    Family.TEMPLATE: _template,
    Family.FORCING: _forcing,
    Family.RULE: _rule,
    Family.LEFTOVER: _leftover,
    Family.ODD_RING: _odd_ring,
    Family.EXOCET: _exocet,
    Family.SECTORS: _sectors,
}
