"""The whole way from pixels to boards, on pictures that the tests draw themselves."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
import pytest
from PIL import Image

import sudokulens
from pages.cages import CageLook
from pages.grids import Look, draw_grid
from sudokulens.errors import ImageError
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.reading.credible import chance, is_sudoku
from sudokulens.reading.reading import Reading, likely_turns
from sudokulens.scanner import Scanner
from sudokulens.solving.random import random_puzzle
from sudokulens.vision.cells import trimmed
from sudokulens.vision.location import GridLocation, overlap
from tests.pictures import flat_grid, look_alike, on_page, photographed, smeared
from tests.reading.simulation import simulate

PUZZLE = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
OTHER = Board.parse(".9..5...1.67.8.........19..97...21.3.........5.21...87..65.........6.79.7...1..2.")


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner()


@pytest.mark.parametrize("degrees", [0, 90, 180, 270, 33, -140])
def test_a_page_is_read_however_it_is_turned(scanner: Scanner, degrees: int) -> None:
    photo = photographed(on_page([flat_grid(PUZZLE, 70)], 760, 760), degrees)
    (grid,) = scanner(photo).grids
    assert grid.board == PUZZLE
    assert grid.status == "unique"
    assert grid.rotation == round(degrees / 90) * 90 % 360
    first = grid.location.corners[0] - np.array(photo.shape[1::-1]) / 2
    expected = np.rad2deg(np.arctan2(first[1], first[0]))
    assert abs((expected - (degrees - 135) + 180) % 360 - 180) < 25, "the puzzle's own top-left comes first"


def test_a_scan_is_printed_in_a_line(scanner: Scanner) -> None:
    """It was 27,000 characters of pixels and probabilities."""
    scan = scanner(flat_grid(random_puzzle(seed=3), 40))
    assert repr(scan) == f"<Scan {scan.frame.width}×{scan.frame.height}, grids={scan.grids!r}>"
    assert repr(scan.grids[0]) == f"<ScannedGrid unique, 0 doubts, {scan.grids[0].board!r}>"


def test_a_bent_page_is_read(scanner: Scanner) -> None:
    (grid,) = scanner(photographed(on_page([flat_grid(OTHER, 80)], 900, 900), 4, bend=0.05)).grids
    assert grid.board == OTHER
    assert grid.solved is not None


@pytest.mark.parametrize("degrees", [30, 60, 140])
def test_a_page_smeared_by_a_third_of_a_cell_is_read(scanner: Scanner, degrees: int) -> None:
    page = photographed(on_page([flat_grid(PUZZLE, 70)], 760, 760), 3)
    (grid,) = scanner(smeared(page, 21, degrees)).grids
    assert grid.board == PUZZLE
    assert len(grid.doubts) < 8


def test_a_page_with_hardly_any_light_is_read(scanner: Scanner) -> None:
    page = photographed(on_page([flat_grid(PUZZLE, 70)], 760, 760), 3)
    grain = np.random.default_rng(1).normal(0, 2, page.shape)
    (grid,) = scanner(np.clip(page * 0.03 + 3 + grain, 0, 255).astype(np.uint8)).grids
    assert grid.board == PUZZLE


def test_a_clear_grid_with_several_solutions_is_not_taken_for_a_smeared_one(scanner: Scanner) -> None:
    few = Board.of([value if cell < 45 else 0 for cell, value in enumerate(PUZZLE.values)])
    scan = scanner(photographed(on_page([flat_grid(few, 70)], 760, 760), 3))
    assert [grid.status for grid in scan.grids] == ["multiple"]
    assert "sharpen" not in scan.timings


@pytest.mark.parametrize(("variant", "seed"), [("thermo", 3), ("white", 1), ("white", 3)])
def test_digits_among_drawings_that_are_only_named_are_read_as_they_stand(
    scanner: Scanner, variant: str, seed: int
) -> None:
    """Restoring a clean screen made a 5 a 6 and a 9 a 2; dots on its borders made a 5 look like a 6."""
    board = sudokulens.generate(seed=seed, variants=(variant,))
    page = sudokulens.to_png(sudokulens.draw(board, candidates=False), cell_pixels=64)
    (grid,) = scanner(page).grids
    assert grid.board.values == board.values
    assert grid.rules.figures


@pytest.mark.parametrize(
    ("variant", "seed", "figure"),
    [("thermo", 4, "thermometers"), ("thermo", 5, "thermometers"), ("arrow", 0, "arrows"), ("palindrome", 0, "shapes")],
)
def test_drawings_are_named_for_what_they_are(scanner: Scanner, variant: str, seed: int, figure: str) -> None:
    board = sudokulens.generate(seed=seed, variants=(variant,))
    (grid,) = scanner(sudokulens.to_png(sudokulens.draw(board, candidates=False), cell_pixels=64)).grids
    assert grid.rules.figures == (figure,)
    assert grid.board.values == board.values


@dataclass(frozen=True)
class Says:
    """A reader that always says the same."""

    reading: Reading
    cell_pixels: int = 24

    def read(self, canvas: np.ndarray) -> Reading:
        return self.reading


def entry_read(name: str, chances: dict[int, float]) -> Says:
    """The puzzle with a handwritten entry in r1c3, where the solution has a 4, read with these probabilities."""
    values = [*PUZZLE.values[:2], 4, *PUZZLE.values[3:]]
    return Says(replace(simulate(values, written={2}, confused={2: chances}), model=name))


def test_an_entry_that_one_network_leaves_open_is_read_by_the_other_too() -> None:
    """The first is sure enough of the solution's 4 to say nothing; the second sees a 9."""
    page = photographed(on_page([flat_grid(PUZZLE, 70)], 760, 760), 0)
    first = entry_read("first", {4: 0.62, 9: 0.38})
    assert Scanner(first)(page).grids[0].doubts == ()
    (grid,) = Scanner(first, entry_read("second", {4: 0.04, 9: 0.96}))(page).grids
    assert [doubt.cell for doubt in grid.doubts] == [2] or grid.board[2] == 9


@dataclass
class SaysWithin:
    """A reader that says something else of every canvas after the first, as of cells without their rims."""

    first: Reading
    later: Reading
    cell_pixels: int = 24
    calls: int = 0

    def read(self, canvas: np.ndarray) -> Reading:
        self.calls += 1
        return self.first if self.calls == 1 else self.later


def test_a_mistake_that_is_clear_without_the_rims_of_its_cell_is_named() -> None:
    page = photographed(on_page([flat_grid(PUZZLE, 70)], 760, 760), 0)
    unclear, clear = ({9: 0.93, 7: 0.06, 4: 0.01}, {9: 0.9999, 7: 0.0001})
    first, second, within = (entry_read(*said) for said in (("a", unclear), ("b", unclear), ("b", clear)))
    (grid,) = Scanner(first, second)(page).grids
    assert [doubt.cell for doubt in grid.doubts] == [2]
    (grid,) = Scanner(first, SaysWithin(second.reading, within.reading))(page).grids
    assert [(each.cell, each.written, each.right) for each in grid.mistakes] == [(2, 9, 4)]
    assert grid.doubts == ()


def test_an_entry_that_one_network_reads_clearly_is_not_asked_of_the_other() -> None:
    page = photographed(on_page([flat_grid(PUZZLE, 70)], 760, 760), 0)
    (grid,) = Scanner(entry_read("first", {4: 0.995, 9: 0.005}), entry_read("second", {9: 1.0}))(page).grids
    assert grid.reading.model == "first"


def test_several_grids_are_all_read_the_largest_first(scanner: Scanner) -> None:
    page = on_page([flat_grid(PUZZLE, 44), flat_grid(OTHER, 60)])
    boards = [grid.board for grid in scanner(photographed(page, 3, tilt=2)).grids]
    assert boards == [OTHER, PUZZLE]


@pytest.mark.parametrize(
    "picture",
    [
        look_alike("chessboard"),
        look_alike("spreadsheet"),
        look_alike("calendar"),
        photographed(look_alike("calendar"), 5),
        np.full((480, 640, 3), 200, dtype=np.uint8),
    ],
)
def test_pictures_without_a_sudoku_give_no_grid(scanner: Scanner, picture: np.ndarray) -> None:
    assert scanner(picture).grids == ()


@pytest.mark.parametrize("boxed", [False, True])
def test_a_table_of_repeating_digits_is_another_game(scanner: Scanner, boxed: bool) -> None:
    counts = [(row // 2 + column // 3) % 3 + 1 if (row + column) % 4 else 0 for row in range(9) for column in range(9)]
    table = draw_grid(Board.of(counts), Look(cell=70, thin=2, thick=5 if boxed else 2, edge=35))
    found = scanner(photographed(on_page([table], 760, 760), 3)).grids
    assert not any(grid.solved for grid in found)
    assert boxed or not found  # lines as around boxes make it look like a Sudoku gone wrong


def test_noise_all_over_does_no_harm(scanner: Scanner) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (900, 1200, 3), dtype=np.uint8)
    assert scanner(noise).grids == ()


def test_every_sign_of_a_sudoku_counts_and_none_alone_decides(scanner: Scanner) -> None:
    (clean,) = scanner(on_page([flat_grid(PUZZLE, 70)], 760, 760)).grids
    unlikely = replace(clean, reading=replace(clean.reading, sudoku=0.5))
    faint = replace(unlikely, location=replace(clean.location, score=0.4, boxed=0.0))
    vague = replace(faint, verdict=replace(faint.verdict, status="unsolvable"))
    chances = [chance(grid) for grid in (clean, unlikely, faint, vague)]
    assert chances == sorted(chances, reverse=True)
    assert [is_sudoku(grid) for grid in (clean, unlikely, vague)] == [True, True, False]


def test_an_empty_board_is_found_and_said_to_be_empty(scanner: Scanner) -> None:
    for picture in (on_page([flat_grid(Board.empty(), 70)], 760, 760), flat_grid(Board.empty(), 70)[35:-35, 35:-35]):
        (grid,) = scanner(picture).grids
        assert not any(grid.board.values)
        assert grid.judgement.kind == "nothing written"


def test_an_empty_table_without_boxes_is_no_sudoku(scanner: Scanner) -> None:
    assert scanner(draw_grid(Board.empty(), Look(cell=60, thin=2, thick=2, outer=2, edge=50))).grids == ()


def test_a_grid_with_sums_alone_is_said_to_follow_other_rules(scanner: Scanner) -> None:
    cages = tuple((cell,) for cell in range(0, 81, 2))
    sums = tuple(5 + 7 * number % 18 for number in range(len(cages)))
    look = Look(cell=70, thin=2, thick=5, outer=5, cages=cages, sums=sums, cage_look=CageLook(width=0), edge=35)
    (grid,) = scanner(photographed(on_page([draw_grid(Board.empty(), look)], 760, 760), 2)).grids
    assert grid.status == "multiple"
    assert grid.kind == "unclear"
    assert "killer" in grid.note


def test_light_digits_on_dark_are_read(scanner: Scanner) -> None:
    dark = flat_grid(PUZZLE, 60, ink=(225, 228, 235), paper=(28, 30, 38))
    (grid,) = scanner(dark).grids
    assert grid.board == PUZZLE


@pytest.mark.parametrize("size", [4, 6])
def test_smaller_grids_are_read(scanner: Scanner, size: int) -> None:
    puzzle = random_puzzle(3, Geometry.standard(size))
    (grid,) = scanner(on_page([flat_grid(puzzle, 90)], 760, 760)).grids
    assert grid.size == size
    assert grid.board.values == puzzle.values


def test_path_bytes_file_and_pillow_image_give_the_same_answer(scanner: Scanner, tmp_path: object) -> None:
    image = Image.fromarray(photographed(on_page([flat_grid(PUZZLE, 70)], 760, 760), 5))
    file = io.BytesIO()
    image.save(file, "PNG")
    answers = [scanner(source).as_dict() for source in (file.getvalue(), io.BytesIO(file.getvalue()), image)]
    assert answers[0] == answers[1] == answers[2]


def test_threads_share_a_scanner_and_get_the_same_answers(scanner: Scanner) -> None:
    photos = [photographed(on_page([flat_grid(board, 70)], 760, 760), 8) for board in (PUZZLE, OTHER)]
    alone = [scanner(photo).as_dict() for photo in photos]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda photo: scanner(photo).as_dict(), photos * 3))
    assert together == alone * 3


def test_a_picture_that_cannot_be_opened_raises(scanner: Scanner) -> None:
    with pytest.raises(ImageError):
        scanner(b"no picture at all")


def test_a_known_place_is_read_without_searching(scanner: Scanner) -> None:
    photo = sudokulens.load_frame(photographed(on_page([flat_grid(PUZZLE, 70)], 760, 760), 10))
    (grid,) = scanner(photo).grids
    again = scanner.read_at(photo, grid.location.turned(3))
    assert again is not None
    assert again.board == PUZZLE


def test_the_plain_function_and_the_drawing_work_from_the_package() -> None:
    photo = photographed(on_page([flat_grid(PUZZLE, 70)], 760, 760), 2)
    scan = sudokulens.scan(photo)
    drawn = sudokulens.overlay(scan)
    assert drawn.pixels.shape == scan.frame.pixels.shape
    assert (drawn.pixels != scan.frame.pixels).any()


def test_trimming_cuts_the_borders_of_every_cell() -> None:
    canvas = np.full((320, 320, 3), 255, dtype=np.uint8)
    for line in range(10):
        at = 16 + line * 32
        canvas[max(0, at - 3) : at + 3] = 0
        canvas[:, max(0, at - 3) : at + 3] = 0
    assert (trimmed(canvas, 9, 32, 0.15)[20:300, 20:300] == 255).mean() > 0.95


def test_an_unsure_turn_is_tried_both_ways() -> None:
    assert likely_turns(np.array([0.98, 0.01, 0.01, 0.0], dtype=np.float32), 0.9) == [0]
    assert likely_turns(np.array([0.3, 0.05, 0.6, 0.05], dtype=np.float32), 0.9) == [2, 0]


def test_overlap_counts_the_smaller_place() -> None:
    large = GridLocation.from_corners([[0, 0], [100, 0], [100, 100], [0, 100]])
    inside = GridLocation.from_corners([[10, 10], [40, 10], [40, 40], [10, 40]])
    beside = GridLocation.from_corners([[200, 0], [300, 0], [300, 100], [200, 100]])
    assert overlap(large, inside) == pytest.approx(1.0)
    assert overlap(large, beside) == 0.0
