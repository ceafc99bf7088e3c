"""The boards that requests hold, within the limits of what may come over the network."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.fields import from_fields

MAX_SIZE = 25


def as_board(sent: str | Mapping[str, Any]) -> Board:
    """The board that a request holds, as a text in any format or as fields; raises InvalidBoard."""
    board = Board.parse(sent) if isinstance(sent, str) else from_fields(sent)
    if board.size > MAX_SIZE:
        raise InvalidBoard(
            f"a {board.size}×{board.size} board", expected=f"at most {MAX_SIZE}×{MAX_SIZE} over the network"
        )
    if board.geometry.cell_count > MAX_SIZE**2:
        message = f"overlapping grids of {board.geometry.cell_count} cells"
        raise InvalidBoard(message, expected=f"at most {MAX_SIZE**2} cells over the network")
    return board
