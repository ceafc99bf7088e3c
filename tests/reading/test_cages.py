"""Killer cages out of sides and sums: what fits together wins over what looks likeliest alone."""

from __future__ import annotations

import numpy as np
import pytest

from sudokulens.puzzle.geometry import Geometry
from sudokulens.reading.cages import is_tinted, likeliest_cages
from sudokulens.reading.details import NO_SUM, Details, Side, sum_clearness
from sudokulens.reading.rules import Cage

SIZE = 4
OWNERS = np.array([0, 0, 1, 1, 2, 3, 3, 1, 2, 2, 4, 5, 6, 6, 4, 5])
SOLUTION = np.array([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])


def details_of(owners: np.ndarray, values: np.ndarray, sure: float = 0.95) -> Details:
    """What a network that is mostly right would say of these cages."""
    cells = len(owners)
    square = owners.reshape(SIZE, SIZE)
    framed = np.pad(square, 1, constant_values=-1)
    sides = np.full((cells, 4), 1 - sure, dtype=np.float32)
    steps = {Side.ABOVE: (-1, 0), Side.RIGHT: (0, 1), Side.BELOW: (1, 0), Side.LEFT: (0, -1)}
    for side, (down, over) in steps.items():
        beyond = framed[1 + down : 1 + down + SIZE, 1 + over : 1 + over + SIZE]
        sides[(beyond != square).ravel(), side] = sure
    tens, units = np.full((cells, 5), 0.01, np.float32), np.full((cells, 11), 0.01, np.float32)
    units[:, NO_SUM] = 0.9
    for owner in np.unique(owners):
        total = int(values[owners == owner].sum())
        first = int(np.flatnonzero(owners == owner)[0])
        tens[first, total // 10], units[first, total % 10], units[first, NO_SUM] = 0.9, 0.9, 0.01
    zeros = np.zeros(cells, np.float32)
    return Details(
        np.zeros((cells, 9), np.float32), np.zeros((cells, 3), np.float32), zeros + 0.9, sides, tens, units,
        np.zeros((cells, 4), np.float32), {}, 1.0, "test",
    )  # fmt: skip


def expected() -> tuple[Cage, ...]:
    cages = []
    for owner in np.unique(OWNERS):
        cells = np.flatnonzero(owner == OWNERS)
        cages.append(Cage(tuple(map(int, cells)), int(SOLUTION[cells].sum())))
    return tuple(cages)


ONE_GROUND = np.full((SIZE * SIZE, 3), 255.0)
PALETTE = np.array([[250, 220, 120], [150, 210, 230], [240, 160, 170], [170, 220, 150]])
TINTS = PALETTE[[0, 1, 2, 3, 2, 0, 3]][OWNERS] + np.arange(SIZE * SIZE)[:, None] % 2
"""The ground of every cell, one colour a cage and another than its neighbours'."""


def first_choice(details: Details, tints: np.ndarray = ONE_GROUND) -> tuple[Cage, ...]:
    choices = likeliest_cages(details, tints, Geometry.standard(SIZE))
    return tuple(sorted(choices[0], key=lambda cage: cage.cells))


def test_cages_and_sums_are_read() -> None:
    assert first_choice(details_of(OWNERS, SOLUTION)) == expected()


def test_a_border_that_looks_open_stays_shut_between_two_sums() -> None:
    details = details_of(OWNERS, SOLUTION)
    details.cage_sides[1, Side.RIGHT] = details.cage_sides[2, Side.LEFT] = 0.3
    assert first_choice(details) == expected()


def test_a_cell_cut_off_joins_the_cage_it_most_probably_belongs_to() -> None:
    details = details_of(OWNERS, SOLUTION)
    details.cage_sides[0, Side.RIGHT] = details.cage_sides[1, Side.LEFT] = 0.7
    assert first_choice(details) == expected()


def test_sums_that_do_not_add_up_are_corrected_where_it_costs_least() -> None:
    details = details_of(OWNERS, SOLUTION)
    details.units[4] = 0.01
    details.units[4, 7], details.units[4, 6] = 0.6, 0.3  # The cage holds 3, 2 and 1: 6.
    assert first_choice(details) == expected()


def test_a_page_without_sums_has_no_cages() -> None:
    details = details_of(OWNERS, SOLUTION)
    details.units[:] = 0.01
    details.units[:, NO_SUM] = 0.9
    assert likeliest_cages(details, ONE_GROUND, Geometry.standard(SIZE)) == ()


@pytest.mark.parametrize("most", [1, 5])
def test_choices_come_in_order_and_all_add_up(most: int) -> None:
    choices = likeliest_cages(details_of(OWNERS, SOLUTION), ONE_GROUND, Geometry.standard(SIZE), most=most)
    assert 1 <= len(choices) <= most
    assert all(sum(cage.sum for cage in cages) == SIZE * SIZE * (SIZE + 1) // 2 for cages in choices)


def test_tints_part_cages_that_have_no_outline() -> None:
    details = details_of(OWNERS, SOLUTION)
    details.cage_sides[:] = np.where(details.cage_sides > 0.5, 0.1, 0.8)  # What is drawn points the wrong way.
    assert is_tinted(TINTS)
    assert not is_tinted(np.where(np.arange(SIZE * SIZE)[:, None] < 4, [255.0] * 3, [200.0] * 3)), "a highlighted row"
    assert first_choice(details, TINTS) == expected()
    assert first_choice(details) != expected()


def test_a_border_that_looks_open_is_shut_where_the_sums_need_it() -> None:
    details = details_of(OWNERS, SOLUTION)
    details.cage_sides[7, Side.BELOW] = details.cage_sides[11, Side.ABOVE] = 0.45
    details.units[11, NO_SUM], details.units[11, 4] = 0.55, 0.4  # Its sum is hardly seen.
    assert first_choice(details) == expected()


def test_sums_part_cages_whose_borders_are_not_seen() -> None:
    details = details_of(OWNERS, SOLUTION)
    details.cage_sides[:] = 0.4
    assert first_choice(details) == expected()


def test_a_cell_that_seems_to_lie_in_no_cage_lies_in_one_where_all_others_do() -> None:
    details = details_of(OWNERS, SOLUTION)
    details.caged[9] = 0.2
    assert first_choice(details) == expected()


def test_a_killer_may_leave_cells_free() -> None:
    details = details_of(OWNERS, SOLUTION)
    free = np.isin(OWNERS, (1, 4))
    details.caged[free] = 0.01
    details.units[free], details.units[free, NO_SUM] = 0.01, 0.9
    assert first_choice(details) == tuple(cage for cage in expected() if not free[cage.cells[0]])


def test_a_few_stray_numbers_do_not_tell_which_way_is_up() -> None:
    details = details_of(OWNERS, SOLUTION)
    assert sum_clearness(details, details.summed) == pytest.approx(2 * np.log(0.9))
    few = details.summed & (np.arange(SIZE * SIZE) < 3)
    assert sum_clearness(details, few) == -np.inf
