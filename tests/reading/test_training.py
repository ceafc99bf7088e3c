"""The training code hangs together: a tiny batch goes through the network and its losses. Skipped without PyTorch."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from sudokulens.reading.preprocess import normalised, tensor_from_canvas  # noqa: E402
from training.model import SHAPES, CellNetwork  # noqa: E402
from training.render.content import BOXES, lawful_boards  # noqa: E402
from training.render.strokes import Pen  # noqa: E402

CPU = torch.device("cpu")


@pytest.mark.parametrize("size", sorted(BOXES))
def test_boards_obey_the_rules(size: int) -> None:
    rows, columns = BOXES[size]
    everything = list(range(1, size + 1))
    for board in lawful_boards(3, size, CPU).numpy():
        assert all(sorted(line) == everything for line in (*board, *board.T))
        for top in range(0, size, rows):
            for left in range(0, size, columns):
                assert sorted(board[top : top + rows, left : left + columns].ravel()) == everything


def test_training_and_reading_share_one_normalisation() -> None:
    canvas = np.random.default_rng(1).integers(0, 256, (64, 64, 3), dtype=np.uint8)
    tensor = torch.from_numpy(canvas).permute(2, 0, 1).float()[None]
    assert np.allclose(normalised(tensor).numpy(), tensor_from_canvas(canvas), atol=1e-5)


def test_every_digit_is_drawn_inside_its_tile() -> None:
    tiles = Pen(CPU).draw(torch.arange(1, 10).repeat(4), torch.linspace(0, 0.99, 36))
    assert tiles.shape[0] == 36
    assert (tiles.sum((1, 2)) > 20).all()
    rim = torch.cat([tiles[:, 0], tiles[:, -1], tiles[:, :, 0], tiles[:, :, -1]], dim=1)
    assert rim.mean() < 0.05


@pytest.mark.parametrize("name", sorted(SHAPES))
@pytest.mark.parametrize("size", [4, 9, 12])
def test_the_network_answers_for_every_cell_of_any_size(name: str, size: int) -> None:
    side = (size + 1) * SHAPES[name].cell_pixels
    digits, ink, turn, sudoku = CellNetwork(SHAPES[name]).eval()(torch.zeros(1, 3, side, side))
    assert digits.shape[2:] == ink.shape[2:] == (size, size)
    assert turn.shape == (1, 4)
    assert sudoku.shape == (1,)
