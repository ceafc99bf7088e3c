"""A stream of frames turned into a stream of views: the only state across frames is here.

The grid is followed from frame to frame; what the frames say about its cells is put together until it settles; the
solution is remembered, so that nothing is solved twice, and shown only once the board is beyond doubt.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from sudokulens.logic.hint import Hint, hint
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell
from sudokulens.reading.decode import decode
from sudokulens.reading.fuse import fuse
from sudokulens.reading.reading import Reading
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import SURE_SUDOKU, Reader, Scanner, is_sudoku
from sudokulens.vision.cells import rectify
from sudokulens.vision.follow import Glance, follow
from sudokulens.vision.frame import Frame, ImageSource, load_frame
from sudokulens.vision.locate import locate, refit
from sudokulens.vision.location import GridLocation

LiveState: TypeAlias = Literal["searching", "reading", "solved", "unsolvable"]
Mode: TypeAlias = Literal["solution", "hint", "check"]

READINGS = 8
"""Readings that are put together; older ones are forgotten, for the person may be writing."""

CHECK_EVERY = 6
"""Frames between two readings of a board that has settled."""

THOROUGH_EVERY = 4
CAREFUL_EVERY = 3
PATIENCE = 12
"""Frames for which a grid may be carried by flow alone, under a hand or in a blur, before it counts as lost."""

DIFFERENT = 0.7
"""A lower share of the remembered digits read again, by a clear reading, speaks for another puzzle."""

STEADY = 0.06
"""In cells: within this, the fitted lattice and the one that flow carried are averaged, which calms the picture."""

MEMORY = 8


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What to show for one frame; `solution` is None unless the board is beyond doubt."""

    state: LiveState
    location: GridLocation | None = None
    board: Board | None = None
    solution: Board | None = None
    suspicious: tuple[Cell, ...] = ()
    wrong: tuple[Cell, ...] = ()
    hint: Hint | None = None
    milliseconds: float = 0.0


@dataclass(slots=True)
class _Known:
    """A puzzle that has settled: its board as last read, and its solution."""

    board: Board
    solution: Board

    def share_read(self, reading: Reading) -> float:
        """The share of the givens that the reading shows as they were."""
        values = reading.values()
        givens = [cell for cell, given in enumerate(self.board.givens) if given]
        return float(np.mean([values[cell] == self.board[cell] for cell in givens]))


class LiveTracker:
    """Follows one Sudoku through the frames of a camera or a video. Not for sharing between threads."""

    def __init__(self, scanner: Scanner | None = None, mode: Mode = "solution") -> None:
        self.scanner = scanner or Scanner()
        self.mode = mode
        self._glance: Glance | None = None
        self._place: GridLocation | None = None
        self._known: _Known | None = None
        self._memory: deque[_Known] = deque(maxlen=MEMORY)
        self._readings: deque[Reading] = deque(maxlen=READINGS)
        self._candidate: tuple[int, ...] | None = None
        self._unseen = 0
        self._strange = 0
        self._age = 0
        self._view = View("searching")

    @property
    def following(self) -> bool:
        """Whether the place of a grid is known from the last frame."""
        return self._place is not None

    def update(self, image: ImageSource) -> View:
        """The view of the next frame."""
        start = time.perf_counter()
        frame = load_frame(image)
        glance = Glance.of(frame)
        fitted = self._track(frame, glance)
        self._glance = glance
        if self._place is None:
            self._search(frame)
        elif fitted:
            self._look(frame)
        self._age += 1
        return self._show(1000 * (time.perf_counter() - start))

    def _track(self, frame: Frame, glance: Glance) -> bool:
        """Carries the place into this frame; true where the grid's own lines confirm it."""
        if self._place is None:
            return False
        carried = follow(self._glance, glance, self._place) if self._glance else None
        fitted = refit(frame, carried or self._place)
        if fitted is not None:
            self._place = _steadied(carried, fitted)
            self._unseen = 0
            return True
        self._unseen += 1
        self._place = carried if self._unseen <= PATIENCE else None
        return False

    def _search(self, frame: Frame) -> None:
        """Looks for a grid anywhere; the puzzle of before is taken up again where it is the one found."""
        # A camera will deliver another frame: the costly guesses are made in one of a few only.
        for place in locate(frame, limit=3, thorough=self._age % THOROUGH_EVERY == 0):
            grid = self.scanner.read_at(frame, place)
            if grid is not None:
                self._start(grid)
                return

    def _start(self, grid: ScannedGrid) -> None:
        self._place, self._unseen, self._strange, self._age = grid.location, 0, 0, 0
        self._readings.clear()
        self._readings.append(grid.reading)
        self._candidate = None
        self._known = self._recall(grid.reading)
        self._judge(grid)

    def _recall(self, reading: Reading) -> _Known | None:
        """The puzzle seen before that this reading shows, if it is one."""
        known = [puzzle for puzzle in self._memory if puzzle.board.size == reading.size]
        best = max(known, key=lambda puzzle: puzzle.share_read(reading), default=None)
        return best if best and best.share_read(reading) >= 0.9 else None

    def _look(self, frame: Frame) -> None:
        """Reads the cells where something may be learnt: always before the board settles, now and then after."""
        if self._place is None or (self._known is not None and self._age % CHECK_EVERY):
            return
        reader = self._reader()
        reading = reader.read(rectify(frame.pixels, self._place.lattice, reader.cell_pixels))
        if self._known is not None and not self._same_puzzle(reading):
            return
        self._readings.append(reading)
        fused = fuse(list(self._readings))
        self._judge(ScannedGrid(self._place, fused, decode(fused)))

    def _reader(self) -> Reader:
        """The quick network, and now and then the careful one for a board that will not settle."""
        unsettled = self._known is None and len(self._readings) >= 3
        careful = self.scanner.careful if unsettled and self._age % CAREFUL_EVERY == 0 else None
        return careful or self.scanner.reader

    def _same_puzzle(self, reading: Reading) -> bool:
        """False where the reading does not show the known puzzle; another puzzle starts afresh when seen twice."""
        assert self._known is not None
        if self._known.share_read(reading) >= DIFFERENT:
            self._strange = 0
            return True
        self._strange += 1
        if self._strange >= 2 and reading.sudoku >= 0.9:
            # Another page lies there now, or this one was turned while nobody looked: find it anew.
            self._place, self._known = None, None
            self._readings.clear()
        return False

    def _judge(self, grid: ScannedGrid) -> None:
        """Takes over what the readings say together, once it is beyond doubt and has been said twice."""
        self._view = _unsettled(grid)
        if grid.solved is None or not is_sudoku(grid):
            return
        if self._known is not None:
            self._update_entries(grid)
            return
        # Who wrote a digit does not change the solution, so it need not be settled for showing it.
        if is_beyond_doubt(grid) and self._candidate == grid.solved.values:
            self._known = _Known(grid.board, grid.solved)
            self._memory.append(self._known)
        self._candidate = grid.solved.values

    def _update_entries(self, grid: ScannedGrid) -> None:
        """What the person wrote meanwhile; the givens stay as they are."""
        assert self._known is not None
        board = self._known.board
        written = {cell: digit for cell, digit in enumerate(grid.board.values) if not board.givens[cell]}
        self._known.board = board.with_values(written)

    def _show(self, milliseconds: float) -> View:
        known, place = self._known, self._place
        if place is None:
            return View("searching", milliseconds=milliseconds)
        if known is None:
            view = self._view
            return View(view.state, place, view.board, None, view.suspicious, milliseconds=milliseconds)
        wrong = tuple(c for c, digit in known.board.entries.items() if known.solution[c] != digit)
        found = hint(known.board) if self.mode == "hint" else None
        return View("solved", place, known.board, known.solution, (), wrong, found, milliseconds)


def is_beyond_doubt(grid: ScannedGrid) -> bool:
    """Whether a board's solution may be shown."""
    return grid.status == "unique" and not grid.doubts and grid.reading.sudoku >= SURE_SUDOKU


def _unsettled(grid: ScannedGrid) -> View:
    """What may be said of a board that has not settled: never its solution."""
    state: LiveState = "unsolvable" if grid.status == "unsolvable" else "reading"
    return View(state, grid.location, grid.board, None, tuple(doubt.cell for doubt in grid.doubts))


def _steadied(carried: GridLocation | None, fitted: GridLocation) -> GridLocation:
    """The mean of both where they all but agree; the fitted one where they do not."""
    if carried is None or carried.lattice.shape != fitted.lattice.shape:
        return fitted
    cell = np.linalg.norm(fitted.corners[1] - fitted.corners[0]) / fitted.size
    if np.abs(carried.lattice - fitted.lattice).max() > STEADY * cell:
        return fitted
    return GridLocation.from_lattice((carried.lattice + fitted.lattice) / 2, fitted.score)
