"""Are givens and entries told apart on the boards of Sudoku apps?

    python -m benchmarks.reading.apps --data ../shared/data

Boards in the themes of `app_themes`, as screenshots and as photos of a screen, with no entries, some, or all of them;
in typefaces that training never saw (but for the script ones). Every theme has a row, and so have all pictures without
any entry. `--themes tuned` takes those that the rules of the split were tuned on, `--out` collects the failures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.reading.app_themes import HELD_OUT, TUNED
from benchmarks.reading.labelled import Drawn, drawn
from benchmarks.reading.renders import puzzle_of
from benchmarks.reading.results import HEADER, Results, write_failures
from benchmarks.reading.trials import parser_of
from pages.camera import Shot
from pages.screens import Theme, draw_window
from pages.typefaces import files_of
from pages.writing import Writers
from sudokulens.puzzle.board import Board
from sudokulens.scanner import Scanner
from sudokulens.solving.solve import solve

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


def draw_screens(
    themes: Sequence[Theme], count: int, data: Path, seed: int = 0, fonts: Path = Path("/usr/share/fonts")
) -> Iterator[Drawn]:
    """`count` pictures of every theme, the same for the same seed."""
    writers = Writers(data / "mnist")
    files = files_of(fonts, [*SCRIPTS, *(face for family in FAMILIES for face in family)])
    for theme in themes:
        for number in range(seed, seed + count):
            random = np.random.default_rng([*theme.name.encode(), number])
            board = played(
                puzzle_of(7000 + int(random.integers(1 << 20)), 9), random, slips=theme.wrong_ink is not None
            )
            family = (*FAMILIES[int(random.integers(len(FAMILIES)))], SCRIPTS[number % len(SCRIPTS)])
            faces = {weight: files[face] for weight, face in zip(WEIGHTS, family, strict=True)}
            page = draw_window(board, theme, faces, writers, random)
            photo = number % 10 in (3, 6, 9)
            page = page.taken(shot_of_screen(random), random) if photo else page
            yield drawn(theme.name, page, name=f"{theme.name} {number}" + " photo" * photo)


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
    parser = parser_of(__doc__, 10, "pictures of each theme")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--themes", choices=("tuned", "held-out", "all"), default="all")
    parser.set_defaults(seed=0)
    options = parser.parse_args()
    themes = {"tuned": TUNED, "held-out": HELD_OUT, "all": TUNED + HELD_OUT}[options.themes]
    scanner, results = Scanner(), Results()
    print(HEADER)
    for screen in draw_screens(themes, options.count, options.data, options.seed, options.fonts):
        bare = all(label.digits == label.givens for label in screen.labels)
        results.add(scanner, screen, also=["without entries"] * bare)
    results.show("all")
    if options.out:
        write_failures([results], options.out)


if __name__ == "__main__":
    main()
