"""A Sudoku board to look at and to type into, as an element of a Streamlit page."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import streamlit.components.v1 as components

from sudokulens.drawing.layout import margins
from sudokulens.drawing.palette import PALETTES
from sudokulens.drawing.scene import Scene, Tint
from sudokulens.drawing.svg import to_svg
from sudokulens.puzzle.board import Board

_component = components.declare_component("sudokulens_board", path=str(Path(__file__).with_name("page")))


def board_editor(
    board: Board, doubtful: Collection[int] = (), wrong: Collection[int] = (), key: str = "board"
) -> Board:
    """The board as the person leaves it: clues and the person's own digits are kept apart, and either can be typed."""
    scene = _without_digits(board, doubtful, wrong)
    edited: dict[str, Any] | None = _component(
        size=board.size,
        values=list(board.values),
        givens=list(board.givens),
        places=[list(place) for place in board.geometry.places],
        width=board.geometry.width,
        height=board.geometry.height,
        margins=margins(scene)._asdict(),
        pictures={theme: to_svg(scene, theme=theme) for theme in PALETTES},
        key=f"board {board}",
        default=None,
    )
    if not edited or len(edited["values"]) != len(board.values):
        return board
    values, givens = tuple(map(int, edited["values"])), tuple(map(bool, edited["givens"]))
    return board if (values, givens) == (board.values, board.givens) else Board(board.geometry, values, givens)


def _without_digits(board: Board, doubtful: Collection[int], wrong: Collection[int]) -> Scene:
    """Lines, rules and tints, over which the element writes the digits that are typed."""
    count = board.geometry.cell_count
    tints = [*(Tint(cell, "doubt") for cell in sorted(doubtful)), *(Tint(cell, "wrong") for cell in sorted(wrong))]
    return Scene(Board(board.geometry, (0,) * count, (False,) * count), tints=tuple(tints), edge="none")
