"""What a batch needs from its workers, whether processes on this machine or actors on a cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sudokulens.batch.portion import Piece
from sudokulens.batch.settings import Settings
from sudokulens.batch.work import Answer

PATIENCE_SECONDS = 120.0
"""What an item may take before its worker is ended, beyond the time that puzzles are given by their limit."""
DOCUMENT_SECONDS = 1800.0
"""The same for a whole PDF document that is one member of an archive."""
MAX_FALSE_STARTS = 3


@dataclass(frozen=True, slots=True)
class Event:
    """A piece that came back, with its answer, or with None and the reason where its worker died over it.

    `overran` tells that the worker was ended because the time for the piece was up.
    """

    piece: Piece
    answer: Answer | None
    reason: str = ""
    overran: bool = False


class Crew(Protocol):
    """Workers that take one piece each. They replace those that die; what they had is reported as an event."""

    @property
    def has_room(self) -> bool:
        """True when a worker is ready and idle."""
        ...

    def submit(self, piece: Piece) -> None:
        """Hands the piece to an idle worker."""
        ...

    def wait(self, seconds: float) -> list[Event]:
        """What has come back, after waiting for at most that long; raises BatchError where no worker can start."""
        ...

    def close(self) -> None:
        """Ends all workers, whatever they are doing."""
        ...


def longest_time(piece: Piece, settings: Settings) -> float:
    """Seconds after which a worker that has not answered is taken for stuck.

    Pictures and pages take about a second; a piece of several that is ended is tried again item by item, so its length
    does not matter. A single one has this time once. Puzzles have their own time limit each.
    """
    count, each = len(piece), settings.seconds
    if piece.portion.kind in ("lines", "text", "document"):
        return PATIENCE_SECONDS + count * each * (2 if settings.puzzle_task == "rate" else 1)
    if any(name.lower().endswith(".pdf") for name in piece.portion.names):
        return DOCUMENT_SECONDS
    return PATIENCE_SECONDS + (2 * count * each if settings.picture_task == "rate" else 0)
