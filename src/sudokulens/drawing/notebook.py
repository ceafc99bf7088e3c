"""What notebooks show: boards and steps as drawings, hints and solutions with their words, scans on their picture."""

from __future__ import annotations

import io
from collections.abc import Iterable
from html import escape

from sudokulens.display import shows
from sudokulens.drawing.draw import draw, hint_scene, solution_scene
from sudokulens.drawing.photo import overlay
from sudokulens.drawing.scene import Scene, Tint
from sudokulens.drawing.svg import to_svg
from sudokulens.logic.hint import Hint
from sudokulens.logic.rate import Rating
from sudokulens.logic.step import Step
from sudokulens.puzzle.board import Board
from sudokulens.scanned import Scan, ScannedGrid
from sudokulens.solving.engine import Solution
from sudokulens.vision.frame import Frame
from sudokulens.wording.explain import explain

_MAX_SIDE_PIXELS = 900
"""The longer side of a picture in a notebook."""


@shows(Board)
def board_svg(board: Board) -> str:
    return to_svg(draw(board, candidates=board.candidates is not None), "Sudoku", "auto")


@shows(Step)
def step_svg(step: Step) -> str | None:
    """The step on the board it was found on; a step made by hand has none."""
    if step.position is None:
        return None
    return to_svg(draw(step.position.board, step), step.technique.display, "auto")


@shows(Hint)
def hint_html(hint: Hint) -> str:
    return f'<p style="white-space: pre-line">{escape(explain(hint))}</p>{to_svg(hint_scene(hint), "Hint", "auto")}'


@shows(Solution)
def solution_html(solution: Solution) -> str:
    """The kind of solution, and the solved boards, of which two show that there are several."""
    drawings = (to_svg(solution_scene(board, board), "Solution", "auto") for board in solution.boards)
    return f"<p>{escape(solution.kind)} ({escape(solution.engine)}, {solution.nodes} nodes)</p>{''.join(drawings)}"


def _explainer_rows(rating: Rating, bound: str) -> list[tuple[str, str]]:
    """Sudoku Explainer's figures, which only the classic board has."""
    if rating.er is None or rating.ep is None or rating.ed is None:
        return []
    return [(f"ER / EP / ED ({rating.scale})", f"{bound}{rating.er:.1f} / {rating.ep:.1f} / {rating.ed:.1f}")]


@shows(Rating)
def rating_html(rating: Rating) -> str:
    bound = "" if rating.exact else "≥ "
    rows = [
        ("level", rating.level.word),
        ("score", f"{bound}{rating.score}"),
        ("hardest technique", rating.hardest.display if rating.hardest else "none"),
        ("steps", f"{rating.steps}"),
        *_explainer_rows(rating, bound),
    ]
    return _table(rows)


@shows(ScannedGrid)
def grid_svg(grid: ScannedGrid) -> str:
    """The board as read, doubtful cells tinted."""
    tints = tuple(Tint(doubt.cell, "doubt") for doubt in grid.doubts)
    return to_svg(Scene(grid.board, tints=tints), "The grid as read", "auto")


@shows(Scan)
def scan_png(scan: Scan) -> bytes:
    """The picture with the solutions written in."""
    return frame_png(overlay(scan))


@shows(Frame)
def frame_png(frame: Frame) -> bytes:
    image, target = frame.image(), io.BytesIO()
    image.thumbnail((_MAX_SIDE_PIXELS, _MAX_SIDE_PIXELS))
    image.save(target, "PNG")
    return target.getvalue()


def _table(rows: Iterable[tuple[str, str]]) -> str:
    cells = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in rows)
    return f"<table>{cells}</table>"
