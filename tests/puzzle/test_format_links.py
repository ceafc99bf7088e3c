"""Files and links of other programs, and our own share codes."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lzstring import LZString

from sudokulens import Board, InvalidBoard
from sudokulens.puzzle import formats
from sudokulens.puzzle.formats import share
from tests.puzzle.strategies import (
    JSON_VALUES,
    WIKIPEDIA,
    classic_boards,
    relaxed,
)
from tests.puzzle.test_format_faults import reads_or_refuses

OPENSUDOKU_CELLS = {
    1: "5|-|0|0|1,2,|1|",
    2: "5|0||0|0|3|1|",
    3: "5|0|0|0|3|1|",
    4: "5|0|0|0|0|3|9|1|",
    5: "5|0|0|2|0|0|3|9|0|1|",
}


@pytest.mark.parametrize("version", OPENSUDOKU_CELLS)
def test_every_version_of_opensudoku_is_read(version: int) -> None:
    empty = {1: "0|-|1|", 2: "0|0|1|", 3: "0|0|1|", 4: "0|0|0|1|", 5: "0|0|0|0|1|"}[version]
    data = f"version: {version}\n" + OPENSUDOKU_CELLS[version] + empty * 79
    board = Board.parse(f'<opensudoku version="3"><folder name="a"><game data="{data}"/></folder></opensudoku>')
    assert (board.values[0], board.givens[0]) == (5, True)
    assert board.candidates == (0, 3, *[0] * 79)


def test_an_xml_bomb_is_refused() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><opensudoku>&b;</opensudoku>'
    with pytest.raises(InvalidBoard, match="not allowed"):
        formats.read(bomb)


def test_a_link_with_foreign_rules_is_refused_by_name() -> None:
    with pytest.raises(InvalidBoard, match="clone"):
        Board.parse(
            '{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"clone":[{"cells":[]}]}'
        )


def scf_code(board: Board) -> str:
    """SudokuPad's short code: a digit and up to five empty cells after it are one letter."""
    letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
    runs = re.findall("[0-9]0{0,5}", "".join(map(str, board.values)))
    return "".join(letters[int(run[0]) + 10 * (len(run) - 1)] for run in runs)


@relaxed
@given(classic_boards(entries=False, marks=False))
def test_short_codes_of_sudokupad_are_read(board: Board) -> None:
    windows = 2 + 4
    code = scf_code(board)
    assert Board.parse(f"https://sudokupad.app/scf{code}") == board
    for rules, extras in (("x", 2), ("*x", 2), ("*xw", windows), ("*tA%20title*aSomebody", 0), ("w", 4)):
        read = Board.parse(f"https://sudokupad.app/scf{code}{rules}")
        assert (read.values, len(read.geometry.extras)) == (board.values, extras)


SCL = "{id:'x',cs:50,ca:[{v:'title: It\\'s one, of: ours'}],ce:[[{v:1},,,{v:4}],[,,,],[,{v:3},,],[,,,]],re:[REGIONS]}"
ROWS = "[[0,0],[0,1],[0,2],[0,3]],[[1,0],[1,1],[1,2],[1,3]],[[2,0],[2,1],[2,2],[2,3]],[[3,0],[3,1],[3,2],[3,3]]"


def scl_link(text: str) -> str:
    return "https://sudokupad.app/scl" + LZString.compressToBase64(text)


def test_puzzles_of_sudokupad_without_drawings_are_read() -> None:
    board = Board.parse(scl_link(SCL.replace("REGIONS", ROWS)))
    assert board.values == (1, 0, 0, 4, *[0] * 5, 3, *[0] * 6)
    assert board.geometry.regions == tuple(cell // 4 for cell in range(16))
    with pytest.raises(InvalidBoard, match="line without points"):
        Board.parse(scl_link(SCL.replace("REGIONS", ROWS).replace("cs:50", "l:[{c:ff0000}]")))
    cages = [{"cells": [[0, 0]], "value": "ten"}]
    with pytest.raises(InvalidBoard, match="cage"):
        Board.parse(scl_link(json.dumps({"cages": cages, "cells": [[{}] * 4] * 4})))


@given(JSON_VALUES)
def test_sudokupads_json_of_any_shape_is_read_or_refused(value: object) -> None:
    text = json.dumps(value)
    reads_or_refuses(scl_link(f'{{"cells":{text},"regions":{text}}}'))
    reads_or_refuses(scl_link(f'{{"cells":[[{{"value":{text}}},{{}}],[{{}},{{}}]],"regions":[{text},{text}]}}'))


def test_links_of_every_kind_are_read() -> None:
    board = Board.parse(WIKIPEDIA)
    payload = formats.write(board, "fpuzzles").split("load=")[1]
    for link in (
        f"https://www.f-puzzles.com/?load={payload}",
        f"https://sudokupad.app/fpuzzles{payload}",
        f"https://sudokupad.app/fpuz{payload}",
        f"https://sudokupad.app/scf{scf_code(board)}",
        f"https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{payload}",
        f"fpuzzles{payload}",
    ):
        assert Board.parse(link) == board


def test_a_short_link_says_that_it_holds_no_puzzle() -> None:
    with pytest.raises(InvalidBoard, match="offline"):
        Board.parse("https://sudokupad.app/abcdef1234")


def test_a_share_code_is_short_and_needs_no_escaping() -> None:
    code = formats.write(Board.parse(WIKIPEDIA), "share")
    assert len(code) <= 45
    assert set(code) <= set(share.ALPHABET)
    assert Board.parse(f"https://example.org/#{code}") == Board.parse(WIKIPEDIA)


@given(st.integers(3, 30), st.sampled_from(share.ALPHABET))
def test_a_mistyped_share_code_is_found_out(place: int, letter: str) -> None:
    code = formats.write(Board.parse(WIKIPEDIA), "share")
    mistyped = code[:place] + letter + code[place + 1 :]
    if mistyped != code:
        with pytest.raises(InvalidBoard, match="damaged"):
            share.read(mistyped)


@given(st.sets(st.integers(0, 80)).map(sorted))
def test_choices_of_cells_are_ranked_and_found_again(cells: list[int]) -> None:
    assert share.unrank(share.rank(cells), len(cells), 81) == cells
