"""Solving one board: chooses the engine and turns what it finds into an answer.

`solve` settles none, unique or multiple; `count` counts; `solutions` lists. Each takes a `Board` or its text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Protocol, runtime_checkable

from sudokulens.errors import TimeLimit, UnknownEngine
from sudokulens.puzzle.board import Board
from sudokulens.solving.engine import Budget, Engine, Grid, Solution, SolutionKind

ENGINES = {
    "lockstep": "solving.lockstep.LockstepEngine",
    "bitset": "solving.bitset.BitsetEngine",
    "dlx": "solving.dlx.DlxEngine",
    "sat": "solving.sat.SatEngine",
    "cpsat": "solving.cpsat.CpSatEngine",
    "logic": "logic.engine.LogicEngine",
}
"""Engine name → where it lives; imported when it is first asked for, so that nothing here depends on it."""

_SELF_CHECKING = ("lockstep", "bitset")
"""Engines that find duplicates among the givens as fast as they find anything."""

_MAX_COUNT = 2**32 - 1
"""Where an engine that counts by itself stops."""


@runtime_checkable
class _CountingEngine(Protocol):
    """An engine that counts faster than it lists."""

    def count(self, board: Board, budget: Budget, limit: int) -> int: ...


def solve(board: Board | str, engine: str = "auto", time_limit: float | None = None) -> Solution:
    """Whether the board has no, one or several solutions, with up to two of them.

    The kind is "unfinished" when `time_limit`, in seconds, came first. Raises InvalidBoard for text that is no board,
    UnknownEngine, and MissingExtra for an engine that is not installed.
    """
    puzzle, chosen, budget = _prepare(board, engine, time_limit)
    boards: list[Board] = []
    kinds: tuple[SolutionKind, ...] = ("none", "unique", "multiple")
    try:
        for solved in _solved_boards(puzzle, chosen, budget, 2):
            boards.append(solved)  # noqa: PERF402 - what was found before the time limit is kept
    except TimeLimit:
        kinds = ("unfinished", "unfinished", "multiple")
    return Solution(kinds[len(boards)], tuple(boards), budget.nodes, chosen.name)


def count(board: Board | str, limit: int | None = None, engine: str = "auto", time_limit: float | None = None) -> int:
    """How many solutions the board has, counted up to `limit`; raises TimeLimit when the time is up."""
    puzzle, chosen, budget = _prepare(board, engine, time_limit)
    if isinstance(chosen, _CountingEngine) and limit != 0:
        found = chosen.count(puzzle, budget, min(limit or _MAX_COUNT, _MAX_COUNT))
        if found < _MAX_COUNT:
            return found
    return sum(1 for _ in _grids(puzzle, chosen, budget, limit))


def solutions(board: Board | str, engine: str = "auto", time_limit: float | None = None) -> Iterator[Board]:
    """Every solution of the board, each once, found as they are asked for; raises TimeLimit when the time is up."""
    puzzle, chosen, budget = _prepare(board, engine, time_limit)
    return _solved_boards(puzzle, chosen, budget, None)


def choose_engine(name: str, board: Board) -> Engine:
    """The engine of that name, which can take this board, or with "auto" the quickest one for it."""
    wanted = _quickest(board) if name == "auto" else name
    if wanted not in ENGINES:
        raise UnknownEngine(f"there is no engine {name!r} (known: auto, {', '.join(ENGINES)})")
    module, _, class_name = ENGINES[wanted].rpartition(".")
    engine: Engine = getattr(import_module(f"sudokulens.{module}"), class_name)()
    if refusal := engine.refusal(board):
        raise UnknownEngine(f"the engine {name!r} cannot take this board: {refusal}")
    return engine


def has_duplicates(board: Board) -> bool:
    """True where a digit occurs twice in a unit, so that nothing needs to be searched."""
    for unit in board.geometry.units:
        placed = [value for cell in unit.cells if (value := board.values[cell])]
        if len(set(placed)) != len(placed):
            return True
    return False


def _quickest(board: Board) -> str:
    return "lockstep" if board.geometry.is_classic else "bitset"


def _prepare(board: Board | str, engine: str, time_limit: float | None) -> tuple[Board, Engine, Budget]:
    puzzle = Board.parse(board) if isinstance(board, str) else board
    return puzzle, choose_engine(engine, puzzle), Budget(time_limit)


def _grids(board: Board, engine: Engine, budget: Budget, limit: int | None) -> Iterator[Grid]:
    if limit == 0 or (engine.name not in _SELF_CHECKING and has_duplicates(board)):
        return iter(())
    return engine.search(board, budget, limit)


def _solved_boards(board: Board, engine: Engine, budget: Budget, limit: int | None) -> Iterator[Board]:
    for grid in _grids(board, engine, budget, limit):
        yield replace(board, values=grid, candidates=None)
