"""Random puzzles of the variants that newspapers print and people share.

A variant is named by what it adds to the usual board: `killer`, `x`, `windoku`, `disjoint`, `jigsaw`, the keyword of
any rule (`antiknight`, `thermo`, …), or the layout of overlapping grids (`samurai`, …). Names can be combined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sudokulens.errors import InvalidRequest
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import BY_KEYWORD, AntiKnight, Cage, Constraint, LittleKiller, Quadruple, Sandwich
from sudokulens.puzzle.geometry import Geometry, window_cells
from sudokulens.puzzle.overlap import NAMED_LAYOUTS
from sudokulens.solving.engine import Budget
from sudokulens.solving.minimal import Symmetry, is_unique, remove_givens
from sudokulens.solving.random import can_be_filled, comfortable_givens, random_grid
from sudokulens.solving.random_cages import connected
from sudokulens.solving.random_regions import random_regions
from sudokulens.solving.random_rules import WHOLE_BOARD, random_rules
from sudokulens.solving.shuffle import Shuffle

UNITS = ("x", "windoku", "disjoint", "jigsaw")
"""Variants that add units or change the regions."""

KILLER = "killer"
LAYOUTS = tuple(NAMED_LAYOUTS)
"""Variants of several 9×9 grids that overlap."""

_OF_ONE_GRID = ("jigsaw", *(rule.keyword for rule in (LittleKiller, Sandwich, Quadruple)))
VARIANTS = (KILLER, *LAYOUTS, *UNITS, *(keyword for keyword in BY_KEYWORD if keyword != "cage"))
"""The names of all variants."""

_CUTS = 4
"""Cages that are cut in two before another layout is tried."""

_RULES_PER_CELL = 0.25
"""Clues of a kind that a puzzle is given: 20 at 9×9."""
_LITTLE_KILLERS_PER_CELL = 0.1
"""8 at 9×9. The sum of a long diagonal excludes little: with more of them and hardly a given, it takes minutes to prove
that there is one solution."""


def random_variant(
    names: Iterable[str],
    seed: int,
    size: int = 9,
    symmetry: Symmetry | None = None,
    *,
    minimal: bool = True,
    fewest_rules: bool = False,
    time_limit: float | None = None,
) -> Board:
    """A puzzle with one solution and these variants' rules, the same for the same arguments.

    Minimal, no given can be spared; with `fewest_rules` no cage or other clue can be spared either. A killer has cages
    over the whole board and no givens. Raises InvalidRequest for names that do not go together or do not fit the size,
    and TimeLimit.
    """
    wanted = tuple(dict.fromkeys(names))
    check_variants(wanted, size)
    budget, shuffle = Budget(time_limit), Shuffle(seed)
    full = _full_grid(wanted, size, seed, shuffle, budget)
    if KILLER in wanted:
        puzzle = _killer(full, wanted, shuffle, budget)
    else:
        rules = [*full.rules, *_clues(wanted, full, shuffle)]
        keep = 0 if minimal else comfortable_givens(full.geometry)
        given = Board.of(full.values, full.geometry.with_rules(rules))
        puzzle = remove_givens(given, keep, shuffle, symmetry, budget)
    return without_spare_rules(puzzle, shuffle, budget) if fewest_rules else puzzle


def check_variants(names: Sequence[str], size: int) -> None:
    """Raises InvalidRequest for variants that are not known or not possible at that size."""
    for name in names:
        if name not in VARIANTS:
            raise InvalidRequest(f"unknown variant {name[:40]!r}", expected=", ".join(VARIANTS))
    _check_layout(names, size)
    if "windoku" in names and not window_cells(size):
        raise InvalidRequest(f"a windoku of size {size}", expected="9, 16 or 25")
    if "jigsaw" in names and ("windoku" in names or "disjoint" in names):
        raise InvalidRequest("a jigsaw has no boxes for windows or groups", expected="one or the other")
    if "nonconsecutive" in names and "alldots" in names:
        raise InvalidRequest("non-consecutive boards have no white dots", expected="one or the other")


def _check_layout(names: Sequence[str], size: int) -> None:
    layouts = [name for name in names if name in LAYOUTS]
    if len(layouts) > 1:
        raise InvalidRequest(f"both {layouts[0]} and {layouts[1]}", expected="one layout")
    if layouts and size != 9:
        raise InvalidRequest(f"a {layouts[0]} of size {size}", expected="9")
    if layouts and (single := next((name for name in names if name in _OF_ONE_GRID), None)):
        raise InvalidRequest(f"{single} with overlapping grids", expected="one or the other")


def example_geometry(names: Sequence[str], size: int = 9) -> Geometry:
    """A board with these variants' units, and with a cage, or any other rule, where they have some."""
    geometry = _geometry(names, size, Shuffle(0))
    others = any(name in BY_KEYWORD for name in names)
    return geometry.with_rules([Cage((0, 1), size)] * (KILLER in names) + [AntiKnight()] * others)


def without_spare_rules(puzzle: Board, shuffle: Shuffle, budget: Budget) -> Board:
    """The puzzle, which has one solution, with rules for some cells taken away until none can be spared."""
    rules = list(puzzle.rules)
    order = [rule for rule in rules if rule.cells]
    shuffle(order)
    for rule in order:
        fewer = [other for other in rules if other is not rule]
        if is_unique(puzzle.with_rules(fewer), budget):
            rules = fewer
    return puzzle.with_rules(rules)


def _full_grid(names: Sequence[str], size: int, seed: int, shuffle: Shuffle, budget: Budget) -> Board:
    whole = [BY_KEYWORD[name]() for name in names if name in BY_KEYWORD and BY_KEYWORD[name] in WHOLE_BOARD]
    geometry = _geometry(names, size, shuffle).with_rules(whole)
    while "jigsaw" in names and not can_be_filled(geometry, budget):
        geometry = _geometry(names, size, shuffle).with_rules(whole)
    return random_grid(seed, geometry, budget)


def _geometry(names: Sequence[str], size: int, shuffle: Shuffle) -> Geometry:
    geometry = _shape(names, size, shuffle)
    if "x" in names:
        geometry = geometry.with_extras(geometry.diagonals)
    if "windoku" in names:
        geometry = geometry.with_extras(geometry.windows)
    return geometry.with_extras(geometry.groups) if "disjoint" in names else geometry


def _shape(names: Sequence[str], size: int, shuffle: Shuffle) -> Geometry:
    if layout := next((name for name in names if name in LAYOUTS), None):
        return Geometry.overlapping(NAMED_LAYOUTS[layout], size)
    return Geometry(size, random_regions(size, shuffle)) if "jigsaw" in names else Geometry.standard(size)


def _clues(names: Sequence[str], full: Board, shuffle: Shuffle) -> list[Constraint]:
    kinds = [name for name in names if name in BY_KEYWORD and BY_KEYWORD[name] not in WHOLE_BOARD]
    counts = {name: round(_clues_per_cell(name) * full.geometry.cell_count) for name in kinds}
    return [rule for name in kinds for rule in random_rules(name, full, shuffle, counts[name])]


def _clues_per_cell(name: str) -> float:
    return _LITTLE_KILLERS_PER_CELL if name == LittleKiller.keyword else _RULES_PER_CELL


def _killer(full: Board, names: Sequence[str], shuffle: Shuffle, budget: Budget) -> Board:
    """Cages over the whole board, redrawn until they leave one solution; if need be the last large one is split."""
    others = [*full.rules, *_clues(names, full, shuffle)]
    while True:
        cages = random_rules("cage", full, shuffle, 0)
        for _ in range(_CUTS):
            board = Board.empty(full.geometry.with_rules([*cages, *others]))
            if is_unique(board, budget):
                return board
            cages = _cut_one(cages, full, shuffle)


def _cut_one(cages: tuple[Constraint, ...], full: Board, shuffle: Shuffle) -> tuple[Constraint, ...]:
    """The cages with a large one cut in two connected parts of at least two cells, where one can be."""
    large = [cage for cage in cages if len(cage.cells) >= 4]
    shuffle(large)
    for cage in large:
        if parts := _halves(cage.cells, full.geometry):
            made = [Cage(cells, sum(full[cell] for cell in cells)) for cells in parts]
            return tuple(sorted([*(c for c in cages if c is not cage), *made], key=lambda rule: rule.cells))
    return cages


def _halves(cells: tuple[int, ...], shape: Geometry) -> tuple[tuple[int, ...], ...]:
    """Two connected parts; none where the cage cannot be cut so."""
    for first in cells:
        for second in shape.neighbours(first):
            rest = tuple(cell for cell in cells if cell not in (first, second))
            if second in cells and connected(rest, shape):
                return tuple(sorted((first, second))), rest
    return ()
