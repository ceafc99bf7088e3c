"""The states of live reading: every transition of the table, none beside it, and real clips that take them."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from sudokulens import Board, LiveTracker, Scanner, random_puzzle, solve
from sudokulens.live.average import Average
from sudokulens.live.puzzle import Memory, Puzzle
from sudokulens.live.search import Found
from sudokulens.live.sight import Picture
from sudokulens.live.states import (
    TRANSITIONS,
    Covered,
    Event,
    Following,
    Reading,
    Searching,
    State,
    Watch,
    after,
)
from sudokulens.live.track import Track
from sudokulens.vision.frame import load_frame
from sudokulens.vision.locate import locate
from tests.moving_pages import HEIGHT, WIDTH, clip

PUZZLE = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
KINDS: tuple[type[State], ...] = (Searching, Reading, Following, Covered)


def a_track() -> Track:
    picture = Picture(load_frame(next(iter(clip(PUZZLE, 1))).pixels))
    return Track.start(picture, locate(picture.frame, limit=1)[0])


@pytest.fixture(scope="module")
def track() -> Track:
    return a_track()


@pytest.fixture(scope="module")
def puzzle(track: Track) -> Puzzle:
    solution = solve(PUZZLE).board
    assert solution
    return Puzzle(PUZZLE, solution, track.looks, frozenset(), frozenset())


def state_of(kind: type[State], track: Track, puzzle: Puzzle) -> State:
    if kind is Searching:
        return Searching()
    if kind is Reading:
        return Reading(track, 3, True, candidate=(1,), average=Average(2))
    return Following(track, puzzle, True, 1, 2) if kind is Following else Covered(track, puzzle, True, 1, 2)


@pytest.mark.parametrize(("kind", "event"), TRANSITIONS, ids=lambda part: getattr(part, "name", None) or part.__name__)
def test_each_transition_leads_where_the_table_says(
    kind: type[State], event: Event, track: Track, puzzle: Puzzle
) -> None:
    before, other = state_of(kind, track, puzzle), a_track()
    found = other if event in (Event.FOUND_NEW, Event.FOUND_KNOWN) else None
    known = puzzle if event in (Event.FOUND_KNOWN, Event.SETTLED) else None
    now = after(before, event, track=found, puzzle=known, frame=9)
    assert type(now) is TRANSITIONS[kind, event]
    if isinstance(now, Reading):
        assert (now.track, now.since, now.candidate, now.average.frames) == (other, 9, None, 0)
    elif isinstance(now, Watch) and isinstance(before, Watch) and found is None:
        kept = (track, puzzle, True, 1, 2)
        assert (now.track, now.puzzle, now.unverified, now.contradictions, now.partly_frames) == kept
    elif isinstance(now, Watch):
        assert (now.track, now.puzzle) == (found or track, puzzle)
        assert now.contradictions == now.partly_frames == 0
        assert now.unverified is (True if event is Event.SETTLED else other.blurred)


IMPOSSIBLE = [pair for pair in product(KINDS, Event) if pair not in TRANSITIONS]


@pytest.mark.parametrize(("kind", "event"), IMPOSSIBLE, ids=lambda part: getattr(part, "name", None) or part.__name__)
def test_what_the_table_does_not_have_cannot_happen(
    kind: type[State], event: Event, track: Track, puzzle: Puzzle
) -> None:
    with pytest.raises(KeyError):
        after(state_of(kind, track, puzzle), event, track=track, puzzle=puzzle)


def test_every_state_can_be_left_and_reached() -> None:
    assert {kind for kind, _ in TRANSITIONS} == set(KINDS)
    assert set(TRANSITIONS.values()) == set(KINDS)
    assert {event for _, event in TRANSITIONS} == set(Event)


class Diary(LiveTracker):
    """Writes down every transition that it takes."""

    def __init__(self, scanner: Scanner) -> None:
        super().__init__(scanner)
        self.taken: list[tuple[str, str, str]] = []

    def _move(self, event: Event, found: Found | None = None, puzzle: Puzzle | None = None) -> None:
        before = type(self._state).__name__
        super()._move(event, found, puzzle)
        self.taken.append((before, event.name, type(self._state).__name__))


def test_a_page_that_comes_goes_and_is_exchanged_takes_the_ways_one_expects() -> None:
    diary = Diary(Scanner())
    for shot in clip(PUZZLE, 8):
        diary.update(shot.pixels)
    assert diary.taken[0] == ("Searching", "FOUND_NEW", "Reading")
    assert ("Reading", "SETTLED", "Following") in diary.taken
    blank = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
    for _ in range(12):
        diary.update(blank)
    assert diary.taken[-1][1:] == ("LOST", "Searching")
    diary.taken.clear()
    for shot in clip(PUZZLE, 4):
        diary.update(shot.pixels)
    assert diary.taken[0] == ("Searching", "FOUND_KNOWN", "Following")
    diary.taken.clear()
    for shot in clip(random_puzzle(11), 8):
        diary.update(shot.pixels)
    assert any(event == "DOUBTED" or event == "LOST" for _, event, _ in diary.taken)
    assert ("Reading", "SETTLED", "Following") in diary.taken


@pytest.mark.parametrize(("width", "height", "expected"), [(640, 480, 4), (1280, 720, 1)])
def test_a_webcams_small_frames_are_all_searched_thoroughly(
    width: int, height: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def spy(scanner: Scanner, picture: Picture, memory: Memory, thorough: bool) -> None:
        asked.append(thorough)

    monkeypatch.setattr("sudokulens.live.tracker.search", spy)
    tracker = LiveTracker(Scanner())
    for _ in range(4):
        tracker.update(np.full((height, width, 3), 90, np.uint8))
    assert sum(asked) == expected
