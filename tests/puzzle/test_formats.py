"""Every format: what is written is read back, texts are recognised, and bad text gets InvalidBoard with its place."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lzstring import LZString

from sudokulens import Board, Geometry, InvalidBoard
from sudokulens.puzzle import formats
from sudokulens.puzzle.formats import hodoku, share
from tests.puzzle.strategies import JIGSAW_5, JIGSAW_9, boards, classic_boards, geometries, standard_geometries

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
USUAL = (4, 6, 8, 9, 10, 12, 15, 16, 25)
unhurried = [HealthCheck.too_slow, HealthCheck.data_too_large]
relaxed = settings(max_examples=60, deadline=None, suppress_health_check=unhurried)


JSON_VALUES: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=4)
)


def reads_or_refuses(text: str, name: str | None = None) -> None:
    with contextlib.suppress(InvalidBoard):
        assert all(isinstance(board, Board) for board in formats.read(text, name))


def usual_boards(*, entries: bool) -> st.SearchStrategy[Board]:
    usual = st.sampled_from(USUAL).map(Geometry.standard)
    return boards(usual, entries=entries, marks=False)


def without_marks(board: Board) -> Board:
    return board.with_candidates(None)


def all_given(board: Board) -> Board:
    return Board.of(board.values, board.geometry)


def marks_of_empty_cells(board: Board) -> Board:
    """The board as a candidate grid holds it: marks, own or computed, in empty cells only."""
    marks = board.candidates if board.candidates is not None else board.computed_candidates()
    return board.with_candidates(0 if value else mask for value, mask in zip(board.values, marks, strict=True))


def no_marks_where_all_are_empty(board: Board) -> Board:
    return board if board.candidates and any(board.candidates) else without_marks(board)


def marks_within_reason(board: Board) -> Board:
    """The board as HoDoKu's library holds it: candidates removed from all possible ones."""
    effective = board.effective_candidates()
    return board.with_candidates(None if effective == board.computed_candidates() else effective)


ROUND_TRIPS: list[tuple[str, st.SearchStrategy[Board], Callable[[Board], Board]]] = [
    ("line", boards(), lambda board: board),
    ("share", boards(), lambda board: board),
    ("commas", boards(), lambda board: board),
    ("sdm", boards(), lambda board: board),
    ("plain", usual_boards(entries=True), all_given),
    ("grid", boards(), all_given),
    ("candidates", boards(), marks_of_empty_cells),
    ("sdk", usual_boards(entries=True), without_marks),
    ("ss", classic_boards(), all_given),
    ("sdx", classic_boards(), lambda board: no_marks_where_all_are_empty(marks_of_empty_cells(board))),
    ("opensudoku", classic_boards(), no_marks_where_all_are_empty),
    ("fpuzzles", boards(), no_marks_where_all_are_empty),
    ("sudokupad", boards(), no_marks_where_all_are_empty),
    ("hodoku", classic_boards(), marks_within_reason),
]


def test_every_format_has_a_round_trip() -> None:
    assert {name for name, _, _ in ROUND_TRIPS} == set(formats.NAMES)


@pytest.mark.parametrize(("name", "kept"), [(name, kept) for name, _, kept in ROUND_TRIPS])
def test_many_boards_are_written_and_read_as_one_text(name: str, kept: Callable[[Board], Board]) -> None:
    @settings(max_examples=15, deadline=None, suppress_health_check=unhurried)
    @given(st.lists(classic_boards(), min_size=1, max_size=4))
    def round_trip(several: list[Board]) -> None:
        assert formats.read(formats.write_many(several, name), name) == list(map(kept, several))

    round_trip()


@pytest.mark.parametrize("name", formats.NAMES)
def test_a_real_puzzle_is_recognised_in_every_format(name: str) -> None:
    board = Board.parse(WIKIPEDIA).with_values({2: 4})
    read = Board.parse(formats.write(board, name))
    assert read.values == board.values


@pytest.mark.parametrize("name", ["line", "grid", "commas", "share", "fpuzzles", "candidates"])
def test_variants_are_recognised_too(name: str) -> None:
    for geometry in (
        Geometry.jigsaw(map(int, JIGSAW_9), diagonals=True),
        Geometry.jigsaw(map(int, JIGSAW_5)),
        Geometry.standard(6, 3),
        Geometry.standard(16, diagonals=True),
    ):
        board = Board.empty(geometry).with_values({0: 5, 7: 2})
        read = Board.parse(formats.write(board, name))
        assert (read.geometry, read.values) == (geometry, board.values)


@relaxed
@given(boards())
def test_text_and_repr_give_the_board_back(board: Board) -> None:
    assert Board.parse(str(board)) == board
    assert eval(repr(board)) == board


GRIDS = {
    "bare rows": """
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79""",
    "dashes for blanks, spaces": """
5 3 - | - 7 - | - - -
6 - - | 1 9 5 | - - -
- 9 8 | - - - | - 6 -
------+-------+------
8 - - | - 6 - | - - 3
4 - - | 8 - 3 | - - 1
7 - - | - 2 - | - - 6
------+-------+------
- 6 - | - - - | 2 8 -
- - - | 4 1 9 | - - 5
- - - | - 8 - | - 7 9""",
    "box drawing": """
┌───────┬───────┬───────┐
│ 5 3 · │ · 7 · │ · · · │
│ 6 · · │ 1 9 5 │ · · · │
│ · 9 8 │ · · · │ · 6 · │
├───────┼───────┼───────┤
│ 8 · · │ · 6 · │ · · 3 │
│ 4 · · │ 8 · 3 │ · · 1 │
│ 7 · · │ · 2 · │ · · 6 │
├───────┼───────┼───────┤
│ · 6 · │ · · · │ 2 8 · │
│ · · · │ 4 1 9 │ · · 5 │
│ · · · │ · 8 · │ · 7 9 │
└───────┴───────┴───────┘""",
    "every cell in a box, spaces for blanks": """
╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗
║ 5 │ 3 │   ║   │ 7 │   ║   │   │   ║
╟───┼───┼───╫───┼───┼───╫───┼───┼───╢
║ 6 │   │   ║ 1 │ 9 │ 5 ║   │   │   ║
╟───┼───┼───╫───┼───┼───╫───┼───┼───╢
║   │ 9 │ 8 ║   │   │   ║   │ 6 │   ║
╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣
║ 8 │   │   ║   │ 6 │   ║   │   │ 3 ║
╟───┼───┼───╫───┼───┼───╫───┼───┼───╢
║ 4 │   │   ║ 8 │   │ 3 ║   │   │ 1 ║
╟───┼───┼───╫───┼───┼───╫───┼───┼───╢
║ 7 │   │   ║   │ 2 │   ║   │   │ 6 ║
╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣
║   │ 6 │   ║   │   │   ║ 2 │ 8 │   ║
╟───┼───┼───╫───┼───┼───╫───┼───┼───╢
║   │   │   ║ 4 │ 1 │ 9 ║   │   │ 5 ║
╟───┼───┼───╫───┼───┼───╫───┼───┼───╢
║   │   │   ║   │ 8 │   ║   │ 7 │ 9 ║
╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝""",
    "fixed columns, spaces for blanks": """
+-------+-------+-------+
| 5 3   |   7   |       |
| 6     | 1 9 5 |       |
|   9 8 |       |   6   |
+-------+-------+-------+
| 8     |   6   |     3 |
| 4     | 8   3 |     1 |
| 7     |   2   |     6 |
+-------+-------+-------+
|   6   |       | 2 8   |
|       | 4 1 9 |     5 |
|       |   8   |   7 9 |
+-------+-------+-------+""",
    "Simple Sudoku with its signature": """
*-----------*
|53.|.7.|...|
|6..|195|...|
|.98|...|.6.|
|---+---+---|
|8..|.6.|..3|
|4..|8.3|..1|
|7..|.2.|..6|
|---+---+---|
|.6.|...|28.|
|...|419|..5|
|...|.8.|.79|
*-----------*
 Simple Sudoku
  Version 4.2n""",
    "underscores and blank lines": """
5 3 _  _ 7 _  _ _ _
6 _ _  1 9 5  _ _ _
_ 9 8  _ _ _  _ 6 _

8 _ _  _ 6 _  _ _ 3
4 _ _  8 _ 3  _ _ 1
7 _ _  _ 2 _  _ _ 6

_ 6 _  _ _ _  2 8 _
_ _ _  4 1 9  _ _ 5
_ _ _  _ 8 _  _ 7 9""",
    "numbers between commas": "\n".join(
        ",".join(WIKIPEDIA[start : start + 9].replace(".", "0")) for start in range(0, 81, 9)
    ),
    "one line of groups": " ".join(WIKIPEDIA[start : start + 9] for start in range(0, 81, 9)),
    "one line with its solution": WIKIPEDIA.replace(".", "0") + "," + "1" * 81,
    "one line with a remark": WIKIPEDIA.replace(".", "*") + " # from a newspaper",
    "X for blanks": WIKIPEDIA.replace(".", "X"),
    "SudoCue's .sdk": "#ARuud\n#LEasy\n" + "\n".join(WIKIPEDIA[start : start + 9] for start in range(0, 81, 9)),
}


@pytest.mark.parametrize("style", GRIDS)
def test_grids_of_many_styles_are_read(style: str) -> None:
    assert Board.parse(GRIDS[style]) == Board.parse(WIKIPEDIA)


def test_rows_of_dashes_may_be_empty_rows() -> None:
    rows = ["123456789", "---------", "---------", *["--------5"] * 6]
    assert Board.parse("\n".join(rows)).values[:18] == (*range(1, 10), *[0] * 9)


def test_the_frame_tells_the_shape_of_the_boxes() -> None:
    tall = Board.empty(Geometry.standard(6, 3)).with_values({0: 6})
    assert "box=3x2" in formats.write(tall, "grid")
    frame = "\n".join(line for line in formats.write(tall, "grid").splitlines() if not line.startswith(";"))
    assert Board.parse(frame).geometry == Geometry.standard(6, 3)


def test_numbers_of_two_digits_are_read_in_large_grids() -> None:
    board = Board.empty(Geometry.standard(16)).with_values({0: 10, 17: 16, 255: 7})
    rows = [board.values[start : start + 16] for start in range(0, 256, 16)]
    text = "\n".join(" ".join(str(v) if v else "." for v in row) for row in rows)
    assert Board.parse(text).values == board.values


HODOKU_CANDIDATES = """
.---------------------.---------------------.---------------------.
| 1567   3      1567  | 4      12579  179   | 689    5678   579   |
| 9      45     2     | 8      57     6     | 3      457    1     |
| 1567   1458   14567 | 1357   13579  1379  | 4689   2      4579  |
:---------------------+---------------------+---------------------:
| 8      12459  1459  | 13     6      139   | 7      145    2345  |
| 17     6      147   | 2      1378   5     | 14     9      34    |
| 1257   1259   3     | 17     4      179   | 126    156    8     |
:---------------------+---------------------+---------------------:
| 12356  7      1569  | 1356   135    134   | 12489  148    249   |
| 4      1      8     | 9      137    2     | 5      17     6     |
| 1256   1259   1569  | 1567   157    8     | 1249   3      2479  |
'---------------------'---------------------'---------------------'
"""


def test_candidate_grids_of_other_programs_are_read() -> None:
    board = Board.parse(HODOKU_CANDIDATES)
    assert board.values[:12] == (0, 3, 0, 4, 0, 0, 0, 0, 0, 9, 0, 2)
    assert board.candidates is not None
    assert board.candidates[0] == 0b1110001
    assert board.candidates[1] == 0


def test_lines_of_the_library_tell_what_the_technique_does() -> None:
    text = ":0101:4:" + WIKIPEDIA.replace("7", "+7", 1) + ":413 129:417:512:rest:of it"
    line = hodoku.read_line(text)
    assert (line.code, line.digits, line.extra) == ("0101", "4", "rest:of it")
    assert line.eliminations == ((6, 4),)
    assert line.placements == ((1, 5),)
    assert line.board.entries == {4: 7}
    assert line.board.candidates is not None
    possible = line.board.computed_candidates()
    assert line.board.candidates[2] == possible[2] & ~0b1000
    assert line.board.candidates[17] == possible[17]


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
    with pytest.raises(InvalidBoard, match="killercage"):
        Board.parse(
            '{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"killercage":[{"cells":[]}]}'
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
    with pytest.raises(InvalidBoard, match="lines"):
        Board.parse(scl_link(SCL.replace("REGIONS", ROWS).replace("cs:50", "l:[{c:ff0000}]")))
    with pytest.raises(InvalidBoard, match="cages"):
        Board.parse(scl_link('{"cages":[{"cells":[[0,0]],"value":10}],"cells":[[{},{}],[{},{}]]}'))


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


def test_what_a_format_cannot_hold_is_refused() -> None:
    diagonal = Board.empty(Geometry.standard(diagonals=True))
    for name in ("plain", "sdk", "ss", "sdx", "opensudoku", "hodoku"):
        with pytest.raises(InvalidBoard, match=r"cannot hold|holds only"):
            formats.write(diagonal, name)


def test_an_unknown_format_lists_the_known_ones() -> None:
    with pytest.raises(InvalidBoard, match="opensudoku"):
        formats.write(Board.parse(WIKIPEDIA), "cuneiform")


def test_one_board_is_asked_for_but_two_are_there() -> None:
    with pytest.raises(InvalidBoard, match="2 boards"):
        Board.parse(f"{WIKIPEDIA}\n{WIKIPEDIA}")


def test_sixteen_small_puzzles_are_no_large_grid() -> None:
    assert len(formats.read("\n".join(["1234............"] * 16))) == 16
    assert len(formats.read("\n".join(["1234..........FG"] * 16))) == 1


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
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_long_and_hostile_texts_end_soon(kind: str) -> None:
    reads_or_refuses(HOSTILE[kind])


def test_used_strategies_cover_the_variants() -> None:
    seen = set()

    @settings(max_examples=200, deadline=None)
    @given(st.one_of(geometries(), standard_geometries()))
    def look(geometry: Geometry) -> None:
        seen.add((geometry.size, geometry.box_shape is None, geometry.has_diagonals))

    look()
    assert {size for size, _, _ in seen} == set(USUAL)
