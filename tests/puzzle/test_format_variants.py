"""Every variant in every format: what can be held comes back as the same board, and the rest is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, ClassVar

import pytest

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle import formats
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import GreaterThan, WhiteDot
from sudokulens.puzzle.constraints.line import LineConstraint
from sudokulens.puzzle.constraints.parts import Pair, Part, table_where
from sudokulens.puzzle.formats import fpuzzles
from sudokulens.puzzle.formats.scl_document import CODE, document
from sudokulens.puzzle.formats.scl_puzzle import read_scl
from sudokulens.puzzle.geometry import Geometry
from sudokulens.puzzle.overlap import NAMED_LAYOUTS
from sudokulens.solving.random import random_grid
from sudokulens.solving.random_regions import random_regions
from sudokulens.solving.random_rules import random_rules
from sudokulens.solving.shuffle import Shuffle
from sudokulens.solving.variants import VARIANTS

ANY_RULE = ("line", "grid", "commas", "share", "sdm", "scl")
LINKS = ("fpuzzles", "sudokupad")
CLASSIC_ONLY = ("plain", "sdk", "ss", "sdx", "opensudoku", "hodoku")
NORMAL = "Normal sudoku rules apply."


@lru_cache(maxsize=32)
def example(variant: str) -> Board:
    """A board of that variant with givens and rules that a solution obeys; it may have several solutions."""
    if variant in NAMED_LAYOUTS:
        geometry = Geometry.overlapping(NAMED_LAYOUTS[variant])
        return Board.of([cell % 9 + 1 if cell % 40 == 0 else 0 for cell in range(geometry.cell_count)], geometry)
    if variant in ("x", "windoku", "disjoint"):
        return Board.parse(f"1{'.' * 79}5;{variant}")
    if variant == "jigsaw":
        return Board.empty(Geometry(9, random_regions(9, Shuffle(1))))
    grid = random_grid(3)
    rules = random_rules("cage" if variant == "killer" else variant, grid, Shuffle(3), 20)
    return Board.of([value if cell % 3 else 0 for cell, value in enumerate(grid)], grid.geometry.with_rules(rules))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", ANY_RULE)
def test_formats_that_hold_any_rule_give_the_same_board_back(name: str, variant: str) -> None:
    board = example(variant)
    if name == "commas" and board.geometry.overlaps:
        with pytest.raises(InvalidBoard, match="overlapping"):
            formats.write(board, name)
        return
    text = formats.write(board, name)
    assert formats.read(text, name) == [board]
    assert formats.parse(text) == board


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", LINKS)
def test_links_in_the_form_of_f_puzzles_hold_all_but_overlapping_grids(name: str, variant: str) -> None:
    board = example(variant)
    if board.geometry.overlaps:
        with pytest.raises(InvalidBoard, match="overlapping"):
            formats.write(board, name)
    else:
        assert formats.parse(formats.write(board, name)) == board


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", CLASSIC_ONLY)
def test_formats_for_classic_boards_refuse_every_variant(name: str, variant: str) -> None:
    with pytest.raises(InvalidBoard):
        formats.write(example(variant), name)


@dataclass(frozen=True, slots=True)
class Nabner(LineConstraint):
    """A rule that nothing here knows but the engines."""

    keyword: ClassVar[str] = "nabner"
    title: ClassVar[str] = "nabner line"

    def statement(self, geometry: Geometry) -> str:
        return "any two digits on the line differ by at least 2"

    def parts(self, geometry: Geometry) -> Iterator[Part]:
        yield from (Pair(cells, table_where(geometry.size, "apart", 2)) for cells in combinations(self.cells, 2))


@pytest.mark.parametrize("name", [*LINKS, "scl", *CLASSIC_ONLY, "ps"])
def test_a_rule_that_a_format_has_no_name_for_is_refused(name: str) -> None:
    board = Board.empty(Geometry.standard().with_rules([Nabner((0, 10, 20))]))
    with pytest.raises(InvalidBoard, match="nabner line" if name in (*LINKS, "scl") else None):
        formats.write(board, name)


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant not in NAMED_LAYOUTS])
def test_drawings_and_sentences_alone_say_the_rules(variant: str) -> None:
    board = example(variant)
    made = document(board)
    made["metadata"].pop(CODE, None)
    assert read_scl(json.dumps(made)) == board


def test_entries_and_marks_travel_in_sudokupads_form() -> None:
    board = Board.parse("1" + "." * 80 + ";antiknight").with_values({5: 7}).with_candidates([0] * 80 + [0b101])
    assert formats.parse(formats.write(board, "scl")) == board


def test_a_changed_drawing_counts_for_more_than_the_code() -> None:
    made = document(Board.parse("." * 81 + ";white=r1c1,r1c2|r5c5,r5c6"))
    made["overlays"].pop()
    assert read_scl(json.dumps(made)).rules == (WhiteDot((0, 1)),)


def drawn(text: str, **parts: Any) -> str:
    return json.dumps({"cells": [[{}] * 9] * 9, "metadata": {"rules": text}, **parts})


def dot(**changes: Any) -> dict[str, Any]:
    return {"center": [0.5, 1], "width": 0.3, "height": 0.3, "rounded": True, "backgroundColor": "#fff"} | changes


@pytest.mark.parametrize(
    ("text", "parts", "word"),
    [
        (NORMAL, {"overlays": [dot()]}, "white dots"),
        (f"{NORMAL} Every snail line loops.", {}, "snail"),
        (f"{NORMAL} Slow thermometers never decrease.", {}, "slow"),
        (f"{NORMAL} Digits in cages can repeat.", {}, "cages"),
        (f"{NORMAL} White dots are consecutive.", {"overlays": [dot(backgroundColor="#f00")]}, "coloured"),
        (
            f"{NORMAL} Grey lines are palindromes.",
            {"lines": [{"color": "#33f", "wayPoints": [[0.5, 0.5], [0.5, 3.5]]}]},
            "colour",
        ),
        (f"{NORMAL} Arrows add up.", {"arrows": [{"wayPoints": [[0.5, 0.5], [0.5, 3.5]]}]}, "circle"),
        (NORMAL, {"global": ["torus"]}, "torus"),
        (NORMAL, {"cages": [{"cells": [[0, 0]], "unique": False}]}, "repeat"),
        (
            f"{NORMAL} A grey line is a palindrome.",
            {"lines": [{"color": "#ccc", "wayPoints": [[0.5, 0.5], [1.5, 3.5]]}]},
            "odd angle",
        ),
        (NORMAL, {"underlays": "none"}, "list"),
        (NORMAL, {"underlays": [{"center": [0.5, 0.5], "width": 1, "height": 1}]}, "drawing"),
    ],
)
def test_what_a_drawn_puzzle_does_not_explain_is_refused(text: str, parts: dict[str, Any], word: str) -> None:
    with pytest.raises(InvalidBoard, match=word):
        read_scl(drawn(text, **parts))


def test_a_drawn_puzzle_of_somebody_else_is_read() -> None:
    text = (
        "Normal sudoku rules apply. Cells separated by a knight's move may not contain the same digit.\n"
        "Digits along a thermometer increase from the bulb end. Not all possible white dots are given."
    )
    bulb = {"center": [2.5, 4.5], "width": 0.85, "height": 0.85, "rounded": True, "backgroundColor": "#CFCFCF"}
    line = {"color": "#CFCFCF", "thickness": 21, "wayPoints": [[0.5, 2.5], [2.5, 4.5]]}
    board = read_scl(drawn(text, underlays=[bulb], lines=[line], overlays=[dot(center=[5, 3.5])]))
    assert str(board)[81:] == ";antiknight;thermo=r3c5,r2c4,r1c3;white=r5c4,r6c4"


def test_greater_than_signs_of_f_puzzles_are_texts_between_cells() -> None:
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
    texts = [{"cells": ["R1C2", "R1C1"], "value": "<"}, {"cells": ["R1C1", "R2C1"], "value": "v"}]
    texts += [{"cells": ["R5C5"], "value": "<"}, {"cells": ["R1C1", "R1C2"], "value": "hello"}]
    board = fpuzzles.read(json.dumps({"size": 9, "grid": grid, "text": texts}))
    assert board.rules == (GreaterThan(0, 9), GreaterThan(1, 0))
    for name in (*LINKS, "scl"):
        with pytest.raises(InvalidBoard, match="touch"):
            formats.write(Board.parse("." * 81 + ";greater=r1c1>r5c5"), name)
