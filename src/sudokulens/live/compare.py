"""A settled puzzle read again: is it still the same one?"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sudokulens.live.puzzle import Puzzle
from sudokulens.live.track import Track
from sudokulens.puzzle.geometry import Cell
from sudokulens.reading.network import Reader
from sudokulens.reading.reading import Reading
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import Scanner
from sudokulens.vision.cells import rectify
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation, are_rivals


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
    first = first_look(scanner, frame, place, puzzle, suspects)
    return second_look(scanner, frame, place, puzzle, first) if first.against else first


def first_look(
    scanner: Scanner, frame: Frame, place: GridLocation, puzzle: Puzzle, suspects: NDArray[np.intp]
) -> Comparison:
    """What the quick network alone says: no more than a frame's time."""
    reading = read_place(scanner.reader, frame, place)
    return Comparison(reading, tuple(puzzle.contradicted(reading, suspects)), ())


def second_look(scanner: Scanner, frame: Frame, place: GridLocation, puzzle: Puzzle, first: Comparison) -> Comparison:
    """What is left of the first look's contradictions once the careful network has been asked."""
    careful = scanner.careful
    if careful is None:
        return first
    against = puzzle.contradicted(read_place(careful, frame, place), np.array(first.against))
    return replace(first, against=tuple(against), cleared=tuple(set(first.against) - set(against)))


def still_look(scanner: Scanner, frame: Frame, place: GridLocation) -> tuple[ScannedGrid | None, Reading]:
    """What the frame says of the place as a still picture, and the quick network's own reading of it."""
    grids = scanner(frame).grids
    there = next((grid for grid in grids if _lies_alike(grid.location, place)), None)
    return there, read_place(scanner.reader, frame, place)


def _lies_alike(found: GridLocation, place: GridLocation) -> bool:
    """Whether a grid lies at a place with as many cells and the same way up."""
    if found.size != place.size or not are_rivals(found, place):
        return False
    return int(np.linalg.norm(found.corners - place.corners[0], axis=1).argmin()) == 0


def is_same(scanner: Scanner, track: Track, puzzle: Puzzle) -> bool:
    """Whether the puzzle lies there: most of it looks as it did, and nothing reads otherwise."""
    in_view = track.cells_in_view()
    if len(puzzle.changed(track.correlation, in_view)) > in_view[puzzle.givens].sum() / 2:
        return False
    suspects = puzzle.suspects(track.correlation, in_view, track.clear)
    return not compare(scanner, track.picture.frame, track.location, puzzle, suspects).against
