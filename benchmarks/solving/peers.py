"""Other Python solvers, each behind one function: 81 characters in, the solution (or None) out.

Each is used in the fastest way that its documentation shows; what can be prepared once is prepared once. `proves` says
what one call settles: "unique" looks for a second solution as we do, "first" stops at the first one, which is less
work.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

from benchmarks.solving import norvig

SolveOne = Callable[[str], str | None]


@dataclass(frozen=True)
class Peer:
    """A solver to compare with: `prepare` imports it and returns its solving function."""

    name: str
    package: str | None
    proves: Literal["first", "unique"]
    prepare: Callable[[], SolveOne]

    @property
    def version(self) -> str | None:
        """The installed version, "" for an algorithm that we implemented ourselves, None where it is not installed."""
        if self.package is None:
            return ""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None


def _variable(cell: int, digit: int) -> int:
    return cell * 9 + digit


def _exactly_one_groups() -> list[list[int]]:
    """The 324 groups of variables of which exactly one is true."""
    cells, digits = range(81), range(1, 10)
    groups = [[_variable(cell, digit) for digit in digits] for cell in cells]
    for unit_of in (lambda c: c // 9, lambda c: c % 9, lambda c: c // 27 * 3 + c % 9 // 3):
        for unit in range(9):
            members = [cell for cell in cells if unit_of(cell) == unit]
            groups += [[_variable(cell, digit) for cell in members] for digit in digits]
    return groups


def _formula() -> list[list[int]]:
    clauses = []
    for group in _exactly_one_groups():
        clauses.append(group)
        clauses += [[-a, -b] for index, a in enumerate(group) for b in group[index + 1 :]]
    return clauses


def _givens(puzzle: str) -> list[int]:
    return [_variable(cell, int(digit)) for cell, digit in enumerate(puzzle) if digit in "123456789"]


def _text(model: Any) -> str:
    digits = ["."] * 81
    for literal in model:
        if 0 < literal <= 729:
            digits[(literal - 1) // 9] = str((literal - 1) % 9 + 1)
    return "".join(digits)


def _prepare_cadical(*, unique: bool) -> SolveOne:
    from pysat.solvers import Cadical195

    solver = Cadical195(bootstrap_with=_formula())
    switch = 729

    def solve(puzzle: str) -> str | None:
        nonlocal switch
        givens = _givens(puzzle)
        if not solver.solve(assumptions=givens):
            return None
        model = solver.get_model()
        if unique:
            # A fresh variable switches the clause that rules this solution out on for this one question only.
            switch += 1
            solver.add_clause([-switch, *[-literal for literal in model[:729] if literal > 0]])
            solver.solve(assumptions=[*givens, switch])
            solver.add_clause([-switch])
        return _text(model)

    return solve


def _prepare_pycosat() -> SolveOne:
    import pycosat

    formula = _formula()

    def solve(puzzle: str) -> str | None:
        answers = pycosat.itersolve(formula + [[literal] for literal in _givens(puzzle)])
        first = next(answers, None)
        next(answers, None)
        return None if first is None else _text(first)

    return solve


def _prepare_exact_cover() -> SolveOne:
    import numpy
    from exact_cover import get_all_solutions

    matrix = numpy.zeros((729, 324), dtype=numpy.int32)
    for item, group in enumerate(_exactly_one_groups()):
        for variable in group:
            matrix[variable - 1, item] = 1
    conflicts = [numpy.flatnonzero((matrix @ row > 0) & (matrix @ row < 4)) for row in matrix]

    def solve(puzzle: str) -> str | None:
        kept = numpy.ones(729, dtype=bool)
        for literal in _givens(puzzle):
            kept[conflicts[literal - 1]] = False
        rows = numpy.flatnonzero(kept)
        solutions = get_all_solutions(matrix[rows], max_count=2)
        first = next(iter(solutions), None)
        return None if first is None else _text(int(rows[index]) + 1 for index in first)

    return solve


def _prepare_ortools() -> SolveOne:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1

    def solve(puzzle: str) -> str | None:
        model = cp_model.CpModel()
        cells = [
            model.new_constant(int(digit)) if digit in "123456789" else model.new_int_var(1, 9, "") for digit in puzzle
        ]
        for unit in range(9):
            top, left = unit // 3 * 27, unit % 3 * 3
            model.add_all_different(cells[unit * 9 : unit * 9 + 9])
            model.add_all_different(cells[unit::9])
            model.add_all_different([cells[top + left + row * 9 + column] for row in range(3) for column in range(3)])
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        return "".join(str(solver.value(cell)) for cell in cells)

    return solve


def _prepare_py_sudoku() -> SolveOne:
    from sudoku import Sudoku

    def solve(puzzle: str) -> str | None:
        rows = [[int(digit) if digit in "123456789" else None for digit in puzzle[r : r + 9]] for r in range(0, 81, 9)]
        board = Sudoku(3, 3, board=rows).solve().board
        return "".join(str(digit) for row in board for digit in row)

    return solve


def _prepare_dokusan() -> SolveOne:
    from dokusan.boards import BoxSize, Sudoku
    from dokusan.solvers import backtrack

    def solve(puzzle: str) -> str | None:
        rows = [[int(digit) if digit in "123456789" else 0 for digit in puzzle[r : r + 9]] for r in range(0, 81, 9)]
        solved = backtrack(Sudoku.from_list(rows, box_size=BoxSize(3, 3)))
        return "".join(str(cell.value) for cell in solved.cells())

    return solve


PEERS = [
    Peer("python-sat, CaDiCaL incremental", "python-sat", "unique", lambda: _prepare_cadical(unique=True)),
    Peer("python-sat, first solution only", "python-sat", "first", lambda: _prepare_cadical(unique=False)),
    Peer("exact-cover", "exact-cover", "unique", _prepare_exact_cover),
    Peer("pycosat", "pycosat", "unique", _prepare_pycosat),
    Peer("OR-Tools CP-SAT, all-different", "ortools", "first", _prepare_ortools),
    Peer("Norvig's algorithm", None, "first", lambda: norvig.solve),
    Peer("dokusan", "dokusan", "first", _prepare_dokusan),
    Peer("py-sudoku", "py-sudoku", "first", _prepare_py_sudoku),
]
