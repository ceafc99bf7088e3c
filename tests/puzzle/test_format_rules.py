"""Rules in links, codes and files: what goes out comes back, and what does not fit is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle import formats
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import BY_KEYWORD, Cage
from sudokulens.puzzle.formats import fpuzzles
from sudokulens.puzzle.geometry import group_cells
from sudokulens.solving.random import random_grid
from sudokulens.solving.random_rules import random_rules
from sudokulens.solving.shuffle import Shuffle

EVERYWHERE = ("line", "grid", "commas", "share", "sdm")
CLASSIC_ONLY = ("plain", "sdk", "ss", "sdx", "opensudoku", "hodoku")
PS_EXAMPLE = (
    "3x3::k:768:768:3842:3842:3842:5637:1030:4103:3848:6409:6409:4363:4363:5637:5637:1030:4103:3848:6409:6409:2324:2324:"
    "5637:2071:5144:5144:3848:1563:3612:3612:2324:4383:2071:5144:4386:3848:1563:3365:3365:5159:4383:2071:4386:4386:3116:"
    "6957:3365:1583:5159:4383:5170:1587:1587:3116:6957:1583:1583:5159:2618:5170:5170:3645:3645:6957:2112:4161:2618:2618:"
    "3908:3908:3645:3645:6957:2112:4161:2618:3404:3404:3404:4431:4431:"
)


@st.composite
def boards_with_rules(draw: st.DrawFn, keywords: list[str]) -> Board:
    seed = draw(st.integers(0, 1000))
    grid = random_grid(seed)
    chosen = draw(st.lists(st.sampled_from(keywords), min_size=1, max_size=3, unique=True))
    rules = [rule for keyword in chosen for rule in random_rules(keyword, grid, Shuffle(seed), 5)]
    values = [value if (cell + seed) % 3 == 0 else 0 for cell, value in enumerate(grid.values)]
    return Board.of(values, grid.geometry.with_rules(rules))


@pytest.mark.parametrize("name", EVERYWHERE)
@settings(max_examples=40, deadline=None)
@given(board=boards_with_rules(list(BY_KEYWORD)))
def test_our_own_formats_hold_every_rule(name: str, board: Board) -> None:
    text = formats.write(board, name)
    assert formats.read(text, name) == [board]
    assert formats.parse(text) == board


@pytest.mark.parametrize("name", ["fpuzzles", "sudokupad", "scl"])
@settings(max_examples=60, deadline=None)
@given(board=boards_with_rules(list(BY_KEYWORD)))
def test_links_hold_every_rule(name: str, board: Board) -> None:
    assert formats.parse(formats.write(board, name)) == board


@pytest.mark.parametrize("name", [*CLASSIC_ONLY, "ps"])
def test_a_format_that_cannot_hold_a_rule_refuses(name: str) -> None:
    with pytest.raises(InvalidBoard):
        formats.write(Board.parse("." * 81 + ";greater=r1c1>r1c2"), name)


def test_killer_codes_of_forums() -> None:
    board = formats.parse(PS_EXAMPLE)
    assert board.rules[0] == Cage((0, 1), 3)
    assert len(board.rules) == 29
    assert formats.write(board, "ps") == PS_EXAMPLE
    diagonal = formats.parse(PS_EXAMPLE.replace("::k", ":d:k"))
    assert diagonal.geometry.has_diagonals
    assert formats.parse(formats.write(diagonal, "ps")) == diagonal
    given = Board.parse("5" + "." * 80 + ";cage=3:r9c1,r9c2")
    assert formats.parse(formats.write(given, "ps")) == given
    with pytest.raises(InvalidBoard):
        formats.parse(PS_EXAMPLE[:-6])


def test_sumocue_codes_with_regions() -> None:
    entries = "".join(f"J{cell // 9 % 9}" for cell in range(81))
    words = ["=14" if cell == 0 else "+0" if cell == 1 else "=5" if cell == 80 else "=0" for cell in range(81)]
    text = "SumoCueV1D" + "".join(w + entries[2 * c : 2 * c + 2] for c, w in enumerate(words))
    board = formats.parse(text)
    assert board.rules == (Cage((0, 1), 14),)
    assert board.values[80] == 5
    assert board.geometry.has_diagonals
    assert board.geometry.regions[10] == 1


@pytest.mark.parametrize(
    ("document", "word"),
    [
        ({"killercage": [{"cells": ["R1C1"], "value": "ten"}]}, "number"),
        ({"killercage": [{"value": "10"}]}, "cells"),
        ({"thermometer": 3, "clone": [{}]}, "clone"),
        ({"littlekillersum": [{"cell": "R0C1", "value": "10"}]}, "direction"),
        ({"sandwichsum": [{"cell": "R2C2", "value": "10"}]}, "within"),
        ({"negative": ["ratio"]}, "only one"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "L"}]}, "X or V"),
        ({"killercage": ["R1C1"]}, "list"),
    ],
)
def test_faulty_entries_of_f_puzzles_are_named(document: dict[str, object], word: str) -> None:
    grid = [[{} for _ in range(9)] for _ in range(9)]
    with pytest.raises(InvalidBoard, match=word):
        fpuzzles.read(json.dumps({"size": 9, "grid": grid, **document}))


def test_disjoint_groups_minima_and_small_regions_of_f_puzzles() -> None:
    grid = [[{} for _ in range(9)] for _ in range(9)]
    document = {"size": 9, "grid": grid, "disjointgroups": True, "minimum": [{"cell": "R1C1"}]}
    document["extraregion"] = [{"cells": ["R1C1", "R2C3"]}]
    board = fpuzzles.read(json.dumps(document))
    assert board.geometry.extras == group_cells(9, 3)
    assert [rule.text(board.geometry) for rule in board.rules] == ["r1c1,r2c3", "r1c2>r1c1", "r2c1>r1c1"]
    groups = Board.parse("." * 81 + ";disjoint")
    assert formats.parse(formats.write(groups, "fpuzzles")) == groups


def test_cages_of_sudokupads_own_code() -> None:
    from lzstring import LZString

    rows = [[{} for _ in range(9)] for _ in range(9)]
    document = {"cells": rows, "cages": [{"cells": [[0, 0], [0, 1]], "value": "10"}, {"value": "title: x"}]}
    code = LZString.compressToBase64(json.dumps(document))
    assert formats.parse(f"https://sudokupad.app/scl{code}").rules == (Cage((0, 1), 10),)
