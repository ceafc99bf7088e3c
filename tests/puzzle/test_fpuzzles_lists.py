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
        {"negative": "ratio"},
        {"thermometer": [{"lines": "R1C1"}]},
        {"arrow": [{"cells": ["R1C1"], "lines": {"R1C2": 1}}]},
    ],
    ids=str,
)
def test_a_rule_that_is_no_list_is_refused(rules: dict[str, object]) -> None:
    with pytest.raises(InvalidBoard, match="is not a list"):
        fpuzzles.read(json.dumps({"size": 9, "grid": GRID, **rules}))


@pytest.mark.parametrize(
    "rules",
    [
        {"numberedroom": [{"cell": "R0C1", "value": "5"}]},
        {"unheardof": [{"cells": ["R1C1", "R1C2"]}]},
        {"unheardof": [{"lines": [["R1C1", "R1C2"]]}]},
        {"xsum": [{"cell": "R0C1", "value": "5"}]},
    ],
    ids=str,
)
def test_a_rule_that_nobody_has_heard_of_is_refused_by_name(rules: dict[str, object]) -> None:
    with pytest.raises(InvalidBoard, match=f"does not know: {next(iter(rules))}$"):
        fpuzzles.read(json.dumps({"size": 9, "grid": GRID, **rules}))


def test_a_drawing_and_what_names_no_cells_are_no_rules() -> None:
    rest = {"circle": [{"cells": ["R1C1"]}], "fogofwar": ["R1C1"], "solution": [1] * 81, "triggers": [{"effect": 1}]}
    assert not fpuzzles.read(json.dumps({"size": 9, "grid": GRID, **rest})).rules


@pytest.mark.parametrize("nothing", [None, [], ""], ids=str)
def test_an_empty_rule_is_no_rule(nothing: object) -> None:
    assert not fpuzzles.read(json.dumps({"size": 9, "grid": GRID, "arrow": nothing})).rules


@pytest.mark.parametrize("name", ["centerPencilMarks", "givenPencilMarks", "cornerPencilMarks"])
@pytest.mark.parametrize(
    "marks", [12, "12", {"1": True}, True, 0, False, {}, [1] * 65], ids=lambda marks: str(marks)[:12]
)
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


@pytest.mark.parametrize(
    "part",
    [
        {"global": "antiknight"},
        {"global": {"antiknight": True}},
        {"regions": "r1c1"},
        {"cages": [{"cells": "r1c1", "value": "3"}]},
        {"cages": [{"cells": 5, "value": "3"}]},
    ],
    ids=str,
)
def test_a_part_of_sudokupad_that_is_no_list_is_refused(part: dict[str, object]) -> None:
    with pytest.raises(InvalidBoard, match="is not a list"):
        read_scl(json.dumps({"cells": GRID, **part}))


@pytest.mark.parametrize("depth", [400, 600, 900, 5000])
def test_json_that_is_nested_deeply_is_refused(depth: int) -> None:
    nested = "[" * depth + "]" * depth
    for read, text in ((read_scl, f'{{"cells":{nested}}}'), (fpuzzles.read, f'{{"size":9,"grid":{nested}}}')):
        with pytest.raises(InvalidBoard):
            read(text)
