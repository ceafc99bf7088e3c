"""A page in front of the camera gets the verdict that a still picture of it gets."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pages.grids import Look, draw_grid
from sudokulens import Board, LiveTracker, Scanner, View, solve
from sudokulens.puzzle.geometry import Geometry
from tests.cases import first_quick
from tests.live.test_tracker import PUZZLE, solution_of
from tests.pictures import Pixels

JIGSAW_REGIONS = "AAABBBBBCAAAABBBCCDDAAEBCCCDDDEEEFCCGDDDEFFFCGGDEEEFFFGGGHEIIFFGGHHHIIIIGHHHHHIII"
FRAMES = 20


def jigsaw() -> Board:
    """A jigsaw of some forty givens with one solution."""
    geometry = Geometry.jigsaw("ABCDEFGHI".index(letter) for letter in JIGSAW_REGIONS)
    full = solve(Board.of([0] * 81, geometry)).boards[0]
    values = list(full.values)
    for cell in np.random.default_rng(2).permutation(81)[:60]:
        fewer = [*values[:cell], 0, *values[cell + 1 :]]
        if values.count(0) < 41 and solve(Board.of(fewer, geometry)).kind == "unique":
            values = fewer
    return Board.of(values, geometry)


def filled(count: int, wrong: int = 0) -> Board:
    """The puzzle with so many entries, some of them wrong."""
    solution, empty = solution_of(PUZZLE), [cell for cell, digit in enumerate(PUZZLE.values) if not digit]
    entries = {cell: solution[cell] for cell in empty[::2][:count]}
    for cell in list(entries)[3::4][:wrong]:
        entries[cell] = entries[cell] % 9 + 1
    return PUZZLE.with_values(entries)


SCREEN = Look(typed=True, paper=(255, 255, 255), ink=(20, 20, 20), thin_ink=(120, 120, 120), thick_ink=(20, 20, 20))
PAGES = {
    "typed in blue": (filled(12), replace(SCREEN, entry_ink=(20, 110, 220))),
    "typed in green": (filled(12), replace(SCREEN, entry_ink=(0, 130, 60))),
    "two mistakes in green": (filled(16, wrong=2), replace(SCREEN, entry_ink=(0, 130, 60))),
    "two mistakes in grey": (filled(16, wrong=2), replace(SCREEN, entry_ink=(90, 90, 90))),
    "a jigsaw": (jigsaw(), Look(paper=(255, 255, 255), thick=6, outer=6)),
}


SPARE = Board.parse("030000000000105000098000060000060003400803001700020000060000280000019005000080079")
"""Every given of it is needed, so that the solution hangs on each."""
DOUBTS = {"a 3 or an 8": (1, 8, 0.4), "a 6 or an 8": (31, 8, 0.3), "a 9 or nothing": (19, 0, 0.12)}
"""A cell, what is printed over its given, and the share of that which still shows."""


def picture(board: Board, look: Look) -> Pixels:
    grid = draw_grid(board, look, None, np.random.default_rng(1))
    return np.pad(grid, ((60, 60), (120, 120), (0, 0)), constant_values=235)


def overprinted(cell: int, other: int, share: float) -> Pixels:
    """A page on which one given may be another."""
    other_given = Board.of(SPARE.with_values({cell: other}).values)
    once, twice = picture(SPARE, SCREEN), picture(other_given, SCREEN)
    return np.asarray(share * once + (1 - share) * twice, dtype=np.uint8)


def settled(scanner: Scanner, pixels: Pixels) -> View:
    with LiveTracker(scanner, mode="check") as tracker:
        return [tracker.update(pixels) for _ in range(FRAMES)][-1]


@pytest.mark.parametrize("name", first_quick(*PAGES))
def test_live_says_what_a_still_picture_says(name: str) -> None:
    scanner, pixels = Scanner(), picture(*PAGES[name])
    [grid] = scanner(pixels).grids
    view = settled(scanner, pixels)
    assert grid.solved is not None
    assert view.solution is not None
    assert view.board is not None
    assert view.solution.values == grid.solved.values
    assert view.judgement == grid.judgement
    assert view.mistakes == grid.mistakes
    assert view.board.puzzle == grid.board.puzzle
    assert view.board.entries == grid.board.entries


@pytest.mark.parametrize("name", first_quick(*DOUBTS))
def test_a_doubt_that_the_solution_hangs_on_is_named_with_the_verdict(name: str) -> None:
    scanner, pixels = Scanner(), overprinted(*DOUBTS[name])
    [grid] = scanner(pixels).grids
    assert grid.status == "unique"
    assert grid.verdict.misreadings
    view = settled(scanner, pixels)
    assert view.solution is None
    assert view.board is not None
    assert view.judgement == grid.judgement
    assert view.suspicious == tuple(doubt.cell for doubt in grid.verdict.misreadings)
    assert view.board.values == grid.board.values


@pytest.mark.slow
def test_the_verdict_is_not_shown_of_a_page_that_has_gone() -> None:
    scanner, pixels = Scanner(), overprinted(*DOUBTS["a 3 or an 8"])
    with LiveTracker(scanner, mode="check") as tracker:
        before = [tracker.update(pixels) for _ in range(FRAMES)][-1]
        after = [tracker.update(np.full_like(pixels, 130)) for _ in range(2)]
    assert before.judgement is not None
    assert all(view.judgement is None for view in after)
