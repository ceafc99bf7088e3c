"""Near misses: the board of an example with one thing changed, so that the step no longer follows."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sudokulens.logic.candidate import Candidate
from sudokulens.logic.premise import Branch, CellTruth, DeadlyPattern, Exclusion, Premise, RuleTruth, UnitTruth
from sudokulens.logic.proof import check
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Family, Technique
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.teaching.positions import NearMiss, shown_step, steps_of, weight


def near_misses(board: Board, step: Step) -> Iterator[NearMiss]:
    """Boards with one candidate more, or one entry less, that break a premise of the step, clearest first.

    A candidate is only added where no digit on the board forbids it, and only entries are erased, so each board is a
    position that a player of the same puzzle can have.
    """
    marked = board.with_candidates(board.effective_candidates())
    for spoiler in _spoilers(marked, step):
        if spoiled := _with_candidate(marked, spoiler):
            yield NearMiss(spoiled, spoiler)
    for spoiler in _spoilers(marked, step):
        for entry in _blocking_entries(marked, spoiler):
            if spoiled := _with_candidate(_without_entry(marked, entry), spoiler):
                yield NearMiss(spoiled, spoiler)
    for truth in step.premises:
        if isinstance(truth, UnitTruth | DeadlyPattern):
            for spoiler in _others(board, truth):
                cell = spoiler.cell
                if board.entries.get(cell) and _has(erased := _without_entry(marked, cell), spoiler):
                    yield NearMiss(erased, spoiler, board.values[cell])


def spoiled_step(near_miss: NearMiss, technique: Technique) -> Step | None:
    """The clearest step that there would be without the spoiler; None where the near miss is none."""
    if technique.family is Family.FORCING:
        first = shown_step(near_miss.unspoiled, technique)
        found = [first] if first else []
    else:
        found = sorted(steps_of(near_miss.unspoiled, technique), key=weight)
    return next((step for step in found if _breaks(near_miss, step) and is_spoiled(near_miss, step)), None)


def _breaks(near_miss: NearMiss, step: Step) -> bool:
    return any(near_miss.spoiler in _others(near_miss.board, premise) for premise in step.premises)


def is_spoiled(near_miss: NearMiss, step: Step) -> bool:
    """Whether the technique no longer reaches any of the step's conclusion by the same cells.

    Of forcing chains there are any number, so for these it is enough that the premises no longer hold.
    """
    if step.technique.family is Family.FORCING:
        return not check(step, State.of(near_miss.board), step.premises)
    concluded = set(step.places + step.removes)
    cells = _pattern_cells(step)
    return not any(
        concluded & set(other.places + other.removes) and _pattern_cells(other) == cells
        for other in steps_of(near_miss.board, step.technique)
    )


def _pattern_cells(step: Step) -> frozenset[Cell]:
    return frozenset(
        candidate.cell
        for premise in step.premises
        if isinstance(premise, CellTruth | UnitTruth | DeadlyPattern)
        for candidate in premise.candidates
    )


def _spoilers(board: Board, step: Step) -> Iterator[Candidate]:
    """Candidates that would break one of the step's truths, and are not there."""
    kept = set(step.removes)
    for premise in step.premises:
        for candidate in _others(board, premise):
            if candidate not in kept and not board.values[candidate.cell] and not _has(board, candidate):
                yield candidate


def _others(board: Board, premise: Premise) -> Iterator[Candidate]:
    if isinstance(premise, CellTruth):
        yield from _other_digits(board, premise.cell, premise.digits)
    elif isinstance(premise, UnitTruth):
        cells = board.geometry.units[premise.unit].cells
        yield from (Candidate(cell, premise.digit) for cell in cells if cell not in premise.cells)
    elif isinstance(premise, DeadlyPattern):
        for cell, digits in zip(premise.cells, premise.digits, strict=True):
            yield from _other_digits(board, cell, digits)
    elif isinstance(premise, RuleTruth):
        for cell in premise.cells:
            yield from _other_digits(board, cell, ())
    elif isinstance(premise, Branch):
        for implication in premise.implications:
            for reason in implication.by:
                if not isinstance(reason, Exclusion):
                    yield from _others(board, reason)


def _other_digits(board: Board, cell: Cell, digits: Collection[Digit]) -> Iterator[Candidate]:
    return (Candidate(cell, digit) for digit in range(1, board.size + 1) if digit not in digits)


def _has(board: Board, candidate: Candidate) -> bool:
    return bool(board.effective_candidates()[candidate.cell] >> (candidate.digit - 1) & 1)


def _with_candidate(board: Board, candidate: Candidate) -> Board | None:
    """The board with one pencil mark more; None where a digit that the cell sees forbids it."""
    if any(board.values[peer] == candidate.digit for peer in board.geometry.peers[candidate.cell]):
        return None
    marks = list(board.effective_candidates())
    marks[candidate.cell] |= 1 << (candidate.digit - 1)
    return board.with_candidates(marks)


def _blocking_entries(board: Board, candidate: Candidate) -> list[Cell]:
    """The one entry that forbids the candidate; none where several digits or a given do."""
    blocking = [peer for peer in board.geometry.peers[candidate.cell] if board.values[peer] == candidate.digit]
    return blocking if len(blocking) == 1 and not board.givens[blocking[0]] else []


def _without_entry(board: Board, cell: Cell) -> Board:
    """The board before the entry was made: its cell and its peers get back what no other digit forbids."""
    erased = board.with_values({cell: 0})
    free, bit = erased.computed_candidates(), 1 << (board.values[cell] - 1)
    peers = set(board.geometry.peers[cell])
    marks = [
        free[other] if other == cell else mark | (free[other] & bit) if other in peers and mark else mark
        for other, mark in enumerate(board.effective_candidates())
    ]
    return erased.with_candidates(marks)
