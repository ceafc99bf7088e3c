"""Cuts the fonts of printed sheets: the letters beyond Latin-1 that our texts on them need, and no others.

    python -m docs.cut_fonts NotoSansCJK-Regular.ttc

The collection is in Debian's fonts-noto-cjk and at https://github.com/notofonts/noto-cjk. Japanese and Chinese write
many of the same characters in different shapes, so each language has a font of its own region.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont

from sudokulens.drawing.lettering import BUILT_IN, FONTS
from tests.wording.catalogues import load

REGIONS = {"ja": "Noto Sans CJK JP", "zh": "Noto Sans CJK SC"}
_TOLERANCE = 1.0
"""How far an outline may move when it becomes TrueType, in thousandths of the font's size."""
_FULL_NAME, _COPYRIGHT, _VERSION, _LICENCE, _LICENCE_URL = 4, 0, 5, 13, 14
"""Numbers of the names that a font holds."""


def needed(code: str) -> str:
    """The letters beyond Latin-1 of all messages that pictures and sheets show."""
    shown = [
        entry.string
        for entry in load(code)
        if entry.context == "rules" or any(path.startswith("drawing/") for path, _ in entry.locations)
    ]
    return "".join(sorted({letter for text in shown for letter in text if ord(letter) > BUILT_IN}))


def cut(source: TTFont, letters: str) -> FontBuilder:
    """A TrueType font of these letters alone."""
    names = {ord(letter): source.getBestCmap()[ord(letter)] for letter in letters}
    order = [".notdef", *dict.fromkeys(names.values())]
    builder = FontBuilder(source["head"].unitsPerEm, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(names)
    builder.setupGlyf({name: _outline(source, name) for name in order})
    builder.setupHorizontalMetrics({name: source["hmtx"][name] for name in order})
    builder.setupHorizontalHeader(ascent=source["hhea"].ascent, descent=source["hhea"].descent)
    builder.setupNameTable(_names(source))
    builder.setupOS2(sTypoAscender=source["OS/2"].sTypoAscender, sTypoDescender=source["OS/2"].sTypoDescender)
    builder.setupPost(keepGlyphNames=False)
    builder.font["head"].created = builder.font["head"].modified = source["head"].modified
    builder.font.recalcTimestamp = False
    return builder


def _outline(source: TTFont, name: str) -> object:
    pen = TTGlyphPen(None)
    source.getGlyphSet()[name].draw(Cu2QuPen(pen, _TOLERANCE, reverse_direction=True))
    return pen.glyph()


def _names(source: TTFont) -> dict[str, str]:
    said = source["name"].getDebugName
    return {
        "copyright": said(_COPYRIGHT),
        "familyName": said(_FULL_NAME),
        "styleName": "Regular",
        "uniqueFontIdentifier": f"{said(_FULL_NAME)} cut for Sudoku Lens",
        "fullName": said(_FULL_NAME),
        "version": said(_VERSION).partition(";")[0],
        "psName": said(_FULL_NAME).replace(" ", ""),
        "licenseDescription": said(_LICENCE),
        "licenseInfoURL": said(_LICENCE_URL) or "https://openfontlicense.org",
    }


def main() -> None:
    """Writes one font a language, and the list of their letters."""
    collection = TTCollection(Path(sys.argv[1]), lazy=True)
    found = {font["name"].getDebugName(_FULL_NAME): font for font in collection.fonts}
    letters = {code: needed(code) for code in REGIONS}
    for code, region in REGIONS.items():
        cut(found[region], letters[code]).save(FONTS / f"{code}.ttf")
    (FONTS / "letters.json").write_text(json.dumps(letters, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
