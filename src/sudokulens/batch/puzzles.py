"""Records of puzzles: read, solved or rated; plain 9×9 puzzles in one call, all others one by one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from sudokulens.batch.portion import Identity
from sudokulens.batch.record import OUTCOME_OF_COUNT, Record, SolvedLines
from sudokulens.batch.settings import Settings
from sudokulens.errors import TimeLimit
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.fields import as_fields
from sudokulens.puzzle.formats import line
from sudokulens.solving.solve import solve

_CLASSIC = re.compile(r"[1-9.0*_xX]{81}")
_TO_DIGITS = bytes(0 if chr(c) in ".0*_xX" else c - 48 if 49 <= c <= 57 else 255 for c in range(256))
_TO_DOTS = str.maketrans("0*_xX", ".....")
_DOTS = bytes.maketrans(b"0*_xX", b".....")


@dataclass(slots=True)
class Puzzle:
    """A puzzle of a text or a picture: its line, or its board where that is known already."""

    item: Identity
    text: str = ""
    known: Board | None = None

    @property
    def board(self) -> Board:
        """The board; raises InvalidBoard."""
        if self.known is None:
            self.known = line.read(self.text, self.item.place or 1)
        return self.known

    @property
    def classic(self) -> str | None:
        """The 81 characters of a plain 9×9 puzzle; its board need not be looked at."""
        if self.known is None:
            return self.text.translate(_TO_DOTS) if _CLASSIC.fullmatch(self.text) else None
        if not self.known.geometry.is_classic:
            return None
        return "".join(str(value or ".") for value in self.known.puzzle.values)


_Action: TypeAlias = Callable[[Puzzle, Settings], Record]


def puzzle_records(puzzles: Sequence[Puzzle], settings: Settings) -> list[Record]:
    """One record for each puzzle, in order."""
    if settings.puzzle_task == "read":
        return [_guarded(puzzle, _read, settings) for puzzle in puzzles]
    found = _solved_together(puzzles, settings)
    rating = settings.puzzle_task == "rate"
    records = []
    for puzzle in puzzles:
        record = next(found) if puzzle.classic else _guarded(puzzle, _solved, settings)
        records.append(_rated(puzzle, record, settings) if rating and record.outcome == "unique" else record)
    return records


def plain_lines(text: bytes, source: str, first: int, settings: Settings) -> SolvedLines | None:
    """Lines that are all plain 9×9 puzzles, solved as one array; None where any of them is anything else."""
    import numpy as np

    from sudokulens.solving.many import solve_many

    text = text if text.endswith(b"\n") else text + b"\n"
    if settings.puzzle_task != "solve" or len(text) % 82:
        return None
    characters = np.frombuffer(text, dtype=np.uint8).reshape(-1, 82)
    if (characters[:, 81] != ord("\n")).any():
        return None
    cells = characters[:, :81].tobytes()
    digits = np.frombuffer(cells.translate(_TO_DIGITS), dtype=np.uint8).reshape(-1, 81)
    if digits.max() > 9:
        return None
    try:
        solutions, counts = solve_many(digits, threads=1, seconds=settings.seconds)
    except TimeLimit:
        return None
    puzzles = np.frombuffer(cells.translate(_DOTS), dtype=np.uint8).reshape(-1, 81)
    return SolvedLines(source, first, puzzles, solutions + np.uint8(48), counts)


def _solved_together(puzzles: Sequence[Puzzle], settings: Settings) -> Iterator[Record]:
    """The records of the plain ones, in order."""
    from sudokulens.solving.many import solve_many

    plain = [(puzzle, text) for puzzle in puzzles if (text := puzzle.classic)]
    if not plain:
        return
    try:
        solutions, counts = solve_many([text for _, text in plain], threads=1, seconds=settings.seconds)
    except TimeLimit:  # One of them is to blame: each gets the time for itself.
        yield from (_guarded(puzzle, _solved, settings) for puzzle, _ in plain)
        return
    for (puzzle, text), solution, count in zip(plain, solutions, counts, strict=True):
        outcome = OUTCOME_OF_COUNT[count]
        found = solution if count == 1 else None
        yield Record.of(puzzle.item, outcome, puzzle=text, solution=found, fields=_fields(puzzle))


def _guarded(puzzle: Puzzle, action: _Action, settings: Settings) -> Record:
    try:
        return action(puzzle, settings)
    except Exception as fault:  # One item's fault, of whatever type, must not cost the others.
        return Record.failure(puzzle.item, fault)


def _read(puzzle: Puzzle, settings: Settings) -> Record:
    return Record.of(puzzle.item, "read", puzzle=str(puzzle.board), fields=_fields(puzzle))


def _solved(puzzle: Puzzle, settings: Settings) -> Record:
    solution = solve(puzzle.board.puzzle, time_limit=settings.seconds)
    text = solved_text(solution.board) if solution.kind == "unique" else None
    written = puzzle.classic or str(puzzle.board)
    return Record.of(puzzle.item, solution.kind, puzzle=written, solution=text, fields=_fields(puzzle))


def _fields(puzzle: Puzzle) -> dict[str, Any] | None:
    """The board in its wire form; None where 81 characters say everything: collections hold millions of those."""
    if _CLASSIC.fullmatch(puzzle.text) or str(puzzle.board) == puzzle.classic:
        return None
    return as_fields(puzzle.board)


def _rated(puzzle: Puzzle, record: Record, settings: Settings) -> Record:
    try:
        return with_rating(record, puzzle.board.puzzle, settings)
    except Exception as fault:
        return Record.failure(puzzle.item, fault)


def _tenths(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 1)


def with_rating(record: Record, board: Board, settings: Settings) -> Record:
    """The record and how hard its puzzle is; raises InvalidBoard for boards that have no rating."""
    from sudokulens.logic.rate import rate

    rating = rate(board, time_limit=settings.seconds)
    return replace(
        record,
        er=_tenths(rating.er),
        ep=_tenths(rating.ep),
        ed=_tenths(rating.ed),
        exact=rating.exact,
        level=rating.level.word,
        score=rating.score,
        hardest=rating.hardest.id if rating.hardest else None,
    )


def solved_text(board: Board | None) -> str | None:
    """The digits of a full board."""
    return "".join(map(line.digit_character, board.values)) if board else None
