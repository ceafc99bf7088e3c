"""One camera being followed: a frame in, what to draw on it out as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sudokulens.drawing.page_colours import page_colours
from sudokulens.live import LiveTracker, Mode, View
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.fields import as_fields
from sudokulens.puzzle.formats.line import digit_character
from sudokulens.reading.judgement import as_dict, mistake_as_dict
from sudokulens.vision.frame import Frame
from sudokulens.wording.language import current
from sudokulens.wording.outcomes import verdict_text

if TYPE_CHECKING:
    from sudokulens.live.desk import Desk
    from sudokulens.logic.hint import Hint
    from sudokulens.logic.level import HintLevel
    from sudokulens.scanner import Scanner


class Follower:
    """One session's tracker, which answers frames with views as plain data."""

    def __init__(self, scanner: Scanner, desk: Desk | None = None) -> None:
        """Without a desk every frame is dealt with in full.

        The page draws the answered frame, so nothing stalls, and a puzzle that was exchanged is noticed at once.
        """
        self._tracker = LiveTracker(scanner, desk=desk)
        self._told: tuple[tuple[Hint, HintLevel, str], dict[str, Any]] | None = None
        self._styled: tuple[tuple[int, ...], dict[str, Any]] | None = None

    def close(self) -> None:
        """Ends the work beside the frames."""
        self._tracker.close()

    def answer(self, frame: Frame, mode: Mode, level: HintLevel) -> dict[str, Any]:
        """The view of the next frame."""
        self._tracker.mode = mode
        view = self._tracker.update(frame)
        answer: dict[str, Any] = {"state": view.state, "width": frame.width, "height": frame.height}
        answer |= _place(view) | _board(view.board, view.solution)
        answer |= self._style(frame, view)
        answer |= _verdict(view)
        return answer | {
            "doubtful": list(view.suspicious),
            "wrong": list(view.wrong),
            "hint": self._hint(view, level),
        }

    def _style(self, frame: Frame, view: View) -> dict[str, Any]:
        """An ink that is clear on this page, and how high its digits are, in cells; found once for each puzzle."""
        if view.location is None or view.board is None or view.solution is None:
            return {"ink": None, "digit_height": None}
        if self._styled is None or self._styled[0] != view.solution.values:
            colours = page_colours(frame, view.location, view.board)
            style = {"ink": " ".join(map(str, colours.ink)), "digit_height": round(colours.digit_height, 3)}
            self._styled = (view.solution.values, style)
        return self._styled[1]

    def _hint(self, view: View, level: HintLevel) -> dict[str, Any] | None:
        """The hint in words and with what a drawing of it needs; the same one is put into words once."""
        if view.hint is None:
            return None
        told = (view.hint, level, current())
        if self._told is None or self._told[0] != told:
            from sudokulens.apps.answers.boards import described_hint

            described = described_hint(view.hint, level)
            self._told = (told, {name: value for name, value in described.items() if name not in ("svg", "board")})
        return self._told[1]


def _verdict(view: View) -> dict[str, Any]:
    """The verdict and the mistakes in the shape that POST /api/scan has; null while the board is unsettled."""
    if view.judgement is None or view.board is None:
        return {"verdict": None, "mistakes": []}
    geometry = view.board.geometry
    text = verdict_text(view.judgement, geometry, view.rules)
    mistakes = [mistake_as_dict(mistake, geometry.size) for mistake in view.mistakes]
    return {"verdict": as_dict(view.judgement, geometry.size) | {"text": text}, "mistakes": mistakes}


def _place(view: View) -> dict[str, Any]:
    """Where the grid lies in frame pixels, the puzzle's own top left first, with every crossing of its lines."""
    if view.location is None:
        return {"size": None, "corners": None, "lattice": None}
    corners, lattice = view.location.corners.round(2).tolist(), view.location.lattice.round(1).tolist()
    return {"size": view.location.size, "corners": corners, "lattice": lattice}


def _board(board: Board | None, solution: Board | None) -> dict[str, Any]:
    """The board as texts of one character a cell, 0 for an empty one, and in the form that every other call takes."""
    if board is None:
        return dict.fromkeys(("givens", "entries", "solution", "fields"))
    entries = [board.entries.get(cell, 0) for cell in range(len(board.values))]
    return {
        "givens": _text(board.puzzle.values),
        "entries": _text(entries),
        "solution": _text(solution.values) if solution else None,
        "fields": as_fields(board),
    }


def _text(values: Any) -> str:
    return "".join(digit_character(value, blank="0") for value in values)
