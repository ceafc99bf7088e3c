"""The one wire form of a board, as plain data: of the service, its page, live answers and batch results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import read_rules, write_rules
from sudokulens.puzzle.geometry import Geometry
from sudokulens.puzzle.overlap import ONE_GRID, Grids

MAX_RULE_CHARACTERS = 20_000
"""Characters of a field: 81 cages take some 2,000."""


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


def from_fields(fields: Mapping[str, Any]) -> Board:
    """The board; what is left out is as in the usual Sudoku of that size. Raises InvalidBoard."""
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


def _shape(size: int, regions: Iterable[int] | None, grids: Grids) -> Geometry:
    if regions is not None:
        return Geometry(size, tuple(regions), grids=grids)
    return Geometry.standard(size) if grids == ONE_GRID else Geometry.overlapping(grids, size)
