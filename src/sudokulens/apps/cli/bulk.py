"""Thousands of plain lines solved as one array, where handling each as text would take longer than solving it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MIN_BULK_LINES = 2000
"""Lines from which on it pays to load numpy."""
_WIDTH = 82
_NO_DIGIT = 255
_DIGITS = bytes(0 if chr(c) in ".0*_xX" else c - 48 if 49 <= c <= 57 else _NO_DIGIT for c in range(256))


@dataclass(frozen=True, slots=True)
class Block:
    """The solutions of `count` puzzles, one per line."""

    text: str
    count: int


def solved_block(lines: list[str]) -> Block | None:
    """The solutions of lines that are all plain 9×9 puzzles with one solution; None where any is not."""
    if len(lines) < MIN_BULK_LINES or (digits := _digits(lines)) is None:
        return None
    from sudokulens.solving.many import solve_many

    solutions, counts = solve_many(digits)
    if (counts != 1).any():
        return None
    return Block(_text(solutions), len(lines))


def _digits(lines: list[str]) -> NDArray[np.uint8] | None:
    """The lines as an (n, 81) array, or None where one of them is not 81 cells and a newline."""
    import numpy as np

    text = "".join(lines)
    if not text.isascii() or len(text) != _WIDTH * len(lines):
        return None
    characters = np.frombuffer(text.encode(), dtype=np.uint8).reshape(-1, _WIDTH)
    if (characters[:, -1] != ord("\n")).any():
        return None
    digits = np.frombuffer(characters[:, :-1].tobytes().translate(_DIGITS), dtype=np.uint8).reshape(-1, _WIDTH - 1)
    return None if (digits == _NO_DIGIT).any() else digits


def _text(solutions: NDArray[np.uint8]) -> str:
    import numpy as np

    characters = np.full((len(solutions), _WIDTH), ord("\n"), dtype=np.uint8)
    characters[:, :-1] = solutions + ord("0")
    return characters.tobytes().decode("ascii")
