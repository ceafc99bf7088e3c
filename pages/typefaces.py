"""The typefaces of a machine that can write a board: a font without the letters would draw empty boxes."""

from __future__ import annotations

import re
import string
from pathlib import Path

from fontTools.ttLib import TTFont, TTLibError

SYMBOLS = frozenset(map(ord, string.digits + string.ascii_letters))
"""The code points that boards of any size are written with."""
_FOR_FORMULAE = re.compile("Math|Symbol|^D050000L")
"""D050000L draws ornaments in place of letters."""


def typefaces(*folders: Path) -> list[Path]:
    """The TrueType and OpenType files below the folders that hold every digit and letter, in the order of their names.

    Raises FileNotFoundError where there are none.
    """
    files = {path for folder in folders for path in folder.rglob("*.[to]tf") if not _FOR_FORMULAE.search(path.name)}
    found = sorted(filter(holds_symbols, files), key=lambda path: (path.name, path))
    if not found:
        raise FileNotFoundError(f"no typeface with digits and letters below {', '.join(map(str, folders))}")
    return found


def holds_symbols(face: Path) -> bool:
    """Whether a typeface has a glyph for every digit and letter; false for a file that is no typeface."""
    try:
        with face.open("rb") as file, TTFont(file, lazy=True) as font:
            return (font.getBestCmap() or {}).keys() >= SYMBOLS
    except (TTLibError, OSError):
        return False
