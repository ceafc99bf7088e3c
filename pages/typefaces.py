"""The typefaces of a machine that can write a board: a font without the letters would draw empty boxes."""

from __future__ import annotations

import re
import string
import subprocess
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from fontTools.ttLib import TTFont, TTLibError

SYMBOLS = frozenset(map(ord, string.digits + string.ascii_letters))
"""The code points that boards of any size are written with."""
_FOR_FORMULAE = re.compile("Math|Symbol|^D050000L")
"""D050000L draws ornaments in place of letters."""
UNSUITABLE = re.compile(
    r"symbol|emoji|icon|math|music|awesome|braille|dingbat|feta|barcode|DSEG14|Weather|lcd-|wasy|stmary|msam|msbm"
    r"|cmex|cmsy|rsfs|esint|eufm|jsmath|dummy|swash|initials|Outline|Rampart|OpenSymbol|dings|Bullets|Ornament",
    re.IGNORECASE,
)
_WEIGHTS = {"slanted": "Italic|Oblique", "bold": "Bold|Black|Heavy", "light": "Light|Thin"}
NOTO = re.compile(r"Noto(Sans|Serif|SansDisplay|SerifDisplay|SansMono|Mono)-")


def typefaces(*folders: Path) -> list[Path]:
    """The TrueType and OpenType files below the folders that hold every digit and letter, in the order of their names.

    Raises FileNotFoundError where there are none.
    """
    files = {path for folder in folders for path in folder.rglob("*.[to]tf") if not _FOR_FORMULAE.search(path.name)}
    found = sorted(filter(holds_symbols, files), key=lambda path: (path.name, path))
    if not found:
        raise FileNotFoundError(f"no typeface with digits and letters below {', '.join(map(str, folders))}")
    return found


def of_every_family(root: Path, per_family: int) -> list[Path]:
    """Usable font files below `root`, at most `per_family` of one folder and name stem, in a fixed order."""
    families: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(root.rglob("*")):
        if path.suffix.lower() not in (".ttf", ".otf", ".ttc", ".pfb") or UNSUITABLE.search(path.name):
            continue
        if path.name.startswith("Noto") and not NOTO.match(path.name):
            continue
        families[family_of(path)].append(path)
    chosen: list[Path] = []
    for family, paths in sorted(families.items()):
        order = sorted(paths, key=lambda path: zlib.crc32(path.name.encode()))
        chosen.extend(order[: per_family * (4 if family.startswith("Noto") else 1)])
    return chosen


def family_of(path: Path) -> str:
    """A name shared by the weights and slopes of one typeface."""
    return re.split(r"[-_ .]|(?<=[a-z])(?=[A-Z])", path.stem)[0] + str(path.parent.name)


def held_out(atlas: Path, fonts: Path) -> list[Path]:
    """The printed typefaces of an atlas that training did not see, below that folder; all of them if it saw all."""
    with np.load(atlas) as packed:
        printed = ~packed["written"]
        chosen = packed["held_out"] & printed if (packed["held_out"] & printed).any() else printed
        return [fonts / str(name) for name in packed["names"][chosen] if (fonts / str(name)).exists()]


def file_of(fonts: Path, name: str) -> Path:
    """The file of a typeface below a folder, by its name without ending.

    Raises FileNotFoundError where there is none.
    """
    file = next(fonts.rglob(f"{name}.ttf"), None)
    if file is None:
        raise FileNotFoundError(f"no {name}.ttf below {fonts}")
    return file


def files_of(fonts: Path, names: Iterable[str]) -> dict[str, Path]:
    """A file below the folder for each name of a typeface, without ending, or path of one.

    Others of the same weight stand in for those that are missing, and a line on standard error says so. Raises
    FileNotFoundError where no typeface could.
    """
    there = {path.stem: path for path in fonts.rglob("*.[to]tf")}
    wanted = {name: there.get(Path(name).stem if "/" in name else name) for name in names}
    missing = sorted({Path(name).stem for name, file in wanted.items() if file is None})
    if not missing:
        return {name: file for name, file in wanted.items() if file}
    spare = typefaces(fonts)
    told = (
        f"not below {fonts}: {', '.join(missing)}. Other typefaces stand in, so figures are not those of the documents."
    )
    print(told, file=sys.stderr)
    return {name: file or _stand_in(name, spare) for name, file in wanted.items()}


def _stand_in(name: str, spare: Sequence[Path]) -> Path:
    """One of the typefaces, of the weight that the name says if there is any, the same for the same name."""
    alike = [path for path in spare if _weight(path.stem) == _weight(name)] or list(spare)
    return alike[zlib.crc32(name.encode()) % len(alike)]


def _weight(name: str) -> str:
    return next((weight for weight, pattern in _WEIGHTS.items() if re.search(pattern, name)), "regular")


def named(family: str) -> Path:
    """The installed typeface that is closest to a name such as "Liberation Serif:bold"."""
    found = subprocess.run(["fc-match", "-f", "%{file}", family], capture_output=True, text=True, check=True)
    return Path(found.stdout)


def holds_symbols(face: Path) -> bool:
    """Whether a typeface has a glyph for every digit and letter; false for a file that is no typeface."""
    try:
        with face.open("rb") as file, TTFont(file, lazy=True) as font:
            return (font.getBestCmap() or {}).keys() >= SYMBOLS
    except (TTLibError, OSError):
        return False
