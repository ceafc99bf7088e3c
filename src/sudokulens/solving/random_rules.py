"""Random rules that a full grid obeys: the clues of a variant whose solution is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import (
    AllDots,
    AllXv,
    AntiKing,
    AntiKnight,
    Arrow,
    BlackDot,
    Constraint,
    Even,
    GreaterThan,
    LittleKiller,
    NonConsecutive,
    Odd,
    Palindrome,
    Quadruple,
    Renban,
    Sandwich,
    Thermometer,
    Whispers,
    WhiteDot,
    Xv,
)
from sudokulens.puzzle.constraints.base import neighbour_pairs
from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.solving.random_cages import random_cages
from sudokulens.solving.shuffle import Shuffle

Source: TypeAlias = Callable[[Board, Shuffle], Iterator[Constraint]]
RuleOfLine: TypeAlias = Callable[[Board, tuple[Cell, ...]], Constraint | None]

_TRIES = 2000
"""Random lines after which a kind that seldom fits gives up."""
WHOLE_BOARD = (AntiKnight, AntiKing, NonConsecutive)
"""Rules that a grid must be made for: no choice of clues makes any grid obey them."""


def random_rules(keyword: str, grid: Board, shuffle: Shuffle, count: int) -> tuple[Constraint, ...]:
    """Up to `count` rules of that kind, different ones, that the full grid obeys.

    A rule for the whole board, such as `alldots`, comes with all the clues that it speaks of.
    """
    found: dict[object, Constraint] = {}
    for rule in SOURCES[keyword](grid, shuffle):
        found.setdefault((type(rule), frozenset(rule.cells)), rule)
        if len(found) >= count and keyword not in _COMPLETE:
            break
    return tuple(found.values())


def _cells_where(kind: type[Even] | type[Odd]) -> Source:
    def source(grid: Board, shuffle: Shuffle) -> Iterator[Constraint]:
        cells = [cell for cell, value in enumerate(grid.values) if value % 2 == kind.lowest % 2]
        shuffle(cells)
        yield from (kind((cell,)) for cell in cells)

    return source


def _pairs(rules_of: Callable[[Board, Cell, Cell], Iterator[Constraint]]) -> Source:
    def source(grid: Board, shuffle: Shuffle) -> Iterator[Constraint]:
        pairs = list(neighbour_pairs(grid.geometry))
        shuffle(pairs)
        for first, second in pairs:
            yield from rules_of(grid, first, second)

    return source


def _greater(grid: Board, first: Cell, second: Cell) -> Iterator[Constraint]:
    if grid.geometry.regions[first] == grid.geometry.regions[second]:
        yield GreaterThan(*((first, second) if grid[first] > grid[second] else (second, first)))


def _white(grid: Board, first: Cell, second: Cell) -> Iterator[Constraint]:
    if abs(grid[first] - grid[second]) == 1:
        yield WhiteDot((first, second))


def _black(grid: Board, first: Cell, second: Cell) -> Iterator[Constraint]:
    low, high = sorted((grid[first], grid[second]))
    if high == 2 * low:
        yield BlackDot((first, second))


def _xv(grid: Board, first: Cell, second: Cell) -> Iterator[Constraint]:
    if grid[first] + grid[second] in (5, 10):
        yield Xv((first, second), grid[first] + grid[second])


def _all_dots(grid: Board, shuffle: Shuffle) -> Iterator[Constraint]:
    for first, second in neighbour_pairs(grid.geometry):
        yield next(_white(grid, first, second), None) or next(_black(grid, first, second), None) or AllDots()


def _all_xv(grid: Board, shuffle: Shuffle) -> Iterator[Constraint]:
    for first, second in neighbour_pairs(grid.geometry):
        yield next(_xv(grid, first, second), None) or AllXv()


def _lines(longest: int, rule_of: RuleOfLine) -> Source:
    """Random walks, each cut to the longest that makes a rule."""

    def source(grid: Board, shuffle: Shuffle) -> Iterator[Constraint]:
        for _ in range(_TRIES):
            walk = random_walk(grid.geometry, longest, shuffle)
            for length in range(len(walk), 1, -1):
                if rule := rule_of(grid, walk[:length]):
                    yield rule
                    break

    return source


def random_walk(shape: Geometry, length: int, shuffle: Shuffle) -> tuple[Cell, ...]:
    """Different cells, each next to the one before, also at a corner; fewer than `length` at a dead end."""
    walk = [shuffle.below(shape.cell_count)]
    while len(walk) < length:
        row, column = shape.places[walk[-1]]
        around = (shape.cell_at(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1))
        free = [cell for cell in around if cell is not None and cell not in walk]
        if not free:
            break
        walk.append(free[shuffle.below(len(free))])
    return tuple(walk)


def _obeyed(rule: Constraint, grid: Board) -> bool:
    return next(rule.broken(grid.values, grid.geometry), None) is None


def _if_obeyed(
    kind: Callable[[tuple[Cell, ...]], Constraint],
) -> Callable[[Board, tuple[Cell, ...]], Constraint | None]:
    def rule_of(grid: Board, cells: tuple[Cell, ...]) -> Constraint | None:
        rule = kind(cells)
        return rule if _obeyed(rule, grid) else None

    return rule_of


def _palindrome(grid: Board, cells: tuple[Cell, ...]) -> Constraint | None:
    rule = Palindrome(cells)
    return rule if len(cells) > 2 and _obeyed(rule, grid) else None


def _whispers(grid: Board, cells: tuple[Cell, ...]) -> Constraint | None:
    rule = Whispers(cells, min(5, (grid.size + 1) // 2))
    return rule if _obeyed(rule, grid) else None


def _little_killers(grid: Board, shuffle: Shuffle) -> Iterator[Constraint]:
    n = grid.size
    diagonals: list[tuple[Cell, ...]] = []
    for start in range(1, n - 1):
        diagonals.append(tuple(r * n + start + r for r in range(n - start)))
        diagonals.append(tuple((start + c) * n + c for c in range(n - start)))
        diagonals.append(tuple(r * n + start - r for r in range(start + 1)))
        diagonals.append(tuple((start + k) * n + n - 1 - k for k in range(n - start)))
    shuffle(diagonals)
    yield from (LittleKiller(cells, sum(grid[cell] for cell in cells)) for cells in diagonals)


def _sandwiches(grid: Board, shuffle: Shuffle) -> Iterator[Constraint]:
    n = grid.size
    places = [Sandwich(line, index, n, 0) for index in range(n) for line in ("row", "column")]
    shuffle(places)
    for rule in places:
        digits = [grid[cell] for cell in rule.cells]
        first, last = sorted((digits.index(1), digits.index(n)))
        yield Sandwich(rule.line, rule.index, n, sum(digits[first + 1 : last]))


def _quadruples(grid: Board, shuffle: Shuffle) -> Iterator[Constraint]:
    n = grid.size
    corners = [row * n + column for row in range(n - 1) for column in range(n - 1)]
    shuffle(corners)
    for corner in corners:
        digits = [grid[cell] for cell in Quadruple(corner, n, (1,)).cells]
        shuffle(digits)
        yield Quadruple(corner, n, tuple(sorted(digits[: 2 + shuffle.below(3)])))


def _arrow(grid: Board, cells: tuple[Cell, ...]) -> Constraint | None:
    rule = Arrow(cells[:1], cells[1:])
    return rule if len(cells) > 2 and _obeyed(rule, grid) else None


def _cages(grid: Board, shuffle: Shuffle) -> Iterator[Constraint]:
    yield from random_cages(grid, shuffle)


def _always(rule: type[AntiKnight] | type[AntiKing] | type[NonConsecutive]) -> Source:
    def source(grid: Board, shuffle: Shuffle) -> Iterator[Constraint]:
        yield rule()

    return source


SOURCES: dict[str, Source] = {
    "cage": _cages,
    "even": _cells_where(Even),
    "odd": _cells_where(Odd),
    "greater": _pairs(_greater),
    "thermo": _lines(6, _if_obeyed(Thermometer)),
    "arrow": _lines(4, _arrow),
    "white": _pairs(_white),
    "black": _pairs(_black),
    "alldots": _all_dots,
    "xv": _pairs(_xv),
    "allxv": _all_xv,
    "littlekiller": _little_killers,
    "sandwich": _sandwiches,
    "quad": _quadruples,
    "palindrome": _lines(5, _palindrome),
    "renban": _lines(5, _if_obeyed(Renban)),
    "whispers": _lines(6, _whispers),
    **{rule.keyword: _always(rule) for rule in WHOLE_BOARD},
}
"""Where random rules of each kind come from."""

_COMPLETE = ("cage", "alldots", "allxv")
"""Kinds that are all there or not at all."""


def obeyed(rules: Sequence[Constraint], grid: Board) -> bool:
    """Whether the full grid obeys all the rules."""
    return all(_obeyed(rule, grid) for rule in rules)
