"""A photo in which one digit could be another: two prints of it, one over the other."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

from sudokulens.puzzle.board import Board
from sudokulens.scanner import Scanner
from tests.pictures import flat_grid, on_page, photographed

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
_TRIES = [(79, 1, 0.4), (79, 1, 0.35), (31, 5, 0.35), (25, 5, 0.35), (49, 5, 0.5), (12, 7, 0.2), (1, 8, 0.2)]


def doubtful_photo() -> tuple[bytes, int, str]:
    """The photo, the cell in doubt, and the digit that is printed there."""
    scanner = Scanner()
    for cell, other, share in _TRIES:
        photo = _photo(cell, other, share)
        (grid,) = scanner(photo).grids
        if [doubt.cell for doubt in grid.doubts] == [cell]:
            return photo, cell, PUZZLE[cell]
    raise AssertionError("no print is unclear enough to be doubted any more; make worse ones")


def _photo(cell: int, other: int, share: float) -> bytes:
    board = Board.parse(PUZZLE)
    values = [other if place == cell else value for place, value in enumerate(board.values)]
    prints = share * flat_grid(board, 60) + (1 - share) * flat_grid(Board.of(values), 60)
    target = io.BytesIO()
    Image.fromarray(photographed(on_page([prints.astype(np.uint8)], 640, 640), 8)).save(target, "PNG")
    return target.getvalue()
