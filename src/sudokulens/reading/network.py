"""The reading networks: weights that ship with the package, checked and run by onnxruntime."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from sudokulens.errors import DamagedWeights
from sudokulens.reading.preprocess import LEAST_SPREAD, LIMIT, LUMINANCE, MARGIN_CELLS, size_of, tensor_from_canvas
from sudokulens.reading.reading import Reading
from sudokulens.reading.symbols import SYMBOLS, value_weights

WEIGHTS = Path(__file__).parent / "weights"
Choice = Literal["fast", "careful"]


class CellNetwork:
    """A network ready to read canvases; holds no state between calls and may be shared by threads."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        """Load weights named `<name>-v<version>-<sha8>.onnx`; refused if the content does not match the name."""
        self.name = path.stem
        self._session, facts = open_weights(path, threads)
        self.cell_pixels = int(facts["cell_pixels"])
        """The side of a cell on the canvases this network takes."""

    @staticmethod
    def load(choice: Choice = "fast", threads: int = 1) -> CellNetwork:
        """The network of that name that ships with the package."""
        return CellNetwork(shipped_weights(choice), threads)

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


def shipped_weights(name: str) -> Path:
    """The file of that name that ships with the package."""
    found = sorted(WEIGHTS.glob(f"{name}-v*.onnx"))
    if not found:
        raise DamagedWeights(name, "no such file is installed")
    return found[-1]


def open_weights(path: Path, threads: int) -> tuple[Any, dict[str, str]]:
    """A session on weights named `<name>-v<version>-<sha8>.onnx`, and their metadata; refused if they do not fit."""
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if path.stem.rpartition("-")[2] != digest[:8]:
        raise DamagedWeights(path.name, f"its content has the hash {digest[:8]}")
    session = _session(content, threads)
    facts = session.get_modelmeta().custom_metadata_map
    _check_facts(path.name, facts)
    return session, facts


def _session(content: bytes, threads: int) -> Any:
    # From 1.31 on the library sends figures about its use to its maker unless this is set before it is imported.
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # Idle threads must not burn a core.
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])


def preprocessing_facts() -> dict[str, str]:
    """What weights must have been trained with to fit this package, as it stands in their metadata."""
    return {
        "symbols": json.dumps(SYMBOLS),
        "margin_cells": str(MARGIN_CELLS),
        "normalisation": json.dumps([*LUMINANCE, LEAST_SPREAD, LIMIT]),
    }


def _check_facts(name: str, facts: dict[str, str]) -> None:
    """Refuse weights trained with other labels or another preprocessing."""
    for key, expected in preprocessing_facts().items():
        if facts.get(key) != expected:
            raise DamagedWeights(name, f"expected {key} {expected}, got {facts.get(key)}")
