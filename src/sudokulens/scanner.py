"""From a picture to boards: read this file first, it composes all the stages.

    load_frame      any picture → an upright Frame
    locate          Frame → places where a grid may lie
    rectify         place → a flat canvas
    Network.read    canvas → probabilities (Reading)
    decode          Reading → the most probable lawful board (Verdict)

Places that the locator is unsure of are settled by reading them: the better reading wins.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.puzzle.geometry import Geometry
from sudokulens.reading.decode import decode
from sudokulens.reading.fuse import fuse
from sudokulens.reading.looks import LOOK_PIXELS, ink_looks
from sudokulens.reading.network import CellNetwork
from sudokulens.reading.reading import Ink, Reading
from sudokulens.reading.sharpen import clearness, find_smear
from sudokulens.reading.split import least_clear
from sudokulens.reading.verdict import Verdict
from sudokulens.scanned import Scan, ScannedGrid
from sudokulens.vision.cells import rectify
from sudokulens.vision.frame import Frame, ImageSource, load_frame
from sudokulens.vision.locate import locate
from sudokulens.vision.location import GridLocation, quad_area
from sudokulens.vision.regions import find_regions
from sudokulens.vision.restore import Restorer, brightened, out_of_shadow

LEAST_SUDOKU, SURE_SUDOKU = 0.6, 0.9
"""The network's probability that a canvas shows a Sudoku: below it is refused, or beyond doubt.

Photos of Sudokus have 0.99 and more, turned any way; look-alikes mostly 0.5, for the weights know no less than that.
"""

CLUES, MOST_UNCLEAR = 17, 3.0
"""No puzzle has one solution with fewer clues; so many misread cells may be expected in a clear reading."""

FEWEST_DIGITS = 4
"""A grid with fewer digits than this is an empty table to us."""

FEWEST_NOTES, CLEAN_LINES, LEAST_BOXED = 15, 0.95, 0.3
"""So many cells with small numbers between lines of that score, its boxes marked at least so clearly: a killer."""

UNSURE_LINES, HARDLY_LINES = 0.8, 0.45
"""Lines of a lower score are those of something else with too few digits for a puzzle, or without one solution."""

LARGEST_SMALL, UNCLEAR_SHARE = 6, 0.2
"""Up to that size one solution proves little; neither does it where more than that share of the cells is in doubt."""

ILLEGIBLE = 0.35
"""With a larger share of its cells in doubt and no single solution to speak for it, a grid is a calendar or so."""

MOST_REPEATS, MOST_REPEATS_BY_HAND = 0.3, 0.9
"""With more repeats than this in rows and columns it is another game; people write what they like into a grid."""

CLEAR_INK = 1.5
"""Digits whose ink speaks for print or hand by fewer nats than this are worth a second look."""

UNCLEAR, MOST_SHARPENINGS = -0.03, 2
"""Doubtful grids whose digits are less clear than this may be smeared by a moving camera; so many are looked into."""

SURE_TURN = 0.9
DEAREST_JIGSAW = 6.0
"""Regions that need dearer repairs than this, in nats, are not the puzzle's."""

OVERLAP = 0.2
"""Two places that share this much of the smaller one are rivals: only one of them is a grid."""


class Reader(Protocol):
    """A network that reads flat canvases; safe to share between threads."""

    @property
    def cell_pixels(self) -> int: ...

    def read(self, canvas: NDArray[np.uint8]) -> Reading: ...


@dataclass(slots=True)
class _Clock:
    """Seconds spent by stage."""

    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] += time.perf_counter() - start


class Scanner:
    """Reads pictures. Loads its weights once, keeps nothing between calls, and may be shared between threads.

    `reader` reads every place; `careful`, slower and surer, is asked too where the first reading leaves a doubt.
    """

    def __init__(self, reader: Reader | None = None, careful: Reader | None = None) -> None:
        self.reader = reader or CellNetwork.load("fast")
        self._careful = careful
        self._alone = reader is not None and careful is None
        self._loading = threading.Lock()

    @property
    def careful(self) -> Reader | None:
        """The careful reader, loaded when it is first needed."""
        with self._loading:
            if self._careful is None and not self._alone:
                self._careful = CellNetwork.load("careful")
            return self._careful

    def __call__(self, image: ImageSource, *, size: int | None = None, trim: float = 0.0) -> Scan:
        """All grids in the picture, largest first; raises ImageError for a picture that cannot be opened.

        `size` fixes the number of cells along a side; `trim` cuts that share of each cell away on every side before
        reading, for screenshots with heavy borders.
        """
        clock = _Clock()
        with clock.stage("open"):
            frame = load_frame(image)
        with clock.stage("locate"):
            seen = brightened(frame)
            places = locate(seen, size=size)
        grids = self._settle(seen, places, trim, clock)
        ordered = sorted(grids, key=lambda grid: -quad_area(grid.location.corners))
        return Scan(frame, tuple(ordered), dict(clock.seconds))

    def read_at(
        self, frame: Frame, place: GridLocation, trim: float = 0.0, *, quick: bool = False
    ) -> ScannedGrid | None:
        """The grid at a known place, turned upright, or None where no Sudoku lies there.

        With `quick` there is no second look: for a camera, whose next frame is one.
        """
        grid = self._read_at(frame, place, trim, _Clock(), quick)
        return grid if grid and is_sudoku(grid) else None

    def _settle(self, frame: Frame, places: Iterable[GridLocation], trim: float, clock: _Clock) -> list[ScannedGrid]:
        """Reads places, best first; of places that overlap only the one that reads best is kept."""
        grids: list[ScannedGrid] = []
        sharpenings = MOST_SHARPENINGS
        for place in places:
            rivals = [grid for grid in grids if overlap(grid.location, place) > OVERLAP]
            if any(is_sure(rival) for rival in rivals):
                continue
            found = self._read_at(frame, place, trim, clock)
            if found and sharpenings and is_smeared(found):
                sharpenings -= 1
                found = self._sharpened(frame, found, trim, clock)
            if found and all(quality(found) > quality(rival) for rival in rivals):
                grids = [grid for grid in grids if grid not in rivals] + [found]
        return [grid for grid in grids if is_sudoku(grid)]

    def _read_at(
        self, frame: Frame, place: GridLocation, trim: float, clock: _Clock, quick: bool = False
    ) -> ScannedGrid | None:
        """The place read upright, with a second and more careful look where the first leaves a doubt."""
        canvas = self._flatten(frame, place, self.reader, trim, clock)
        tries = [
            self._judged(frame, place.turned(turn), reading, clock)
            for turn, reading in self._turns(canvas, clock)
            if reading.sudoku >= LEAST_SUDOKU or is_clear(reading) or is_noted(place, reading)
        ]
        if not tries:
            return None
        best = max(tries, key=quality)
        if quick or is_sure(best) or (best.reading.sudoku < LEAST_SUDOKU and not is_beyond_chance(best)):
            return best
        if (careful := self.careful) is not None:
            canvas = self._flatten(frame, best.location, careful, trim, clock)
            second = self._read(careful, canvas, clock)
            best = self._judged(frame, best.location, fuse([best.reading, second]), clock)
        return self._by_regions(frame, best, clock)

    def _turns(self, canvas: NDArray[np.uint8], clock: _Clock) -> Iterator[tuple[int, Reading]]:
        """The readings of the canvas at the quarter turns that may make it upright.

        Upright is how look-alikes are told, so that a page has the same outcome however it lies.
        """
        first = self._read(self.reader, canvas, clock)
        turns = likely_turns(first.turn)
        for turn in turns if first.sudoku >= LEAST_SUDOKU or is_clear(first) else turns[:1]:
            turned = np.ascontiguousarray(np.rot90(canvas, turn))
            yield turn, self._read(self.reader, turned, clock) if turn else first

    def _sharpened(self, frame: Frame, grid: ScannedGrid, trim: float, clock: _Clock) -> ScannedGrid:
        """The grid read again without its smear, where that makes it clearer; else as it was."""
        place = grid.location
        canvas = self._flatten(frame, place, self.reader, trim, clock)
        with clock.stage("sharpen"):
            smear = find_smear(self.reader.read, canvas, self.reader.cell_pixels)
        if smear is None:
            return grid
        turn = self._read(self.reader, Restorer(canvas, self.reader.cell_pixels).without(smear), clock).quarter_turns
        readings = []
        for reader in (self.reader, self.careful):
            if reader is not None:
                flat = Restorer(self._flatten(frame, place, reader, trim, clock), reader.cell_pixels).without(smear)
                readings.append(self._read(reader, np.ascontiguousarray(np.rot90(flat, turn)), clock))
        sharp = self._judged(frame, place.turned(turn), fuse(readings), clock)
        return max(grid, sharp, key=quality)

    def _judged(self, frame: Frame, place: GridLocation, reading: Reading, clock: _Clock) -> ScannedGrid:
        def looks() -> NDArray[np.float64]:
            canvas = rectify(frame.pixels, place.lattice, LOOK_PIXELS, paper_beyond=True)
            return ink_looks(out_of_shadow(canvas, LOOK_PIXELS), place.size)

        with clock.stage("rules"):
            return ScannedGrid(place, reading, decode(reading, looks=looks))

    @staticmethod
    def _by_regions(frame: Frame, grid: ScannedGrid, clock: _Clock) -> ScannedGrid:
        """The same grid as a jigsaw, where the ordinary rules do not settle it and the page shows regions that do."""
        boxed = grid.board.geometry.box_shape is not None
        if (grid.status == "unique" and boxed) or grid.reading.sudoku < LEAST_SUDOKU or is_other_game(grid):
            return grid
        with clock.stage("regions"):
            verdict = decode_jigsaw(frame, grid.location, grid.reading)
        return replace(grid, verdict=verdict) if verdict else grid

    @staticmethod
    def _flatten(frame: Frame, place: GridLocation, reader: Reader, trim: float, clock: _Clock) -> NDArray[np.uint8]:
        with clock.stage("rectify"):
            canvas = rectify(frame.pixels, place.lattice, reader.cell_pixels, paper_beyond=True)
            return trimmed(canvas, place.size, reader.cell_pixels, trim) if trim else canvas

    @staticmethod
    def _read(reader: Reader, canvas: NDArray[np.uint8], clock: _Clock) -> Reading:
        with clock.stage("read"):
            return reader.read(canvas)


def scan(image: ImageSource, *, size: int | None = None, trim: float = 0.0) -> Scan:
    """All grids in one picture, largest first; for many pictures make one `Scanner`."""
    return _shared_scanner()(image, size=size, trim=trim)


def decode_jigsaw(frame: Frame, place: GridLocation, reading: Reading) -> Verdict | None:
    """The verdict under irregular regions that the page shows, where they give exactly one solution."""
    for regions in find_regions(frame, place):
        geometry = Geometry.jigsaw(regions)
        if geometry.box_shape is None:
            verdict = decode(reading, geometry)
            if verdict.status == "unique" and verdict.price <= DEAREST_JIGSAW:
                return verdict
    return None


def likely_turns(turn: NDArray[np.float32]) -> list[int]:
    """The quarter turns worth reading, likeliest first: one where the network is sure, two where it is not."""
    ranked = [int(quarters) for quarters in np.argsort(-turn, kind="stable")]
    return ranked[:1] if turn[ranked[0]] >= SURE_TURN else ranked[:2]


def quality(grid: ScannedGrid) -> float:
    """How well a grid read: one with a single solution beats any other, then its probabilities decide."""
    lawful = {"unique": 2.0, "multiple": 1.0, "unsolvable": 0.0}[grid.status]
    return lawful + grid.reading.sudoku + max(-1.0, clearness(grid.reading)) + grid.confidence


def is_sure(grid: ScannedGrid) -> bool:
    """True for a grid that needs no second look: nothing is doubted, was changed by the rules, or is called wrong."""
    if grid.status != "unique" or grid.doubts or grid.repaired or grid.reading.sudoku < SURE_SUDOKU:
        return False
    if grid.mistakes:
        return False
    return least_clear(np.array(grid.board.values), grid.reading.ink) >= CLEAR_INK


def is_smeared(grid: ScannedGrid) -> bool:
    """True for a doubtful Sudoku with unclear digits."""
    doubtful = grid.status != "unique" or bool(grid.doubts)
    return doubtful and grid.reading.sudoku >= LEAST_SUDOKU and clearness(grid.reading) < UNCLEAR


def is_sudoku(grid: ScannedGrid) -> bool:
    """False for look-alikes: what the network takes for one, grids with next to no digits, and illegible ones."""
    digits = sum(map(bool, grid.board.values))
    if digits < FEWEST_DIGITS and is_noted(grid.location, grid.reading):
        return True
    if grid.reading.sudoku < LEAST_SUDOKU and not is_beyond_chance(grid):
        return False
    few = grid.size == 9 and digits < CLUES and grid.location.score < UNSURE_LINES
    if digits < FEWEST_DIGITS or (few and grid.status != "unique") or not _is_proved(grid):
        return False
    if grid.status == "unsolvable" and (grid.reading.sudoku < SURE_SUDOKU or is_other_game(grid)):
        return False
    return grid.status == "unique" or _is_legible(grid)


def _is_proved(grid: ScannedGrid) -> bool:
    """False where lines are hardly there, or the grid so small that chance gives one solution, and digits unclear."""
    if grid.location.score >= HARDLY_LINES and grid.size > LARGEST_SMALL:
        return True
    single = grid.status == "unique" or grid.location.score >= HARDLY_LINES
    return single and grid.reading.sudoku >= SURE_SUDOKU and _is_legible(grid, UNCLEAR_SHARE)


def _is_legible(grid: ScannedGrid, share: float = ILLEGIBLE) -> bool:
    return len(grid.doubts) <= share * len(grid.board.values)


def is_clear(reading: Reading) -> bool:
    """True where digits enough for a puzzle stand out, whatever the page looks like otherwise."""
    filled = int((reading.values() > 0).sum())
    return reading.size == 9 and filled >= CLUES and float((1 - reading.digits.max(axis=1)).sum()) < MOST_UNCLEAR


def is_noted(place: GridLocation, reading: Reading) -> bool:
    """True for a clean grid with hardly a digit but small numbers in many cells, as killer Sudokus have their sums."""
    marks = int((reading.ink.argmax(axis=1) == Ink.MARK).sum())
    digits = int((reading.values() > 0).sum())
    # A KenKen has small numbers, too, but no boxes.
    ruled = place.score >= CLEAN_LINES and (place.boxed is None or place.boxed >= LEAST_BOXED)
    return reading.size == 9 and ruled and marks >= FEWEST_NOTES and digits < FEWEST_DIGITS


def is_beyond_chance(grid: ScannedGrid) -> bool:
    """True for digits that no table has by chance: enough for a puzzle, read without a doubt, and one solution."""
    enough = sum(map(bool, grid.board.values)) >= CLUES
    return grid.size == 9 and enough and grid.status == "unique" and not grid.doubts


def repeats(grid: ScannedGrid, printed_alone: bool = True) -> float:
    """The share of digits, or of those that look printed, that stand in their row or column once already."""
    counted = np.array(grid.board.values)
    if printed_alone:
        counted[grid.reading.ink[:, Ink.PRINT] <= grid.reading.ink[:, Ink.HAND]] = 0
    square = counted.reshape(grid.size, grid.size)
    again = [len(line[line > 0]) - len(set(line[line > 0].tolist())) for line in (*square, *square.T)]
    return sum(again) / max(1, int((counted > 0).sum()))


def is_other_game(grid: ScannedGrid) -> bool:
    """True where so many digits repeat in rows and columns that no Sudoku, however misread, can be meant."""
    return repeats(grid) > MOST_REPEATS or repeats(grid, printed_alone=False) > MOST_REPEATS_BY_HAND


def overlap(first: GridLocation, second: GridLocation) -> float:
    """The shared area of two places as a part of the smaller one."""
    quads = [place.corners.astype(np.float32) for place in (first, second)]
    shared, _ = cv2.intersectConvexConvex(quads[0], quads[1])
    smaller = min(quad_area(place.corners) for place in (first, second))
    return float(shared) / smaller if smaller > 0 else 0.0


def trimmed(canvas: NDArray[np.uint8], size: int, cell_pixels: int, trim: float) -> NDArray[np.uint8]:
    """The canvas with that share of every cell cut away on each side and the rest stretched over the cell."""
    steps = np.arange(len(canvas)) + 0.5
    cells = np.clip(np.floor(steps / cell_pixels - 0.5), 0, size - 1)
    within = steps / cell_pixels - 0.5 - cells
    inner = np.where((within >= 0) & (within <= 1), trim + within * (1 - 2 * trim), within)
    places = ((cells + inner + 0.5) * cell_pixels - 0.5).astype(np.float32)
    x, y = np.meshgrid(places, places)
    return np.asarray(cv2.remap(canvas, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


@cache
def _shared_scanner() -> Scanner:
    return Scanner()
