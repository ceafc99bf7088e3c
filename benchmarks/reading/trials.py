"""What the benchmarks on drawn boards have in common: a picture is scanned, its first grid is judged and counted."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.reading.labelled import is_silent
from sudokulens.puzzle.board import Board
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import ImageSource, load_frame

Judge = Callable[[ScannedGrid | None], "Counter[str]"]
"""What to count for a reading; `right` if it will do."""


@dataclass(frozen=True, eq=False)
class Trial:
    """A picture, and how what is read on it is judged."""

    picture: ImageSource
    judge: Judge


def whole(board: Board) -> Judge:
    """Right with every digit as on the board; silent if wrong without a doubt."""

    def judge(grid: ScannedGrid | None) -> Counter[str]:
        right = grid is not None and grid.board.values == board.values
        silent = grid is not None and not right and is_silent(grid)
        return Counter(boards=1, found=grid is not None, right=right, silent=silent)

    return judge


def told(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {int(count)}" for name, count in counts.items())


def run(scanner: Scanner, groups: Iterable[tuple[str, Iterable[Trial]]], out: Path | None = None) -> Counter[str]:
    """Prints the counts of every group and gives those of all; pictures that failed go to a folder."""
    everything = Counter[str]()
    for name, trials in groups:
        counts = Counter[str]()
        for number, trial in enumerate(trials):
            frame = load_frame(trial.picture)
            found = trial.judge(next(iter(scanner(frame).grids), None))
            counts.update(found)
            if out and not found["right"]:
                out.mkdir(parents=True, exist_ok=True)
                frame.save(out / f"{name} {number}.png")
        print(f"{name:<24} {told(counts)}", flush=True)
        everything.update(counts)
    return everything


def parser_of(description: str | None, count: int, what: str) -> argparse.ArgumentParser:
    """The options of all of them: how many pictures of what, from which seed, in which typefaces."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=count, help=what)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"))
    parser.add_argument("--out", type=Path, help="a folder for what failed")
    return parser
