"""What a batch needs of those who do its work, be they processes of this machine or of a cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sudokulens.batch.portion import Piece
from sudokulens.batch.settings import Settings
from sudokulens.batch.work import Answer

PATIENCE = 120.0
"""Seconds that an item may take before its worker is ended, beyond the time that puzzles are given by their limit."""
MOST_FALSE_STARTS = 3


@dataclass(frozen=True, slots=True)
class Event:
    """A piece that came back, with its answer, or with None and the reason where its worker died over it."""

    piece: Piece
    answer: Answer | None
    reason: str = ""


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
    """Seconds after which a worker that has not answered is taken for stuck."""
    puzzles = piece.portion.kind in ("lines", "text", "document")
    each = settings.seconds * (2 if settings.puzzle_task == "rate" else 1) if puzzles else PATIENCE + settings.seconds
    return PATIENCE + each * len(piece)
