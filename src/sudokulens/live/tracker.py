"""A stream of frames turned into a stream of views: the only state across frames is here.

The grid is followed from frame to frame; what the frames say about its cells is put together until it settles; the
solution is remembered, so that nothing is solved twice, and shown only where its own puzzle is seen.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from sudokulens.live.compare import Comparison, compare, first_look, read_place, second_look
from sudokulens.live.desk import AtOnce, Beside, Desk
from sudokulens.live.puzzle import Memory, Puzzle
from sudokulens.live.search import Anchor, Found, reappeared, search, search_elsewhere
from sudokulens.live.settle import is_beyond_doubt, unsettled
from sudokulens.live.sight import Picture
from sudokulens.live.track import Track
from sudokulens.live.view import Mode, View
from sudokulens.logic.hint import Hint, hint
from sudokulens.puzzle.board import Board
from sudokulens.reading.credible import LEAST_SUDOKU, is_sudoku
from sudokulens.reading.decode import decode
from sudokulens.reading.fuse import fuse
from sudokulens.reading.reading import Reading
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import Reader, Scanner
from sudokulens.vision.frame import ImageSource, load_frame

READINGS = 8
"""Readings that are put together; older ones are forgotten, for the person may be writing."""

CHECK_EVERY = 6
"""Frames between two readings of a board that has settled."""

REFINE_EVERY = 3
THOROUGH_EVERY = 4
CAREFUL_EVERY = 3
ELSEWHERE_EVERY = 4
"""Frames between two looks for another puzzle while the one that is followed is only partly in view."""

STUCK, STUCK_UNSOLVABLE = 12, 6
"""Frames after which a grid that will not settle is looked for anew, and one whose digits contradict each other: it may
lie otherwise than it was taken to."""

UNCLEAR = 3
"""Frames in a row for which a grid that has not settled may be covered before it is looked for anew."""

LEAST_LIKELY = 0.5
LEAST_ALIKE = 0.65
"""The median likeness of the cells that a blurred or barely seen grid must show: another puzzle has half at most."""

LEGIBLE = 0.65
"""In units of the looks' own sharpness: what is read in less sharp frames is chance."""

MUCH_CHANGED = 0.3
"""With a larger share of the givens in view changed, nothing is shown until they have been read."""

TRUST = 3
"""Frames after a reading for which what has changed does not hide what was just confirmed."""

CERTAIN = 2
"""Givens that were surely read as something else at once: no doubt that another puzzle lies there."""

CERTAIN_IN_TIME = 4
"""The same for readings in a row of a single given; until then nothing is shown, for in poor light one is misread."""


class LiveTracker:
    """Follows one Sudoku through the frames of a camera or a video. Not for sharing between threads.

    With `background`, searching and reading run beside the frames, so that no frame waits for more than a quick look at
    what has stirred; without it every frame is dealt with in full, and the same frames always give the same views.
    """

    def __init__(self, scanner: Scanner | None = None, mode: Mode = "solution", *, background: bool = False) -> None:
        self.scanner = scanner or Scanner()
        self.mode = mode
        self.background = background
        self._desk: Desk = Beside() if background else AtOnce()
        self._memory = Memory()
        self._track: Track | None = None
        self._puzzle: Puzzle | None = None
        self._readings: deque[Reading] = deque(maxlen=READINGS)
        self._candidate: tuple[int, ...] | None = None
        self._anchor: Anchor | None = None
        self._age = 0
        self._since = 0
        self._strange = 0
        self._unclear = 0
        self._partly = 0
        self._hidden = False
        self._unverified = False
        self._trusted = 0
        self._unsettled = View("searching")
        self._mistaken = False
        self._told: tuple[Board, Hint] | None = None

    def __enter__(self) -> LiveTracker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the work beside the frames; needed with `background` only."""
        self._desk.close()

    @property
    def following(self) -> bool:
        """Whether the place of a grid is known from the last frame."""
        return self._track is not None

    def update(self, image: ImageSource) -> View:
        """The view of the next frame."""
        start = time.perf_counter()
        picture = Picture(load_frame(image))
        self._age += 1
        self._desk.collect()
        self._follow(picture)
        if self._track is None:
            self._search(picture)
        else:
            self._look(self._track)
            self._look_elsewhere()
        return self._show(1000 * (time.perf_counter() - start))

    def _follow(self, picture: Picture) -> None:
        """Carries the grid into this frame; lost, it is looked for at once."""
        if self._track is None or self._track.picture is picture:
            return
        if not self._track.advance(picture):
            self._lose()
        elif self._puzzle is not None and self._track.unseen and self._track.alike < LEAST_ALIKE:
            self._hidden = True
            self._search(picture)

    def _lose(self) -> None:
        self._track, self._puzzle, self._candidate, self._hidden = None, None, None, False
        self._readings.clear()

    def _search(self, picture: Picture, thorough: bool = False) -> None:
        """Looks for a grid anywhere in the frame; where the last one comes back, that is seen at once."""
        if self._came_back(picture) or self._desk.busy:
            return
        # A camera will deliver another frame: the costly guesses are made in one of a few only.
        thorough = thorough or self._age % THOROUGH_EVERY == 1
        scanner, memory = self.scanner, self._memory.copied()
        self._desk.hand(lambda: search(scanner, picture, memory, thorough), lambda found: self._found(found, picture))

    def _came_back(self, picture: Picture) -> bool:
        found = reappeared(self.scanner, picture, self._anchor) if self._anchor is not None else None
        self._began(found)
        return found is not None

    def _found(self, found: Found | None, picture: Picture) -> None:
        """Takes over what a search found, unless the grid of before has come back meanwhile."""
        if self._track is None or self._hidden or self._track.picture is picture:
            self._began(found)

    def _began(self, found: Found | None) -> None:
        if found is None:
            return
        self._lose()
        self._track, self._puzzle, self._since, self._strange = found.track, found.puzzle, self._age, 0
        self._unclear, self._unverified = 0, found.track.blurred
        if found.grid is not None and self._puzzle is None:
            self._readings.append(found.grid.reading)
            self._judge(found.grid)

    def _look(self, track: Track) -> None:
        """Reads the cells where something may be learnt: always before the board settles, now and then after."""
        if self._puzzle is None:
            self._look_for_the_first_time(track)
        elif track.blurred or track.unseen:
            # Little can be judged in a smear; the grid is where it was followed to, as far as it can be told.
            self._hidden = track.alike < LEAST_ALIKE or self._reads_otherwise(track, self._puzzle)
            self._unverified = True
        else:
            self._look_again(track, self._puzzle)

    def _reads_otherwise(self, track: Track, puzzle: Puzzle) -> bool:
        """Whether a frame that is only a little blurred shows givens that surely are others."""
        if track.unseen or track.sight.sharp < LEGIBLE:
            return False
        seen = puzzle.givens[track.cells_in_view()[puzzle.givens]]
        return bool(compare(self.scanner, track.picture.frame, track.location, puzzle, seen).against)

    def _look_elsewhere(self) -> None:
        """Looks for another puzzle in full view while the one that is followed is only partly in it."""
        track = self._track
        partly = track is not None and self._puzzle is not None and track.inside < 1.0
        self._partly = self._partly + 1 if partly else 0
        if track is None or self._partly % ELSEWHERE_EVERY != 1 or self._desk.busy:
            return
        scanner, memory, picture, place = self.scanner, self._memory.copied(), track.picture, track.location
        self._desk.hand(
            lambda: search_elsewhere(scanner, picture, memory, place),
            lambda found: self._turn_to(found, track),
        )

    def _turn_to(self, found: Found | None, left: Track) -> None:
        """Takes over another puzzle in full view, unless the one it was to be left for is whole again."""
        if found is not None and self._track is left and self._partly:
            self._anchor = None
            self._began(found)

    def _look_again(self, track: Track, puzzle: Puzzle) -> None:
        """Watches a settled puzzle: what stirs is read at once, the rest now and then."""
        in_view = track.cells_in_view()
        changed = puzzle.changed(track.likeness, in_view)
        much = len(changed) > max(2, MUCH_CHANGED * in_view[puzzle.givens].sum())
        stirred = bool(len(puzzle.stirred(track.likeness, in_view)))
        if (much or (stirred and track.clear)) and self._age > self._trusted:
            # Shown again once it has been read and found to be the same.
            self._hidden = True
        urgent = bool(len(changed)) or stirred or self._hidden or self._unverified
        if not urgent:
            puzzle.accustom(track.likeness, in_view)
        if urgent or self._age % CHECK_EVERY == 0:
            self._compare(track, puzzle, bool(len(changed)), in_view, urgent)

    def _look_for_the_first_time(self, track: Track) -> None:
        longest = STUCK_UNSOLVABLE if self._unsettled.state == "unsolvable" else STUCK
        if self._age - self._since > longest and not self._desk.busy:
            self._lose()
            self._search(track.picture, thorough=True)
            return
        if self._came_back(track.picture):
            # What was found in a smear was nothing new after all.
            return
        if self._desk.busy:
            return
        if not track.clear or track.unseen or track.alike < LEAST_LIKELY:
            self._unclear += 1
            if self._unclear > UNCLEAR:
                self._lose()
            return
        self._unclear = 0
        if self._age % REFINE_EVERY == 0:
            track.refine()
        reader, before, frame, place = self._reader(), list(self._readings), track.picture.frame, track.location

        def work() -> tuple[Track, Reading, ScannedGrid]:
            reading = read_place(reader, frame, place)
            fused = fuse([*before, reading])
            return track, reading, ScannedGrid(place, fused, decode(fused))

        self._desk.hand(work, self._learnt)

    def _learnt(self, answer: tuple[Track, Reading, ScannedGrid]) -> None:
        track, reading, grid = answer
        if track is self._track and self._puzzle is None:
            self._readings.append(reading)
            self._judge(grid)

    def _compare(self, track: Track, puzzle: Puzzle, changed: bool, in_view: NDArray[np.bool_], urgent: bool) -> None:
        """Reads a settled board again: is it still the same puzzle, and what has the person written?

        Where something has stirred, the quick network is asked before anything is drawn; the rest may come later.
        """
        scanner, frame, place, likeness = self.scanner, track.picture.frame, track.location, track.likeness
        suspects = puzzle.suspects(likeness, in_view, track.clear)

        def then(seen: Comparison) -> None:
            if track is self._track and puzzle is self._puzzle:
                self._compared(track, puzzle, seen, changed, in_view)
                if not seen.against:
                    puzzle.reassure(likeness, in_view)

        if not urgent:
            self._hand(lambda: compare(scanner, frame, place, puzzle, suspects), then)
            return
        first = first_look(scanner, frame, place, puzzle, suspects)
        if first.against:
            self._hidden = True
            self._hand(lambda: second_look(scanner, frame, place, puzzle, first), then)
        else:
            then(first)

    def _hand(self, work: Callable[[], Comparison], then: Callable[[Comparison], None]) -> None:
        """Hands work out unless there is some already: the next frame will ask again."""
        if not self._desk.busy:
            self._desk.hand(work, then)

    def _compared(
        self, track: Track, puzzle: Puzzle, seen: Comparison, changed: bool, in_view: NDArray[np.bool_]
    ) -> None:
        if seen.against:
            self._strange += 1
            self._hidden = True
            if len(seen.against) >= CERTAIN or self._strange >= CERTAIN_IN_TIME:
                # Another page lies there now, or this one was turned while nobody looked: find it anew.
                self._lose()
            return
        if changed or self._hidden:
            self._trusted = self._age + TRUST
        self._strange, self._hidden, self._unverified = 0, False, False
        puzzle.misread |= set(seen.cleared)
        if seen.reading.sudoku < LEAST_SUDOKU:
            return
        puzzle.take_entries(seen.reading, in_view)
        if not changed:
            self._renew(track, puzzle)

    def _renew(self, track: Track, puzzle: Puzzle) -> None:
        """Remembers how the puzzle looks and lies now."""
        track.refine()
        puzzle.renew(track.looks)
        if track.whole:
            self._anchor = Anchor(track.picture.glance, track.location, puzzle)

    def _reader(self) -> Reader:
        """The quick network; where it leaves doubts the careful one, at the second reading and now and then after."""
        unclear = self._mistaken or bool(self._unsettled.suspicious)
        doubtful = unclear or self._age - self._since >= CAREFUL_EVERY
        turn = (self._age - self._since) % CAREFUL_EVERY == 1
        return (self.scanner.careful if doubtful and turn else None) or self.scanner.reader

    def _judge(self, grid: ScannedGrid) -> None:
        """Takes over what the readings say together, once it is beyond doubt and has been said twice."""
        assert self._track is not None
        self._unsettled, self._mistaken = unsettled(grid), bool(grid.mistakes)
        if grid.solved is None or not is_sudoku(grid):
            return
        # Who wrote a digit does not change the solution, so it need not be settled for showing it.
        if is_beyond_doubt(grid, len(self._readings)) and self._candidate == grid.solved.values:
            doubtful = frozenset(doubt.cell for doubt in grid.verdict.misreadings)
            repaired = doubtful | {repair.cell for repair in grid.repaired}
            entries = doubtful & set(grid.board.entries)
            self._puzzle = Puzzle(grid.board, grid.solved, self._track.looks, repaired, entries)
            self._memory.add(self._puzzle)
        self._candidate = grid.solved.values

    def _show(self, milliseconds: float) -> View:
        track, puzzle = self._track, self._puzzle
        if track is None:
            return View("searching", milliseconds=milliseconds)
        if puzzle is None:
            view = self._unsettled
            return replace(view, location=track.location, milliseconds=milliseconds)
        if self._hidden:
            return View("reading", track.location, milliseconds=milliseconds)
        found = self._hint(puzzle.board) if self.mode == "hint" else None
        mistakes = puzzle.mistakes
        wrong = tuple(mistake.cell for mistake in mistakes)
        shown = View("solved", track.location, puzzle.board, puzzle.solution, (), wrong, found, milliseconds)
        return replace(shown, judgement=puzzle.judgement, mistakes=mistakes)

    def _hint(self, board: Board) -> Hint | None:
        """The next step on the board, worked out once."""
        if self._told is None or self._told[0] != board:
            if self._desk.busy:
                return None
            self._desk.hand(lambda: (board, hint(board)), self._tell)
        return self._told[1] if self._told is not None and self._told[0] == board else None

    def _tell(self, told: tuple[Board, Hint]) -> None:
        self._told = told
