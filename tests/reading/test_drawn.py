"""Drawn rules out of what the detail network sees and of the grounds of the cells."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sudokulens.fitted import LogisticRegression, fitted
from sudokulens.puzzle.geometry import diagonal_cells, window_cells
from sudokulens.reading.details import Details, Side
from sudokulens.reading.drawn import figure_features, rule_features

ONE_GROUND = np.full((81, 3), 250.0)
UNITS = {"diagonals": diagonal_cells(9), "windows": window_cells(9)}


def nothing_seen() -> Details:
    quiet = np.full(81, 0.001, np.float32)
    names = ("diagonals", "windows", "thermometers", "arrows", "dots", "shapes")
    sides = np.zeros((81, 4), np.float32)
    return Details(
        np.zeros((81, 9), np.float32), np.zeros((81, 3), np.float32), quiet, sides, np.zeros((81, 5), np.float32),
        np.zeros((81, 11), np.float32), sides + 0.01, dict.fromkeys(names, quiet), 1.0, "test",
    )  # fmt: skip


def cells_of(name: str) -> list[int]:
    return [cell for unit in UNITS[name] for cell in unit]


def chance(name: str, details: Details, shades: np.ndarray = ONE_GROUND) -> float:
    return LogisticRegression.of(fitted("drawn")[name]).probability(rule_features(details, shades)[name])


@pytest.mark.parametrize("name", ["diagonals", "windows"])
def test_a_rule_is_told_by_the_network_or_with_a_shade(name: str) -> None:
    seen = np.full(81, 0.001, np.float32)
    seen[cells_of(name)] = 0.4
    drawn = replace(nothing_seen(), figures=nothing_seen().figures | {name: seen})
    assert chance(name, nothing_seen()) < 0.1
    assert chance(name, drawn) > 0.9
    shades = ONE_GROUND.copy()
    shades[cells_of(name)] = 200.0
    assert chance(name, drawn, shades) > chance(name, drawn)


def test_borders_around_windows_speak_for_them_and_borders_everywhere_do_not() -> None:
    details = nothing_seen()
    around = replace(details, region_sides=details.region_sides.copy())
    for window in window_cells(9):
        for cell in window:
            steps = ((Side.ABOVE, -9), (Side.RIGHT, 1), (Side.BELOW, 9), (Side.LEFT, -1))
            around.region_sides[cell, [side for side, step in steps if cell + step not in window]] = 0.6
    everywhere = replace(details, region_sides=np.full((81, 4), 0.6, np.float32))
    assert rule_features(around, ONE_GROUND)["windows"]["outline"] > 0.5
    assert rule_features(everywhere, ONE_GROUND)["windows"]["outline"] == pytest.approx(0)
    assert chance("windows", around) > chance("windows", details)


def test_dots_are_named_by_the_cells_they_touch() -> None:
    dots = LogisticRegression.of(fitted("drawn")["dots"])
    seen = np.where(np.arange(81) < 20, 0.95, 0.001).astype(np.float32)
    dotted = replace(nothing_seen(), figures=nothing_seen().figures | {"dots": seen})
    assert dots.probability(figure_features(nothing_seen())) < 0.1 < 0.9 < dots.probability(figure_features(dotted))
