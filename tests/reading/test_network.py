from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from pages.boards import geometry_of
from pages.grids import Look, draw_grid
from sudokulens.errors import DamagedWeights
from sudokulens.puzzle.board import Board
from sudokulens.reading.network import CellNetwork
from sudokulens.reading.reading import Ink
from sudokulens.reading.weights_file import WEIGHTS

PUZZLE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SIXTEEN = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "A", "B", "C", "D", "E", "F", "G"]


@pytest.fixture(scope="module", params=["fast", "careful"])
def network(request: pytest.FixtureRequest) -> CellNetwork:
    return CellNetwork.load(request.param)


def drawn(cells: Sequence[str], size: int, cell: int, dark: bool = False) -> NDArray[np.uint8]:
    """A canvas with a plain grid and these texts in its cells."""
    paper, ink = ((24, 26, 30), (235, 235, 235)) if dark else ((252, 251, 248), (20, 20, 20))
    texts = {number: text for number, text in enumerate(cells) if text not in "0."}
    look = Look(
        cell=cell, ink=ink, paper=paper, thin_ink=ink, thick_ink=ink, thick=3, outer=3, height=0.44, texts=texts,
        edge=cell // 2,
    )  # fmt: skip
    return draw_grid(Board.empty(geometry_of(size)), look)


def read_text(values: NDArray[np.int64]) -> str:
    return "".join(map(str, values))


def test_a_printed_puzzle_is_read(network: CellNetwork) -> None:
    reading = network.read(drawn(PUZZLE, 9, network.cell_pixels))
    assert read_text(reading.values()) == PUZZLE
    assert reading.givens().tolist() == [digit != "0" for digit in PUZZLE]
    assert reading.ink[reading.values() == 0, Ink.NONE].min() > 0.5
    assert reading.sudoku > 0.5
    assert reading.model == network.name


def test_a_dark_screen_is_read(network: CellNetwork) -> None:
    reading = network.read(drawn(PUZZLE, 9, network.cell_pixels, dark=True))
    assert read_text(reading.values()) == PUZZLE


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_turned_canvases_are_set_upright(network: CellNetwork, quarters: int) -> None:
    canvas = drawn(PUZZLE, 9, network.cell_pixels)
    turns, reading = network.read_upright(np.ascontiguousarray(np.rot90(canvas, -quarters)))
    assert turns == quarters
    assert reading.quarter_turns == 0
    assert read_text(reading.values()) == PUZZLE


@pytest.mark.parametrize("size", [4, 6, 8])
def test_small_sizes_are_read(network: CellNetwork, size: int) -> None:
    cells = [str(1 + (cell * 5 + cell // size) % size) if cell % 3 else "." for cell in range(size * size)]
    reading = network.read(drawn(cells, size, network.cell_pixels))
    assert reading.values().tolist() == [0 if text == "." else int(text) for text in cells]


def test_sixteen_with_letters_is_read(network: CellNetwork) -> None:
    cells = [SIXTEEN[(cell * 7 + cell // 16) % 16] if cell % 3 else "." for cell in range(256)]
    reading = network.read(drawn(cells, 16, network.cell_pixels))
    expected = [0 if text == "." else SIXTEEN.index(text) + 1 for text in cells]
    right = sum(said == truth for said, truth in zip(reading.values().tolist(), expected, strict=True))
    assert right >= 254


def test_probabilities_are_probabilities(network: CellNetwork) -> None:
    reading = network.read(drawn(PUZZLE, 9, network.cell_pixels))
    for array in (reading.digits, reading.ink, reading.turn[None]):
        assert np.allclose(array.sum(axis=1), 1, atol=1e-4)
        assert array.min() >= 0
    assert 0 <= reading.sudoku <= 1


def test_the_same_canvas_gives_the_same_answer_from_many_threads(network: CellNetwork) -> None:
    canvases = [drawn(PUZZLE, 9, network.cell_pixels, dark=dark) for dark in (False, True)]
    alone = [network.read(canvas).digits for canvas in canvases]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda index: network.read(canvases[index % 2]).digits, range(12)))
    for index, digits in enumerate(together):
        assert np.array_equal(digits, alone[index % 2])


def test_a_canvas_of_the_wrong_side_is_refused(network: CellNetwork) -> None:
    with pytest.raises(ValueError, match="pixels a side"):
        network.read(np.zeros((333, 333, 3), dtype=np.uint8))


def test_damaged_weights_are_refused(tmp_path: Path) -> None:
    source = sorted(WEIGHTS.glob("fast-v*.onnx"))[0]
    damaged = tmp_path / source.name
    content = bytearray(source.read_bytes())
    content[len(content) // 2] ^= 1
    damaged.write_bytes(content)
    with pytest.raises(DamagedWeights, match=source.name):
        CellNetwork.open(damaged)


def test_weights_under_another_name_are_refused(tmp_path: Path) -> None:
    source = sorted(WEIGHTS.glob("fast-v*.onnx"))[0]
    renamed = tmp_path / "fast-v1-00000000.onnx"
    shutil.copy(source, renamed)
    with pytest.raises(DamagedWeights, match="hash"):
        CellNetwork.open(renamed)


def test_all_weights_together_are_small() -> None:
    assert sum(path.stat().st_size for path in WEIGHTS.glob("*.onnx")) <= 8 * 2**20


def test_loading_a_network_leaves_nothing_behind_and_tells_nobody(tmp_path):
    """The library that runs networks would else keep an identity of this machine, and send figures to its maker."""
    code = "import os; from sudokulens.reading.network import CellNetwork; CellNetwork.load('fast')"
    environment = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    environment |= {
        "TMPDIR": str(tmp_path),
        "HOME": str(tmp_path),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, env=environment)
    assert list(tmp_path.iterdir()) == []
