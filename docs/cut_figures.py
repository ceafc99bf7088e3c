"""Cuts the page's font: the ten digits and the colon of Figtree, in all its weights.

    pip install brotli
    python docs/cut_figures.py figtree-latin-wght-normal.woff2

The variable font is in the npm package @fontsource-variable/figtree (5.3.0, folder files) and, as TrueType, at
https://github.com/erikdkennedy/figtree. Its licence, the SIL Open Font License, lies beside the cut font.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FIGURES = Path(__file__).parents[1] / "src" / "sudokulens" / "apps" / "server" / "static" / "figures.woff2"
LETTERS = "0123456789:"
FEATURES = ["tnum", "pnum"]
"""Figures of one width, which boards and the timer ask for, and of their own width."""


def cut(source: TTFont) -> TTFont:
    """The font with these letters alone, the same for the same font: its date stays."""
    options = Options(flavor="woff2", layout_features=FEATURES)
    subsetter = Subsetter(options)
    subsetter.populate(text=LETTERS)
    subsetter.subset(source)
    source.flavor = "woff2"
    return source


def main() -> None:
    """Writes the font into the page's folder."""
    cut(TTFont(Path(sys.argv[1]), recalcTimestamp=False)).save(FIGURES)


if __name__ == "__main__":
    main()
