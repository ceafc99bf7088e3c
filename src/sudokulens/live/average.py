"""The mean of what several frames show of one grid: noise and shake differ from frame to frame, its digits do not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.fuse import fuse
from sudokulens.reading.reading import Reading
from sudokulens.scanner import Scanner
from sudokulens.vision.cells import Pixels, rectify
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation


@dataclass(frozen=True, slots=True, eq=False)
class Average:
    """Canvases laid over each other, one stack for every network, whose sizes differ.

    Sums of 16 bits hold 257 frames; a grid that has not settled after far fewer is searched for again.
    """

    frames: int = 0
    sums: tuple[NDArray[np.uint16], ...] = ()

    def plus(self, canvases: list[Pixels]) -> Average:
        """The same with one more frame."""
        sums = self.sums or tuple(np.zeros(canvas.shape, np.uint16) for canvas in canvases)
        return Average(self.frames + 1, tuple(sum_ + canvas for sum_, canvas in zip(sums, canvases, strict=True)))

    def canvases(self) -> list[Pixels]:
        """The means."""
        return [np.asarray((sum_ + self.frames // 2) // self.frames, dtype=np.uint8) for sum_ in self.sums]


def read_average(scanner: Scanner, before: Average, frame: Frame, place: GridLocation) -> tuple[Average, Reading]:
    """What both networks read in the mean of the frames so far and this one."""
    readers = [reader for reader in (scanner.reader, scanner.careful) if reader is not None]
    average = before.plus([rectify(frame.pixels, place.lattice, reader.cell_pixels) for reader in readers])
    canvases = average.canvases()
    return average, fuse([reader.read(canvas) for reader, canvas in zip(readers, canvases, strict=True)])
