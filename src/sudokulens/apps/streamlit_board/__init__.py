"""A Sudoku board to look at and to type into, as an element of a Streamlit page."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import streamlit.components.v1 as components

from sudokulens.puzzle.board import Board

_component = components.declare_component("sudokulens_board", path=str(Path(__file__).with_name("page")))


def board_editor(
    board: Board, doubtful: Collection[int] = (), wrong: Collection[int] = (), key: str = "board"
) -> Board:
    """The board as the person leaves it: clues and own digits are told apart, and either can be typed."""
    edited: dict[str, Any] | None = _component(
        size=board.size,
        values=list(board.values),
        givens=list(board.givens),
        regions=list(board.geometry.regions),
        doubtful=sorted(doubtful),
        wrong=sorted(wrong),
        key=f"board {board}",
        default=None,
    )
    if not edited or len(edited["values"]) != len(board.values):
        return board
    values, givens = tuple(map(int, edited["values"])), tuple(map(bool, edited["givens"]))
    return board if (values, givens) == (board.values, board.givens) else Board(board.geometry, values, givens)
