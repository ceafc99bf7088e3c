"""The reading networks: weights that ship with the package, run by a session that is passed in."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.preprocess import size_of, tensor_from_canvas
from sudokulens.reading.reading import Reading
from sudokulens.reading.session import OpenSession, Session, onnx_session
from sudokulens.reading.symbols import value_weights
from sudokulens.reading.weights_file import Weights, read_weights, shipped_weights

Choice = Literal["fast", "careful"]


class Sized(Protocol):
    """Something that takes canvases of one scale."""

    @property
    def cell_pixels(self) -> int: ...


class Reader(Sized, Protocol):
    """A network that reads flat canvases; safe to share between threads."""

    def read(self, canvas: NDArray[np.uint8]) -> Reading: ...


class CellNetwork:
    """A network ready to read canvases; holds no state between calls and may be shared by threads."""

    def __init__(self, weights: Weights, session: Session) -> None:
        self.name = weights.name
        self._session = session
        self.cell_pixels = int(weights.facts["cell_pixels"])
        """The side of a cell on the canvases this network takes."""

    @staticmethod
    def open(path: Path, threads: int = 1, opened: OpenSession = onnx_session) -> CellNetwork:
        """The network in a file named `<name>-v<version>-<sha8>.onnx`; refused if its content does not match that."""
        weights = read_weights(path)
        return CellNetwork(weights, opened(weights.content, threads))

    @staticmethod
    def load(choice: Choice = "fast", threads: int = 1, opened: OpenSession = onnx_session) -> CellNetwork:
        """The network of that name that ships with the package."""
        return CellNetwork.open(shipped_weights(choice), threads, opened)

    def read(self, canvas: NDArray[np.uint8]) -> Reading:
        """What stands on a flat canvas of (n + 1)·cell_pixels a side, half a cell of margin all round.

        The canvas is taken as it lies: where `quarter_turns` of the answer is not 0, its digits are guesses at
        turned shapes, and the turned canvas should be read again (`read_upright` does).
        """
        size = size_of(canvas, self.cell_pixels)
        kind = "large_" if size > 9 else ""
        symbols, ink, turn, sudoku = self._session.run(
            [kind + "symbols", kind + "ink", "turn", "sudoku"], {"canvas": tensor_from_canvas(canvas)}
        )
        return Reading(
            digits=symbols[0] @ value_weights(size),
            ink=ink[0],
            turn=turn[0],
            sudoku=float(sudoku[0]),
            model=self.name,
        )

    def read_upright(self, canvas: NDArray[np.uint8]) -> tuple[int, Reading]:
        """The quarter turns k that make `np.rot90(canvas, k)` upright, and the reading of that turned canvas."""
        reading = self.read(canvas)
        turns = reading.quarter_turns
        if turns:
            reading = self.read(np.ascontiguousarray(np.rot90(canvas, turns)))
        return turns, reading
