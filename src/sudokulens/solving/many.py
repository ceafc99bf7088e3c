"""Solving many classic 9×9 puzzles at once, on all cores."""

from __future__ import annotations

import os
import threading
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias, overload

from sudokulens.errors import InvalidBoard, TimeLimit
from sudokulens.puzzle.board import Board
from sudokulens.solving.compiled import read_lines, read_text, solve_batch, write_lines
from sudokulens.solving.engine import Budget
from sudokulens.solving.fallback_text import DIGIT_OF_BYTE, NO_DIGIT
from sudokulens.solving.lockstep import MAX_SOLUTIONS, chosen_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits: TypeAlias = NDArray[np.uint8]
    Counts: TypeAlias = NDArray[np.uint32]

CELLS = 81
MIN_PART_PUZZLES, MAX_PART_PUZZLES = 64, 4096
"""Puzzles that a thread takes at a time: enough to fill the lanes, few enough to share the load evenly,
and for buffers that are kept and used again, where fresh ones would cost a page fault for every fifty puzzles."""


@overload
def solve_many(
    puzzles: Digits, limit: int = 2, threads: int | None = None, *, seconds: float | None = None
) -> tuple[Digits, Counts]: ...
@overload
def solve_many(
    puzzles: str | Iterable[str], limit: int = 2, threads: int | None = None, *, seconds: float | None = None
) -> tuple[list[str | None], list[int]]: ...
@overload
def solve_many(
    puzzles: Iterable[Board], limit: int = 2, threads: int | None = None, *, seconds: float | None = None
) -> tuple[list[Board | None], list[int]]: ...
def solve_many(
    puzzles: Digits | str | Iterable[str] | Iterable[Board],
    limit: int = 2,
    threads: int | None = None,
    *,
    seconds: float | None = None,
) -> tuple[object, object]:
    """The first solution of every puzzle, and how many it has, counted up to `limit`.

    - Text (lines of 81 characters, as in an open file; blank lines and lines that begin with # are left out, and so is
      what follows the 81 characters after a space or a punctuation mark) gives 81-character strings, None where there
      is no solution, and a list of counts.
    - Boards give solved boards, or None, and a list of counts.
    - An (n, 81) array of integers gives an (n, 81) uint8 array, zeros where there is no solution, and n uint32 counts.

    Which of several solutions comes first does not depend on the other puzzles, the threads or the processor.
    Uses all cores unless `threads` says how many. Raises InvalidBoard for anything but classic 9×9 puzzles, or none at
    all, and TimeLimit after `seconds`.
    """
    if not 1 <= limit <= MAX_SOLUTIONS:
        raise ValueError(f"limit is {limit} (expected 1 to {MAX_SOLUTIONS})")
    if threads is not None and threads < 1:
        raise ValueError(f"threads is {threads} (expected 1 or more)")
    if hasattr(puzzles, "__array_interface__"):
        return _solve_array(puzzles, limit, threads, seconds)
    threads = threads or _cores()
    most = MAX_PART_PUZZLES * threads
    blocks = _blocks_of_text(puzzles, most) if isinstance(puzzles, str) else _blocks(list(puzzles), most)
    return _solve_blocks(blocks, limit, threads, Budget(seconds))


_Block: TypeAlias = tuple[bytes, "list[str | Board] | None"]
"""The digits of some puzzles, and what they were given as where that matters for the answers."""


def _blocks_of_text(text: str, most: int) -> Iterator[_Block]:
    at = 0
    while at < len(text):
        read = read_text(text, at, most)
        if read is None:
            yield from _blocks(text[at:].splitlines(), most, len(text[:at].splitlines()))
            return
        digits, at = read
        yield digits, None


def _blocks(items: list[str] | list[Board], most: int, before: int = 0) -> Iterator[_Block]:
    """The puzzles of so many items at a time; faults count the items `before` too."""
    for start in range(0, len(items), most):
        some = items[start : start + most]
        if (digits := read_lines(some)) is not None:
            yield digits, None
            continue
        looked_at = list(_look_at_each(some, before + start + 1))
        yield b"".join(packed for _, packed in looked_at), [original for original, _ in looked_at]


def _solve_blocks(
    blocks: Iterable[_Block], limit: int, threads: int, budget: Budget
) -> tuple[list[str | Board | None], list[int]]:
    """The answers, block by block, so that digits and solutions lie in memory that is warm."""
    answers: list[str | Board | None] = []
    all_counts: list[int] = []
    for digits, originals in blocks:
        solutions, counts = bytearray(len(digits)), array("I", bytes(4 * (len(digits) // CELLS)))
        if not counts:
            continue
        _solve(memoryview(digits), memoryview(solutions), memoryview(counts), limit, threads, budget)
        answers += _answers(solutions, counts, originals)
        all_counts += counts
    if not answers:
        raise InvalidBoard("there are no puzzles", expected="at least one")
    return answers, all_counts


def _look_at_each(puzzles: Iterable[object], first: int) -> Iterator[tuple[str | Board, bytes]]:
    for number, puzzle in enumerate(puzzles, first):
        if isinstance(puzzle, Board):
            if not puzzle.geometry.is_classic:
                raise InvalidBoard(f"puzzle {number} is not the classic 9×9", expected="81 cells, no extra regions")
            yield puzzle, bytes(puzzle.values)
        elif isinstance(puzzle, str):
            line = puzzle.strip()
            if line and not line.startswith("#"):
                yield line, _pack(line, number)
        else:
            raise TypeError(f"puzzle {number} is a {type(puzzle).__name__} (expected a string or a Board)")


def _pack(line: str, number: int) -> bytes:
    digits = line[:CELLS].encode("ascii", "replace").translate(DIGIT_OF_BYTE)
    if NO_DIGIT in digits:
        column = digits.index(NO_DIGIT)
        raise InvalidBoard(
            f"{line[column]!r} is not a cell", line=number, column=column + 1, expected="1 to 9 or a blank"
        )
    if len(digits) < CELLS or line[CELLS : CELLS + 1].isalnum() or line[CELLS : CELLS + 1] in (".", "*", "_"):
        raise InvalidBoard(f"{len(line)} characters", line=number, expected="81 cells")
    return digits


def _answers(
    solutions: bytearray, counts: array[int], originals: list[str | Board] | None
) -> Sequence[str | Board | None]:
    lines = write_lines(solutions, counts)
    if originals is None:
        return lines
    found: list[str | Board | None] = [*lines]
    for i, original in enumerate(originals):
        if isinstance(original, Board) and counts[i]:
            digits = solutions[i * CELLS : (i + 1) * CELLS]
            found[i] = original.with_values({cell: d for cell, d in enumerate(digits) if not original.values[cell]})
    return found


def _solve_array(puzzles: object, limit: int, threads: int | None, seconds: float | None) -> tuple[Digits, Counts]:
    import numpy as np

    given = np.asarray(puzzles)
    if given.ndim != 2 or given.shape[1] != CELLS or given.dtype.kind not in "ui":
        raise InvalidBoard(f"an array of shape {given.shape} and type {given.dtype}", expected="integers, (n, 81)")
    if given.size and (given.max() > 9 or given.min() < 0):
        row, column = np.argwhere((given < 0) | (given > 9))[0]
        raise InvalidBoard(f"puzzle {row} has {given[row, column]} in cell {column}", expected="0 to 9")
    if not given.size:
        raise InvalidBoard("there are no puzzles", expected="at least one")
    digits = np.ascontiguousarray(given, dtype=np.uint8)
    solutions, counts = np.zeros_like(digits), np.zeros(len(digits), dtype=np.uint32)
    _solve(
        digits.reshape(-1).data, solutions.reshape(-1).data, counts.data, limit, threads or _cores(), Budget(seconds)
    )
    return solutions, counts


def _solve(
    digits: memoryview,
    solutions: memoryview,
    counts: memoryview,
    limit: int,
    threads: int,
    budget: Budget,
) -> None:
    """Fills the buffers, part by part, in as many threads as there is work for."""
    workers = 1 if len(counts) <= MIN_PART_PUZZLES else threads
    size = min(max(len(counts) // (8 * workers), MIN_PART_PUZZLES), MAX_PART_PUZZLES) if workers > 1 else len(counts)
    work = _Work(digits, solutions, counts, limit, size, budget)
    helpers = [threading.Thread(target=work.run) for _ in range(min(workers, work.part_count) - 1)]
    for helper in helpers:
        helper.start()
    try:
        work.run()
        for helper in helpers:
            helper.join()
    except BaseException:  # Ctrl-C while waiting for the others
        work.stop()
        raise
    if isinstance(work.fault, TimeoutError):
        raise TimeLimit(f"not done within {budget.seconds:g} s") from work.fault
    if work.fault:
        raise work.fault


class _Work:
    """Parts of a batch that several threads take in turn; the first fault in any of them ends all."""

    def __init__(
        self,
        digits: memoryview,
        solutions: memoryview,
        counts: memoryview,
        limit: int,
        size: int,
        budget: Budget,
    ) -> None:
        self.fault: BaseException | None = None
        self.part_count = -(-len(counts) // size)
        self._buffers = digits, solutions, counts
        self._size, self._limit, self._budget = size, limit, budget
        self._parts = iter(range(self.part_count))
        self._lock = threading.Lock()
        self._cancel = bytearray(1)

    def run(self) -> None:
        """Takes parts until there are none."""
        try:
            while (part := self._next()) is not None:
                self._solve(part)
        except BaseException as fault:
            with self._lock:
                self.fault = self.fault or fault
            self.stop()

    def stop(self) -> None:
        """Makes every thread end within some milliseconds."""
        self._cancel[0] = 1

    def _next(self) -> int | None:
        with self._lock:
            return None if self._cancel[0] else next(self._parts, None)

    def _solve(self, part: int) -> None:
        digits, solutions, counts = self._buffers
        puzzles = slice(part * self._size, (part + 1) * self._size)
        cells = slice(puzzles.start * CELLS, puzzles.stop * CELLS)
        solve_batch(
            digits[cells],
            solutions[cells],
            counts[puzzles],
            self._limit,
            path=chosen_path(),
            seconds=self._budget.left(),
            cancel=self._cancel,
        )


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
