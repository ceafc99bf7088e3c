"""Looks for a grid anywhere in a frame; a puzzle of before is taken up again where it is the one found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sudokulens.live.compare import is_same
from sudokulens.live.puzzle import Memory, Puzzle
from sudokulens.live.sight import MIN_COARSE_CORRELATION, MIN_SAME_CORRELATION, Picture, crossings_inside
from sudokulens.live.track import Track
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import Scanner
from sudokulens.vision.follow import Glance, follow, leap
from sudokulens.vision.locate import locate
from sudokulens.vision.location import GridLocation, are_rivals

PLACES = 3
"""The likeliest places of a frame are read, no more: the next frame will come."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A grid in a frame: the puzzle that it is known to be, or what was read there for the first time."""

    track: Track
    puzzle: Puzzle | None
    grid: ScannedGrid | None


@dataclass(frozen=True, slots=True, eq=False)
class Anchor:
    """A puzzle as it last lay in full view."""

    glance: Glance
    location: GridLocation
    puzzle: Puzzle


def search(scanner: Scanner, picture: Picture, memory: Memory, thorough: bool = True) -> Found | None:
    """The first place in the frame that shows a Sudoku; only a `thorough` search makes the costly guesses."""
    found = _found_among(scanner, picture, locate(picture.frame, limit=PLACES, thorough=False), memory, quick=True)
    if not thorough or (found is not None and (found.grid is None or found.grid.status == "unique")):
        return found
    # What does not read as a puzzle may be one whose lines were misplaced.
    return _found_among(scanner, picture, locate(picture.frame, limit=PLACES), memory, quick=False) or found


def search_elsewhere(scanner: Scanner, picture: Picture, memory: Memory, known: GridLocation) -> Found | None:
    """Another Sudoku, whole in view and beside the one that is known."""
    places = locate(picture.frame, limit=PLACES, thorough=False)
    beside = [
        place
        for place in places
        if not are_rivals(place, known) and crossings_inside(place.lattice, picture.frame).all()
    ]
    return _found_among(scanner, picture, beside, memory, quick=True)


def _found_among(
    scanner: Scanner, picture: Picture, places: Iterable[GridLocation], memory: Memory, quick: bool
) -> Found | None:
    for place in places:
        if (found := recognised(scanner, picture, place, memory)) is not None:
            return found
        grid = scanner.read_at(picture.frame, place, quick=True)
        if grid is None and not quick:
            grid = scanner.read_at(picture.frame, place)
        if grid is not None:
            return Found(Track.start(picture, grid.location), memory.by_reading(grid.reading), grid)
    return None


def reappeared(scanner: Scanner, picture: Picture, anchor: Anchor) -> Found | None:
    """The puzzle of a moment ago where it comes back into the picture, even partly, much as it left it."""
    shift, score = leap(anchor.glance, picture.glance, anchor.location)
    if score < MIN_COARSE_CORRELATION:
        return None
    rough = follow(anchor.glance, picture.glance, anchor.location, shift) or anchor.location.moved(offset=shift)
    track = Track.resume(picture, rough, anchor.puzzle.looks)
    if track.blurred:
        # Too smeared for single cells, but all of them together do not look so by chance.
        same = track.see_smeared(rough)
    else:
        same = track.alike >= MIN_SAME_CORRELATION and is_same(scanner, track, anchor.puzzle)
    return Found(track, anchor.puzzle, None) if same else None


def recognised(scanner: Scanner, picture: Picture, place: GridLocation, memory: Memory) -> Found | None:
    """An earlier puzzle, recognised by its looks in a frame sharp enough to distinguish it from a similar one."""
    for puzzle in reversed(memory.puzzles):
        if puzzle.looks.size != place.size:
            continue
        turn, alike = puzzle.looks.best_turn(picture.grey, place)
        if alike < MIN_SAME_CORRELATION:
            continue
        sighting = puzzle.looks.found(picture.grey, place.turned(turn))
        if sighting is None:
            continue
        track = Track.resume(picture, sighting.location, puzzle.looks)
        if not track.blurred and is_same(scanner, track, puzzle):
            return Found(track, puzzle, None)
    return None
