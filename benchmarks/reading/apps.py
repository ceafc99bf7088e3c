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
from PIL import Image, ImageDraw, ImageFont

from benchmarks.reading.app_themes import HELD_OUT, TUNED, Colour, Theme, Tint
from benchmarks.reading.labelled import Label
from benchmarks.reading.renders import label_of, puzzle_of
from pages.camera import Shot, photograph
from pages.writing import Pixels, Writers, fitted_font, write
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
            painter = Painter(theme, faces, writers, random)
            page = painter.window(board)
            photo = number % 10 in (3, 6, 9)
            pixels = photograph(page, _shot(random), random)[0] if photo else page
            yield Screen(theme.name, f"{theme.name} {number}" + " photo" * photo, pixels, label_of(board))


def _shot(random: np.random.Generator) -> Shot:
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


class Painter:
    """Draws boards in one theme with one set of typefaces."""

    def __init__(self, theme: Theme, faces: dict[str, Path], writers: Writers, random: np.random.Generator) -> None:
        self.theme, self.faces, self.writers, self.random = theme, faces, writers, random
        self.cell = int(random.integers(36, 104))
        self.height = float(random.uniform(0.42, 0.64)) * self.cell
        self.edge = max(3, self.cell // 8)

    def window(self, board: Board) -> Pixels:
        """The board on the app's ground, a bar above and the keypad below it."""
        cell, random = self.cell, self.random
        above, below, side = (int(random.integers(cell // 2, 3 * cell)) for _ in range(3))
        size = 9 * cell + 2 * self.edge
        page = Image.new("RGB", (size + 2 * side, size + above + below + cell), self.theme.ground)
        page.paste(Image.fromarray(self.board(board)), (side, above))
        draw = ImageDraw.Draw(page)
        draw.rectangle([0, 0, page.width, above // 3], fill=tuple(int(v) for v in random.integers(0, 255, 3)))
        for digit in range(9):
            x = side + self.edge + (digit + 0.5) * cell
            write(draw, self._font("regular"), str(digit + 1), x, above + size + below / 2 + cell / 2, self.theme.entry)
        return np.array(page)

    def board(self, board: Board) -> Pixels:
        """The board alone with a small edge around it."""
        side = 9 * self.cell + 2 * self.edge
        image = Image.new("RGB", (side, side), self.theme.ground)
        draw = ImageDraw.Draw(image)
        solved = solve(board.puzzle).board
        assert solved is not None
        slips = {cell for cell, value in board.entries.items() if value != solved.values[cell]}
        chosen = int(self.random.integers(81))
        for cell in range(81):
            self._fill(draw, cell, self._ground(board, cell, chosen, slips))
        self._lines(draw)
        pens = [cell for cell in range(81) if board.values[cell] and not self._type(draw, board, cell, chosen, slips)]
        for cell in range(81):
            if not board.values[cell] and self.random.random() < self.theme.marks:
                self._mark(draw, cell)
        pixels = np.array(image)
        for cell in pens:
            self._pen(pixels, board.values[cell], cell)
        return pixels

    def _ground(self, board: Board, cell: int, chosen: int, slips: set[int]) -> Colour:
        theme, colour = self.theme, self.theme.ground
        if theme.boxes and (cell // 27 + cell % 9 // 3) % 2:
            colour = theme.boxes
        if theme.tiles:
            colour = (236, 240, 246)
        if theme.given_fill and board.givens[cell]:
            colour = theme.given_fill
        same_box = (cell // 27, cell % 9 // 3) == (chosen // 27, chosen % 9 // 3)
        if cell // 9 == chosen // 9 or cell % 9 == chosen % 9 or same_box:
            colour = _tinted(colour, theme.peers)
        if board.values[cell] and board.values[cell] == board.values[chosen]:
            colour = _tinted(colour, theme.equal)
        if cell in slips:
            colour = _tinted(colour, theme.wrong)
        return _tinted(colour, theme.chosen) if cell == chosen else colour

    def _fill(self, draw: ImageDraw.ImageDraw, cell: int, colour: Colour) -> None:
        x, y = self._corner(cell)
        box = [x, y, x + self.cell, y + self.cell]
        if self.theme.tiles:
            gap = max(1, self.cell // 24)
            box = [x + gap, y + gap, x + self.cell - gap, y + self.cell - gap]
            draw.rounded_rectangle(box, radius=self.cell // 8, fill=colour)
        else:
            draw.rectangle(box, fill=colour)

    def _lines(self, draw: ImageDraw.ImageDraw) -> None:
        first, last = self.edge, self.edge + 9 * self.cell
        for thick in (False, True):
            for line in range(10):
                if (line % 3 == 0) == thick:
                    at, width = first + line * self.cell, max(1, self.cell // (24 if thick else 48))
                    colour = self.theme.thick if thick else self.theme.thin
                    draw.line([first, at, last, at], fill=colour, width=width)
                    draw.line([at, first, at, last], fill=colour, width=width)

    def _type(self, draw: ImageDraw.ImageDraw, board: Board, cell: int, chosen: int, slips: set[int]) -> bool:
        """Writes the digit unless a pen has to."""
        theme, given = self.theme, board.givens[cell]
        weight = theme.given_weight if given else theme.entry_weight
        if weight == "pen":
            return False
        ink = theme.given if given else theme.entry
        if theme.equal_ink and board.values[cell] == board.values[chosen]:
            ink = theme.equal_ink
        if cell in slips and theme.wrong_ink:
            ink = theme.wrong_ink
        x, y = (corner + self.cell / 2 for corner in self._corner(cell))
        write(draw, self._font(weight, 1.0 if given else theme.entry_height), str(board.values[cell]), x, y, ink)
        return True

    def _mark(self, draw: ImageDraw.ImageDraw, cell: int) -> None:
        x, y = self._corner(cell)
        font = fitted_font(self.faces["regular"], 0.19 * self.cell)
        for digit in self.random.choice(9, int(self.random.integers(1, 6)), replace=False):
            place = [(part + 0.5) / 3 * 0.86 + 0.07 for part in (digit % 3, digit // 3)]
            write(draw, font, str(digit + 1), x + place[0] * self.cell, y + place[1] * self.cell, self.theme.entry)

    def _pen(self, pixels: Pixels, value: int, cell: int) -> None:
        side = round(self.cell * self.random.uniform(0.7, 0.95))
        stroke = np.array(Image.fromarray(self.writers.digit(value, self.random)).resize((side, side))).clip(0, 1)
        x, y = (corner + round((self.cell - side) * self.random.random()) for corner in self._corner(cell))
        part = pixels[y : y + side, x : x + side]
        part[:] = (part * (1 - stroke[..., None]) + np.array(self.theme.entry) * stroke[..., None]).astype(np.uint8)

    def _corner(self, cell: int) -> tuple[int, int]:
        return self.edge + cell % 9 * self.cell, self.edge + cell // 9 * self.cell

    def _font(self, weight: str, height: float = 1.0) -> ImageFont.FreeTypeFont:
        return fitted_font(self.faces[weight], self.height * height)


def _tinted(colour: Colour, tint: Tint | None) -> Colour:
    if tint is None:
        return colour
    over, strength = tint
    red, green, blue = (round(a + (b - a) * strength) for a, b in zip(colour, over, strict=True))
    return red, green, blue


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
    plain = grids[0].as_dict()
    digits = "".join(e if g == "0" else g for g, e in zip(plain["givens"], plain["entries"], strict=True))
    split = plain["givens"] == screen.label.givens
    tally.found += 1
    tally.right += digits == screen.label.digits
    tally.split += split
    tally.plain_split += split and screen.plain
    if digits != screen.label.digits:
        return "digits"
    missed = sum(a != "0" and b == "0" for a, b in zip(screen.label.givens or "", plain["givens"], strict=True))
    taken = sum(a == "0" and b != "0" for a, b in zip(screen.label.givens or "", plain["givens"], strict=True))
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
