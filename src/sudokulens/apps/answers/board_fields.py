"""The one wire form of a board: plain data, to and fro."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import read_rules, write_rules
from sudokulens.puzzle.geometry import Geometry

LARGEST_SIZE = 25
LONGEST_RULE = 20_000
"""Characters of a field: 81 cages take some 2,000."""


def as_board(sent: str | Mapping[str, Any]) -> Board:
    """The board that a request holds, as a text in any format or as fields; raises InvalidBoard."""
    board = Board.parse(sent) if isinstance(sent, str) else _from_fields(sent)
    if board.size > LARGEST_SIZE:
        raise InvalidBoard(
            f"a {board.size}×{board.size} board", expected=f"at most {LARGEST_SIZE}×{LARGEST_SIZE} over the network"
        )
    return board


def as_fields(board: Board) -> dict[str, Any]:
    """The board as plain data, with nothing left to be guessed."""
    return {
        "size": board.size,
        "values": list(board.values),
        "givens": list(board.givens),
        "regions": list(board.geometry.regions),
        "extras": [list(cells) for cells in board.geometry.extras],
        "rules": list(write_rules(board.rules, board.size)),
        "candidates": None if board.candidates is None else list(board.candidates),
    }


def _from_fields(fields: Mapping[str, Any]) -> Board:
    """The board; what is left out is as in the usual Sudoku of that size."""
    size, values = fields.get("size", 9), tuple(fields["values"])
    regions, givens, candidates = (fields.get(name) for name in ("regions", "givens", "candidates"))
    rules = tuple(rule for field in fields.get("rules") or () for rule in read_rules(field[:LONGEST_RULE], size))
    geometry = Geometry(
        size,
        tuple(regions) if regions is not None else Geometry.standard(size).regions,
        tuple(map(tuple, fields.get("extras") or ())),
        rules,
    )
    return Board(
        geometry,
        values,
        tuple(givens) if givens is not None else tuple(map(bool, values)),
        None if candidates is None else tuple(candidates),
    )
