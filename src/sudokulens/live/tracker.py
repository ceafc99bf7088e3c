"""A stream of frames turned into a stream of views: the only state across frames is here.

The grid is followed from frame to frame; what the frames say about its cells is put together until it settles; the
solution is remembered, so that nothing is solved twice, and shown only where its own puzzle is seen. What is known
about the grid is a state of `states.py`, and changes in `_move` alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.live.again import Again, read_again
from sudokulens.live.compare import Comparison, compare, first_look, second_look, still_look
from sudokulens.live.desk import AtOnce, Beside, Desk, Work
from sudokulens.live.puzzle import AGREEING_READINGS, MAX_CHANGED_SHARE, Memory, Puzzle
from sudokulens.live.search import Anchor, Found, reappeared, search, search_elsewhere
from sudokulens.live.settle import is_beyond_doubt, left_open, unsettled
from sudokulens.live.sight import MIN_POSSIBLE_CORRELATION, MIN_SAME_CORRELATION, Picture
from sudokulens.live.states import Covered, Event, Following, Reading, Searching, State, Watch, after
from sudokulens.live.track import COSTLY_INTERVAL_FRAMES, MAX_UNSEEN_FRAMES, Track
from sudokulens.live.view import Mode, View
from sudokulens.logic.hint import Hint, hint
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell
from sudokulens.reading.chance import EVEN
from sudokulens.reading.credible import is_sudoku, is_sure
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import Scanner
from sudokulens.vision.follow import FLOW_SIDE
from sudokulens.vision.frame import ImageSource, load_frame

MIN_LEGIBLE_SHARPNESS: float = fitted("live")["limits"]["legible_sharpness"]
"""In units of the looks' own sharpness: what is read in less sharp frames is chance."""

MIN_CONTRADICTED_GIVENS = 2
"""Givens that were surely read as something else at once: no doubt that another puzzle lies there."""


class LiveTracker:
    """Follows one Sudoku through the frames of a camera or a video. Not for sharing between threads.

    With `background`, searching and reading run beside the frames, so that no frame waits for more than a quick look at
    what has stirred; without it every frame is dealt with in full, and the same frames always give the same views. A
    `desk` of the caller's own may do that work somewhere else.
    """

    def __init__(
        self,
        scanner: Scanner | None = None,
        mode: Mode = "solution",
        *,
        background: bool = False,
        desk: Desk | None = None,
    ) -> None:
        self.scanner = scanner or Scanner()
        self.mode = mode
        self.background = background
        self._desk: Desk = desk or (Beside() if background else AtOnce())
        self._memory = Memory()
        self._state: State = Searching()
        self._age = 0
        """The number of the frame."""
        self._anchor: Anchor | None = None
        """The puzzle that was last in full view, to be known at once when it comes back."""
        self._trusted_until = 0
        """The frame until which what has changed does not hide what was just confirmed."""
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
        return not isinstance(self._state, Searching)

    def update(self, image: ImageSource) -> View:
        """The view of the next frame."""
        start = time.perf_counter()
        picture = Picture(load_frame(image))
        self._age += 1
        self._desk.collect()
        self._follow(picture)
        state = self._state
        if isinstance(state, Searching):
            self._search(picture)
        else:
            self._look(state)
            self._look_elsewhere()
        return replace(self._shown(), milliseconds=1000 * (time.perf_counter() - start))

    def _look(self, state: Reading | Following | Covered) -> None:
        """Reads the cells where something may be learnt: always before the board settles, now and then after."""
        if isinstance(state, Reading):
            self._read(state)
        else:
            self._watch(state)

    def _move(self, event: Event, found: Found | None = None, puzzle: Puzzle | None = None) -> None:
        """Goes on to the state that the event leads to: the only place where the state changes."""
        track, known = (found.track, found.puzzle) if found else (None, puzzle)
        self._state = after(self._state, event, track=track, puzzle=known, frame=self._age)

    def _doubt(self, is_doubted: bool = True) -> None:
        self._move(Event.DOUBTED if is_doubted else Event.SEEN)

    def _follow(self, picture: Picture) -> None:
        """Carries the grid into this frame; lost, it is looked for at once."""
        state = self._state
        if isinstance(state, Searching) or state.track.picture is picture:
            return
        if not state.track.advance(picture):
            self._move(Event.LOST)
        elif isinstance(state, Watch) and state.track.unseen and state.track.alike < MIN_SAME_CORRELATION:
            self._doubt()
            self._search(picture)

    def _search(self, picture: Picture, thorough: bool = False) -> None:
        """Looks for a grid anywhere in the frame; where the last one comes back, that is seen at once."""
        if self._came_back(picture) or self._desk.busy:
            return
        # A camera will deliver another frame: the costly guesses are made in one of a few only, unless it is small.
        # It costs little there, and a quick look often misses a shaky grid.
        small = max(picture.frame.width, picture.frame.height) <= FLOW_SIDE
        thorough = thorough or small or self._age % COSTLY_INTERVAL_FRAMES == 1
        work = (search, self.scanner, picture, self._memory.copied(), thorough)
        self._desk.hand(work, lambda found: self._found(found, picture))

    def _came_back(self, picture: Picture) -> bool:
        found = reappeared(self.scanner, picture, self._anchor) if self._anchor is not None else None
        self._begin(found)
        return found is not None

    def _found(self, found: Found | None, picture: Picture) -> None:
        """Takes over what a search found, unless the grid of before has come back meanwhile."""
        state = self._state
        if isinstance(state, Searching | Covered) or state.track.picture is picture:
            self._begin(found)

    def _begin(self, found: Found | None) -> None:
        if found is None:
            return
        self._move(Event.FOUND_NEW if found.puzzle is None else Event.FOUND_KNOWN, found)
        state = self._state
        if found.grid is None or not isinstance(state, Reading):
            return
        if is_sure(found.grid):
            self._judge(state, found.grid)
        else:
            self._read_now(state)

    def _look_elsewhere(self) -> None:
        """Looks for another puzzle in full view while the one that is followed is only partly in it."""
        state = self._state
        if not isinstance(state, Watch):
            return
        state.partly_frames = state.partly_frames + 1 if state.track.inside < 1.0 else 0
        if state.partly_frames % COSTLY_INTERVAL_FRAMES != 1 or self._desk.busy:
            return
        track = state.track
        work = (search_elsewhere, self.scanner, track.picture, self._memory.copied(), track.location)
        self._desk.hand(work, lambda found: self._turn_to(found, track))

    def _turn_to(self, found: Found | None, left: Track) -> None:
        """Takes over another puzzle in full view, unless the one it was to be left for is whole again."""
        state = self._state
        if found is not None and isinstance(state, Watch) and state.track is left and state.partly_frames:
            self._anchor = None
            self._begin(found)

    def _read(self, state: Reading) -> None:
        """Reads a grid that has not settled."""
        track = state.track
        if self._age - state.since > MAX_UNSEEN_FRAMES and not self._desk.busy:
            if state.still is not None and state.still.status == "unique":
                # It is where it is thought to be, only hard to read.
                state.renew(self._age)
                return
            self._move(Event.LOST)
            self._search(track.picture, thorough=True)
            return
        # What was found in a smear may be nothing new after all.
        if self._came_back(track.picture) or self._desk.busy:
            return
        if track.unseen or track.alike < MIN_POSSIBLE_CORRELATION:
            return
        if self._age % COSTLY_INTERVAL_FRAMES == 0:
            track.refine()
        self._read_now(state)

    def _read_now(self, state: Reading) -> None:
        track, as_still = state.track, self._age % COSTLY_INTERVAL_FRAMES == 0
        work = (read_again, self.scanner, as_still, state.average, track.picture.frame, track.location)
        self._desk.hand(work, lambda again: self._learn(state, again))

    def _learn(self, state: Reading, again: Again) -> None:
        if state is not self._state:
            return
        state.average = again.average
        if again.asked:
            state.still = again.still
        self._judge(state, again.best, again.misread)

    def _judge(self, state: Reading, grid: ScannedGrid, misread: tuple[Cell, ...] = ()) -> None:
        """Takes over what the frames say together, once it is beyond doubt: if anything was unclear, said twice."""
        still = state.still
        asked = still is not None and (still.status == "unique" or grid.status != "unique")
        state.shown = left_open(still) if still is not None and asked else unsettled(grid)
        if grid.solved is None or not is_sudoku(grid):
            return
        said_before, state.candidate = state.candidate, grid.solved.values
        # Who wrote a digit does not change the solution, so it need not be settled for showing it.
        said_twice = said_before == grid.solved.values and is_beyond_doubt(grid)
        if said_twice or is_sure(grid):
            doubtful = frozenset(doubt.cell for doubt in grid.verdict.misreadings)
            repaired = doubtful | {repair.cell for repair in grid.repaired} | set(misread)
            puzzle = Puzzle(grid.board, grid.solved, state.track.looks, repaired, doubtful)
            puzzle.misread |= set(puzzle.contradicted(grid.reading, puzzle.givens))
            self._memory.add(puzzle)
            self._move(Event.SETTLED, puzzle=puzzle)

    def _watch(self, state: Watch) -> None:
        """Watches a settled puzzle: what stirs is read at once, the rest now and then."""
        track, puzzle = state.track, state.puzzle
        if track.blurred or track.unseen:
            # Little can be judged in a smear; the grid is where it was followed to, as far as it can be told.
            state.unverified = True
            self._doubt(track.alike < MIN_SAME_CORRELATION or self._reads_otherwise(track, puzzle))
            return
        in_view = track.cells_in_view()
        changed = puzzle.changed(track.correlation, in_view)
        much = len(changed) > max(2, MAX_CHANGED_SHARE * in_view[puzzle.givens].sum())
        stirred = bool(len(puzzle.stirred(track.correlation, in_view)))
        if (much or (stirred and track.clear)) and self._age > self._trusted_until:
            # Shown again once it has been read and found to be the same.
            self._doubt()
        urgent = bool(len(changed)) or stirred or isinstance(self._state, Covered) or state.unverified
        if not urgent:
            puzzle.accustom(track.correlation, in_view)
        if urgent or self._age % COSTLY_INTERVAL_FRAMES == 0:
            self._compare(track, puzzle, bool(len(changed)), in_view, urgent)
        elif not puzzle.is_checked and track.whole and self._age % COSTLY_INTERVAL_FRAMES == 1 and not self._desk.busy:
            # A still picture has the last word on what is written, and by whom.
            work = (still_look, self.scanner, track.picture.frame, track.location)
            self._desk.hand(work, lambda answer: puzzle.check(*answer))

    def _reads_otherwise(self, track: Track, puzzle: Puzzle) -> bool:
        """Whether a frame that is only a little blurred shows givens that surely are others."""
        if track.unseen or track.sight.sharp < MIN_LEGIBLE_SHARPNESS:
            return False
        seen = puzzle.givens[track.cells_in_view()[puzzle.givens]]
        return bool(compare(self.scanner, track.picture.frame, track.location, puzzle, seen).against)

    def _compare(self, track: Track, puzzle: Puzzle, changed: bool, in_view: NDArray[np.bool_], urgent: bool) -> None:
        """Reads a settled board again: is it still the same puzzle, and what has the person written?

        Where something has stirred, the quick network is asked before anything is drawn; the rest may come later.
        """
        scanner, frame, place, correlation = self.scanner, track.picture.frame, track.location, track.correlation
        suspects = puzzle.suspects(correlation, in_view, track.clear)

        def then(seen: Comparison) -> None:
            state = self._state
            if isinstance(state, Watch) and state.track is track and state.puzzle is puzzle:
                self._compared(state, seen, changed, in_view)
                if not seen.against:
                    puzzle.reassure(correlation, in_view)

        if not urgent:
            self._hand((compare, scanner, frame, place, puzzle, suspects), then)
            return
        first = first_look(scanner, frame, place, puzzle, suspects)
        if first.against:
            self._doubt()
            self._hand((second_look, scanner, frame, place, puzzle, first), then)
        else:
            then(first)

    def _hand(self, work: Work, then: Callable[[Comparison], None]) -> None:
        """Hands work out unless there is some already: the next frame will ask again."""
        if not self._desk.busy:
            self._desk.hand(work, then)

    def _compared(self, state: Watch, seen: Comparison, changed: bool, in_view: NDArray[np.bool_]) -> None:
        puzzle = state.puzzle
        if seen.against:
            state.contradictions += 1
            certain = len(seen.against) >= MIN_CONTRADICTED_GIVENS or state.contradictions >= AGREEING_READINGS
            # Another page lies there now, or this one was turned unseen: search for it again.
            self._move(Event.LOST if certain else Event.DOUBTED)
            return
        if changed or isinstance(state, Covered):
            self._trusted_until = self._age + COSTLY_INTERVAL_FRAMES
        state.contradictions, state.unverified = 0, False
        self._move(Event.SEEN)
        puzzle.misread |= set(seen.cleared)
        if seen.reading.sudoku < EVEN:
            return
        puzzle.take_entries(seen.reading, in_view)
        if not changed:
            self._renew(state.track, puzzle)

    def _renew(self, track: Track, puzzle: Puzzle) -> None:
        """Remembers how the puzzle looks and lies now."""
        track.refine()
        puzzle.renew(track.looks)
        if track.whole:
            self._anchor = Anchor(track.picture.glance, track.location, puzzle)

    def _shown(self) -> View:
        state = self._state
        if isinstance(state, Searching):
            return View("searching")
        if isinstance(state, Reading):
            if state.track.unseen:
                return View("reading", state.track.location)
            return replace(state.shown, location=state.track.location)
        if isinstance(state, Covered):
            return View("reading", state.track.location)
        puzzle = state.puzzle
        found = self._hint(puzzle.board) if self.mode == "hint" else None
        mistakes = puzzle.mistakes
        wrong = tuple(mistake.cell for mistake in mistakes)
        view = View("solved", state.track.location, puzzle.board, puzzle.solution, (), wrong, found)
        return replace(view, judgement=puzzle.judgement, mistakes=mistakes)

    def _hint(self, board: Board) -> Hint | None:
        """The next step on the board, worked out once."""
        if self._told is None or self._told[0] != board:
            if self._desk.busy:
                return None
            self._desk.hand((hint_for, board), self._tell)
        return self._told[1] if self._told is not None and self._told[0] == board else None

    def _tell(self, told: tuple[Board, Hint]) -> None:
        self._told = told


def hint_for(board: Board) -> tuple[Board, Hint]:
    """The next step, with the board that it is for."""
    return board, hint(board)
