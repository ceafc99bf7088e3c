"""Grids as people and programs draw them, and candidate grids."""

from __future__ import annotations

import pytest

from sudokulens import Board, Geometry, InvalidBoard
from sudokulens.puzzle import formats
from sudokulens.puzzle.formats import hodoku
from tests.puzzle.strategies import (
    WIKIPEDIA,
)

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


@pytest.mark.parametrize("name", ["grid", "ss", "sdk", "sdx", "candidates"])
def test_a_line_longer_than_any_row_is_refused_before_it_is_cut_up(name: str) -> None:
    with pytest.raises(InvalidBoard, match="100000 characters are too many for a row"):
        formats.read("." * 100_000, name)


def test_the_longest_rows_there_can_be_are_read() -> None:
    everything = Board.empty(Geometry.standard(35)).with_candidates([2**35 - 1] * 35**2)
    (read,) = formats.read(formats.write(everything, "candidates"))
    assert read.candidates == everything.candidates
