"""The puzzles of own_puzzles.txt, and others by seed, for the kernel tests."""

from __future__ import annotations

from array import array
from pathlib import Path
from random import Random
from typing import NamedTuple

from sudokulens.solving.random import random_grid

COUNT_LIMIT = 20


class OwnPuzzle(NamedTuple):
    """81 values, how many solutions they have (up to COUNT_LIMIT), and the solution if there is just one."""

    values: bytes
    count: int
    solution: bytes | None


def own_puzzles() -> list[OwnPuzzle]:
    lines = Path(__file__).with_suffix(".txt").read_text().splitlines()
    return [_read(*line.split(":")) for line in lines if not line.startswith("#")]


def _read(puzzle: str, count: str, solution: str) -> OwnPuzzle:
    return OwnPuzzle(_digits(puzzle), int(count), None if solution == "-" else _digits(solution))


def _digits(text: str) -> bytes:
    return bytes(int(character) if character != "." else 0 for character in text)


def mutated_puzzles(seed: int, count: int) -> list[bytes]:
    """Grids with 40 to 57 cells emptied and sometimes one given changed: no, one, some or many solutions."""
    random = Random(seed)
    full = [random_grid(seed + i).values for i in range(4)]
    found = []
    for _ in range(count):
        values = list(random.choice(full))
        for cell in random.sample(range(81), random.randint(40, 57)):
            values[cell] = 0
        if random.random() < 0.3:
            values[random.randrange(81)] = random.randint(1, 9)
        found.append(bytes(values))
    return found


def new_buffers(puzzles: list[bytes]) -> tuple[bytes, bytearray, array[int]]:
    """Puzzles, solutions and counts as the kernel takes them."""
    return b"".join(puzzles), bytearray(81 * len(puzzles)), array("I", bytes(4 * len(puzzles)))
