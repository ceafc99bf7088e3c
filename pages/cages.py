"""Killer cages as newspapers and apps draw them: outlines, tints, and a small sum in a corner of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from pages.partitions import touching
from pages.writing import Colour

Cage: TypeAlias = tuple[int, ...]
Point: TypeAlias = tuple[float, float]
Corner: TypeAlias = Literal["top left", "top right", "bottom right"]


@dataclass(frozen=True)
class CageLook:
    """How cages are drawn; lengths are shares of a cell."""

    ink: Colour = (34, 32, 36)
    inset: float = 0.09
    width: float = 0.025
    """0 for cages without an outline."""
    dash: float = 0.07
    gap: float = 0.055
    """0 for unbroken lines."""
    sum_ink: Colour = (34, 32, 36)
    sum_height: float = 0.17
    sum_corner: Corner = "top left"
    sum_paper: Colour | None = None
    """The colour behind a sum, over the outline; None for the background of its cell."""


def sum_cell(cage: Cage, look: CageLook) -> int:
    """The cell of a cage that shows its sum."""
    return max(cage) if look.sum_corner == "bottom right" else min(cage)


def tints(
    cages: Sequence[Cage], size: int, palette: Sequence[Colour], random: np.random.Generator
) -> dict[int, Colour]:
    """A colour for every cell: one a cage, another than its neighbours' as far as the palette goes."""
    owner = np.full((size, size), -1)
    for number, cage in enumerate(cages):
        owner.flat[list(cage)] = number
    near, chosen = touching(owner), dict[int, Colour]()
    for number in range(len(cages)):
        free = [each for each in palette if each not in {chosen.get(other) for other in near[number]}]
        chosen[number] = (free or list(palette))[int(random.integers(len(free or palette)))]
    return {cell: chosen[number] for number, cage in enumerate(cages) for cell in cage}


def outline(cage: Cage, size: int, inset: float) -> list[tuple[Point, Point]]:
    """The lines round a cage, in cells, `inset` within it; they meet at its corners, inner ones too."""
    inside = {divmod(cell, size) for cell in cage}
    lines = []
    for row, column in inside:
        for down, across in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (row + down, column + across) in inside:
                continue
            ends = []
            for side in (-1, 1):
                along = (row + side * abs(across), column + side * abs(down))
                beyond = (along[0] + down, along[1] + across)
                ends.append(side * (0.5 - inset if along not in inside else 0.5 + inset * (beyond in inside)))
            line = [
                (
                    column + 0.5 + across * (0.5 - inset) + abs(down) * end,
                    row + 0.5 + down * (0.5 - inset) + abs(across) * end,
                )
                for end in ends
            ]
            lines.append((line[0], line[1]))
    return lines
