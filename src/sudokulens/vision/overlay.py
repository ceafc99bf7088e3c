"""Draws answers into the picture: the solution, a hint, or the flat view with what was read.

Nothing is painted on the caller's frame: every function returns a new one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

import numpy as np

from sudokulens.logic.hint import Hint
from sudokulens.logic.level import HintLevel, reaches
from sudokulens.logic.step import Candidate, Link, Node, Step
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell
from sudokulens.vision.cells import rectify
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation
from sudokulens.vision.page_colours import PageColours, page_colours
from sudokulens.vision.sheet import Colour, Place, Sheet, lay_over

GOOD: Colour = (22, 150, 72)
BAD: Colour = (208, 30, 46)
DOUBTFUL: Colour = (232, 140, 12)

_ROLE_TINTS: dict[str, Colour] = {
    "base": (66, 133, 244),
    "cover": (251, 188, 5),
    "fin": (171, 71, 188),
    "endofin": (171, 71, 188),
    "pivot": (0, 150, 136),
    "pincer": (251, 188, 5),
    "floor": (66, 133, 244),
    "roof": (251, 188, 5),
    "stem": (0, 150, 136),
    "pattern": (66, 133, 244),
}
_UNIT_TINT: Colour = (251, 188, 5)
_SET_TINTS: tuple[Colour, ...] = ((66, 133, 244), (251, 188, 5), (0, 150, 136), (171, 71, 188), (255, 112, 67))
_CANDIDATE_COLOURS: dict[str, Colour] = {
    "on": GOOD,
    "off": (120, 120, 120),
    "fin": (150, 50, 170),
    "pattern": (17, 82, 214),
    "colour a": (17, 82, 214),
    "colour b": (214, 120, 0),
}


class Placed(Protocol):
    """A grid with its place in a frame, as a scan returns it."""

    @property
    def location(self) -> GridLocation: ...

    @property
    def board(self) -> Board: ...

    @property
    def solved(self) -> Board | None: ...


class Scanned(Protocol):
    """A frame with the grids found on it, largest first."""

    @property
    def frame(self) -> Frame: ...

    @property
    def grids(self) -> Sequence[Placed]: ...


def overlay(scan: Scanned, hint: Hint | Step | None = None, grid: int = 0) -> Frame:
    """The scan's picture with every solution written in, or with a hint drawn into one of its grids."""
    if hint is not None:
        if not scan.grids:
            raise ValueError("there is no grid to draw the hint into")
        return draw_hint(scan.frame, scan.grids[grid], hint)
    frame = scan.frame
    for found in scan.grids:
        frame = draw_solution(frame, found)
    return frame


def draw_solution(frame: Frame, grid: Placed) -> Frame:
    """The frame with the missing digits written in; entries that contradict the solution are tinted red."""
    return frame if grid.solved is None else lay_over(frame, grid.location, solution_sheet(frame, grid, grid.solved))


def solution_sheet(frame: Frame, grid: Placed, solved: Board) -> Sheet:
    """What `draw_solution` lays over the frame, for callers that draw the same many times."""
    colours = page_colours(frame, grid.location, grid.board)
    sheet = _sheet(grid.location)
    for cell, digit in enumerate(solved.values):
        written = grid.board.values[cell]
        if not written:
            if cell in colours.cluttered:
                sheet.fill(cell, colours.papers[cell], 0.75, inset=0.08)
            sheet.digit(cell, digit, colours.ink, colours.digit_height)
        elif written != digit:
            sheet.fill(cell, BAD, 0.3)
            sheet.digit(cell, digit, BAD, 0.26, (0.82, 0.2))
    return sheet


def draw_hint(frame: Frame, grid: Placed, hint: Hint | Step, level: HintLevel = "full") -> Frame:
    """The frame with a hint drawn in: its units, and from the level "pattern" on cells by role, candidates and links.

    Eliminations and placements are drawn at the level "full" only. A hint about mistakes tints the wrong entries red;
    one about a board without a single solution tints the cells to look at first.
    """
    return lay_over(frame, grid.location, hint_sheet(frame, grid, hint, level))


def hint_sheet(frame: Frame, grid: Placed, hint: Hint | Step, level: HintLevel = "full") -> Sheet:
    """What `draw_hint` lays over the frame."""
    colours = page_colours(frame, grid.location, grid.board)
    sheet = _sheet(grid.location)
    if isinstance(hint, Hint):
        for cell in {candidate.cell for candidate in hint.wrong + hint.missing} if reaches(level, "pattern") else ():
            sheet.fill(cell, BAD, 0.3)
        for cell in hint.suspicious:
            sheet.fill(cell, DOUBTFUL, 0.3)
    step = hint.step if isinstance(hint, Hint) else hint
    if step is not None:
        _draw_step(sheet, step, grid.board, colours, level)
    return sheet


def flat_view(frame: Frame, grid: Placed, doubtful: Collection[Cell] = (), cell_pixels: int = 56) -> Frame:
    """The grid laid flat with the digits found in each cell's corner: givens blue, entries green, doubts tinted."""
    flat = Frame(rectify(frame.pixels, grid.location.lattice, cell_pixels, 0.0))
    size = grid.location.size
    sheet = Sheet(size, cell_pixels)
    for cell, digit in enumerate(grid.board.values):
        if cell in doubtful:
            sheet.fill(cell, DOUBTFUL, 0.35)
        if digit:
            row, column = divmod(cell, size)
            given = grid.board.givens[cell]
            sheet.disc((column + 0.84, row + 0.17), 0.155, (255, 255, 255), 0.9)
            sheet.digit(cell, digit, (17, 82, 214) if given else GOOD, 0.22, (0.84, 0.17))
    side = float(size * cell_pixels)
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]]) - 0.5
    return lay_over(flat, GridLocation.from_corners(corners, size), sheet)


def _sheet(location: GridLocation) -> Sheet:
    """A sheet somewhat finer than the photo, so that bending it loses nothing."""
    return Sheet(location.size, int(np.clip(round(location.cell_side * 1.25), 20, 140)))


def _draw_step(sheet: Sheet, step: Step, board: Board, colours: PageColours, level: HintLevel) -> None:
    for cell in {cell for units in step.units.values() for unit in units for cell in board.geometry.units[unit].cells}:
        sheet.fill(cell, _UNIT_TINT, 0.14)
    if reaches(level, "pattern"):
        _tint_cells(sheet, step)
        for link in step.links:
            _draw_link(sheet, link, board.size, colours)
        _draw_pattern(sheet, step, board)
    if reaches(level, "full"):
        _draw_conclusion(sheet, step, board, colours)


def _tint_cells(sheet: Sheet, step: Step) -> None:
    for index, (role, cells) in enumerate(step.cells.items()):
        tint = _ROLE_TINTS.get(role, _SET_TINTS[index % len(_SET_TINTS)])
        for cell in cells:
            sheet.fill(cell, tint, 0.28)


def _draw_pattern(sheet: Sheet, step: Step, board: Board) -> None:
    """The candidates that make the pattern, small, at their places within the cell."""
    removed = set(step.removes)
    for role, candidates in step.candidates.items():
        colour = _CANDIDATE_COLOURS.get(role, (17, 82, 214))
        for candidate in candidates:
            if candidate not in removed and not board.values[candidate.cell]:
                _draw_candidate(sheet, candidate, board.size, colour)


def _draw_conclusion(sheet: Sheet, step: Step, board: Board, colours: PageColours) -> None:
    """Eliminated candidates struck through in red, placed digits in green."""
    for candidate in step.removes:
        _draw_candidate(sheet, candidate, board.size, BAD)
        x, y = _candidate_place(candidate, board.size)
        sheet.line((x - 0.13, y + 0.1), (x + 0.13, y - 0.1), BAD, 0.03)
    for cell, digit in step.places:
        sheet.outline(cell, GOOD)
        sheet.digit(cell, digit, GOOD, colours.digit_height)


def _draw_candidate(sheet: Sheet, candidate: Candidate, size: int, colour: Colour) -> None:
    place = _candidate_place(candidate, size)
    sheet.disc(place, 0.15, (255, 255, 255), 0.85)
    sheet.text(place, _character(candidate), colour, 0.2)


def _draw_link(sheet: Sheet, link: Link, size: int, colours: PageColours) -> None:
    start, end = _node_place(link.start, size), _node_place(link.end, size)
    sheet.line(start, end, BAD if link.strong else colours.ink, 0.035, dashed=not link.strong)


def _node_place(node: Node, size: int) -> Place:
    places = [_candidate_place(candidate, size) for candidate in node]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _candidate_place(candidate: Candidate, size: int) -> Place:
    """Where the small digit sits: in reading order within its cell."""
    row, column = divmod(candidate.cell, size)
    across = int(np.ceil(np.sqrt(size)))
    y, x = divmod(candidate.digit - 1, across)
    return column + (x + 0.5) / across, row + (y + 0.5) / across


def _character(candidate: Candidate) -> str:
    from sudokulens.puzzle.formats.line import digit_character

    return digit_character(candidate.digit)
