"""Sure digits of a page show how its print and its handwriting look, and that settles the others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.grids import Look, draw_grid
from sudokulens.puzzle.board import Board
from sudokulens.reading.judge import judge_classic
from sudokulens.reading.looks import LOOK_PIXELS, ink_looks
from sudokulens.reading.reading import Ink
from sudokulens.reading.split import choose_givens
from sudokulens.solving.solve import solve

PUZZLE = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLVED = np.array((solve(PUZZLE).board or PUZZLE).values, dtype=np.uint8)
BLACK, BLUE = (25, 25, 30), (40, 70, 190)


def canvas(colours: dict[int, tuple[int, int, int]]) -> np.ndarray:
    """A flat 9×9 canvas with an 8 of some colour in chosen cells."""
    look = Look(cell=LOOK_PIXELS, paper=(235, 230, 220), thin=0, thick=0, outer=0, height=0.5, edge=LOOK_PIXELS // 2)
    return draw_grid(Board.empty(), replace(look, texts=dict.fromkeys(colours, "8"), inks=colours))


def test_inks_of_other_colours_settle_what_is_nowhere_sure() -> None:
    black, blue = list(range(0, 20, 2)), list(range(21, 41, 2))
    looks = ink_looks(canvas(dict.fromkeys([*black, 50], BLACK) | dict.fromkeys([*blue, 60], BLUE)), 9)
    values = np.zeros(81, dtype=np.uint8)
    filled = [*black, *blue, 50, 60]
    values[filled] = SOLVED[filled]
    ink = np.zeros((81, 4), dtype=np.float32)
    ink[:, Ink.PRINT] = 0.5
    ink[black, Ink.PRINT], ink[blue, Ink.PRINT] = 0.85, 0.15
    ink[50, Ink.PRINT], ink[60, Ink.PRINT] = 0.4, 0.6
    ink[:, Ink.HAND] = 1 - ink[:, Ink.PRINT]
    givens = choose_givens(values, np.zeros(81, dtype=bool), ink, None, looks).givens
    assert np.flatnonzero(givens).tolist() == sorted([*black, 50])


def test_the_givens_have_one_solution_however_written_they_look() -> None:
    puzzle = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    solved = solve(puzzle).board
    assert solved is not None
    values = np.array(solved.values, dtype=np.uint8)
    ink = np.zeros((81, 4), dtype=np.float32)
    ink[:, Ink.PRINT] = np.where(puzzle.givens, 0.4, 0.05)
    ink[:, Ink.HAND] = 1 - ink[:, Ink.PRINT]
    givens = choose_givens(values, np.zeros(81, dtype=bool), ink, judge_classic).givens
    assert judge_classic(np.where(givens, values, 0).astype(np.uint8)[None])[1][0] == 1
    assert givens.tolist() == list(puzzle.givens)


def test_a_page_without_any_contrast_has_looks_too() -> None:
    looks = ink_looks(np.full((10 * LOOK_PIXELS, 10 * LOOK_PIXELS, 3), 200, dtype=np.uint8), 9)
    assert looks.shape == (81, 12)
    assert np.isfinite(looks).all()
