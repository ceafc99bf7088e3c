"""An f-puzzles rule that is not the list it should be is refused, never left out."""

from __future__ import annotations

import json

import pytest

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.formats import fpuzzles

GRID = [[{}] * 9] * 9


@pytest.mark.parametrize(
    "rules",
    [
        {"arrow": 5},
        {"extraregion": "R1C1"},
        {"thermometer": [{"lines": "R1C1"}]},
        {"arrow": [{"cells": ["R1C1"], "lines": {"R1C2": 1}}]},
    ],
    ids=str,
)
def test_a_rule_that_is_no_list_is_refused(rules: dict[str, object]) -> None:
    with pytest.raises(InvalidBoard, match="is not a list"):
        fpuzzles.read(json.dumps({"size": 9, "grid": GRID, **rules}))


@pytest.mark.parametrize("nothing", [None, [], ""], ids=str)
def test_an_empty_rule_is_no_rule(nothing: object) -> None:
    assert not fpuzzles.read(json.dumps({"size": 9, "grid": GRID, "arrow": nothing})).rules
