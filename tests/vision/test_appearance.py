"""A grid found again by its looks: under a hand, half outside, in another light; and told from other puzzles."""

from __future__ import annotations

import cv2
import numpy as np

from sudokulens import Board, random_puzzle
from sudokulens.vision.appearance import Appearance
from sudokulens.vision.follow import Glance, follow, leap
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation
from tests.moving_pages import CELL, shot
from tests.pictures import Pixels, flat_grid

PAGE = flat_grid(random_puzzle(3), CELL)


def seen(number: int, page: Pixels = PAGE, **others: float) -> tuple[Pixels, GridLocation]:
    """A grey frame of the swaying page and the grid's true place in it."""
    taken = shot(page, number, **others)  # type: ignore[arg-type]
    grey = np.asarray(cv2.cvtColor(taken.pixels, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
    return grey, GridLocation.from_corners(taken.corners)


def error(found: GridLocation, true: GridLocation) -> float:
    """The largest distance of a crossing from its true place, in cells."""
    return float(np.linalg.norm(found.lattice - true.lattice, axis=-1).max()) / true.cell_side


def test_a_rough_place_is_made_exact() -> None:
    looks = Appearance.of(*seen(0))
    grey, true = seen(9)
    sighting = looks.found(grey, true.moved(offset=(9.0, -7.0)))
    assert sighting is not None
    assert error(sighting.location, true) < 0.04
    assert sighting.share > 0.95


def test_a_hand_hides_its_cells_and_no_others() -> None:
    looks = Appearance.of(*seen(0))
    grey, true = seen(9, hand=0.5)
    sighting = looks.found(grey, true.moved(offset=(5.0, 4.0)))
    assert sighting is not None
    assert error(sighting.location, true) < 0.05
    in_view = sighting.cells_in_view()
    assert not in_view[40]
    assert in_view[[0, 8, 72, 80]].all()


def test_half_of_the_grid_is_enough() -> None:
    looks = Appearance.of(*seen(0))
    grey, true = seen(3, away=0.45)
    sighting = looks.found(grey, true.moved(offset=(5.0, 4.0)))
    assert sighting is not None
    assert sighting.share < 0.8
    assert error(sighting.location, true) < 0.15


def test_an_empty_table_is_not_the_grid() -> None:
    looks = Appearance.of(*seen(0))
    grey, true = seen(0)
    assert looks.found(np.full_like(grey, 120), true) is None


def test_cells_with_other_digits_look_less_alike() -> None:
    first, other = random_puzzle(3), random_puzzle(4)
    looks = Appearance.of(*seen(0))
    same, _ = looks.compared(*seen(7))
    changed, _ = looks.compared(*seen(7, flat_grid(other, CELL)))
    givens = [cell for cell, value in enumerate(first.values) if value and other[cell] != value]
    assert same[givens].min() > 0.85
    assert np.median(changed[givens]) < 0.5


def test_the_turn_is_found() -> None:
    looks = Appearance.of(*seen(0))
    grey, true = seen(0, turn=90.0)
    turn, alike = looks.best_turn(grey, true.turned(1))
    assert turn == 3
    assert alike > 0.8


def test_a_jump_is_found_by_the_coarse_picture() -> None:
    before, after = (Frame(shot(PAGE, 0, away=away).pixels) for away in (0.0, 0.2))
    _, start = seen(0)
    _, end = seen(0, away=0.2)
    shift, alike = leap(Glance.of(before), Glance.of(after), start)
    assert alike > 0.8
    carried = follow(Glance.of(before), Glance.of(after), start, shift)
    assert carried is not None
    assert error(carried, end) < 0.2


def test_an_empty_board_has_only_crossings_to_be_found_by() -> None:
    looks = Appearance.of(*seen(0, flat_grid(Board.empty(), CELL)))
    assert len(looks.places) == 100
    assert not looks.structured.any()
