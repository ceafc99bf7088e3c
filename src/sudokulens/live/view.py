"""What to show for one frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from sudokulens.logic.hint import Hint
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell
from sudokulens.reading.judgement import Judgement, Mistake
from sudokulens.vision.location import GridLocation

LiveState: TypeAlias = Literal["searching", "reading", "solved", "unsolvable"]
Mode: TypeAlias = Literal["solution", "hint", "check"]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What to show for one frame; `solution` is None unless the board is beyond doubt."""

    state: LiveState
    location: GridLocation | None = None
    board: Board | None = None
    solution: Board | None = None
    suspicious: tuple[Cell, ...] = ()
    wrong: tuple[Cell, ...] = ()
    hint: Hint | None = None
    milliseconds: float = 0.0
    judgement: Judgement | None = None
    """The verdict for people, as for a still picture; None while the board is unsettled."""
    mistakes: tuple[Mistake, ...] = ()
    rules: str = "classic"
    """The kind of rules that the page shows, as for a still picture."""
