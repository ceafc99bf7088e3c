"""The one wire form of a board: plain data, to and fro."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import read_rules, write_rules
from sudokulens.puzzle.geometry import Geometry
from sudokulens.puzzle.overlap import ONE_GRID, Grids

MAX_SIZE = 25
MAX_RULE_CHARACTERS = 20_000
"""Characters of a field: 81 cages take some 2,000."""


def as_board(sent: str | Mapping[str, Any]) -> Board:
    """The board that a request holds, as a text in any format or as fields; raises InvalidBoard."""
    board = Board.parse(sent) if isinstance(sent, str) else _from_fields(sent)
    if board.size > MAX_SIZE:
        raise InvalidBoard(
            f"a {board.size}×{board.size} board", expected=f"at most {MAX_SIZE}×{MAX_SIZE} over the network"
        )
    if board.geometry.cell_count > MAX_SIZE**2:
        message = f"overlapping grids of {board.geometry.cell_count} cells"
        raise InvalidBoard(message, expected=f"at most {MAX_SIZE**2} cells over the network")
    return board


def _shape(size: int, regions: Iterable[int] | None, grids: Grids) -> Geometry:
    if regions is not None:
        return Geometry(size, tuple(regions), grids=grids)
    return Geometry.standard(size) if grids == ONE_GRID else Geometry.overlapping(grids, size)


def as_fields(board: Board) -> dict[str, Any]:
    """The board as plain data, with nothing left to be guessed."""
    return {
        "size": board.size,
        "values": list(board.values),
        "givens": list(board.givens),
        "regions": list(board.geometry.regions),
        "extras": [list(cells) for cells in board.geometry.extras],
        "grids": [list(place) for place in board.geometry.grids],
        "rules": list(write_rules(board.rules, board.geometry)),
        "candidates": None if board.candidates is None else list(board.candidates),
    }


def _from_fields(fields: Mapping[str, Any]) -> Board:
    """The board; what is left out is as in the usual Sudoku of that size."""
    size, values = fields.get("size", 9), tuple(fields["values"])
    regions, givens, candidates = (fields.get(name) for name in ("regions", "givens", "candidates"))
    shape = _shape(size, regions, tuple(map(tuple, fields.get("grids") or ONE_GRID)))
    rules = tuple(
        rule for field in fields.get("rules") or () for rule in read_rules(field[:MAX_RULE_CHARACTERS], shape)
    )
    return Board(
        replace(shape, extras=tuple(map(tuple, fields.get("extras") or ())), rules=rules),
        values,
        tuple(givens) if givens is not None else tuple(map(bool, values)),
        None if candidates is None else tuple(candidates),
    )
