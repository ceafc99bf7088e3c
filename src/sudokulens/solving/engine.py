"""What every solving engine promises, and what a solve returns."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from sudokulens.display import ShownAsHtml
from sudokulens.errors import TimeLimit
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Digit

Grid: TypeAlias = tuple[Digit, ...]
"""A full grid: one digit per cell, row-major."""

SolutionKind: TypeAlias = Literal["none", "unique", "multiple", "unfinished"]


class Budget:
    """How long a search may take, and how many nodes (guesses) it has taken so far."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self.nodes = 0
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        """Seconds left, never below 0; None where there is no limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def check(self) -> None:
        """Raises TimeLimit once the time is up."""
        if self._end is not None and time.monotonic() >= self._end:
            raise TimeLimit(f"not done within {self.seconds:g} s")


class NodeBudget(Budget):
    """Ends a search after so many nodes, which are the same on every machine, or when the time of `whole` is up."""

    def __init__(self, most: int, whole: Budget | None = None) -> None:
        super().__init__()
        self.most, self.whole = most, whole

    def check(self) -> None:
        if self.whole:
            self.whole.check()
        if self.nodes > self.most:
            raise NodesSpent(f"not done within {self.most} guesses")


class NodesSpent(TimeLimit):
    """The nodes are spent, not the time."""


class Engine(Protocol):
    """A complete search: it finds every solution, each once, and then stops."""

    @property
    def name(self) -> str: ...

    def refusal(self, board: Board) -> str | None:
        """Why this engine cannot take the board, as the end of a sentence, or None if it can."""
        ...

    def search(self, board: Board, budget: Budget, limit: int | None = None) -> Iterator[Grid]:
        """The solutions that keep all values of the board, at most `limit` of them.

        Adds to `budget.nodes`, raises TimeLimit when the budget is spent, and lets KeyboardInterrupt through within a
        fraction of a second. The board has no duplicates in a unit: the caller has checked.
        """
        ...


@dataclass(frozen=True, slots=True)
class Solution(ShownAsHtml):
    """What solving a board gave: up to two solved boards, which settles none, unique or multiple.

    `kind` is "unfinished" when the time limit came first; `boards` then holds what was found until then.
    """

    kind: SolutionKind
    boards: tuple[Board, ...]
    nodes: int
    engine: str

    @property
    def board(self) -> Board | None:
        """The first solved board, if there is one."""
        return self.boards[0] if self.boards else None
