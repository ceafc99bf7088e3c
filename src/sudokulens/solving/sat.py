"""The engine `sat`: the Sudoku as a propositional formula for Glucose, by python-sat.

It takes the boards that plain search cannot: it learns from every contradiction. Each solution found is excluded by
a clause, and the search continues with all learnt clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from sudokulens.errors import MissingExtra
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.solving.encoding import Encoding
from sudokulens.solving.engine import Budget, Grid

CONFLICTS_AT_ONCE = 1000
"""Conflicts between two looks at the clock and at Ctrl-C: some hundredths of a second, even at 25×25."""


class SatEngine:
    """Glucose 4: any size, any regions and any rules; needs the extra `sat`."""

    name = "sat"

    def refusal(self, board: Board) -> str | None:
        return None

    def search(
        self, board: Board, budget: Budget, limit: int | None = None, known: Iterable[Grid] = ()
    ) -> Iterator[Grid]:
        """The solutions that are not among `known`, so that another engine can hand over half-way."""
        formula = _Formula(board)
        with _new_solver() as solver:
            for clause in formula.clauses(budget):
                solver.add_clause(clause)
            for grid in known:
                solver.add_clause(formula.exclusion(grid))
            found = 0
            while (limit is None or found < limit) and _solve_in_slices(solver, budget):
                grid = formula.grid(solver.get_model() or ())
                solver.add_clause(formula.exclusion(grid))
                found += 1
                yield grid


class _Formula:
    """A variable for each digit that its peers leave to an empty cell, numbered from 1."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.meaning: list[tuple[Cell, Digit]] = [(0, 0)]
        self.variables: dict[tuple[Cell, Digit], int] = {}
        for cell, mask in enumerate(board.computed_candidates()):
            for digit in range(1, board.size + 1):
                if mask >> (digit - 1) & 1:
                    self.variables[cell, digit] = len(self.meaning)
                    self.meaning.append((cell, digit))
        self._last_variable = len(self.meaning) - 1

    def clauses(self, budget: Budget) -> Iterator[list[int]]:
        """Every cell exactly one digit, every digit of a unit exactly one cell, and every rule."""
        for exactly_one in self._groups():
            budget.check()
            yield exactly_one
            yield from ([-first, -second] for first, second in combinations(exactly_one, 2))
        encoding = Encoding(self.board.size, self._variable, self._fresh)
        for _, part in self.board.geometry.parts:
            budget.check()
            yield from encoding.clauses(part)

    def _variable(self, cell: Cell, digit: Digit) -> int | bool:
        value = self.board.values[cell]
        return value == digit if value else self.variables.get((cell, digit), False)

    def _fresh(self) -> int:
        self._last_variable += 1
        return self._last_variable

    def _groups(self) -> Iterator[list[int]]:
        values, variables = self.board.values, self.variables
        digits = range(1, self.board.size + 1)
        for cell, value in enumerate(values):
            if not value:
                yield [variables[cell, digit] for digit in digits if (cell, digit) in variables]
        for unit in self.board.geometry.units:
            placed = {values[cell] for cell in unit.cells}
            for digit in digits:
                if digit not in placed:
                    yield [variables[cell, digit] for cell in unit.cells if (cell, digit) in variables]

    def grid(self, model: Iterable[int]) -> Grid:
        """The values completed by the variables that are true in the model."""
        full = list(self.board.values)
        for literal in model:
            if 0 < literal < len(self.meaning):
                cell, digit = self.meaning[literal]
                full[cell] = digit
        return tuple(full)

    def exclusion(self, grid: Grid) -> list[int]:
        """The clause that rules this one solution out."""
        return [-self.variables[cell, grid[cell]] for cell, value in enumerate(self.board.values) if not value]


def _new_solver() -> Any:
    try:
        from pysat.solvers import Glucose4
    except ModuleNotFoundError as missing:
        raise MissingExtra("the engine 'sat'", "sat") from missing
    return Glucose4()


def _solve_in_slices(solver: Any, budget: Budget) -> bool:
    """Whether the formula can be satisfied; slices let Ctrl-C and the time limit through."""
    before = solver.accum_stats()["decisions"]
    while True:
        budget.check()
        solver.conf_budget(CONFLICTS_AT_ONCE)
        # Without expect_interrupt, python-sat would take SIGINT over and jump out of the middle of Glucose.
        answer = solver.solve_limited(expect_interrupt=True)
        decisions = solver.accum_stats()["decisions"]
        budget.nodes += decisions - before
        before = decisions
        if answer is not None:
            return bool(answer)
