"""The lock-step kernel in Python: one lane, the same deductions and branches, therefore the same answers.

Words are as in `_kernel/lanes.h`: one for each digit and band, its three rows in fields of nine bits with a guard bit
above each. Numbers here have no 32 bits to overflow; every step ends in a mask that drops what lies above.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from typing_extensions import Buffer

CELLS = 81
LARGEST_LIMIT = 2**32 - 1

Words: TypeAlias = list[int]


def _each_row(bits: int) -> int:
    return bits | bits << 10 | bits << 20


ROW = 0x1FF
ROW_0, ROW_1, ROW_2 = ROW, ROW << 10, ROW << 20
ALL_PLACES = _each_row(ROW)
GUARDS = _each_row(0x200)
MINIROWS = _each_row(0x49)
_MINIROWS_B, _MINIROWS_C = MINIROWS << 1, MINIROWS << 2
_THIRD_BOX, _LATER_BOXES = _each_row(0x1C0), _each_row(0x1F8)
_THIRD_COLUMN, _LATER_COLUMNS = _each_row(0x124), _each_row(0x1B6)


def paths() -> tuple[str, ...]:
    return ("python",)


def solve_batch(
    puzzles: Buffer,
    solutions: Buffer,
    counts: Buffer,
    limit: int = 2,
    *,
    path: str | None = None,
    seconds: float | None = None,
    cancel: Buffer | None = None,
) -> tuple[int, int]:
    """The nodes and sweeps it took to solve n puzzles of 81 bytes into n · 81 bytes and n 32-bit counts."""
    if path not in (None, *paths()):
        raise ValueError(f"the path {path} cannot run here (see paths())")
    if not 1 <= limit <= LARGEST_LIMIT:
        raise ValueError(f"limit is {limit} (expected 1 to {LARGEST_LIMIT})")
    if seconds is not None and seconds < 0:
        raise ValueError("seconds must be 0 or more")
    source, target, tally = _views(puzzles, solutions, counts)
    watch = _Watch(seconds, None if cancel is None else memoryview(cancel))
    for number in range(len(tally)):
        place = slice(number * CELLS, number * CELLS + CELLS)
        found = 0
        for solution in _solutions(_load(source[place]), watch):
            if not found:
                target[place] = solution
            found += 1
            if found == limit:
                break
        tally[number] = found
    return watch.nodes, watch.sweeps


def _views(puzzles: Buffer, solutions: Buffer, counts: Buffer) -> tuple[memoryview, memoryview, memoryview]:
    source, target, tally = memoryview(puzzles), memoryview(solutions), memoryview(counts)
    if not source.c_contiguous or not target.c_contiguous or not tally.c_contiguous:
        raise BufferError("a buffer is not contiguous")
    if target.readonly or tally.readonly:
        raise BufferError("solutions and counts must be writable")
    if source.itemsize != 1 or target.itemsize != 1:
        raise ValueError("puzzles and solutions must be single bytes")
    if source.nbytes == 0 or source.nbytes % CELLS:
        raise ValueError(f"puzzles has {source.nbytes} bytes (expected 81 for each, and at least one)")
    if target.nbytes != source.nbytes:
        raise ValueError(f"solutions has {target.nbytes} bytes (expected {source.nbytes})")
    if tally.nbytes != source.nbytes // CELLS * 4:
        raise ValueError(f"counts has {tally.nbytes} bytes (expected {source.nbytes // CELLS * 4})")
    flat = source.cast("B")
    if max(flat) > 9:
        place = next(i for i, value in enumerate(flat) if value > 9)
        raise ValueError(f"puzzle {place // CELLS} has {flat[place]} in cell {place % CELLS} (expected 0 to 9)")
    return flat, target.cast("B"), tally.cast("B").cast("I")


class _Watch:
    """Counts the work and ends it at the deadline or when it is cancelled."""

    def __init__(self, seconds: float | None, cancel: memoryview | None) -> None:
        self.nodes = self.sweeps = 0
        self._cancel = cancel
        self._end = None if seconds is None else time.monotonic() + seconds

    def look(self) -> None:
        self.sweeps += 1
        if self._end is not None and time.monotonic() >= self._end:
            raise TimeoutError("the time is up")
        if self._cancel is not None and self._cancel[0]:
            raise InterruptedError("cancelled")


def _load(puzzle: memoryview) -> Words:
    holds = [[0] * 3 for _ in range(10)]
    for cell, value in enumerate(puzzle):
        band, place = divmod(cell, 27)
        holds[value][band] |= 1 << (place + place // 9)
    words = []
    for digit in range(1, 10):
        for band in range(3):
            here = holds[digit][band]
            words.append(holds[0][band] & ~_whole_rows((here + ALL_PLACES) & GUARDS) | here)
    return words


def _store(words: Words) -> bytes:
    solution = bytearray(CELLS)
    for index, word in enumerate(words):
        digit, band = divmod(index, 3)
        for row in range(3):
            places = word >> 10 * row & ROW
            solution[27 * band + 9 * row + places.bit_length() - 1] = digit + 1
    return bytes(solution)


def _solutions(words: Words, watch: _Watch) -> Iterator[bytes]:
    branches = [words]
    while branches:
        words = branches.pop()
        while True:
            watch.look()
            seen = _sweep(words)
            if seen is None:
                break
            if seen.solved:
                yield _store(words)
                break
            if not seen.changed:
                watch.nodes += 1
                branches.append(_branch(words, *_choose_place(seen)))


class _Sweep(NamedTuple):
    two: Words
    three: Words
    changed: bool
    solved: bool


def _sweep(words: Words) -> _Sweep | None:
    """Narrows the words in place, once; None at a contradiction."""
    placed, one, two, three = [0] * 3, [0] * 3, [0] * 3, [0] * 3
    narrowed: Words = []
    alone: Words = []
    for first in range(0, 27, 9):
        group: Words = []
        for word in range(first, first + 9, 3):
            a, b, c = (words[word + band] & ~placed[band] for band in range(3))
            group += _close_rows(a, b, c)
        _close_columns(group)
        if 0 in group:
            return None
        for index, places in enumerate(group):
            band = index % 3
            alone.append(_alone_in_row(places))
            placed[band] |= alone[-1]
            three[band] |= two[band] & places
            two[band] |= one[band] & places
            one[band] |= places
        narrowed += group
    if one[0] & one[1] & one[2] != ALL_PLACES:
        return None
    changed = _take_singles(words, narrowed, alone, placed, [one[band] & ~two[band] for band in range(3)])
    return _Sweep(two, three, changed, placed[0] & placed[1] & placed[2] == ALL_PLACES)


def _take_singles(words: Words, narrowed: Words, alone: Words, placed: Words, singles: Words) -> bool:
    changed = False
    for index, before in enumerate(words):
        band = index % 3
        places = narrowed[index] & (~placed[band] | alone[index])
        if found := places & singles[band]:
            less_one = found + ALL_PLACES
            places &= ~_whole_rows(less_one & GUARDS) | (found & ~less_one)
        if places != before:
            words[index] = places
            changed = True
    return changed


def _whole_rows(guards: int) -> int:
    return guards - (guards >> 9)


def _alone_in_row(places: int) -> int:
    but_first = places & (places + ALL_PLACES)
    return places & ~_whole_rows((but_first + ALL_PLACES) & GUARDS)


def _close_rows(a: int, b: int, c: int) -> tuple[int, int, int]:
    table = (a | a >> 1 | a >> 2) & MINIROWS | (b << 1 | b | b >> 1) & _MINIROWS_B | (c << 2 | c << 1 | c) & _MINIROWS_C
    following = table << 6 & _THIRD_BOX | table >> 3 & ~_THIRD_BOX
    after = table << 3 & _LATER_BOXES | table >> 6 & ~_LATER_BOXES
    one_order = (following >> 10 | following << 20) & (after >> 20 | after << 10)
    other_order = (after >> 10 | after << 20) & (following >> 20 | following << 10)
    kept = table & (one_order | other_order)
    a_kept, b_kept, c_kept = kept & MINIROWS, kept & _MINIROWS_B, kept & _MINIROWS_C
    return a & 7 * a_kept, b & 7 * (b_kept >> 1), c & 7 * (c_kept >> 2)


def _close_columns(group: Words) -> None:
    tables, following, after = [], [], []
    for band in range(3):
        x, y, z = group[band], group[3 + band], group[6 + band]
        table = (x | x >> 10 | x >> 20) & ROW_0 | (y << 10 | y | y >> 10) & ROW_1 | (z << 20 | z << 10 | z) & ROW_2
        tables.append(table)
        following.append(table << 2 & _THIRD_COLUMN | table >> 1 & ~_THIRD_COLUMN)
        after.append(table << 1 & _LATER_COLUMNS | table >> 2 & ~_LATER_COLUMNS)
    for band in range(3):
        below, last = (band + 1) % 3, (band + 2) % 3
        kept = tables[band] & (following[below] & after[last] | after[below] & following[last])
        x, y, z = kept & ROW_0, kept & ROW_1, kept & ROW_2
        group[band] &= x | x << 10 | x << 20
        group[3 + band] &= y >> 10 | y | y << 10
        group[6 + band] &= z >> 20 | z >> 10 | z


def _branch(words: Words, band: int, place: int) -> Words:
    """Puts the first open digit in the place, in the words themselves; returns the words without it there."""
    other = words.copy()
    row = next(row for row in (ROW_0, ROW_1, ROW_2) if place & row)
    taken = False
    for index in range(band, 27, 3):
        if not words[index] & place:
            continue
        if taken:
            words[index] &= ~place
        else:
            taken = True
            other[index] &= ~place
            words[index] = words[index] & ~row | place
    return other


def _choose_place(seen: _Sweep) -> tuple[int, int]:
    """The band and the place to branch on: a cell with two digits, with others of its kind in row, box and column."""
    pairs = [seen.two[band] & ~seen.three[band] for band in range(3)]
    columns = _crowded_columns(pairs)
    best_band, best, best_level = 0, 0, 0
    for band, cells in enumerate(pairs):
        places, level = _most_crowded(cells, columns)
        if places and (not best or (level, places.bit_count()) > (best_level, best.bit_count())):
            best_band, best, best_level = band, places, level
    if not best:
        best_band, best = next((band, places) for band, places in enumerate(seen.two) if places)
    return best_band, best & -best


def _in_two_rows(x: int) -> int:
    return (x & x >> 10) | ((x | x >> 10) & x >> 20)


def _in_any_row(x: int) -> int:
    return x | x >> 10 | x >> 20


def _crowded_columns(pairs: Words) -> int:
    (a, b, c), twice = map(_in_any_row, pairs), [_in_two_rows(x) for x in pairs]
    return _each_row((twice[0] | twice[1] | twice[2] | a & b | (a | b) & c) & ROW)


def _most_crowded(cells: int, columns: int) -> tuple[int, int]:
    """The cells that share most kinds of unit (row, box, column) with others, and how many kinds."""
    used, again = _in_any_row(cells) & ROW, _in_two_rows(cells) & ROW
    boxes = used & used >> 1 | (used | used >> 1) & used >> 2 | again | again >> 1 | again >> 2
    row, box, column = cells & ~_alone_in_row(cells), cells & _each_row(7 * (boxes & 0x49)), cells & columns
    levels = (row & box & column, row & box | row & column | box & column, row | box | column)
    return next(((places, 3 - i) for i, places in enumerate(levels) if places), (cells, 0))
