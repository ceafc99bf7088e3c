"""A Sudoku as it stands: its geometry, its values, which of them are givens, and the person's own pencil marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import compress
from math import isqrt
from typing import TYPE_CHECKING, Literal, TypeAlias

from sudokulens.display import ShownAsSvg
from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.geometry import Cell, Digit, DigitSet, Geometry, Unit

if TYPE_CHECKING:
    from sudokulens.puzzle.constraints.base import Constraint

FaultKind: TypeAlias = Literal["duplicate", "no candidate", "no place", "rule", "mark conflict"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason why a board cannot be right, with the cells that show it.

    - duplicate: `digit` stands more than once in `unit`, at `cells`.
    - no candidate: every digit is excluded from the empty cell in `cells`.
    - no place: no cell of `unit` can take `digit`; `cells` are its empty cells.
    - rule: the digits at `cells` break `rule`.
    - mark conflict: the pencil marks of the cell in `cells` leave out its own value.
    """

    kind: FaultKind
    cells: tuple[Cell, ...]
    digit: Digit | None = None
    unit: Unit | None = None
    rule: Constraint | None = None


@dataclass(frozen=True, slots=True)
class Status:
    """Everything that is wrong with a board at first sight; true when nothing is."""

    faults: tuple[Fault, ...]
    complete: bool

    def __bool__(self) -> bool:
        return not self.faults

    @property
    def solved(self) -> bool:
        return self.complete and not self.faults

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells named by a fault, in order."""
        return tuple(sorted({cell for fault in self.faults for cell in fault.cells}))


@dataclass(frozen=True, slots=True)
class Board(ShownAsSvg):
    """An immutable Sudoku; `Board.parse(str(board)) == board`.

    `values[cell]` is 0 for an empty cell. `givens[cell]` is true where the value was printed; a value that is not a
    given is an entry. `candidates[cell]`, where the person keeps pencil marks, is a bit mask (digit d is bit d - 1);
    None means that none were made, not that there are none.
    """

    geometry: Geometry
    values: tuple[Digit, ...]
    givens: tuple[bool, ...]
    candidates: tuple[DigitSet, ...] | None = None

    def __post_init__(self) -> None:
        n, count = self.geometry.size, self.geometry.cell_count
        if len(self.values) != count or len(self.givens) != count:
            raise InvalidBoard(f"{len(self.values)} values for a {n}×{n} grid", expected=str(count))
        if min(self.values) < 0 or max(self.values) > n or not all(compress(self.values, self.givens)):
            _refuse_values(self)
        if self.candidates is not None:
            _check_candidates(self.geometry, self.candidates)

    @staticmethod
    def of(values: Iterable[Digit], geometry: Geometry | None = None) -> Board:
        """A board whose values are all givens; the geometry defaults to the usual one of that size."""
        digits = tuple(values)
        shape = geometry or Geometry.standard(_size_of(len(digits)))
        return Board(shape, digits, tuple(map(bool, digits)))

    @staticmethod
    def empty(geometry: Geometry | None = None) -> Board:
        shape = geometry or Geometry.standard()
        return Board.of((0,) * shape.cell_count, shape)

    @staticmethod
    def parse(text: str) -> Board:
        """The board written in any format that Sudoku Lens knows; raises InvalidBoard."""
        from sudokulens.puzzle.formats import parse

        return parse(text)

    def __str__(self) -> str:
        from sudokulens.puzzle.formats.line import write

        return write(self)

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"

    def __iter__(self) -> Iterator[Digit]:
        return iter(self.values)

    def __getitem__(self, cell: Cell) -> Digit:
        return self.values[cell]

    @property
    def size(self) -> int:
        return self.geometry.size

    @property
    def rules(self) -> tuple[Constraint, ...]:
        """The constraints beyond the units."""
        return self.geometry.rules

    @property
    def entries(self) -> dict[Cell, Digit]:
        """The values that are not givens, by cell."""
        return {c: v for c, v in enumerate(self.values) if v and not self.givens[c]}

    @property
    def clue_count(self) -> int:
        return sum(self.givens)

    @property
    def complete(self) -> bool:
        return all(self.values)

    @property
    def puzzle(self) -> Board:
        """The givens alone: the Sudoku as it was printed."""
        printed = tuple(v if given else 0 for v, given in zip(self.values, self.givens, strict=True))
        return Board(self.geometry, printed, self.givens)

    def with_values(self, changes: Mapping[Cell, Digit]) -> Board:
        """The board with some cells written (or, with 0, emptied) by the person; pencil marks stay as they are."""
        values, givens = list(self.values), list(self.givens)
        for cell, digit in changes.items():
            if not 0 <= cell < len(values):
                raise InvalidBoard(f"there is no cell {cell}", expected=f"0 to {len(values) - 1}")
            values[cell], givens[cell] = digit, False
        return replace(self, values=tuple(values), givens=tuple(givens))

    def with_rules(self, rules: Iterable[Constraint]) -> Board:
        """The board with these rules instead of its own; raises InvalidBoard where one makes no sense on it."""
        return replace(self, geometry=self.geometry.with_rules(rules))

    def with_candidates(self, candidates: Iterable[DigitSet] | None) -> Board:
        return replace(self, candidates=None if candidates is None else tuple(candidates))

    def computed_candidates(self) -> tuple[DigitSet, ...]:
        """For every empty cell the digits that none of its peers has (0 for a filled cell).

        Of the rules, those count that make peers and those for one cell alone.
        """
        possible = self.geometry.possible_digits
        found = []
        for cell, value in enumerate(self.values):
            used = 0
            if not value:
                for peer in self.geometry.peers[cell]:
                    used |= 1 << self.values[peer]
            found.append(0 if value else possible[cell] & ~(used >> 1))
        return tuple(found)

    def effective_candidates(self) -> tuple[DigitSet, ...]:
        """The person's own marks where they lie within what the values allow, else what the values allow."""
        computed = self.computed_candidates()
        if self.candidates is None:
            return computed
        return tuple(own & free for own, free in zip(self.candidates, computed, strict=True))

    def status(self) -> Status:
        """Every fault that shows without solving."""
        return Status(tuple(_faults(self)), self.complete)


def _size_of(count: int) -> int:
    size = isqrt(count)
    if size * size != count or size < 2:
        raise InvalidBoard(f"{count} cells do not make a square grid")
    return size


def _refuse_values(board: Board) -> None:
    """Raises InvalidBoard for the first value that is out of range or a given without one."""
    n = board.size
    for cell, value in enumerate(board.values):
        if not 0 <= value <= n:
            raise InvalidBoard(f"{value} at {board.geometry.cell_name(cell)}", expected=f"0 to {n}")
        if board.givens[cell] and not value:
            raise InvalidBoard(f"the given at {board.geometry.cell_name(cell)} has no value")


def _check_candidates(geometry: Geometry, candidates: tuple[DigitSet, ...]) -> None:
    if len(candidates) != geometry.cell_count:
        raise InvalidBoard(f"{len(candidates)} sets of pencil marks", expected=str(geometry.cell_count))
    for cell, mask in enumerate(candidates):
        if mask & ~geometry.all_digits or mask < 0:
            raise InvalidBoard(f"pencil marks outside 1 to {geometry.size} at {geometry.cell_name(cell)}")


def _faults(board: Board) -> Iterator[Fault]:
    geometry, values = board.geometry, board.values
    candidates = board.effective_candidates()
    for unit in geometry.units:
        places: dict[Digit, list[Cell]] = {}
        for cell in unit.cells:
            if values[cell]:
                places.setdefault(values[cell], []).append(cell)
        for digit, cells in sorted(places.items()):
            if len(cells) > 1:
                yield Fault("duplicate", tuple(cells), digit, unit)
        yield from _missing_places(unit, places, candidates, values)
    for rule in geometry.rules:
        yield from (Fault("rule", cells, rule=rule) for cells in rule.broken(values, geometry))
    for cell, value in enumerate(values):
        if not value and not candidates[cell]:
            yield Fault("no candidate", (cell,))
        if value and board.candidates and board.candidates[cell] and not board.candidates[cell] >> (value - 1) & 1:
            yield Fault("mark conflict", (cell,), value)


def _missing_places(
    unit: Unit, placed: Mapping[Digit, object], candidates: tuple[DigitSet, ...], values: tuple[Digit, ...]
) -> Iterator[Fault]:
    possible = 0
    for cell in unit.cells:
        possible |= candidates[cell]
    for digit in range(1, len(unit.cells) + 1):
        if digit not in placed and not possible >> (digit - 1) & 1:
            yield Fault("no place", tuple(c for c in unit.cells if not values[c]), digit, unit)
