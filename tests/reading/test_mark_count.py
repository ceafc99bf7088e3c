"""Pencil marks are counted by their ink, and the count helps where single digits are hard to read."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from pages.grids import Look, draw_grid
from pages.writing import Colour
from sudokulens.puzzle.board import Board
from sudokulens.reading.mark_count import count_marks
from sudokulens.reading.marks import likeliest_digits

CELL = 64
NINTHS = [(column, row) for row in (-0.3, 0.0, 0.3) for column in (-0.3, 0.0, 0.3)]
PAGE: dict[int, list[tuple[str, float, float]]] = {
    3: [("7", 0.0, 0.0)],
    10: [("2", -0.2, 0.0), ("5", 0.0, 0.0), ("8", 0.2, 0.0)],
    40: [(str(digit), *place) for digit, place in enumerate(NINTHS, 1)],
    77: [("46", -0.1, 0.0), ("9", 0.3, -0.3)],
}
"""Cell → texts and their middles, in cells from the cell's own; the digits of one text touch."""


def canvas(ink: Colour = (0, 0, 0), paper: Colour = (255, 255, 255)) -> NDArray[np.uint8]:
    look = Look(cell=CELL, paper=paper, thin_ink=ink, thick_ink=ink, thick=5, outer=5, edge=CELL // 2)
    image = Image.fromarray(draw_grid(Board.empty(), look))
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(18)
    for cell, texts in PAGE.items():
        for text, x, y in texts:
            middle = CELL * (cell % 9 + 1 + x), CELL * (cell // 9 + 1 + y)
            for number, digit in enumerate(text):
                draw.text((middle[0] + 9 * number, middle[1]), digit, font=font, anchor="mm", fill=ink, stroke_width=1)
    return np.array(image)


def test_marks_are_counted_also_where_two_touch_and_light_on_dark() -> None:
    cells = np.array([*PAGE, 20])
    for page in (canvas(), canvas((255, 255, 255), (0, 0, 0))):
        counts = count_marks(page, cells, 9)
        assert counts[cells].tolist() == [1, 3, 9, 3, 0]
        assert counts.sum() == 16, "the lines of cells are no marks"


def test_the_number_of_marks_decides_where_their_digits_are_unclear() -> None:
    odds = np.array([4.0, 1.0, 0.5, -1.0, -6.0, -6.0, -6.0, -6.0, -6.0])
    assert likeliest_digits(odds, 0, least=0) == (1, 2, 3), "nothing was counted: each by itself"
    assert likeliest_digits(odds, 2, least=1) == (1, 2)
    assert likeliest_digits(odds, 4, least=1) == (1, 2, 3, 4)
    assert likeliest_digits(odds, 9, least=1) == (1, 2, 3), "a wild miscount changes nothing"
    assert likeliest_digits(odds - 9, 0, least=0) == ()
    assert likeliest_digits(odds - 9, 0, least=1) == (1,)
