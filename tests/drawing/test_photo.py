"""Answers are drawn where they belong, on a copy of the picture, along the page's bends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from sudokulens.drawing.page_colours import page_colours
from sudokulens.drawing.photo import draw_hint, draw_solution, flat_view
from sudokulens.logic.hint import hint
from sudokulens.logic.step import Candidate, Link, Step
from sudokulens.logic.technique import Technique
from sudokulens.puzzle.board import Board
from sudokulens.vision.cells import rectify
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation

PUZZLE = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
ANSWER = Board.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")


@dataclass(frozen=True)
class Grid:
    location: GridLocation
    board: Board
    solved: Board | None = ANSWER


def bent_location() -> GridLocation:
    """A tilted grid whose rows sag by a fifth of a cell and more."""
    lattice = GridLocation.from_corners([[90, 60], [540, 90], [510, 520], [60, 470]]).lattice.copy()
    sag = 14 * np.sin(np.linspace(0, np.pi, 10))
    lattice[..., 1] += sag[None, :]
    return GridLocation.from_lattice(lattice)


def page(brightness: int = 230) -> Frame:
    return Frame(np.full((600, 640, 3), brightness, dtype=np.uint8))


def changed_cells(before: Frame, after: Frame, location: GridLocation) -> set[int]:
    """The cells in whose middle anything was drawn."""
    flat = [rectify(frame.pixels, location.lattice, 24, 0.0).astype(int) for frame in (before, after)]
    gap = np.abs(flat[0] - flat[1]).max(axis=2).reshape(9, 24, 9, 24)
    drawn = (gap > 40).sum(axis=(1, 3)) > 8
    return {int(cell) for cell in np.flatnonzero(drawn)}


@pytest.mark.parametrize("solved", [ANSWER, PUZZLE.with_values(dict(enumerate(ANSWER.values)))])
def test_the_solution_fills_exactly_the_empty_cells_of_a_bent_grid(solved: Board) -> None:
    frame, grid = page(), Grid(bent_location(), PUZZLE, solved)
    drawn = draw_solution(frame, grid)
    assert changed_cells(frame, drawn, grid.location) == {c for c, v in enumerate(PUZZLE.values) if not v}


def test_nothing_outside_the_grid_and_nothing_of_the_original_is_touched() -> None:
    frame, grid = page(), Grid(bent_location(), PUZZLE)
    drawn = draw_solution(frame, grid)
    assert (frame.pixels == 230).all()
    assert (drawn.pixels[:50] == 230).all()
    assert (drawn.pixels[:, 560:] == 230).all()


def test_a_wrong_entry_is_tinted_and_a_right_one_left_alone() -> None:
    board = PUZZLE.with_values({2: 4, 3: 9})
    frame, grid = page(), Grid(bent_location(), board)
    changed = changed_cells(frame, draw_solution(frame, grid), grid.location)
    assert 3 in changed
    assert 2 not in changed


def test_without_a_solution_the_frame_comes_back_as_it_was() -> None:
    frame = page()
    assert draw_solution(frame, Grid(bent_location(), PUZZLE, None)) is frame


@pytest.mark.parametrize("brightness", [20, 128, 245])
def test_the_ink_is_clear_on_any_paper(brightness: int) -> None:
    colours = page_colours(page(brightness), bent_location(), Board.empty())
    assert abs(np.dot(colours.ink, [0.299, 0.587, 0.114]) - brightness) > 40
    assert colours.dark == (brightness < 110)


def test_a_hint_shows_its_cells_links_eliminations_and_placements() -> None:
    step = Step(
        Technique.NAKED_SINGLE,
        places=(Candidate(2, 4),),
        removes=(Candidate(3, 4),),
        cells={"pivot": (80,)},
        candidates={"on": (Candidate(43, 2),)},
        links=(Link((Candidate(5, 1),), (Candidate(68, 1),), strong=False),),
    )
    frame, grid = page(), Grid(bent_location(), PUZZLE)
    changed = changed_cells(frame, draw_hint(frame, grid, step), grid.location)
    assert {2, 3, 80, 43} <= changed
    assert changed & {14, 23, 32, 41, 50, 59}, "the link crosses the cells between its ends"


def test_a_hint_about_a_mistake_tints_the_wrong_entry() -> None:
    board = PUZZLE.with_values({2: 9})
    frame, grid = page(), Grid(bent_location(), board)
    drawn = draw_hint(frame, grid, hint(board))
    flat = rectify(drawn.pixels, grid.location.lattice, 24, 0.0)
    middle = flat[8:16, 2 * 24 + 8 : 2 * 24 + 16].reshape(-1, 3).mean(axis=0)
    assert middle[0] > middle[1] + 30, "red"


def test_the_flat_view_is_square_and_tints_doubtful_cells() -> None:
    grid = Grid(bent_location(), PUZZLE)
    plain, tinted = flat_view(page(), grid), flat_view(page(), grid, doubtful=[40])
    assert plain.pixels.shape == (504, 504, 3)
    whole = GridLocation.from_corners(np.array([[0, 0], [504, 0], [504, 504], [0, 504]]) - 0.5)
    assert changed_cells(plain, tinted, whole) == {40}


def test_a_grid_that_leaves_the_picture_is_drawn_as_far_as_it_goes() -> None:
    location = GridLocation.from_corners([[-80, -60], [400, -60], [400, 420], [-80, 420]])
    drawn = draw_solution(page(), Grid(location, PUZZLE))
    assert (drawn.pixels[:400, :380] != 230).any()


def test_sixteen_by_sixteen_uses_letters() -> None:
    solved = Board.of([(r * 4 + r // 4 + c) % 16 + 1 for r in range(16) for c in range(16)])
    location = GridLocation.from_corners([[20, 20], [580, 20], [580, 580], [20, 580]], size=16)
    drawn = draw_solution(page(), Grid(location, Board.empty(solved.geometry), solved))
    flat = rectify(drawn.pixels, location.lattice, 24, 0.0).reshape(16, 24, 16, 24, 3)
    assert ((flat != 230).any(axis=4).sum(axis=(1, 3)) > 8).all()
