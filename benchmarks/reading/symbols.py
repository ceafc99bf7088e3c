"""Are the symbols of boards above 9×9 read, however they are written?

    python -m benchmarks.reading.symbols --fonts /usr/share/fonts --count 12

Lawful boards of 10×10, 12×12 and 16×16 with two fifths of their cells filled, as screenshots in the typefaces found
below the folder, by the symbols from 10 on: capital and small letters, after 1–9 or with a leading 0 (which stands for
the largest value), letters alone (from A for 1), numbers, and numbers in outlined type. Right: every cell; silent:
wrong without a doubt.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.reading.trials import Trial, parser_of, run, whole
from pages.boards import board_of, geometry_of, lawful_digits
from pages.grids import Look
from pages.paper import Page
from pages.typefaces import typefaces
from sudokulens.puzzle.board import Board
from sudokulens.scanner import Scanner

SIZES = (10, 12, 16)
SHARE_FILLED = 0.4
INKS = (((25, 25, 30), (255, 255, 255)), ((235, 235, 235), (30, 32, 38)), ((40, 70, 150), (248, 246, 238)))
"""Ink and paper."""


def symbols_of(kind: str, size: int) -> list[str]:
    """What stands for 1 to `size`."""
    letters = string.ascii_lowercase if kind.startswith("small") else string.ascii_uppercase
    if kind.startswith("numbers"):
        return [str(value) for value in range(1, size + 1)]
    if kind == "letters alone":
        return list(letters[:size])
    symbols = [*"123456789", *letters][:size]
    return [*symbols[:-1], "0"] if kind.endswith("from 0") else symbols


KINDS = (
    "capital letters",
    "capital letters from 0",
    "small letters",
    "small letters from 0",
    "letters alone",
    "numbers",
    "numbers outlined",
)


def picture_of(
    texts: np.ndarray, face: Path, random: np.random.Generator, cell: int, *, outlined: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """The board on a page with a little paper around it, and its lattice; `texts` are the contents of every cell."""
    size, edge = len(texts), int(random.integers(2, cell))
    ink, paper = INKS[int(random.integers(len(INKS)))]
    look = Look(
        face, cell, ink, paper, ink, ink, thick=3, outer=3, height=random.uniform(0.34, 0.5), hollow=outlined,
        texts=dict(enumerate(texts.ravel())), edge=edge,
    )  # fmt: skip
    page = Page.around(Board.empty(geometry_of(size)), look)
    pixels = np.pad(page.pixels, ((0, 1), (0, 1), (0, 0)), "edge")  # As much paper after the last line as before.
    return pixels, page.grids[0].crossings


def picture(board: np.ndarray, kind: str, face: Path, random: np.random.Generator, cell: int) -> np.ndarray:
    """The board with its symbols written as `kind` says."""
    symbols = np.array(["", *symbols_of(kind, len(board))], dtype=object)
    return picture_of(symbols[board], face, random, cell, outlined="outlined" in kind)[0]


def trials(kind: str, faces: Sequence[Path], count: int, seed: int) -> Iterator[Trial]:
    """Boards of the sizes in turn, in any of the typefaces."""
    for number in range(count):
        random = np.random.default_rng([seed, number, *kind.encode()])
        size, face = SIZES[number % len(SIZES)], faces[int(random.integers(len(faces)))]
        full = lawful_digits(size, random)
        board = np.where(random.random(full.shape) < SHARE_FILLED, full, 0)
        pixels = picture(board, kind, face, random, int(random.integers(30, 64)))
        yield Trial(pixels, whole(board_of(board.ravel(), size)))


def main() -> None:
    options = parser_of(__doc__, 12, "boards of each kind").parse_args()
    faces = typefaces(options.fonts)
    run(Scanner(), ((kind, trials(kind, faces, options.count, options.seed)) for kind in KINDS), options.out)


if __name__ == "__main__":
    main()
