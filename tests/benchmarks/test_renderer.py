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
from pages.grids import Look, square
from pages.motions import having, still
from pages.paper import Page
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


def test_no_benchmark_has_a_page_of_its_own() -> None:
    sources = {path.name: path.read_text() for path in (ROOT / "benchmarks").rglob("*.py")}
    assert [name for name, source in sources.items() if "Image.new(" in source] == []


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
    dots = dict.fromkeys(range(81), (0, 0, 0))
    page = Page.around(Board.empty(), Look(cell=40, paper=(255, 255, 255), fills=dots, edge=80))
    sheet = Sheet("dark square", page.pixels, page.grids[0].crossings, "")
    moment = Moment(x=0.05, y=-0.02, angle=0.3, tilt=(0.1, 0.05))
    frame = exposure(Kind("still", lambda *_: moment, noise=0.0), [sheet], 0, 1, np.random.default_rng(0))
    corners = frame.sheets[0][1][[0, 0, -1, -1], [0, -1, -1, 0]]
    dark = np.zeros(frame.pixels.shape[:2], np.uint8)
    cv2.fillConvexPoly(dark, corners.round().astype(np.int32), 1)
    inside = frame.pixels[..., 0] < 60
    assert (inside == dark.astype(bool)).mean() > 0.995


def test_a_page_knows_where_its_grids_are() -> None:
    board, look = random_puzzle(3), Look(cell=30, edge=12)
    page = Page.blank(700, 500)
    first = page.put(board, look, (40, 60))
    page.lay(Page.around(board, look), (360, 90))
    assert first[0, 0].tolist() == [40, 60]
    assert page.grids[1].crossings[-1, -1].tolist() == [360 + 12 + 270, 90 + 12 + 270]
    assert np.array_equal(page.pixels[55:335, 35:315], page.pixels[97:377, 367:647])
    photo = page.taken(camera.Shot(tilt=20, turn=15), np.random.default_rng(1))
    for flat, seen in zip(page.grids, photo.grids, strict=True):
        sides = [np.linalg.norm(np.diff(grid.crossings[0], axis=0), axis=-1) for grid in (flat, seen)]
        assert seen.board == board
        assert 0.8 < sides[1].min() / sides[1].max() <= 1
        assert photo.pixels[tuple(seen.crossings[0, 0].astype(int)[::-1])].mean() < 140


def test_what_is_laid_beyond_a_page_is_cut_off() -> None:
    page = Page.blank(50, 40, (255, 255, 255))
    page.lay(Page.blank(30, 30, (0, 0, 0)), (-20, 25))
    assert (page.pixels[25:, :10] == 0).all()
    assert (page.pixels == 0).sum() == 3 * 10 * 15


def test_a_motion_takes_other_fields_as_values_or_over_time() -> None:
    moment = having(still, x=0.5, light=lambda number, frames: number / frames)(3, 6)
    assert (moment.x, moment.light, moment.scale) == (0.5, 0.5, 1.0)
