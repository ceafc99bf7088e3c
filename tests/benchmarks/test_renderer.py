"""The one renderer of pages: what it draws is where it says, and nobody else draws, films or reads MNIST."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from pages import camera, partitions
from pages.boards import partly_solved, pattern
from pages.cages import tints
from pages.clips import Kind, Moment, Sheet, exposure
from pages.grids import Look, crossings, draw_grid, framed, square
from sudokulens.puzzle.board import Board
from sudokulens.solving.random import random_puzzle
from sudokulens.solving.solve import solve

ROOT = Path(__file__).parents[2]
OUR_OWN = re.compile(
    r"cv2\.(getPerspectiveTransform|warpPerspective|getRotationMatrix2D|VideoWriter\(.*MJPG)|idx[13]-|\.\[to\]tf"
)
EXCEPT = {
    "benchmarks/reading/scan.py",  # flattens pages as readers of others do
    "tests/benchmarks/test_typefaces.py",
    "tests/benchmarks/test_renderer.py",
    "training/pedigree.py",  # names the files whose hashes it keeps
    "benchmarks/reading/renders.py",  # asks whether they are there
}


@pytest.mark.parametrize("folder", ["benchmarks", "docs", "tests", "training"])
def test_nobody_else_has_a_camera_or_reads_handwriting(folder: str) -> None:
    paths = {str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob("*.py") if OUR_OWN.search(path.read_text())}
    assert paths <= EXCEPT


@pytest.mark.parametrize("size", [4, 6, 7, 9])
@pytest.mark.parametrize("kind", ["cages", "regions"])
def test_partitions_hold_every_cell_and_are_in_one_piece(kind: str, size: int) -> None:
    for seed in range(5):
        owner = getattr(partitions, kind)(size, np.random.default_rng(seed))
        parts = [owner == number for number in range(owner.max() + 1)]
        pieces = [cv2.connectedComponents(part.astype(np.uint8), connectivity=4)[0] - 1 for part in parts]
        assert pieces == [1] * len(parts)
        assert kind == "cages" or [part.sum() for part in parts] == [size] * size


def test_cages_that_touch_have_other_tints() -> None:
    owner = partitions.cages(9, np.random.default_rng(2))
    cages = [tuple(np.flatnonzero(owner == number).tolist()) for number in range(owner.max() + 1)]
    palette = [(shade, 200, 200) for shade in range(100, 220, 15)]
    fills = tints(cages, 9, palette, np.random.default_rng(3))
    for number, others in partitions.touching(owner).items():
        assert all(fills[cages[number][0]] != fills[cages[other][0]] for other in others)


@pytest.mark.parametrize("size", [6, 7, 9, 12])
def test_the_pattern_keeps_the_rules_of_lines(size: int) -> None:
    assert all(sorted(line) == list(range(size)) for line in (*pattern(size), *pattern(size).T))


def test_a_partly_solved_board_has_right_entries_only() -> None:
    board = partly_solved(random_puzzle(3), 0.5, np.random.default_rng(1))
    solved = solve(board.puzzle).board
    assert solved is not None
    assert 0 < len(board.entries) < 81 - sum(board.givens)
    assert all(solved[cell] == value for cell, value in board.entries.items())


def spot(picture: np.ndarray) -> np.ndarray:
    """The middle (x, y) of what is dark."""
    y, x = np.nonzero(picture[..., 0] < 128)
    return np.array([x.mean(), y.mean()])


def test_pictures_turn_and_tilt_as_their_matrices_say() -> None:
    page = np.full((240, 320, 3), 255, np.uint8)
    page[60:67, 200:207] = 0
    picture, matrix = camera.turned(page, 30, (255, 255, 255))
    assert np.abs(spot(picture) - matrix @ [203, 63, 1]).max() < 0.5
    flat, seen = square(0, 0, 240), np.array([[20, 10], [300, 30], [290, 280], [0, 250]])
    picture, matrix = camera.projected(page, flat, seen, (400, 300), (255, 255, 255))
    place = matrix @ [203, 63, 1]
    assert np.abs(spot(picture) - place[:2] / place[2]).max() < 0.5


def test_a_clip_says_where_the_crossings_are() -> None:
    cell, edge = 40, 30
    dots = dict.fromkeys(range(81), (0, 0, 0))
    page = draw_grid(Board.empty(), Look(cell=cell, paper=(255, 255, 255), fills=dots, edge=edge))
    sheet = Sheet("dark square", framed(page, 50, (255, 255, 255)), crossings(9, cell, (80, 80)), "")
    moment = Moment(x=0.05, y=-0.02, angle=0.3, tilt=(0.1, 0.05))
    frame = exposure(Kind("still", lambda *_: moment, noise=0.0), [sheet], 0, 1, np.random.default_rng(0))
    corners = frame.sheets[0][1][[0, 0, -1, -1], [0, -1, -1, 0]]
    dark = np.zeros(frame.pixels.shape[:2], np.uint8)
    cv2.fillConvexPoly(dark, corners.round().astype(np.int32), 1)
    inside = frame.pixels[..., 0] < 60
    assert (inside == dark.astype(bool)).mean() > 0.995
