"""A rule or a pencil mark of a link that is not the list it should be is refused, never left out."""

from __future__ import annotations

import json

import pytest

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.formats import fpuzzles
from sudokulens.puzzle.formats.scl_puzzle import read_scl

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


@pytest.mark.parametrize("name", ["centerPencilMarks", "givenPencilMarks", "cornerPencilMarks"])
@pytest.mark.parametrize("marks", [12, "12", {"1": True}, True, [1] * 65], ids=lambda marks: str(marks)[:12])
def test_pencil_marks_that_are_no_list_are_refused(name: str, marks: object) -> None:
    grid = [[{"centerPencilMarks": [1, 2]}, {"centerPencilMarks": [3], name: marks}, *[{}] * 7], *GRID[1:]]
    with pytest.raises(InvalidBoard, match=f"{name} at r1c2 is not a list of digits"):
        fpuzzles.read(json.dumps({"size": 9, "grid": grid}))


@pytest.mark.parametrize("marks", [12, "12", {"1": True}, [1] * 65], ids=lambda marks: str(marks)[:12])
def test_pencil_marks_of_sudokupad_that_are_no_list_are_refused(marks: object) -> None:
    cells = [[{"centremarks": marks}, *[{}] * 8], *GRID[1:]]
    with pytest.raises(InvalidBoard, match="centremarks is not a list of digits"):
        read_scl(json.dumps({"cells": cells}))


@pytest.mark.parametrize("cell", [5, "5", [5]], ids=str)
def test_a_cell_of_sudokupad_that_is_no_object_is_refused(cell: object) -> None:
    with pytest.raises(InvalidBoard, match="a cell of the grid is not an object"):
        read_scl(json.dumps({"cells": [[cell, *[{}] * 8], *GRID[1:]]}))


@pytest.mark.parametrize("nothing", [None, [], ""], ids=str)
def test_empty_pencil_marks_are_none(nothing: object) -> None:
    grid = [[{"centerPencilMarks": nothing, "cornerPencilMarks": ["1", 4]}, *[{}] * 8], *GRID[1:]]
    assert fpuzzles.read(json.dumps({"size": 9, "grid": grid})).candidates[0] == 0b1001
