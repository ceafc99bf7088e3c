"""Puzzles from lines of text and back (`_kernel/text.c`) in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Buffer

CELLS = 81
NO_DIGIT = 255
DIGIT_OF_BYTE = bytes(
    0 if chr(code) in ".0*_xX" else code - 48 if chr(code) in "123456789" else NO_DIGIT for code in range(256)
)
_CHARACTER_OF_DIGIT = bytes(range(48, 58)).ljust(256, b"?")


def read_text(text: str, start: int, most: int, /) -> None:
    """None: lines have to be looked at one by one, for nothing in Python splits a text faster than `splitlines`."""


def read_lines(lines: list[Any], /) -> bytes | None:
    """All puzzles at once, where each line is just 81 cells, empty or a remark; None where some need a closer look."""
    try:
        puzzles = [line for item in lines if (line := item.strip()) and line[0] != "#"]
        if not set(map(len, puzzles)) <= {CELLS}:
            return None
        digits = "".join(puzzles).encode("ascii", "replace").translate(DIGIT_OF_BYTE)
    except (AttributeError, TypeError):
        return None
    return None if NO_DIGIT in digits else digits


def write_lines(solutions: Buffer, counts: Buffer, /) -> list[str | None]:
    """81 characters for every solution, None where the count is 0."""
    found, text = memoryview(counts).cast("B").cast("I"), bytes(solutions).translate(_CHARACTER_OF_DIGIT).decode()
    if len(text) != CELLS * len(found):
        raise ValueError("expected 81 bytes of a solution and a 32-bit count for every puzzle")
    return [text[i * CELLS : (i + 1) * CELLS] if count else None for i, count in enumerate(found)]
