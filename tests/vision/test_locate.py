"""locate finds drawn grids of every size, turned, in perspective and bent, and refuses look-alikes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from pages.camera import curled
from pages.grids import Look
from pages.look_alikes import table_page
from pages.screens import put_message
from sudokulens.vision.frame import Frame
from sudokulens.vision.ink import strokes
from sudokulens.vision.locate import is_too_thin, locate, refit
from sudokulens.vision.outlines import enclosing_quads, outline_quads
from tests.vision.drawn_pages import corner_error, draw_grid, seen_from, turned

SIZES = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 25]


@pytest.mark.parametrize("size", SIZES)
def test_every_size_is_found_with_its_corners(size):
    page, corners = draw_grid(size, 600 // size)
    (grid, *_) = locate(Frame(page))
    assert grid.size == size
    assert corner_error(grid.corners, corners, size) < 0.1


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_a_board_that_fills_the_picture_is_found_at_every_size(size, known):
    page, corners = draw_grid(size, 600 // size)
    cut = page[59:-58, 61:-60]
    (grid, *_) = locate(Frame(np.ascontiguousarray(cut)), size=size if known else None)
    assert grid.size == size
    assert corner_error(grid.corners, corners - (61, 59), size) < 0.15


def test_a_board_whose_border_was_cut_off_is_found():
    page, corners = draw_grid(6, 80)
    (grid, *_) = locate(Frame(np.ascontiguousarray(page[64:-64, 64:-64])))
    assert grid.size == 6
    assert corner_error(grid.corners, corners - 64, 6) < 0.12


def test_the_five_boards_of_a_samurai_are_found():
    board, _ = draw_grid(9, 30, margin=2)
    page = np.full((21 * 30 + 44, 21 * 30 + 44, 3), 235, np.uint8)
    places = [(0, 0), (12, 0), (0, 12), (12, 12), (6, 6)]
    for column, row in places:
        left, top = 20 + 30 * column, 20 + 30 * row
        page[top : top + len(board), left : left + len(board)] = board
    found = sorted(tuple(((grid.corners[0] - 22) / 30).round().astype(int).tolist()) for grid in locate(Frame(page)))
    assert found == sorted(places)


@pytest.mark.parametrize("degrees", [0, 17, 45, 90, 133, 180, 270])
def test_turned_pages_are_found(degrees):
    picture, corners = turned(*draw_grid(), degrees)
    (grid, *_) = locate(Frame(picture))
    assert grid.size == 9
    assert corner_error(grid.corners, corners, 9) < 0.1


def test_perspective_is_followed_to_every_crossing():
    page, corners = draw_grid(cell=60)
    quad = np.array([[260, 180], [820, 120], [980, 760], [150, 660]], float)
    (grid, *_) = locate(Frame(seen_from(page, corners, quad, 1100, 900)))
    assert corner_error(grid.corners, quad, 9) < 0.1


def test_a_bent_page_is_followed_to_every_crossing():
    page, _ = draw_grid(cell=50, margin=100)
    bent = curled(page, 22 * np.sin(np.arange(page.shape[1]) / 160))
    (grid, *_) = locate(Frame(bent))
    flat = np.stack(np.meshgrid(np.arange(10) * 50 + 100.0, np.arange(10) * 50 + 100.0), axis=-1)
    flat[..., 1] -= 22 * np.sin(flat[..., 0] / 160)
    assert np.hypot(*(grid.lattice - flat).transpose(2, 0, 1)).max() < 0.12 * 50


def test_light_lines_on_dark_are_found():
    page, corners = draw_grid(ink=200, paper=30)
    (grid, *_) = locate(Frame(page))
    assert corner_error(grid.corners, corners, 9) < 0.1


def test_two_grids_on_one_page_are_both_found():
    first, _ = draw_grid(cell=36)
    second, _ = draw_grid(cell=36, seed=3)
    grids = locate(Frame(np.hstack([first, second])))
    lefts = sorted(grid.corners[0, 0] for grid in grids)
    assert len(grids) == 2
    np.testing.assert_allclose(lefts, [60, 60 + first.shape[1]], atol=3)


def test_an_empty_page_and_noise_have_no_grid():
    noise = np.random.default_rng(5).integers(0, 256, (400, 500, 3), dtype=np.uint8)
    for pixels in (np.full((300, 400, 3), 240, np.uint8), noise, np.zeros((1, 1, 3), np.uint8)):
        assert locate(Frame(pixels)) == []


def test_a_picture_with_more_specks_than_short_labels_can_count_is_no_trouble():
    chance = np.random.default_rng(3)
    specks = np.where(chance.random((1000, 1000, 1)) < 0.12, 0, 255).astype(np.uint8).repeat(3, axis=2)
    assert locate(Frame(specks), thorough=False) == []


def test_a_chessboard_is_no_grid():
    steps = np.arange(8)
    board = np.kron((steps[:, None] + steps) % 2 * 180 + 40, np.ones((60, 60))).astype(np.uint8)
    page = np.full((640, 640), 230, np.uint8)
    page[80:560, 80:560] = board
    assert locate(Frame(cv2.cvtColor(page, cv2.COLOR_GRAY2RGB))) == []


def test_a_grid_is_refitted_after_it_moved_a_little():
    page, corners = draw_grid()
    (grid, *_) = locate(Frame(page))
    again = refit(Frame(np.roll(page, (7, -6), axis=(0, 1))), grid)
    assert again is not None
    assert corner_error(again.corners, corners + np.array([-6, 7]), 9) < 0.1


def test_a_grid_that_left_is_not_refitted():
    page, _ = draw_grid()
    (grid, *_) = locate(Frame(page))
    assert refit(Frame(np.full_like(page, 220)), grid) is None


def test_a_grid_with_ruled_labels_around_it_is_told_from_them_by_its_boxes():
    page, corners = draw_grid(cell=44, margin=120)
    for step in range(10):
        at = 120 + 44 * step
        cv2.line(page, (at, 76), (at, 120), (60, 60, 60), 1)
        cv2.line(page, (76, at), (120, at), (60, 60, 60), 1)
    cv2.line(page, (120, 76), (120 + 9 * 44, 76), (60, 60, 60), 1)
    cv2.line(page, (76, 120), (76, 120 + 9 * 44), (60, 60, 60), 1)
    (grid, *_) = locate(Frame(page))
    assert corner_error(grid.corners, corners, 9) < 0.1


def test_a_grid_without_outer_border_is_found():
    page, corners = draw_grid(frame=False, margin=100, digits=0.6)
    (grid, *_) = locate(Frame(page))
    assert corner_error(grid.corners, corners, 9) < 0.2


def test_a_grid_ruled_by_its_boxes_alone_is_found():
    page, corners = draw_grid(thin=0, thick=4, digits=0.5)
    (grid, *_) = locate(Frame(page))
    assert corner_error(grid.corners, corners, 9) < 0.15


def test_the_hull_of_a_cross_of_four_lines_gives_the_square_around_it():
    cross = np.array([[3, 0], [6, 0], [9, 3], [9, 6], [6, 9], [3, 9], [0, 6], [0, 3]], np.int32) * 40
    square = np.array([[0, 0], [360, 0], [360, 360], [0, 360]], float)
    assert any(np.allclose(quad, square) for quad in enclosing_quads(cross[:, None]))


def test_a_faint_grid_beside_a_large_clear_one_is_found_too():
    page = np.full((900, 1000, 3), 235, np.uint8)
    large, _ = draw_grid(cell=48, margin=20)
    faint, corners = draw_grid(cell=26, ink=222, margin=20)
    page[30 : 30 + len(large), 30 : 30 + len(large)] = large
    page[600 : 600 + len(faint), 650 : 650 + len(faint)] = faint
    errors = [corner_error(place.corners, corners + np.array([650, 600]), 9) for place in locate(Frame(page))]
    assert min(errors) < 0.15
    assert len(errors) == 2


def test_a_grid_cut_by_the_frame_is_found_beyond_it():
    page, corners = draw_grid(cell=44)
    cut = page[:, : int(corners[1, 0]) - 14]
    (grid, *_) = locate(Frame(np.ascontiguousarray(cut)))
    assert corner_error(grid.corners, corners, 9) < 0.5


@pytest.mark.parametrize("contrast", [0.3, 0.12])
def test_faint_print_under_noise_is_found(contrast):
    page, corners = draw_grid(cell=60)
    noise = np.random.default_rng(2).normal(0, 2, page.shape)
    faint = np.clip(150 + (page - 128.0) * contrast + noise, 0, 255).astype(np.uint8)
    (grid, *_) = locate(Frame(faint))
    assert corner_error(grid.corners, corners, 9) < 0.1


def test_a_grid_with_a_crease_and_a_rule_that_run_beyond_it_is_found():
    page, corners = draw_grid(cell=60, margin=200)
    cv2.line(page, (0, 330), (939, 300), (60, 60, 60), 3)
    cv2.line(page, (430, 0), (560, 939), (60, 60, 60), 3)
    outlines = outline_quads(strokes(cv2.cvtColor(page, cv2.COLOR_RGB2GRAY)))
    assert min(corner_error(quad, corners, 9) for quad in outlines) > 0.3, "the outline alone would do"
    (grid, *_) = locate(Frame(page))
    assert corner_error(grid.corners, corners, 9) < 0.1


def test_a_grid_of_which_a_quarter_is_burnt_out_is_found():
    page, corners = draw_grid(cell=60, margin=80)
    light = np.clip(2 - 4 * np.linspace(0, 1, page.shape[1]), 0, 1) * 215
    burnt = np.clip(page + light[:, None], 0, 235).astype(np.uint8)
    assert min(corner_error(place.corners, corners, 9) for place in locate(Frame(burnt))) < 0.2


def test_the_faintest_of_several_grids_that_fill_a_page_is_found():
    large, corners = draw_grid(cell=50, margin=20)
    faint, _ = draw_grid(cell=50, margin=20, ink=222, thick=2, digits=0.7)
    page = np.full((1000, 1000, 3), 235, np.uint8)
    for number in range(4):
        top, left = number // 2 * 500, number % 2 * 500
        page[top : top + 490, left : left + 490] = faint if number == 3 else large
    errors = [corner_error(place.corners, corners + 500.0, 9) for place in locate(Frame(page))]
    assert min(errors) < 0.15


def test_a_shadow_across_the_page_does_not_matter():
    page, corners = draw_grid(cell=50)
    shaded = page.copy()
    shaded[:, 250:] = shaded[:, 250:] // 3
    shaded[300:] = shaded[300:] // 2
    (grid, *_) = locate(Frame(shaded))
    assert corner_error(grid.corners, corners, 9) < 0.1


@pytest.mark.parametrize("degrees", [20, 155, 335])
def test_a_deep_shadow_over_a_part_of_faint_soft_lines_does_not_matter(degrees):
    page, corners = draw_grid(cell=60, ink=170, digits=0.9, margin=120)
    quad = np.array([[260, 180], [820, 120], [980, 760], [150, 660]], float)
    picture = cv2.GaussianBlur(seen_from(page, corners, quad, 1100, 900), (0, 0), 2)
    down, across = np.indices(picture.shape[:2])
    over = (across - 550) * np.cos(np.deg2rad(degrees)) + (down - 430) * np.sin(np.deg2rad(degrees))
    light = 1 - 0.85 / (1 + np.exp(-np.clip(over / 15, -30, 30)))
    grain = np.random.default_rng(4).normal(0, 1, picture.shape)
    (grid, *_) = locate(Frame(np.clip(picture * light[..., None] + grain, 0, 255).astype(np.uint8)))
    assert corner_error(grid.corners, quad, 9) < 0.2


def test_a_small_grid_on_a_large_page_is_found():
    small, corners = draw_grid(cell=50)
    page = np.full((3000, 2400, 3), 235, np.uint8)
    page[2000 : 2000 + small.shape[0], 900 : 900 + small.shape[1]] = small
    (grid, *_) = locate(Frame(page))
    assert corner_error(grid.corners, corners + np.array([900, 2000]), 9) < 0.1


@pytest.mark.parametrize(("rows", "columns"), [(6, 7), (10, 10), (20, 6), (3, 3), (13, 13), (2, 9)])
def test_tables_of_other_shapes_are_no_sure_grids(rows, columns):
    page = table_page(rows, columns)
    of_a_part = [grid for grid in locate(Frame(page)) if not rows == columns == grid.size]
    assert all(grid.score < 0.7 for grid in of_a_part)


def test_a_wanted_size_is_the_only_one_found():
    page, _ = draw_grid(6, 70)
    assert [grid.size for grid in locate(Frame(page), size=6)] == [6]
    assert all(grid.size == 9 and grid.score < 0.7 for grid in locate(Frame(page), size=9))


def test_the_same_pixels_give_the_same_places():
    picture, _ = turned(*draw_grid(), 12)
    first, second = locate(Frame(picture)), locate(Frame(picture.copy()))
    assert [grid.corners.tolist() for grid in first] == [grid.corners.tolist() for grid in second]


def test_a_location_says_whether_boxes_are_marked():
    for thick, marked in ((3, True), (1, False)):
        (grid, *_) = locate(Frame(draw_grid(thick=thick)[0]))
        assert grid.boxed is not None
        assert (grid.boxed > 0.5) == marked
        assert grid.turned(1).boxed == grid.moved(2.0).boxed == grid.boxed


def test_steps_between_shaded_and_plain_cells_stand_for_faint_lines():
    page, corners = draw_grid(9, 60, ink=205, digits=0.0)
    chance = np.random.default_rng(2)
    for row, column in np.argwhere(chance.random((9, 9)) < 0.35):
        left, top = 61 + 60 * column, 61 + 60 * row
        page[top : top + 60, left : left + 60] -= 35
    (grid, *_) = locate(Frame(page))
    assert grid.score > 0.8
    assert corner_error(grid.corners, corners, 9) < 0.1


def test_a_message_over_a_row_does_not_hide_the_board():
    page, corners = draw_grid(9, 60)
    look = Look(cell=60, paper=(235, 235, 235), thick_ink=(40, 40, 40))
    (grid, *_) = locate(Frame(put_message(page, (80, 330, 580, 378), look)))
    assert corner_error(grid.corners, corners, 9) < 0.1


def test_the_dark_edge_of_a_phone_does_not_draw_the_border_to_it():
    page, corners = draw_grid(9, 34, ink=150, margin=120)
    page[:, int(corners[1, 0]) + 13 :] = 15
    blurred = cv2.GaussianBlur(page, (0, 0), 1.2)
    (grid, *_) = locate(Frame(blurred))
    assert corner_error(grid.corners, corners, 9) < 0.2


@pytest.mark.parametrize(("height", "width"), [(1, 4000), (4000, 1), (30, 4000), (13, 13)])
def test_a_strip_that_can_hold_no_grid_is_not_searched(height, width):
    strip = Frame(np.full((height, width, 3), 255, np.uint8))
    assert is_too_thin(strip)
    assert locate(strip) == []


@pytest.mark.parametrize("cell", [7, 10])
def test_the_smallest_grid_is_no_strip(cell):
    page, _ = draw_grid(4, cell)
    assert not is_too_thin(Frame(page))
    assert not is_too_thin(Frame(np.ascontiguousarray(np.tile(page[: 5 * cell], (1, 4, 1)))))
