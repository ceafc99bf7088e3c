"""A puzzle that has settled, and how it is told from others and from a hand that lies on it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.live.sight import AVERAGED_FRAMES, MIN_SAME_CORRELATION
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell
from sudokulens.reading.entries import UNCLEAR, written_values
from sudokulens.reading.judgement import Judgement, Mistake, find_mistakes, judge_board
from sudokulens.reading.reading import Reading
from sudokulens.scanned import ScannedGrid
from sudokulens.vision.appearance import Appearance

_LIMITS: dict[str, float] = fitted("live")["limits"]

MAX_CORRELATION_DEFICIT = _LIMITS["correlation_deficit"]
"""A given whose correlation with its remembered appearance is below the frame's median by more may be another digit."""

MIN_CONFIDENT_PROBABILITY = _LIMITS["confident_probability"]
"""From this probability on a reading says that a cell holds something else than it did."""

MAX_CHANGED_SHARE = _LIMITS["changed_share"]
"""More givens than this share of them are not all under a finger: nothing is shown until they have been read."""

MIN_CONFIRMED_SHARE = _LIMITS["confirmed_share"]
"""The share of the givens that must be read as they were for a puzzle to be the one seen before."""

MIN_CORRELATION_DROP = _LIMITS["correlation_drop"]
"""A given whose correlation falls below its usual value by more than this plus three times its usual deviation, or by
more than this from one frame to the next beyond what the others lose, is read again: an 8 looks much like a 6."""

DEVIATIONS = 3
"""From its usual correlation, in mean deviations, no cell comes so far by chance."""

AGREEING_READINGS = 3
"""Consecutive readings that must agree before an entry is accepted, or a given is no longer what it was."""


@dataclass(slots=True, eq=False)
class Puzzle:
    """Board, solution and looks of one puzzle; `board` has what the person has written so far."""

    board: Board
    solution: Board
    looks: Appearance
    misread: frozenset[Cell] = frozenset()
    """Givens that the network alone reads otherwise: no sign of another puzzle."""
    doubtful: frozenset[Cell] = frozenset()
    """Cells that may have been misread: nobody is blamed for them."""
    is_checked: bool = False
    """Whether the board is what a still picture of the page says; false again once the person has written."""
    _said: NDArray[np.int64] | None = None
    """What the quick network alone says of the entries on the checked page: only what differs from it is new."""
    _usual: NDArray[np.float64] | None = None
    _last: NDArray[np.float64] | None = None
    _spread: NDArray[np.float64] | None = None
    _written: deque[NDArray[np.int64]] = field(default_factory=lambda: deque(maxlen=AGREEING_READINGS))

    @property
    def givens(self) -> NDArray[np.intp]:
        return np.flatnonzero(self.board.givens)

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """Entries that contradict the solution beyond doubt."""
        return find_mistakes(self.board, self.solution, self.doubtful)

    @property
    def judgement(self) -> Judgement:
        """The verdict, as a still picture of the page would get it."""
        return judge_board(self.board, "unique", self.solution, sorted(self.doubtful))

    def changed(self, correlation: NDArray[np.float64], in_view: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Givens in view that do not look as they did."""
        seen = self.givens[in_view[self.givens]]
        alike = correlation[seen]
        usual = float(np.median(alike)) if len(alike) else 1.0
        return seen[(alike < MIN_SAME_CORRELATION) | (alike < usual - MAX_CORRELATION_DEFICIT)]

    def stirred(self, correlation: NDArray[np.float64], in_view: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Givens in view that look less alike than is usual for them, by however little."""
        seen = self.givens[in_view[self.givens]]
        if self._usual is None or self._spread is None:
            return seen[:0]
        fallen = self._usual - correlation > MIN_CORRELATION_DROP + DEVIATIONS * self._spread
        if self._last is not None and len(seen):
            drop = self._last - correlation
            fallen |= drop - np.median(drop[seen]) > MIN_CORRELATION_DROP
        self._last = correlation
        return seen[fallen[seen]]

    def suspects(self, correlation: NDArray[np.float64], in_view: NDArray[np.bool_], clear: bool) -> NDArray[np.intp]:
        """Givens in view that may be others now.

        Beside a hand, those that look as ever are not, whatever a network says of them; else all may be.
        """
        seen = self.givens[in_view[self.givens]]
        if clear or self._usual is None or self._spread is None:
            return seen
        fallen = self._usual - correlation > MIN_CORRELATION_DROP / DEVIATIONS + self._spread
        return np.union1d(seen[fallen[seen]], self.changed(correlation, in_view))

    def accustom(self, correlation: NDArray[np.float64], in_view: NDArray[np.bool_]) -> None:
        """Learns the usual correlation of the cells in view from a confirmed frame; covered cells are left out."""
        if self._usual is None or self._spread is None:
            self._usual, self._spread = correlation.copy(), np.full(len(correlation), MIN_CORRELATION_DROP / DEVIATIONS)
            return
        off = correlation - self._usual
        self._spread = np.where(in_view, self._spread + (np.abs(off) - self._spread) / AVERAGED_FRAMES, self._spread)
        self._usual = np.where(in_view, self._usual + off / AVERAGED_FRAMES, self._usual)

    def renew(self, looks: Appearance) -> None:
        """Takes over newer looks: what the next frame differs from them says nothing about this one."""
        if looks is not self.looks:
            self.looks, self._last = looks, None

    def reassure(self, correlation: NDArray[np.float64], in_view: NDArray[np.bool_]) -> None:
        """Takes the correlation of cells that were read and found to be the same for usual, however low."""
        if self._usual is not None:
            self._usual = np.where(in_view, np.minimum(self._usual, correlation), self._usual)

    def contradicted(self, reading: Reading, cells: NDArray[np.intp]) -> list[Cell]:
        """Those of the cells that surely hold something else than the given that was there."""
        return [cell for cell in contradicted(self.board, reading, cells) if cell not in self.misread]

    def share_read(self, reading: Reading) -> float:
        """The share of the givens that the reading shows as they were."""
        values = reading.values()
        return float(np.mean([values[cell] == self.board[int(cell)] for cell in self.givens]))

    def check(self, grid: ScannedGrid | None, reading: Reading) -> None:
        """Takes over the board of a still picture that shows this puzzle, with the quick network's reading of it."""
        if grid is None or grid.solved is None or grid.solved.values != self.solution.values:
            return
        self.board, self.is_checked = grid.board, True
        self.doubtful = frozenset(doubt.cell for doubt in grid.verdict.misreadings)
        self.misread |= self.doubtful | {repair.cell for repair in grid.repaired}
        self._said = written_values(reading, np.array(self.solution.values))
        self._written.clear()

    def take_entries(self, reading: Reading, in_view: NDArray[np.bool_]) -> None:
        """Takes over what the person wrote or rubbed out, once it has been read alike a few times in a row."""
        said = written_values(reading, np.array(self.solution.values))
        said[~in_view] = UNCLEAR
        self._written.append(said)
        if len(self._written) < AGREEING_READINGS:
            return
        rows = np.stack(self._written)
        settled = (rows == rows[0]).all(axis=0) & (rows[0] != UNCLEAR) & ~np.array(self.board.givens)
        if self._said is not None:
            settled &= rows[0] != self._said
            self._said[settled] = rows[0, settled]
        self.doubtful -= set(np.flatnonzero(settled).tolist())
        changes = {int(c): int(rows[0, c]) for c in np.flatnonzero(settled) if rows[0, c] != self.board[int(c)]}
        if changes:
            self.board, self.is_checked = self.board.with_values(changes), False


def contradicted(board: Board, reading: Reading, cells: NDArray[np.intp]) -> list[Cell]:
    """Those of the cells that surely hold something else than the board's given.

    A few givens that have vanished may lie under a finger; many have not been there at all.
    """
    best, chance = reading.digits[cells].argmax(axis=1), reading.digits[cells].max(axis=1)
    denied = (best != np.array(board.values)[cells]) & (chance >= MIN_CONFIDENT_PROBABILITY)
    vanished = denied & (best == 0)
    if vanished.sum() <= MAX_CHANGED_SHARE * sum(board.givens):
        denied &= ~vanished
    return [int(cell) for cell in cells[denied]]


@dataclass(slots=True)
class Memory:
    """The puzzles of this session, newest last."""

    puzzles: deque[Puzzle] = field(default_factory=lambda: deque(maxlen=8))

    def add(self, puzzle: Puzzle) -> None:
        self.puzzles.append(puzzle)

    def copied(self) -> Memory:
        """The same puzzles, to be looked at by another thread."""
        return Memory(self.puzzles.copy())

    def by_reading(self, reading: Reading) -> Puzzle | None:
        """The puzzle that a reading shows, if it is one of these."""
        for puzzle in reversed(self.puzzles):
            if puzzle.board.size != reading.size:
                continue
            if puzzle.share_read(reading) >= MIN_CONFIRMED_SHARE and not puzzle.contradicted(reading, puzzle.givens):
                return puzzle
        return None
