"""Are cages and sums read? `python -m benchmarks.reading.cages --count 4`, `--real ../shared/data/pages`

Killers in styles that training never drew: outlines, tints alone, dark screens, sums in other corners, photographed
paper; `--styles fresh` takes styles that no fit has used either. A board counts when every cage with its sum is
exact. Real pages have the cell and the value of every sum (`cage_sums` of their labels): a cage counts when it has that
sum and no other labelled cell; on a board whose cages are recognised by their sums alone, nothing else can be wrong.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import numpy as np

import sudokulens as sl
from benchmarks.reading.labelled import is_silent
from benchmarks.reading.trials import Trial, parser_of, run, told
from pages.boards import partly_solved
from pages.cages import CageLook, tints
from pages.camera import Shot, photograph
from pages.grids import Look, draw_grid
from pages.typefaces import files_of
from pages.writing import Colour
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import Cage
from sudokulens.scanned import ScannedGrid

WHITE, GREY = (255, 255, 255), (120, 120, 124)
TABLE = 80
"""Pixels of paper more around a grid that is photographed."""
PASTELS = ((255, 242, 204), (198, 224, 180), (248, 203, 173), (189, 215, 238), (204, 204, 208))
GREYS = (WHITE, (222, 222, 222), (190, 190, 190), (160, 160, 160))
VIVID = ((250, 220, 120), (150, 210, 230), (240, 160, 170), (170, 220, 150), (200, 180, 240))


@dataclass(frozen=True)
class Style:
    """A style of killers; `filled` is the share of cells that somebody has filled in."""

    look: Look
    cages: CageLook
    palette: tuple[Colour, ...] = ()
    filled: float = 0.0
    highlighted: bool = False
    """Whether a cell is selected, as apps show by another ground."""
    shot: Shot | None = None
    faces: tuple[str, ...] = ("DejaVuSans", "Roboto-Regular", "Carlito-Regular", "DejaVuSerif")


_APP = Look(paper=WHITE, thin_ink=(170, 170, 175), thin=1, thick=3, outer=3, typed=True)
_DARK = Look(
    paper=(24, 26, 32), ink=(230, 232, 238), thin_ink=(74, 78, 90), thick_ink=(180, 184, 196), thin=1, thick=3, outer=3,
    entry_ink=(120, 180, 255), typed=True,
)  # fmt: skip

STYLES: dict[str, Style] = {
    "dashes": Style(_APP, CageLook(width=0.02)),
    "dots": Style(_APP, CageLook(inset=0.06, dash=0.025, gap=0.04)),
    "fine lines": Style(_APP, CageLook(ink=GREY, inset=0.05, width=0.015, gap=0, sum_height=0.2)),
    "blue lines": Style(_APP, CageLook((60, 90, 190), gap=0, inset=0.1, sum_ink=(60, 90, 190))),
    "dashes and tints": Style(_APP, CageLook(inset=0.05, width=0.015), PASTELS),
    "tints alone": Style(_APP, CageLook(width=0), PASTELS),
    "vivid tints": Style(replace(_APP, thin_ink=(40, 40, 44)), CageLook(width=0, sum_height=0.22), VIVID),
    "greys and dots": Style(_APP, CageLook(inset=0.06, dash=0.03, gap=0.04, sum_paper=WHITE), GREYS),
    "tints, sums last": Style(_APP, CageLook(width=0, sum_height=0.26, sum_corner="bottom right"), PASTELS),
    "dashes, sums last": Style(_APP, CageLook(sum_corner="bottom right")),
    "dark": Style(_DARK, CageLook((150, 156, 170), sum_ink=(200, 204, 214))),
    "thick borders": Style(_APP, CageLook(inset=0.0, width=0.06, gap=0, sum_height=0.22)),
    "half filled": Style(_APP, CageLook(width=0.02, sum_height=0.2), filled=0.5),
    "filled": Style(_APP, CageLook(width=0.02, sum_height=0.2), PASTELS, filled=1.0),
    "newspaper": Style(Look(thin=1, thick=3, outer=3), CageLook(), shot=Shot(tilt=10, bend=0.01, noise=3)),
}

_GREEN = Look(
    paper=(240, 247, 238), ink=(20, 60, 40), thin_ink=(150, 180, 160), thick_ink=(40, 90, 60), thin=1, thick=4, outer=4,
    typed=True,
)  # fmt: skip
_NIGHT = replace(_DARK, paper=(8, 8, 10), thin_ink=(60, 60, 64))
_DEEP = ((60, 40, 50), (36, 58, 48), (38, 48, 76), (70, 62, 34), (52, 36, 72))
_SOFT = ((238, 244, 255), (255, 238, 238), (236, 250, 236), (255, 250, 226), (246, 238, 255))

FRESH_STYLES: dict[str, Style] = {
    "long dashes": Style(_APP, CageLook(GREY, dash=0.16, gap=0.08, width=0.03, sum_height=0.19)),
    "red lines": Style(_APP, CageLook((200, 40, 40), inset=0.13, gap=0, width=0.02, sum_ink=(200, 40, 40))),
    "sums top right": Style(_APP, CageLook(inset=0.07, width=0.02, sum_height=0.2, sum_corner="top right")),
    "soft tints": Style(_APP, CageLook(width=0, sum_height=0.2), _SOFT),
    "soft tints, dots": Style(_APP, CageLook(GREY, inset=0.05, dash=0.03, gap=0.05), _SOFT),
    "deep tints": Style(_DARK, CageLook(width=0, sum_ink=(220, 220, 226), sum_height=0.2), _DEEP),
    "night lines": Style(_NIGHT, CageLook((110, 150, 110), inset=0.08, gap=0, sum_ink=(150, 200, 150))),
    "green page": Style(_GREEN, CageLook((40, 90, 60), inset=0.07, sum_ink=(40, 90, 60), sum_height=0.2)),
    "heavy dashes": Style(_APP, CageLook(inset=0.1, width=0.045, dash=0.1, gap=0.07, sum_height=0.2)),
    "small sums": Style(_APP, CageLook(inset=0.05, width=0.015, sum_height=0.14)),
    "half filled tints": Style(_APP, CageLook(width=0, sum_height=0.22), PASTELS, filled=0.5),
    "photographed tints": Style(Look(thin=1, thick=3, outer=3), CageLook(), GREYS, shot=Shot(tilt=8, noise=3)),
}
"""Styles on which nothing was fitted or chosen."""


@cache
def faces_of(fonts: Path) -> dict[str, Path]:
    """The files of all styles' typefaces, by name."""
    return files_of(fonts, sorted({face for style in (STYLES | FRESH_STYLES).values() for face in style.faces}))


def drawn(board: Board, style: Style, random: np.random.Generator, fonts: Path) -> tuple[np.ndarray, Board, Look]:
    """The killer's page, the board on it, and how it was drawn."""
    cages = [rule for rule in board.rules if isinstance(rule, Cage)]
    shown = partly_solved(board, style.filled, random)
    face = style.faces[int(random.integers(len(style.faces)))]
    look = replace(
        style.look.sized(int(random.integers(40, 90))),
        font=faces_of(fonts)[face],
        cages=tuple(rule.cells for rule in cages),
        sums=tuple(rule.total or 0 for rule in cages),
        cage_look=style.cages,
        edge=int(random.integers(4, 90)) + (TABLE if style.shot else 0),
    )
    if style.palette:
        look = replace(look, fills=tints(look.cages, board.size, style.palette, random))
    if style.highlighted:
        look = replace(look, fills=look.fills | {int(random.integers(len(board.values))): (190, 222, 255)})
    page = draw_grid(shown, look, None, random)
    if style.shot is None:
        return page, shown, look
    return photograph(page, style.shot, random)[0], shown, look


def score(board: Board, grid: ScannedGrid | None) -> Counter[str]:
    """What to count; right where every cage is exact."""
    wanted = {(rule.cells, rule.total) for rule in board.rules if isinstance(rule, Cage)}
    read = {(cage.cells, cage.sum) for cage in grid.rules.cages} if grid else set()
    silent = grid is not None and wanted != read and is_silent(grid)
    counts = Counter(boards=1, found=grid is not None, right=wanted == read, silent=silent)
    digits = grid is not None and grid.board.values == board.values
    counts.update({"cages": len(wanted), "cages exact": len(wanted & read), "digits right": digits})
    return counts


def trials(style: Style, name: str, count: int, seed: int, fonts: Path) -> Iterator[Trial]:
    for number in range(count):
        board = sl.generate(seed=seed * 10_000 + number, variants=("killer",))
        page, shown, _ = drawn(board, style, np.random.default_rng([seed, number, *name.encode()]), fonts)
        yield Trial(page, partial(score, shown))


def real_cages(folder: Path) -> Iterator[tuple[str, int, int]]:
    """(picture, cages right, cages labelled) for killers whose sums are labelled."""
    scanner, labels = sl.Scanner(), json.loads((folder / "labels.json").read_text())
    for name, label in labels.items():
        if not (label.get("cage_sums") or label.get("cages")):
            continue
        grids = scanner(str(folder / name)).grids
        cages = grids[0].rules.cages if grids else ()
        sums = {int(cell): total for cell, total in label.get("cage_sums", {}).items()}
        right = sum(len(here) == 1 and sums[here[0]] == cage.sum for cage in cages if (here := _of(cage.cells, sums)))
        yield name, right, len(sums)


def _of(cells: tuple[int, ...], sums: dict[int, int]) -> list[int]:
    return [cell for cell in cells if cell in sums]


def main() -> None:
    every = STYLES | FRESH_STYLES
    parser = parser_of(__doc__, 4, "boards of each style")
    parser.add_argument("--styles", nargs="+", default=list(STYLES), choices=[*every, "fresh"])
    parser.add_argument("--real", type=Path, help="a folder of labelled pages, in place of drawn ones")
    options = parser.parse_args()
    if options.real:
        for name, right, of in real_cages(options.real):
            print(f"{name}: {right}/{of}", flush=True)
        return
    names = FRESH_STYLES if options.styles == ["fresh"] else options.styles
    groups = ((name, trials(every[name], name, options.count, options.seed, options.fonts)) for name in names)
    print(f"{'all':<24} {told(run(sl.Scanner(), groups, options.out))}")


if __name__ == "__main__":
    main()
