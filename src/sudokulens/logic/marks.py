"""What a person's pencil marks mean: all candidates of a cell, or a few places worth remembering."""

from __future__ import annotations

from sudokulens.logic.candidate import Candidate
from sudokulens.logic.state import digits_of
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Digit

SNYDER_PLACES = 2
"""Snyder notation marks a digit in a region once it has no more places there than this."""


def is_snyder(board: Board) -> bool:
    """Whether the marks are of the corner kind: no digit has more than two in a region, and cells lack candidates.

    Such marks say where a digit of the region can be, not which digits a cell can hold.
    """
    if board.candidates is None:
        return False
    places = _marked_places(board)
    if not places or any(len(cells) > SNYDER_PLACES for cells in places.values()):
        return False
    free = board.computed_candidates()
    return any(own and free[cell] & ~own for cell, own in enumerate(board.candidates) if not board[cell])


def missing_marks(board: Board, solved: Board) -> tuple[Candidate, ...]:
    """Digits that the marks have lost: the solution puts them where the marks say they cannot be."""
    if board.candidates is None:
        return ()
    snyder, places = is_snyder(board), _marked_places(board)
    lost = []
    for cell, own in enumerate(board.candidates):
        right = Candidate(cell, solved[cell])
        if board[cell] or own >> (right.digit - 1) & 1:
            continue
        if places.get((board.geometry.regions[cell], right.digit)) if snyder else own:
            lost.append(right)
    return tuple(lost)


def stale_marks(board: Board) -> tuple[Candidate, ...]:
    """Marks that the digits on the board exclude by now: to be erased at leisure, and no mistake."""
    if board.candidates is None:
        return ()
    free = board.computed_candidates()
    pairs = zip(board.candidates, free, strict=True)
    return tuple(
        Candidate(cell, digit)
        for cell, (own, allowed) in enumerate(pairs)
        if not board[cell]
        for digit in digits_of(own & ~allowed)
    )


def marked_throughout(board: Board) -> Board:
    """The board with all candidates in every empty cell, the person's own where these are meant to be all.

    Without any marks, or with corner marks only, the board has none.
    """
    if board.candidates is None or is_snyder(board):
        return board.with_candidates(None)
    if all(board.candidates):
        return board
    pairs = zip(board.candidates, board.computed_candidates(), strict=True)
    return board.with_candidates(own or free for own, free in pairs)


def _marked_places(board: Board) -> dict[tuple[int, Digit], list[Cell]]:
    """For every region and digit the empty cells that are marked with it."""
    places: dict[tuple[int, Digit], list[Cell]] = {}
    for cell, own in enumerate(board.candidates or ()):
        for digit in digits_of(own if not board[cell] else 0):
            places.setdefault((board.geometry.regions[cell], digit), []).append(cell)
    return places
