"""A grid that has not settled, read again: with the frames before, and now and then as a still picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sudokulens.live.average import Average, read_average
from sudokulens.live.compare import read_place, still_look
from sudokulens.live.puzzle import contradicted
from sudokulens.live.settle import is_beyond_doubt
from sudokulens.puzzle.geometry import Cell
from sudokulens.reading.decode import decode
from sudokulens.reading.reading import Reading
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation


@dataclass(frozen=True, slots=True, eq=False)
class Again:
    """What the frames of a grid say together, and what the last one says as a still picture, where that was asked."""

    average: Average
    grid: ScannedGrid
    asked: bool = False
    still: ScannedGrid | None = None
    misread: tuple[Cell, ...] = ()
    """Givens of the still picture that the networks alone read otherwise."""

    @property
    def best(self) -> ScannedGrid:
        """The still picture's grid where it has one solution, else that of all frames."""
        return self.still if self.still is not None and self.still.status == "unique" else self.grid


def read_again(scanner: Scanner, as_still: bool, before: Average, frame: Frame, place: GridLocation) -> Again:
    """One more frame of a grid; with `as_still`, what the frames leave open is asked of a still picture.

    It knows more: rules that the page draws, closer looks at small digits, equal shapes.
    """
    average, reading = read_average(scanner, before, frame, place)
    grid = ScannedGrid(place, reading, decode(reading))
    if not as_still or is_beyond_doubt(grid):
        return Again(average, grid)
    still, quick = still_look(scanner, frame, place)
    misread = _misread(scanner, frame, place, still, quick) if still is not None else ()
    return Again(average, grid, True, still, misread)


def _misread(
    scanner: Scanner, frame: Frame, place: GridLocation, still: ScannedGrid, quick: Reading
) -> tuple[Cell, ...]:
    against = contradicted(still.board, quick, np.flatnonzero(still.board.givens))
    if against and scanner.careful is not None:
        return tuple(contradicted(still.board, read_place(scanner.careful, frame, place), np.array(against)))
    return tuple(against)
