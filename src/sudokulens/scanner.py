"""From a picture to boards: read this file first, it composes all the stages.

    load_frame      any picture → an upright Frame
    locate          Frame → places where a grid may lie
    rectify         place → a flat canvas
    Network.read    canvas → probabilities (Reading)
    decode          Reading → the most probable lawful board (Verdict)
    told_apart      Verdict → the same with print and handwriting told apart by their looks
    with_details    Reading → the same with pencil marks, cages and drawn rules, where there may be some
    is_sudoku       all of it → credible or not

Places that the locator is unsure of are settled by reading them: the better reading wins.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.credible import (
    SURE,
    WORTH_WORK,
    has_regions,
    is_bare,
    is_crowded,
    is_smeared,
    is_sudoku,
    is_sure,
    is_thinly_read,
    is_worth_a_second_look,
    is_worth_grouping,
    likely_mistakes,
    may_be_covered,
    page_chance,
    quality,
)
from sudokulens.reading.decode import decode, told_apart
from sudokulens.reading.details import (
    MAX_SIZE_CELLS,
    DetailNetwork,
    Details,
    shows_cages,
    with_closer_sums,
    without_figures,
)
from sudokulens.reading.drawn import named_figures, turn_price
from sudokulens.reading.fuse import fuse
from sudokulens.reading.glyphs import by_glyphs
from sudokulens.reading.looks import LOOK_PIXELS, ink_looks
from sudokulens.reading.network import CellNetwork, Reader, Sized
from sudokulens.reading.reading import Reading, likely_turns
from sudokulens.reading.session import OpenSession, onnx_session
from sudokulens.reading.sharpen import find_smear
from sudokulens.reading.split import needs_looks
from sudokulens.reading.variants import clear_digits, needs_details, under_drawn_rules, under_regions, with_details
from sudokulens.scanned import Scan, ScannedGrid, as_parts
from sudokulens.vision.canvases import Canvases
from sudokulens.vision.cells import rectify, trimmed
from sudokulens.vision.covered import covered_cells
from sudokulens.vision.frame import Frame, ImageSource, load_frame
from sudokulens.vision.locate import locate
from sudokulens.vision.location import GridLocation, are_rivals, quad_area
from sudokulens.vision.regions import find_regions
from sudokulens.vision.restore import WienerFilter, brightened, out_of_shadow

MAX_SHARPENED_GRIDS = 2
"""At most this many doubtful grids of a picture are read again with a smear undone, because that is slow."""

CLOSER_TRIMS = (0.15, 0.22)
"""What is cut away on every side of a cell, as a share of it, for closer looks at small digits among pencil marks."""


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
    `opened` makes the sessions that run the networks of the package.
    """

    def __init__(
        self, reader: Reader | None = None, careful: Reader | None = None, *, opened: OpenSession = onnx_session
    ) -> None:
        self.reader = reader or CellNetwork.load("fast", opened=opened)
        self._opened = opened
        self._careful = careful
        self._details: DetailNetwork | None = None
        self._alone = reader is not None and careful is None
        self._loading = threading.Lock()

    @property
    def careful(self) -> Reader | None:
        """The careful reader, loaded when it is first needed."""
        with self._loading:
            if self._careful is None and not self._alone:
                self._careful = CellNetwork.load("careful", opened=self._opened)
            return self._careful

    @property
    def _readers(self) -> list[Reader]:
        return [reader for reader in (self.reader, self.careful) if reader is not None]

    @property
    def details(self) -> DetailNetwork | None:
        """The network of marks, cages and drawn rules, loaded when it is first needed."""
        with self._loading:
            if self._details is None and not self._alone:
                self._details = DetailNetwork.load(opened=self._opened)
            return self._details

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
        grids = as_parts(self._settle(Canvases(seen), places, trim, clock))
        ordered = sorted(grids, key=lambda grid: -quad_area(grid.location.corners))
        return Scan(frame, tuple(ordered), dict(clock.seconds))

    def read_at(
        self, frame: Frame, place: GridLocation, trim: float = 0.0, *, quick: bool = False
    ) -> ScannedGrid | None:
        """The grid at a known place, turned upright, or None where no Sudoku lies there.

        With `quick` there is no second look: for a camera, whose next frame is one.
        """
        grid = self.examine(frame, place, trim, quick=quick)
        return grid if grid and is_sudoku(grid) else None

    def examine(
        self, frame: Frame, place: GridLocation, trim: float = 0.0, *, quick: bool = False, least: float = WORTH_WORK
    ) -> ScannedGrid | None:
        """What stands at a place, Sudoku or not; None where one is less probable than `least` at first sight."""
        page = Canvases(frame)
        grid = self._read_at(page, place, trim, _Clock(), quick, least)
        return self._detailed(page, grid, trim, _Clock()) if grid and not quick else grid

    def _settle(self, page: Canvases, places: Iterable[GridLocation], trim: float, clock: _Clock) -> list[ScannedGrid]:
        """Reads places, best first; of places that overlap only the one that reads best is kept."""
        grids: list[ScannedGrid] = []
        sharpenings, tried = MAX_SHARPENED_GRIDS, list(places)
        for place in tried:
            rivals = [grid for grid in grids if are_rivals(grid.location, place)]
            if any(is_sure(rival) for rival in rivals):
                continue
            found = self._read_at(page, place, trim, clock)
            if found and sharpenings and is_smeared(found):
                sharpenings -= 1
                found = self._sharpened(page, found, trim, clock)
            if found and all(quality(found) > quality(rival) for rival in rivals):
                grids = [grid for grid in grids if grid not in rivals] + [found]
        uncovered = [self._uncovered(page, self._detailed(page, grid, trim, clock), trim, clock) for grid in grids]
        return [grid for grid in uncovered if is_sudoku(grid)] or self._bare(page, tried[:1], trim, clock)

    def _bare(self, page: Canvases, places: list[GridLocation], trim: float, clock: _Clock) -> list[ScannedGrid]:
        """Places that look like no Sudoku and yet show the rules of one: cages with one solution, or figures."""
        found = []
        for place in places:
            network = self.details if place.size <= MAX_SIZE_CELLS else None
            if network and self._shows_rules(page, place, network, clock):
                canvases = [(reader, self._flatten(page, place, reader, trim, clock)) for reader in self._readers]
                reading = fuse([self._read(reader, canvas, clock) for reader, canvas in canvases])
                bare = self._judged(place, clear_digits(reading), clock)
                found.append(self._with_details(page, bare, network, trim, clock))
        return [grid for grid in found if (grid.status == "unique" or grid.rules.figures) and is_sudoku(grid)]

    def _shows_rules(self, page: Canvases, place: GridLocation, network: DetailNetwork, clock: _Clock) -> bool:
        canvas = self._flatten(page, place, network, 0, clock)
        with clock.stage("details"):
            details = network.read(canvas)
            return shows_cages(details) or bool(named_figures(details))

    def _read_at(
        self,
        page: Canvases,
        place: GridLocation,
        trim: float,
        clock: _Clock,
        quick: bool = False,
        least: float = WORTH_WORK,
    ) -> ScannedGrid | None:
        """The place read upright, with a second and more careful look where the first leaves a doubt."""
        best = self._first_look(page, place, trim, clock, least)
        if best is None or not (is_worth_a_second_look(best) or is_worth_grouping(best)):
            return best
        looks = cache(partial(look_at_ink, page, best.location))
        if quick or (is_sure(best) and not is_thinly_read(best)):
            apart = self._split_by_looks(best, looks, clock)
            if quick or apart is best or is_sure(apart):
                return apart
        best = self._second_look(page, best, trim, clock)
        best = self._closer_look(page, best, trim, clock) if is_crowded(best) else best
        best = self._look_at_entries(page, best, trim, clock)
        best = self._by_regions(page, best, clock)
        return self._split_by_looks(best, looks, clock)

    def _first_look(
        self, page: Canvases, place: GridLocation, trim: float, clock: _Clock, least: float
    ) -> ScannedGrid | None:
        canvas = self._flatten(page, place, self.reader, trim, clock)
        tries: list[ScannedGrid] = []
        for turn, reading in self._turns(canvas, clock):
            if page_chance(place, reading) >= least:
                tries.append(self._judged(place.turned(turn), reading, clock))
                if is_sure(tries[-1]):
                    return tries[-1]
        return max(tries, key=quality, default=None)

    def _second_look(self, page: Canvases, grid: ScannedGrid, trim: float, clock: _Clock) -> ScannedGrid:
        if (careful := self.careful) is None:
            return grid
        canvas = self._flatten(page, grid.location, careful, trim, clock)
        reading = fuse([grid.reading, self._read(careful, canvas, clock)])
        again = self._judged(grid.location, reading, clock)
        if not is_worth_grouping(again):
            return again
        with clock.stage("glyphs"):
            reading = by_glyphs(reading, canvas)
        return max(again, self._judged(grid.location, reading, clock), key=quality)

    def _closer_look(self, page: Canvases, grid: ScannedGrid, trim: float, clock: _Clock) -> ScannedGrid:
        """The grid read without the rims of its cells, where marks or drawings crowd the digits, if that is better."""
        if trim or (careful := self.careful) is None:
            return grid
        looks = self._looks_within(page, grid.location, careful, clock)
        closer = [self._judged(grid.location, reading, clock) for reading in (looks[0], fuse(looks))]
        return max(grid, *closer, key=quality)

    def _look_at_entries(self, page: Canvases, grid: ScannedGrid, trim: float, clock: _Clock) -> ScannedGrid:
        """The grid with what is probably a mistake, but not clearly, read without the rims of its cells, too."""
        unclear = likely_mistakes(grid)
        if trim or not unclear.any() or (careful := self.careful) is None:
            return grid
        # Both networks have spoken in the reading so far, so that it counts twice.
        every = fuse([grid.reading, grid.reading, *self._looks_within(page, grid.location, careful, clock)])
        clearer = grid.reading.reread(unclear & (every.values() == grid.reading.values()), every)
        return self._judged(grid.location, clearer, clock)

    def _looks_within(self, page: Canvases, place: GridLocation, reader: Reader, clock: _Clock) -> list[Reading]:
        return [self._read(reader, self._flatten(page, place, reader, cut, clock), clock) for cut in CLOSER_TRIMS]

    def _turns(self, canvas: NDArray[np.uint8], clock: _Clock) -> Iterator[tuple[int, Reading]]:
        """The readings of the canvas at the turns that may make it upright: look-alikes are told upright, too."""
        first = self._read(self.reader, canvas, clock)
        turns = likely_turns(first.turn, SURE)
        for turn in turns:
            turned = np.ascontiguousarray(np.rot90(canvas, turn))
            yield turn, self._read(self.reader, turned, clock) if turn else first

    def _sharpened(self, page: Canvases, grid: ScannedGrid, trim: float, clock: _Clock) -> ScannedGrid:
        """The grid read again without its smear, where that makes it clearer; else as it was."""
        place = grid.location
        canvas = self._flatten(page, place, self.reader, trim, clock)
        with clock.stage("sharpen"):
            smear = find_smear(self.reader.read, canvas, self.reader.cell_pixels)
        if smear is None:
            return grid
        restored = WienerFilter(canvas, self.reader.cell_pixels).without(smear)
        turn = self._read(self.reader, restored, clock).quarter_turns
        readings = []
        for reader in self._readers:
            flat = WienerFilter(self._flatten(page, place, reader, trim, clock), reader.cell_pixels).without(smear)
            readings.append(self._read(reader, np.ascontiguousarray(np.rot90(flat, turn)), clock))
        sharp = self._judged(place.turned(turn), fuse(readings), clock)
        # Restoring may make a 6 of a 5: only a puzzle with one solution bears its digits out.
        if sharp.status != "unique" or quality(sharp) <= quality(grid):
            return grid
        return self._split_by_looks(sharp, partial(look_at_ink, page, sharp.location), clock)

    @staticmethod
    def _judged(place: GridLocation, reading: Reading, clock: _Clock) -> ScannedGrid:
        with clock.stage("rules"):
            # What needs it is told apart by looks later.
            return ScannedGrid(place, reading, decode(reading, split=False))

    @staticmethod
    def _split_by_looks(grid: ScannedGrid, looks: Callable[[], NDArray[np.float64]], clock: _Clock) -> ScannedGrid:
        """The grid with print and handwriting told apart by their looks, where the network alone cannot."""
        if not needs_looks(np.array(grid.board.values, dtype=np.uint8), grid.reading.ink):
            return grid
        with clock.stage("looks"):
            return replace(grid, verdict=told_apart(grid.verdict, grid.reading, looks()))

    def _detailed(self, page: Canvases, grid: ScannedGrid, trim: float, clock: _Clock) -> ScannedGrid:
        """The grid with its pencil marks, under the rules that the page draws, where it may have either."""
        canvas = self._flatten(page, grid.location, self.reader, trim, clock)
        needed = is_worth_a_second_look(grid) and needs_details(grid.reading, grid.verdict, canvas)
        network = self.details if needed else None
        return grid if network is None else self._with_details(page, grid, network, trim, clock)

    def _with_details(
        self, page: Canvases, grid: ScannedGrid, network: DetailNetwork, trim: float, clock: _Clock
    ) -> ScannedGrid:
        grid, details = self._upright(page, grid, network, trim, clock)
        if named_figures(details):
            grid = self._closer_look(page, grid, trim, clock)
        canvas = self._flatten(page, grid.location, network, trim, clock)
        with clock.stage("details"):
            details = without_figures(details, grid.covered)
            if details.summed.any():
                finer = rectify(page.frame.pixels, grid.location.lattice, 2 * network.cell_pixels, paper_beyond=True)
                details = with_closer_sums(details, network.closer_look(finer, details))
            reading = with_details(grid.reading, details, canvas, grid.verdict)
            return replace(grid, reading=reading, verdict=under_drawn_rules(reading, grid.verdict))

    def _upright(
        self, page: Canvases, grid: ScannedGrid, network: DetailNetwork, trim: float, clock: _Clock
    ) -> tuple[ScannedGrid, Details]:
        """The grid and its details, turned as the sums of its cages stand, too, where it has few digits to tell it."""
        canvas = self._flatten(page, grid.location, network, trim, clock)
        turns = range(4) if is_bare(grid) else range(1)
        with clock.stage("details"):
            turned = [np.ascontiguousarray(np.rot90(canvas, turn)) for turn in turns]
            seen = [network.read(each) for each in turned]
            prices = [turn_price(seen[turn], turned[turn], float(grid.reading.turn[turn])) for turn in turns]
        turn = int(np.argmin(prices))
        if not turn:
            return grid, seen[0]
        place = grid.location.turned(turn)
        flat = self._flatten(page, place, self.reader, trim, clock)
        return self._judged(place, self._read(self.reader, flat, clock), clock), seen[turn]

    def _uncovered(self, page: Canvases, grid: ScannedGrid, trim: float, clock: _Clock) -> ScannedGrid:
        """The grid without what stands in a message that lies over it, where it did not read well."""
        if not may_be_covered(grid):
            return grid
        with clock.stage("rules"):
            covered = covered_cells(page.frame, grid.location)
        if not covered.any():
            return grid
        again = self._judged(grid.location, grid.reading.blanked(covered), clock)
        cells = tuple(int(cell) for cell in np.flatnonzero(covered))
        apart = self._split_by_looks(again, partial(look_at_ink, page, grid.location), clock)
        return self._detailed(page, replace(apart, covered=cells), trim, clock)

    @staticmethod
    def _by_regions(page: Canvases, grid: ScannedGrid, clock: _Clock) -> ScannedGrid:
        """The same grid as a jigsaw, where the ordinary rules do not settle it and the page shows regions that do."""
        if not has_regions(grid):
            return grid
        with clock.stage("regions"):
            verdict = under_regions(grid.reading, find_regions(page.frame, grid.location))
        return replace(grid, verdict=verdict) if verdict else grid

    @staticmethod
    def _flatten(page: Canvases, place: GridLocation, reader: Sized, trim: float, clock: _Clock) -> NDArray[np.uint8]:
        with clock.stage("rectify"):
            canvas = page.flat(place, reader.cell_pixels)
            return trimmed(canvas, place.size, reader.cell_pixels, trim) if trim else canvas

    @staticmethod
    def _read(reader: Reader, canvas: NDArray[np.uint8], clock: _Clock) -> Reading:
        with clock.stage("read"):
            return reader.read(canvas)


def scan(image: ImageSource, *, size: int | None = None, trim: float = 0.0) -> Scan:
    """All grids in one picture, largest first; for many pictures make one `Scanner`."""
    return _shared_scanner()(image, size=size, trim=trim)


def look_at_ink(page: Canvases, place: GridLocation) -> NDArray[np.float64]:
    """What the ink of every cell looks like, apart from shadows on the page."""
    return ink_looks(out_of_shadow(page.flat(place, LOOK_PIXELS), LOOK_PIXELS), place.size)


@cache
def _shared_scanner() -> Scanner:
    return Scanner()
