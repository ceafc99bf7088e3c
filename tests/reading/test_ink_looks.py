"""Sure digits of a page show how its print and its handwriting look, and that settles the others."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from sudokulens.reading.looks import LOOK_PIXELS, has_examples, ink_looks, sharpened

BLACK, BLUE = (25, 25, 30), (40, 70, 190)


def canvas(colours: dict[int, tuple[int, int, int]]) -> np.ndarray:
    """A flat 9×9 canvas with an 8 of some colour in chosen cells."""
    side = 10 * LOOK_PIXELS
    image = Image.new("RGB", (side, side), (235, 230, 220))
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(34)
    for cell, colour in colours.items():
        centre = ((cell % 9 + 1) * LOOK_PIXELS, (cell // 9 + 1) * LOOK_PIXELS)
        draw.text(centre, "8", font=font, fill=colour, anchor="mm")
    return np.asarray(image)


def test_a_doubtful_digit_follows_those_that_look_like_it() -> None:
    black, blue = range(0, 20, 2), range(21, 41, 2)
    looks = ink_looks(canvas(dict.fromkeys([*black, 50], BLACK) | dict.fromkeys([*blue, 60], BLUE)), 9)
    filled = np.zeros(81, dtype=bool)
    filled[[*black, *blue, 50, 60]] = True
    gain = np.zeros(81)
    gain[list(black)], gain[list(blue)] = 5.0, -5.0
    gain[50], gain[60] = -1.0, 2.0
    assert has_examples(gain, filled)
    settled = sharpened(gain, looks, filled)
    assert settled[50] > 0
    assert settled[60] < 0


def test_without_examples_of_both_kinds_nothing_is_compared() -> None:
    gain = np.full(81, 6.0)
    assert not has_examples(gain, np.ones(81, dtype=bool))
