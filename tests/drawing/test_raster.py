"""Scenes as pixels."""

from __future__ import annotations

import numpy as np

from sudokulens import Board, draw
from sudokulens.drawing.raster import render
from sudokulens.logic.path import next_step

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_the_picture_has_the_wanted_size_and_ink_where_the_givens_are() -> None:
    picture = render(draw(Board.parse(PUZZLE), candidates=False, edge="none"), cell_pixels=40)
    assert picture.shape == (380, 380, 3)
    cells = picture[10:370, 10:370].reshape(9, 40, 9, 40, 3).transpose(0, 2, 1, 3, 4)
    dark = (cells[:, :, 8:32, 8:32].min(axis=4) < 100).any(axis=(2, 3)).ravel()
    assert dark.tolist() == [character != "." for character in PUZZLE]


def test_a_full_hint_changes_the_picture() -> None:
    board = Board.parse(PUZZLE)
    assert (render(draw(board, next_step(board))) != render(draw(board))).any()
    assert render(draw(board)).dtype == np.uint8
