"""Are givens and entries told apart on the boards of Sudoku apps?

    python -m benchmarks.reading.apps --data ../shared/data

Boards in the themes of `app_themes`, as screenshots and as photos of a screen, with no entries, some, or all of them;
in typefaces that training never saw (but for the script ones). For every theme: grids, found, right in every digit,
givens alone right, and the same for pictures without any entry. `--themes tuned` takes those that the rules of the
split were tuned on, `--out` keeps the pictures that failed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from benchmarks.reading.app_themes import HELD_OUT, TUNED
from benchmarks.reading.labelled import Label, label_of
from benchmarks.reading.renders import puzzle_of
from pages.camera import Shot, photograph
from pages.screens import Theme, draw_window
from pages.writing import Pixels, Writers
from sudokulens.puzzle.board import Board
from sudokulens.scanner import Scanner
from sudokulens.solving.solve import solve
from sudokulens.vision.frame import Frame

FAMILIES: tuple[tuple[str, str, str, str], ...] = (
    (
        "opentype/cantarell/Cantarell-Light.otf",
        "opentype/cantarell/Cantarell-Regular.otf",
        "opentype/cantarell/Cantarell-Bold.otf",
        "truetype/crosextra/Carlito-Italic.ttf",
    ),
    (
        "truetype/roboto/unhinted/RobotoCondensed-Light.ttf",
        "truetype/roboto/unhinted/RobotoCondensed-Regular.ttf",
        "truetype/roboto/unhinted/RobotoCondensed-Bold.ttf",
        "truetype/roboto/unhinted/RobotoCondensed-Italic.ttf",
    ),
    (
        "truetype/jetbrains-mono/JetBrainsMono-Light.ttf",
        "truetype/jetbrains-mono/JetBrainsMono-Medium.ttf",
        "truetype/jetbrains-mono/JetBrainsMono-ExtraBold.ttf",
        "truetype/jetbrains-mono/JetBrainsMono-Italic.ttf",
    ),
    (
        "truetype/adf/VeranaSans-Regular.otf",
        "truetype/adf/VeranaSansMedium-Regular.otf",
        "truetype/adf/VeranaSans-Bold.otf",
        "truetype/adf/VeranaSans-Oblique.otf",
    ),
    (
        "truetype/tuffy/Tuffy.ttf",
        "truetype/tuffy/Tuffy.ttf",
        "truetype/tuffy/Tuffy_Bold.ttf",
        "truetype/tuffy/Tuffy_Italic.ttf",
    ),
)
"""Typefaces that training held out: light, regular, bold, italic."""

WEIGHTS = ("light", "regular", "bold", "italic", "script")
SCRIPTS = ("opentype/comic-neue/ComicNeue-Italic.otf", "truetype/klee/KleeOne-SemiBold.ttf")


@dataclass(frozen=True, eq=False)
class Screen:
    """One picture of an app's board."""

    theme: str
    name: str
    pixels: Pixels
    label: Label

    @property
    def plain(self) -> bool:
        return self.label.digits == self.label.givens


@dataclass
class Tally:
    """Counts over the pictures of one theme."""

    grids: int = 0
    found: int = 0
    right: int = 0
    split: int = 0
    plain: int = 0
    plain_split: int = 0

    def row(self, name: str) -> str:
        return (
            f"{name:<18} {self.grids:>5} {self.found:>5} {self.right:>5} {self.split:>5} "
            f"{100 * self.split / max(1, self.grids):>6.1f} % {self.plain_split:>5}/{self.plain}"
        )


def draw_screens(
    themes: Sequence[Theme], count: int, data: Path, seed: int = 0, fonts: Path = Path("/usr/share/fonts")
) -> Iterator[Screen]:
    """`count` pictures of every theme, the same for the same seed."""
    writers = Writers(data / "mnist")
    for theme in themes:
        for number in range(seed, seed + count):
            random = np.random.default_rng([*theme.name.encode(), number])
            board = played(
                puzzle_of(7000 + int(random.integers(1 << 20)), 9), random, slips=theme.wrong_ink is not None
            )
            family = (*FAMILIES[int(random.integers(len(FAMILIES)))], SCRIPTS[number % len(SCRIPTS)])
            faces = {weight: fonts / face for weight, face in zip(WEIGHTS, family, strict=True)}
            page = draw_window(board, theme, faces, writers, random)
            photo = number % 10 in (3, 6, 9)
            pixels = photograph(page, shot_of_screen(random), random)[0] if photo else page
            yield Screen(theme.name, f"{theme.name} {number}" + " photo" * photo, pixels, label_of(board))


def shot_of_screen(random: np.random.Generator) -> Shot:
    """How somebody photographs a screen or a page, chosen at random."""
    return Shot(
        tilt=random.uniform(0, 25), turn=random.normal(0, 5), moire=random.uniform(0.01, 0.08),
        focus=random.uniform(0.4, 1.0), noise=random.uniform(1, 4),
    )  # fmt: skip


def played(puzzle: Board, random: np.random.Generator, slips: bool) -> Board:
    """The puzzle, often with givens to spare, and what a player has filled in: nothing, some or all of it."""
    solved = solve(puzzle).board
    assert solved is not None
    spare = [
        cell for cell in range(81) if not puzzle.values[cell] and random.random() < random.choice([0, 0, 0.15, 0.3])
    ]
    easy = Board.of([value or solved.values[c] * (c in spare) for c, value in enumerate(puzzle.values)])
    share = random.choice([0.0, 0.1, 0.3, 0.6, 0.9, 1.0, random.random()])
    entries = {c: solved.values[c] for c in range(81) if not easy.values[c] and random.random() < share}
    for cell in [cell for cell in entries if slips and random.random() < 0.05][:3]:
        entries[cell] = int(entries[cell] % 9 + 1)
    return easy.with_values(entries)


def main() -> None:
    arguments = _arguments()
    themes = {"tuned": TUNED, "held-out": HELD_OUT, "all": TUNED + HELD_OUT}[arguments.themes]
    scanner, tallies = Scanner(), {theme.name: Tally() for theme in themes}
    for screen in draw_screens(themes, arguments.count, arguments.data, arguments.seed):
        fault = count(scanner, screen, tallies[screen.theme])
        if fault:
            print(f"  {screen.name}: {fault}", flush=True)
            if arguments.out:
                arguments.out.mkdir(parents=True, exist_ok=True)
                Image.fromarray(screen.pixels).save(arguments.out / f"{screen.name}.png")
    print(f"{'theme':<18} grids found right split          without entries")
    for name, tally in tallies.items():
        print(tally.row(name))
    whole = Tally(*(sum(getattr(tally, name) for tally in tallies.values()) for name in vars(Tally())))
    print(whole.row("all"))


def count(scanner: Scanner, screen: Screen, tally: Tally) -> str:
    """Counts one picture; says what is wrong with it."""
    grids = scanner(Frame(screen.pixels)).grids
    tally.grids += 1
    tally.plain += screen.plain
    if not grids:
        return "no grid"
    read = label_of(grids[0].board)
    split = read.givens == screen.label.givens
    tally.found += 1
    tally.right += read.digits == screen.label.digits
    tally.split += split
    tally.plain_split += split and screen.plain
    if read.digits != screen.label.digits:
        return "digits"
    pairs = list(zip(screen.label.givens or "", read.givens or "", strict=True))
    missed, taken = sum(a != "0" == b for a, b in pairs), sum(a == "0" != b for a, b in pairs)
    return "" if split else f"{missed} givens taken for entries, {taken} entries for givens"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--themes", choices=("tuned", "held-out", "all"), default="all")
    parser.add_argument("--count", type=int, default=10, help="pictures of each theme")
    parser.add_argument("--seed", type=int, default=0, help="the first picture's number")
    parser.add_argument("--out", type=Path, help="folder for the pictures that failed")
    return parser.parse_args()


if __name__ == "__main__":
    main()
