"""Grids that share boxes, joined into one board."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from sudokulens import Board, Scanner, solve
from sudokulens.drawing.draw import draw
from sudokulens.drawing.raster import render
from sudokulens.puzzle.geometry import Cell
from sudokulens.reading.joining import join
from sudokulens.reading.reading import Reading
from sudokulens.reading.verdict import Repair
from sudokulens.solving.variants import random_variant
from sudokulens.vision.location import GridLocation


@dataclass(frozen=True)
class Part:
    """A grid of a page as if it had been scanned."""

    location: GridLocation
    reading: Reading
    board: Board
    repaired: tuple[Repair, ...] = ()


@pytest.fixture(scope="module")
def samurai() -> Board:
    return random_variant(["samurai"], seed=1, minimal=False)


def part(whole: Board, grid: int, misread: dict[Cell, tuple[int, float]] | None = None) -> Part:
    """One grid of the whole, read without a doubt but for some cells: a digit, and how probable it is."""
    top, left = whole.geometry.grids[grid]
    place = np.array([[left, top], [left + 9, top], [left + 9, top + 9], [left, top + 9]]) * 30.0 + 50
    values = [whole[cell] for cell in whole.geometry.grid_cells(grid)]
    digits = np.zeros((81, 10), dtype=np.float32)
    digits[np.arange(81), values] = 1.0
    for cell, (digit, chance) in (misread or {}).items():
        digits[cell] = 0
        digits[cell, values[cell]], digits[cell, digit] = 1 - chance, chance
        values[cell] = digit
    ink, turn = np.full((81, 4), 0.25, dtype=np.float32), np.full(4, 0.25, dtype=np.float32)
    return Part(GridLocation.from_corners(place), Reading(digits, ink, turn, 1.0, "test"), Board.of(values))


def test_five_grids_in_any_order_make_a_samurai(samurai: Board) -> None:
    parts = [part(samurai, grid) for grid in (3, 0, 4, 2, 1)]
    (joined,) = join(parts)
    assert joined.layout == "samurai"
    assert joined.board == samurai
    assert joined.parts == (1, 4, 3, 0, 2)
    assert joined.conflicts == ()


def test_the_surer_reading_of_a_shared_cell_stands(samurai: Board) -> None:
    shared = next(cell for cell in range(60, 81) if cell % 9 >= 6 and samurai[samurai.geometry.grid_cells(0)[cell]])
    wrong = samurai[samurai.geometry.grid_cells(0)[shared]] % 9 + 1
    parts = [part(samurai, 0, {shared: (wrong, 0.6)}), *(part(samurai, grid) for grid in range(1, 5))]
    (joined,) = join(parts)
    assert joined.board == samurai
    assert joined.conflicts == (samurai.geometry.grid_cells(0)[shared],)


def test_a_repair_that_only_one_grid_wanted_is_taken_back(samurai: Board) -> None:
    parts = [part(samurai, grid) for grid in range(5)]
    empty = next(cell for cell in range(81) if not parts[2].board[cell] and 0 < cell % 9 < 6)
    solved = solve(samurai).board
    assert solved
    wrong = solved[samurai.geometry.grid_cells(2)[empty]] % 9 + 1
    values = [wrong if cell == empty else value for cell, value in enumerate(parts[2].board.values)]
    parts[2] = replace(parts[2], board=Board.of(values), repaired=(Repair(empty, 0, wrong),))
    (joined,) = join(parts)
    assert joined.board == samurai


def test_grids_apart_are_not_joined(samurai: Board) -> None:
    assert join([part(samurai, 0), part(samurai, 1)]) == ()
    (two,) = join([part(samurai, 0), part(samurai, 2)])
    assert two.layout == "twodoku"


def test_a_picture_of_a_samurai_gives_the_board(samurai: Board) -> None:
    scan = Scanner()(render(draw(samurai, candidates=False, edge="none"), 40))
    (joined,) = scan.as_dict()["joined"]
    assert (joined["layout"], joined["status"], len(joined["grids"])) == ("samurai", "unique", 5)
    assert Board.parse(joined["board"]) == samurai
