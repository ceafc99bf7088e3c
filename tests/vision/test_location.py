"""GridLocation keeps shapes, orders and quarter turns straight."""

from __future__ import annotations

import numpy as np
import pytest

from sudokulens.vision.location import GridLocation, apply_homography

QUAD = np.array([[10.0, 20], [410, 40], [430, 460], [5, 420]])


def test_lattice_from_corners_starts_and_ends_at_them():
    location = GridLocation.from_corners(QUAD, 9)
    assert location.lattice.shape == (10, 10, 2)
    np.testing.assert_allclose(location.lattice[[0, 0, -1, -1], [0, -1, -1, 0]], QUAD, atol=1e-3)


def test_homography_maps_cells_to_pixels():
    location = GridLocation.from_corners(QUAD, 4)
    np.testing.assert_allclose(apply_homography(location.homography, np.array([3.0, 1])), location.lattice[1, 3])


@pytest.mark.parametrize("quarters", [0, 1, 2, 3, 4, -1])
def test_turning_moves_corners_and_lattice_together(quarters):
    turned = GridLocation.from_corners(QUAD, 9).turned(quarters)
    np.testing.assert_allclose(turned.corners[0], QUAD[quarters % 4])
    np.testing.assert_allclose(GridLocation.from_lattice(turned.lattice).corners, turned.corners, atol=1e-3)


def test_four_quarter_turns_are_none():
    location = GridLocation.from_corners(QUAD, 6)
    np.testing.assert_array_equal(location.turned(1).turned(3).lattice, location.lattice)


def test_moving_scales_pixel_areas():
    moved = GridLocation.from_corners(QUAD).moved(2.0, (100, 0))
    np.testing.assert_allclose(moved.corners[0], [120.5, 40.5])


@pytest.mark.parametrize(
    ("corners", "said"),
    [(QUAD[:3], r"expected corners of shape \(4, 2\), got \(3, 2\)"), (QUAD * np.nan, "expected finite corners")],
)
def test_wrong_arrays_are_refused_with_what_was_expected(corners, said):
    with pytest.raises(ValueError, match=said):
        GridLocation.from_corners(corners)


def test_wrong_lattice_and_size_are_refused():
    with pytest.raises(ValueError, match=r"expected lattice of shape \(10, 10, 2\)"):
        GridLocation(QUAD, np.zeros((9, 9, 2)), 9)
    with pytest.raises(ValueError, match="expected a size of 2 to 35, got 1"):
        GridLocation.from_corners(QUAD, 1)


def test_arrays_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        GridLocation.from_corners(QUAD).lattice[0, 0] = 0
