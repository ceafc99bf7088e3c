"""The states of live reading, what each knows, and every way from one to another.

    Searching ──found new──▶ Reading ──settled──▶ Following ◀──seen, doubted──▶ Covered
        └───────────────found known───────────────────┘

From every state a lost grid leads back to Searching, and a grid that is found elsewhere to Reading or Following.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TypeAlias

from sudokulens.live.average import Average
from sudokulens.live.puzzle import Puzzle
from sudokulens.live.track import Track
from sudokulens.live.view import View
from sudokulens.scanned import ScannedGrid


class Event(Enum):
    """What can happen to a state."""

    FOUND_NEW = auto()
    """A search found a grid that is not known."""
    FOUND_KNOWN = auto()
    """A search found a puzzle of before."""
    SETTLED = auto()
    """The readings agree beyond doubt: the puzzle is known."""
    DOUBTED = auto()
    """What is seen does not look like the puzzle, or reads otherwise."""
    SEEN = auto()
    """The puzzle is seen as it is known."""
    LOST = auto()
    """The grid has left the picture, will not settle, or is another one."""


@dataclass(slots=True, eq=False)
class Searching:
    """No grid is known to be in the picture."""


@dataclass(slots=True, eq=False)
class Reading:
    """A grid is followed whose digits are not beyond doubt yet."""

    track: Track
    since: int
    """The number of the frame in which it was found."""
    blurred_at_first: bool
    average: Average = field(default_factory=Average)
    """What the frames read so far show of it."""
    candidate: tuple[int, ...] | None = None
    """The solution that the last reading gave; the same one twice settles it."""
    shown: View = field(default_factory=lambda: View("reading"))
    still: ScannedGrid | None = None
    """What the last still picture says of it, where the frames did not settle it."""

    def renew(self, frame: int) -> None:
        """Forgets the frames read so far, not what the still picture says."""
        self.since, self.average = frame, Average()


@dataclass(slots=True, eq=False)
class Watch:
    """A known puzzle, and the grid on which it is seen."""

    track: Track
    puzzle: Puzzle
    unverified: bool = False
    """True until it has been read in a sharp frame since it was last blurred."""
    contradictions: int = 0
    """Readings in a row that said otherwise."""
    partly_frames: int = 0
    """Frames in a row in which a part of it was out of the picture."""


@dataclass(slots=True, eq=False)
class Following(Watch):
    """The puzzle is known, seen, and shown."""


@dataclass(slots=True, eq=False)
class Covered(Watch):
    """The puzzle is known, but what is seen does not bear it out: nothing of it is shown."""


State: TypeAlias = Searching | Reading | Following | Covered

TRANSITIONS: dict[tuple[type[State], Event], type[State]] = {
    (Searching, Event.FOUND_NEW): Reading,
    (Searching, Event.FOUND_KNOWN): Following,
    (Reading, Event.FOUND_NEW): Reading,
    (Reading, Event.FOUND_KNOWN): Following,
    (Reading, Event.SETTLED): Following,
    (Reading, Event.LOST): Searching,
    (Following, Event.FOUND_NEW): Reading,
    (Following, Event.FOUND_KNOWN): Following,
    (Following, Event.DOUBTED): Covered,
    (Following, Event.SEEN): Following,
    (Following, Event.LOST): Searching,
    (Covered, Event.FOUND_NEW): Reading,
    (Covered, Event.FOUND_KNOWN): Following,
    (Covered, Event.DOUBTED): Covered,
    (Covered, Event.SEEN): Following,
    (Covered, Event.LOST): Searching,
}


def after(
    state: State, event: Event, *, track: Track | None = None, puzzle: Puzzle | None = None, frame: int = 0
) -> State:
    """The state that follows; raises KeyError for what cannot happen in this one.

    Finding a grid needs its `track` and `frame`, and with settling, what is known takes its `puzzle`.
    """
    kind = TRANSITIONS[type(state), event]
    if kind is Searching:
        return Searching()
    if kind is Reading:
        assert track is not None
        return Reading(track, frame, track.blurred)
    if isinstance(state, Watch) and event in (Event.SEEN, Event.DOUBTED):
        facts = (state.track, state.puzzle, state.unverified, state.contradictions, state.partly_frames)
        return Following(*facts) if kind is Following else Covered(*facts)
    assert puzzle is not None
    if isinstance(state, Reading) and event is Event.SETTLED:
        return Following(state.track, puzzle, state.blurred_at_first)
    assert track is not None
    return Following(track, puzzle, track.blurred)
