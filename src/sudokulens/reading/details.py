"""The network of details: what is noted in, printed round and drawn through the cells of an upright grid.

It is asked only where the page seems to have such things, and at a finer scale than the reading networks: a mark is a
fifth of a cell high.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.reading.chance import EVEN, FLOOR
from sudokulens.reading.preprocess import tensor_from_canvas
from sudokulens.reading.session import OpenSession, Session, onnx_session
from sudokulens.reading.weights_file import Weights, read_weights, shipped_weights
from sudokulens.vision.cells import corners_enlarged

MAX_SIZE_CELLS = 9
"""Cells along a side; on larger boards nobody notes candidates in a cell."""


NO_SUM = 10
"""The column of `Details.units` for cells without a sum."""


SUM_CORNERS = ((0, 0), (1, 1), (0, 1))
"""The corners of cells, down and across, in which sums are printed, the usual one first."""


class MarkPlace(IntEnum):
    """Where the marks of a cell stand: each digit in its own ninth, in the corners, or in a row."""

    NINTHS = 0
    CORNERS = 1
    ROW = 2


class Side(IntEnum):
    """The sides of a cell in the order of the networks' outputs."""

    ABOVE = 0
    RIGHT = 1
    BELOW = 2
    LEFT = 3


@dataclass(frozen=True, slots=True, eq=False)
class Details:
    """Probabilities for every cell in row-major order; `units` has 10 for "no sum", `figures` is by name."""

    marks: NDArray[np.float32]
    """(n·n, 9): digit d is among the cell's pencil marks."""
    place: NDArray[np.float32]
    """(n·n, MarkPlace)."""
    caged: NDArray[np.float32]
    """(n·n,): the cell lies in a cage."""
    cage_sides: NDArray[np.float32]
    """(n·n, Side): a cage ends at this side."""
    tens: NDArray[np.float32]
    """(n·n, 5): the first digit of the sum in this cell's corner."""
    units: NDArray[np.float32]
    """(n·n, 11): its last digit, column 10 for no sum."""
    region_sides: NDArray[np.float32]
    """(n·n, Side): a box or region ends at this side."""
    figures: dict[str, NDArray[np.float32]]
    """(n·n,) by name: diagonals, windows, thermometers, arrows, dots or shapes touch the cell."""
    sudoku: float
    """The probability that the canvas shows a Sudoku of any rules, and not another grid of numbers."""
    model: str

    @property
    def size(self) -> int:
        return isqrt(len(self.caged))

    @property
    def summed(self) -> NDArray[np.bool_]:
        """(n·n,) True for cells in cages that show a sum."""
        return np.asarray((self.caged >= EVEN) & (self.units[:, NO_SUM] < EVEN))


def shows_cages(details: Details) -> bool:
    """True where at least as many cells as a row has show sums: fewer are stray ink."""
    return int(details.summed.sum()) >= details.size


def sum_clearness(details: Details, cells: NDArray[np.bool_]) -> float:
    """The mean logarithm of the probability of the likeliest sum in each of these cells.

    Minus infinity where these are fewer than a row has: stray ink, not the sums of a killer.
    """
    clearest = details.tens[cells].max(axis=1) * details.units[cells, :NO_SUM].max(axis=1)
    return float(np.log(np.maximum(clearest, FLOOR)).mean()) if cells.sum() >= details.size else -np.inf


def with_closer_sums(details: Details, closer: Details) -> Details:
    """The details with the sums as both they and a look at enlarged corners show them.

    The logarithms of the probabilities of both are added with fitted weights, that of the closer look as far as it sees
    a sum at all: enlarged, large sums are cut off.
    """
    weights = fitted("cages")["sums"]
    shown = weights["closer"] * (1 - closer.units[:, NO_SUM:])
    tens = _mixed(weights["plain"] * _logarithms(details.tens) + shown * _logarithms(closer.tens))
    digits = weights["plain"] * _logarithms(details.units) + shown * _logarithms(closer.units)
    nothing = details.units[:, NO_SUM:]
    units = np.hstack([(1 - nothing) * _mixed(digits[:, :NO_SUM]), nothing])
    return replace(details, tens=tens, units=units)


def _logarithms(shares: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.log(np.maximum(shares, FLOOR))


def _mixed(logarithms: NDArray[np.float32]) -> NDArray[np.float32]:
    shares = np.exp(logarithms - logarithms.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), dtype=np.float32)


def without_figures(details: Details, cells: Sequence[int]) -> Details:
    """The same without drawings in those cells, as where something lies over them."""
    figures = {name: touched.copy() for name, touched in details.figures.items()}
    for touched in figures.values():
        touched[list(cells)] = 0
    return replace(details, figures=figures)


class DetailNetwork:
    """The network ready to read upright canvases; holds no state between calls and may be shared by threads."""

    def __init__(self, weights: Weights, session: Session) -> None:
        self.name = weights.name
        self._session = session
        self.cell_pixels = int(weights.facts["cell_pixels"])
        self._figures = tuple(json.loads(weights.facts["figures"]))

    @staticmethod
    def load(threads: int = 1, opened: OpenSession = onnx_session) -> DetailNetwork:
        """The network that ships with the package."""
        weights = read_weights(shipped_weights("detail"))
        return DetailNetwork(weights, opened(weights.content, threads))

    def read(self, canvas: NDArray[np.uint8]) -> Details:
        """What a flat, upright canvas of (n + 1)·cell_pixels a side shows, half a cell of margin all round."""
        names = ["marks", "place", "caged", "cage_sides", "tens", "units", "region_sides", "figures", "sudoku"]
        said = dict(zip(names, self._session.run(names, {"canvas": tensor_from_canvas(canvas)}), strict=True))
        cells = {name: said[name][0] for name in names[:-1]}
        figures = {name: cells["figures"][:, index] for index, name in enumerate(self._figures)}
        return Details(
            marks=cells["marks"],
            place=cells["place"],
            caged=cells["caged"][:, 0],
            cage_sides=cells["cage_sides"],
            tens=cells["tens"],
            units=cells["units"],
            region_sides=cells["region_sides"],
            figures=figures,
            sudoku=float(said["sudoku"][0]),
            model=self.name,
        )

    def closer_look(self, canvas: NDArray[np.uint8], details: Details, scale: float | None = None) -> Details:
        """What enlarged corners of the cells show, those in which the sums are clearest.

        The canvas is of twice the scale of the one with these details; `scale` is how far corners are enlarged.
        """
        scale = scale or fitted("cages")["sums"]["scale"]
        looks = [self.read(corners_enlarged(canvas, details.size, scale, corner)) for corner in SUM_CORNERS]
        return max(looks, key=lambda look: sum_clearness(look, details.summed))
