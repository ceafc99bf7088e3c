"""A settled puzzle read again: is it still the same one?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sudokulens.live.puzzle import Puzzle
from sudokulens.live.track import Track
from sudokulens.puzzle.geometry import Cell
from sudokulens.reading.reading import Reading
from sudokulens.scanner import Reader, Scanner
from sudokulens.vision.cells import rectify
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What a reading says of a known puzzle: givens that are surely others now, and those that only seemed so."""

    reading: Reading
    against: tuple[Cell, ...]
    cleared: tuple[Cell, ...]


def read_place(reader: Reader, frame: Frame, place: GridLocation) -> Reading:
    """What the network reads at a known place."""
    return reader.read(rectify(frame.pixels, place.lattice, reader.cell_pixels))


def compare(
    scanner: Scanner, frame: Frame, place: GridLocation, puzzle: Puzzle, suspects: NDArray[np.intp]
) -> Comparison:
    """Reads the place; where the quick network contradicts a suspect, the careful one has the last word."""
    reading = read_place(scanner.reader, frame, place)
    first = puzzle.contradicted(reading, suspects)
    careful = scanner.careful if first else None
    if careful is None:
        return Comparison(reading, tuple(first), ())
    against = puzzle.contradicted(read_place(careful, frame, place), np.array(first))
    return Comparison(reading, tuple(against), tuple(cell for cell in first if cell not in against))


def is_same(scanner: Scanner, track: Track, puzzle: Puzzle) -> bool:
    """Whether the puzzle lies there: most of it looks as it did, and nothing reads otherwise."""
    in_view = track.cells_in_view()
    if len(puzzle.changed(track.likeness, in_view)) > in_view[puzzle.givens].sum() / 2:
        return False
    suspects = puzzle.suspects(track.likeness, in_view, track.clear)
    return not compare(scanner, track.picture.frame, track.location, puzzle, suspects).against
