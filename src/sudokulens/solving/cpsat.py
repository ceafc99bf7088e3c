"""The engine `cpsat`: the Sudoku as a binary integer program, solved by OR-Tools' CP-SAT.

x[i,j,k] is 1 where the cell in row i and column j holds the digit k. Every cell has exactly one digit, and every
unit holds each digit exactly once. Sums are linear equations, the other rules clauses. `model_text` prints the same
program as LP or MPS text, to read or to hand to any other solver; rules are left to the engines.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any

from sudokulens.errors import InvalidBoard, MissingExtra, TimeLimit
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints.parts import Total
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.solving.encoding import Encoding
from sudokulens.solving.engine import Budget, Grid

POLL_SECONDS = 0.05
"""How often the waiting side looks at the clock and at Ctrl-C."""


class CpSatEngine:
    """CP-SAT: any size and any regions; needs the extra `cpsat`."""

    name = "cpsat"

    def refusal(self, board: Board) -> str | None:
        return None

    def search(self, board: Board, budget: Budget, limit: int | None = None) -> Iterator[Grid]:
        run = _Run(board, budget, limit)
        found = 0
        try:
            while (limit is None or found < limit) and (grid := run.next_grid()):
                found += 1
                yield grid
        finally:
            run.stop()


class _Run:
    """CP-SAT at work in a thread of its own, so that this thread keeps the clock and Ctrl-C.

    The queue holds one solution: CP-SAT waits inside its callback until somebody asks for the next.
    """

    def __init__(self, board: Board, budget: Budget, limit: int | None) -> None:
        self._budget = budget
        self._grids: queue.Queue[Grid | BaseException | None] = queue.Queue(maxsize=1)
        self._stopped = threading.Event()
        model, variables = _build_model(_import_cp_model(), board, budget)
        self._solver = _new_solver(_import_cp_model(), budget, every_solution=limit != 1)
        self._thread = threading.Thread(target=self._work, args=(model, variables, board), daemon=True)
        self._thread.start()

    def next_grid(self) -> Grid | None:
        """The next solution, or None when there are no more; raises TimeLimit."""
        while True:
            try:
                found = self._grids.get(timeout=POLL_SECONDS)
            except queue.Empty:
                self._budget.check()
                continue
            if isinstance(found, BaseException):
                raise found
            if found is None:
                self._budget.nodes += self._solver.num_branches
            return found

    def stop(self) -> None:
        self._stopped.set()
        self._solver.stop_search()
        self._thread.join(timeout=1.0)

    def _work(self, model: Any, variables: dict[tuple[Cell, Digit], Any], board: Board) -> None:
        try:
            callback = _new_callback(_import_cp_model(), variables, board, self._hand_over)
            status = self._solver.solve(model, callback)
            # "FEASIBLE" means that it stopped before it had looked everywhere.
            finished = self._solver.status_name(status) in ("OPTIMAL", "INFEASIBLE")
            self._put(None if finished else TimeLimit(f"not done within {self._budget.seconds or 0:g} s"))
        except BaseException as failure:
            self._put(failure)

    def _hand_over(self, grid: Grid) -> bool:
        self._put(grid)
        return not self._stopped.is_set()

    def _put(self, item: Grid | BaseException | None) -> None:
        while not self._stopped.is_set():
            try:
                self._grids.put(item, timeout=POLL_SECONDS)
                break
            except queue.Full:
                continue


def model_text(board: Board, format: str = "lp") -> str:
    """The program that `cpsat` solves for this board, as text: `format` is "lp" or "mps".

    Variable x_i_j_k, counted from 1, is row i, column j, digit k; the values of the board are rows of their own.
    """
    if board.rules:
        raise InvalidBoard("the model text holds units only, not rules", expected="a board without rules")
    if format not in ("lp", "mps"):
        raise ValueError(f"unknown model format {format!r} (expected 'lp' or 'mps')")
    rows = list(_named_rows(board))
    columns = [_variable_name(board, cell, digit) for cell in range(len(board.values)) for digit in _digits(board)]
    return _lp_text(rows, columns) if format == "lp" else _mps_text(rows, columns)


def _digits(board: Board) -> range:
    return range(1, board.size + 1)


def _variable_name(board: Board, cell: Cell, digit: Digit) -> str:
    return f"x_{board.geometry.row(cell) + 1}_{board.geometry.column(cell) + 1}_{digit}"


def _named_rows(board: Board) -> Iterator[tuple[str, list[str]]]:
    """Every equation "these sum to 1", with its name."""
    geometry = board.geometry
    for cell in range(geometry.cell_count):
        name = f"cell_{geometry.row(cell) + 1}_{geometry.column(cell) + 1}"
        yield name, [_variable_name(board, cell, digit) for digit in _digits(board)]
    for unit in geometry.units:
        for digit in _digits(board):
            name = f"{unit.name.replace(' ', '_')}_has_{digit}"
            yield name, [_variable_name(board, cell, digit) for cell in unit.cells]
    for cell, value in enumerate(board.values):
        if value:
            yield (
                f"given_{geometry.row(cell) + 1}_{geometry.column(cell) + 1}",
                [_variable_name(board, cell, value)],
            )


def _lp_text(rows: list[tuple[str, list[str]]], columns: list[str]) -> str:
    lines = ["\\ Sudoku: x_i_j_k is 1 where row i, column j holds digit k", "Minimize", " obj: 0 " + columns[0]]
    lines.append("Subject To")
    lines += [f" {name}: {' + '.join(terms)} = 1" for name, terms in rows]
    return "\n".join([*lines, "Binary", *[f" {column}" for column in columns], "End", ""])


def _mps_text(rows: list[tuple[str, list[str]]], columns: list[str]) -> str:
    holding: dict[str, list[str]] = {column: [] for column in columns}
    for name, terms in rows:
        for term in terms:
            holding[term].append(name)
    lines = ["* Sudoku: x_i_j_k is 1 where row i, column j holds digit k", "NAME SUDOKU", "ROWS", " N obj"]
    lines += [f" E {name}" for name, _ in rows]
    lines.append("COLUMNS")
    lines += [f" {column} {name} 1" for column, names in holding.items() for name in names]
    lines += ["RHS", *[f" RHS {name} 1" for name, _ in rows]]
    lines += ["BOUNDS", *[f" BV BND {column}" for column in columns], "ENDATA", ""]
    return "\n".join(lines)


def _import_cp_model() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ModuleNotFoundError as missing:
        raise MissingExtra("the engine 'cpsat'", "cpsat") from missing
    except ImportError as failure:
        # Ctrl-C while OR-Tools' compiled modules load comes out as "initialization failed".
        if isinstance(failure.__cause__, KeyboardInterrupt):
            raise failure.__cause__ from None
        raise
    return cp_model


def _build_model(cp_model: Any, board: Board, budget: Budget) -> tuple[Any, dict[tuple[Cell, Digit], Any]]:
    model = cp_model.CpModel()
    variables: dict[tuple[Cell, Digit], Any] = {}
    for cell in range(board.geometry.cell_count):
        budget.check()
        for digit in _digits(board):
            variables[cell, digit] = model.new_bool_var("")
        model.add_exactly_one([variables[cell, digit] for digit in _digits(board)])
    for unit in board.geometry.units:
        budget.check()
        for digit in _digits(board):
            model.add_exactly_one([variables[cell, digit] for cell in unit.cells])
    for cell, value in enumerate(board.values):
        if value:
            model.add(variables[cell, value] == 1)
    _add_rules(model, board, variables, budget)
    return model, variables


def _add_rules(model: Any, board: Board, variables: dict[tuple[Cell, Digit], Any], budget: Budget) -> None:
    """The rules, as clauses over numbered literals; sums as they are."""
    digits = _digits(board)
    literals: list[Any] = [None, *variables.values()]
    number = {key: index for index, key in enumerate(variables, 1)}

    def fresh() -> int:
        literals.append(model.new_bool_var(""))
        return len(literals) - 1

    encoding = Encoding(board.size, lambda cell, digit: number[cell, digit], fresh)
    for _, part in board.geometry.parts:
        budget.check()
        if isinstance(part, Total):
            terms = zip(part.cells, part.factors, strict=True)
            model.add(sum(factor * d * variables[cell, d] for cell, factor in terms for d in digits) == part.total)
            continue
        for clause in encoding.clauses(part):
            model.add_bool_or([literals[i] if i > 0 else ~literals[-i] for i in clause])


def _new_solver(cp_model: Any, budget: Budget, *, every_solution: bool) -> Any:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = every_solution
    # CP-SAT would otherwise swallow Ctrl-C; this side listens for it.
    solver.parameters.catch_sigint_signal = False
    if (left := budget.left()) is not None:
        solver.parameters.max_time_in_seconds = left
    return solver


def _new_callback(
    cp_model: Any, variables: dict[tuple[Cell, Digit], Any], board: Board, hand_over: Callable[[Grid], bool]
) -> Any:
    """A CP-SAT callback that hands every solution over, and stops the search when told so."""

    class Callback(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            cells = range(board.geometry.cell_count)
            grid = tuple(next(d for d in _digits(board) if self.boolean_value(variables[cell, d])) for cell in cells)
            if not hand_over(grid):
                self.stop_search()

    return Callback()
