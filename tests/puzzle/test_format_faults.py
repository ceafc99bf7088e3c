"""Bad text gets InvalidBoard with its place; any text at all is read or refused, soon."""

from __future__ import annotations

import contextlib
import json

import lzstring
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokulens import Board, InvalidBoard
from sudokulens.puzzle import formats
from tests.puzzle.strategies import (
    JSON_VALUES,
    WIKIPEDIA,
)


def reads_or_refuses(text: str, name: str | None = None) -> None:
    """Fails for any error but InvalidBoard."""
    with contextlib.suppress(InvalidBoard):
        assert all(isinstance(board, Board) for board in formats.read(text, name))


MISTAKES = {
    "line": ("12?" + "." * 78, 1, 3),
    "line with a digit too large": ("1234" + "5" + "." * 11, 1, 5),
    "second line of a collection": (WIKIPEDIA + "\n" + WIKIPEDIA[:-1] + "!", 2, 81),
    "grid": ("1...\n2...\n3.9.\n....", 3, 3),
    "row too short": ("1...\n2..\n3.4.\n....", 2, None),
    "commas": ("1,0,0,0\n0,0,0,5\n0,0,0,0\n0,0,0,0", 2, None),
    "candidates": ("1 23 4 5\n" + "12 34 1 2\n" * 3, 1, 8),
    "section": ("[Puzzle]\n1...\n..?8\n....\n....", 3, 4),
    "xml": ("<opensudoku>\n<game", 2, 1),
    "library": (":0000:1:" + WIKIPEDIA + ":45::", 1, None),
}


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistake_is_named_with_its_place(kind: str) -> None:
    text, line, column = MISTAKES[kind]
    with pytest.raises(InvalidBoard) as caught:
        formats.read(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.expected


SHARDS = st.sampled_from(
    [
        *"0123456789.*_xX-+|;:,#=(){}[]<>\"'!AFZaz \n\t\r",
        "\n\n",
        "---",
        "[Puzzle]",
        "[State]",
        ";x",
        ";box=3x3",
        ";marks=",
        "version: 3\n",
        "<game data=",
        "s1-",
        "https://f-puzzles.com/?load=",
        "fpuzzles",
        '{"size":',
        '"grid":',
        "u5",
        "²",
        "│",
        "\0",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=400), st.lists(SHARDS, max_size=300).map("".join)))
def test_any_text_is_read_or_refused(text: str) -> None:
    reads_or_refuses(text)


@pytest.mark.parametrize("name", formats.NAMES)
def test_any_text_is_read_or_refused_by_every_format(name: str) -> None:
    @settings(max_examples=80, deadline=None)
    @given(st.one_of(st.text(max_size=300), st.lists(SHARDS, max_size=200).map("".join)))
    def fuzz(text: str) -> None:
        reads_or_refuses(text, name)

    fuzz()


@pytest.mark.parametrize("name", formats.NAMES)
def test_a_damaged_text_is_read_or_refused(name: str) -> None:
    board = Board.parse(WIKIPEDIA).with_values({2: 4})
    text = formats.write(board.with_candidates(board.computed_candidates()), name)

    @settings(max_examples=80, deadline=None)
    @given(st.integers(0, len(text)), st.integers(0, 12), st.one_of(st.text(max_size=5), SHARDS))
    def fuzz(place: int, length: int, patch: str) -> None:
        damaged = text[:place] + patch + text[place + length :]
        reads_or_refuses(damaged)
        reads_or_refuses(damaged, name)

    fuzz()


@given(JSON_VALUES)
def test_json_of_any_shape_is_read_or_refused(value: object) -> None:
    cell = json.dumps({"value": value, "region": value, "centerPencilMarks": value})
    row = "[" + ",".join([cell, "{}", "{}", "{}"]) + "]"
    reads_or_refuses('{"size":4,"grid":[' + ",".join([row] * 4) + f'],"extraregion":{json.dumps(value)}}}')
    reads_or_refuses(f'{{"size":{json.dumps(value)},"grid":{json.dumps(value)}}}')


HOSTILE = {
    "long link": "https://f-puzzles.com/?load=" + "A" * 30_000,
    "odd link": "fpuzzles" + "N4Ig" * 4_000,
    "brackets": "[" * 100_000,
    "deep JSON": '{"a":' + "[" * 100_000,
    "deep XML": "<a>" * 50_000,
    "bars": "|" * 200_000 + "\n" + "1" * 50,
    "code": "s1-" + "z" * 100_000,
    "commas": "1," * 100_000,
    "dots": "." * 1_000_000,
    "rows": ("." * 9 + "\n") * 10_000,
    "empty lines": "\n" * 1_000_000,
    "words": "u5 " * 100_000,
    "colons": ":" * 100_000,
    "many small lines": "1\n" * 100_000,
    "one long comment": "#" + "x" * 100_000 + "\n" + WIKIPEDIA,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_long_and_hostile_texts_end_soon(kind: str) -> None:
    reads_or_refuses(HOSTILE[kind])


@pytest.mark.timeout(60)
@pytest.mark.parametrize("unit", ['\\"', '"\\'])
def test_quotes_without_an_end_in_a_link_take_no_quadratic_time(unit: str) -> None:
    """A few hundred characters of link, as long as they compress well."""
    link = lzstring.LZString().compressToBase64("{cells:" + unit * 150_000)
    reads_or_refuses("https://sudokupad.app/scl" + link)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("words", ["normal ", "cage ", "not all "])
def test_a_rule_without_an_end_takes_no_quadratic_time(words: str) -> None:
    rules = {"cells": [[{}] * 9] * 9, "metadata": {"rules": words * 100_000}}
    link = lzstring.LZString().compressToBase64(json.dumps(rules))
    with pytest.raises(InvalidBoard, match="does not understand"):
        formats.read("https://sudokupad.app/scl" + link)
