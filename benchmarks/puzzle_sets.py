"""The puzzles that are measured: the collections under DATA/puzzles, or a smaller generated set without them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sudokulens import Board, Geometry, random_puzzle

DEFAULT_DATA = Path("../shared/data")
GENERATED = 300
"""Puzzles in each generated 9×9 set."""


@dataclass(frozen=True)
class PuzzleSet:
    """Classic puzzles as 81 characters each, `.` for blank."""

    name: str
    puzzles: list[str]


def classic_sets(data: Path) -> list[PuzzleSet]:
    """Every 9×9 collection in the folder, by file name; generated ones where the folder is not there."""
    found = [PuzzleSet(path.stem, _read_classic(path)) for path in _files(data)]
    return [each for each in found if each.puzzles] or _generated_sets()


def as_array(puzzles: list[str]) -> NDArray[np.uint8]:
    """The puzzles as (n, 81) digits, 0 for blank."""
    text = "".join(puzzles).replace(".", "0").encode()
    return np.frombuffer(text, dtype=np.uint8).reshape(len(puzzles), 81) - np.uint8(48)


def big_sets(data: Path) -> dict[str, list[Board]]:
    """Every collection of bigger boards in the folder (comma-separated, one board a line)."""
    found = {path.stem: _read_big(path) for path in _files(data)}
    found = {name: boards for name, boards in found.items() if boards}
    return found or {"16x16 generated": [random_puzzle(seed, Geometry.standard(16), minimal=False) for seed in (1, 2)]}


def _files(data: Path) -> list[Path]:
    return sorted((data / "puzzles").glob("*.txt"))


def _lines(path: Path) -> list[str]:
    return [line.strip() for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")]


def _read_classic(path: Path) -> list[str]:
    return [line[:81].replace("0", ".") for line in _lines(path) if "," not in line]


def _read_big(path: Path) -> list[Board]:
    return [Board.of(map(int, line.split(","))) for line in _lines(path) if "," in line]


def _generated_sets() -> list[PuzzleSet]:
    seeds = range(GENERATED)
    return [
        PuzzleSet("easy (generated)", [str(random_puzzle(seed, minimal=False)) for seed in seeds]),
        PuzzleSet("minimal (generated)", [str(random_puzzle(seed)) for seed in seeds]),
    ]
