"""Boards as plain data, to and fro."""

from __future__ import annotations

from sudokulens.apps.server.schemas import BoardFields
from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import read_rules, write_rules
from sudokulens.puzzle.geometry import Geometry

LONGEST_RULE = 20_000
"""Characters of a field: 81 cages take some 2,000."""


def as_board(sent: str | BoardFields) -> Board:
    """The board that a request holds; raises InvalidBoard."""
    board = Board.parse(sent) if isinstance(sent, str) else _from_fields(sent)
    if board.size > 25:
        raise InvalidBoard(f"a {board.size}×{board.size} board", expected="at most 25×25 over the network")
    return board


def as_fields(board: Board) -> BoardFields:
    """The board as plain data, with nothing left to be guessed."""
    return BoardFields(
        size=board.size,
        values=list(board.values),
        givens=list(board.givens),
        regions=list(board.geometry.regions),
        extras=[list(cells) for cells in board.geometry.extras],
        rules=list(write_rules(board.rules, board.size)),
        candidates=None if board.candidates is None else list(board.candidates),
    )


def _from_fields(fields: BoardFields) -> Board:
    regions = tuple(fields.regions) if fields.regions is not None else Geometry.standard(fields.size).regions
    rules = tuple(rule for field in fields.rules for rule in read_rules(field[:LONGEST_RULE], fields.size))
    geometry = Geometry(fields.size, regions, tuple(map(tuple, fields.extras)), rules)
    givens = tuple(fields.givens) if fields.givens is not None else tuple(map(bool, fields.values))
    candidates = None if fields.candidates is None else tuple(fields.candidates)
    return Board(geometry, tuple(fields.values), givens, candidates)
