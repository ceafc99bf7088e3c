"""Which font writes which letters: Latin-1 is built into PDF readers and Pillow, the rest is in `fonts/`.

`docs/cut_fonts.py` cuts the fonts to the letters that our own texts need. A letter of anybody else's text that no font
has is written as a question mark, so that its reader sees that something is missing.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from sudokulens.wording.language import current

FONTS = Path(__file__).parent / "fonts"
BUILT_IN = 0xFF
"""The last letter of Latin-1."""
UNKNOWN = "?"
_SPACES = "\u00a0\u00ad"
"""The space that does not break and the hyphen that may not show: Python calls neither of them printable."""


class Run(NamedTuple):
    """Letters in one font; None is the built-in one."""

    text: str
    font: str | None


def runs(text: str) -> list[Run]:
    """The text in pieces of one font each, in shapes of the current language where fonts differ."""
    written = [_written(letter, current()) for letter in text]
    return [Run("".join(piece.text for piece in run), font) for font, run in groupby(written, key=lambda r: r.font)]


def font_path(font: str) -> Path:
    """The file of a font that a run names."""
    return FONTS / f"{font}.ttf"


def _written(letter: str, language: str) -> Run:
    """The letter with the font that has it; without one, a question mark."""
    if ord(letter) <= BUILT_IN:
        return Run(letter if letter.isprintable() or letter in _SPACES else UNKNOWN, None)
    letters = _letters()
    having = [font for font in sorted(letters, key=lambda font: font != language) if letter in letters[font]]
    return Run(letter, having[0]) if having else Run(UNKNOWN, None)


@cache
def _letters() -> dict[str, str]:
    """Font → the letters that it has."""
    found: dict[str, str] = json.loads((FONTS / "letters.json").read_text(encoding="utf-8"))
    return found
