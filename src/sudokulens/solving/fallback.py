"""The lock-step kernel in Python: one lane, the same deductions and branches, therefore the same answers.

Words are as in `_kernel/lanes.h`: one for each digit and band, its three rows in fields of nine bits with a guard bit
above each. Numbers here have no 32 bits to overflow; every step ends in a mask that drops what lies above.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from typing_extensions import Buffer

CELLS = 81
MAX_SOLUTIONS = 2**32 - 1
GIVEN_UP = 2**32 - 1
"""The count of a puzzle that takes more nodes than it may."""
MAX_CELLS_LOOKED_AT = 8

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
    nodes: int | None = None,
    cancel: Buffer | None = None,
) -> tuple[int, int]:
    """The nodes and sweeps it took to solve n puzzles of 81 bytes into n · 81 bytes and n 32-bit counts."""
    if path not in (None, *paths()):
        raise ValueError(f"the path {path} cannot run here (see paths())")
    if not 1 <= limit <= MAX_SOLUTIONS:
        raise ValueError(f"limit is {limit} (expected 1 to {MAX_SOLUTIONS})")
    if seconds is not None and seconds < 0:
        raise ValueError("seconds must be 0 or more")
    if nodes is not None and nodes < 0:
        raise ValueError("nodes must be 0 or more")
    source, target, tally = _views(puzzles, solutions, counts)
    watch = _Watch(seconds, None if cancel is None else memoryview(cancel))
    for number in range(len(tally)):
        place = slice(number * CELLS, number * CELLS + CELLS)
        watch.most_nodes = None if nodes is None else watch.nodes + nodes
        found = 0
        try:
            for solution in _solutions(_load(source[place]), watch):
                if not found:
                    target[place] = solution
                found += 1
                if found == limit:
                    break
        except _GivenUp:
            found = GIVEN_UP
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


class _GivenUp(Exception):
    """A puzzle takes more nodes than it may."""


class _Watch:
    """Counts the work and ends it at the deadline or when it is cancelled."""

    def __init__(self, seconds: float | None, cancel: memoryview | None) -> None:
        self.nodes = self.sweeps = 0
        self.most_nodes: int | None = None
        self._cancel = cancel
        self._end = None if seconds is None else time.monotonic() + seconds

    def branch(self) -> None:
        if self.nodes == self.most_nodes:
            raise _GivenUp
        self.nodes += 1

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
        words, settled = branches.pop(), [0] * 3
        while True:
            watch.look()
            seen = _sweep(words)
            if seen is None:
                break
            if seen.solved:
                yield _store(words)
                break
            if seen.settled == settled and (choice := _choose(words, seen)):
                watch.branch()
                branches.append(_branch(words, *choice))
            settled = seen.settled


class _Sweep(NamedTuple):
    settled: Words
    two: Words
    three: Words
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
    singles = [one[band] & ~two[band] for band in range(3)]
    _take_singles(words, narrowed, alone, placed, singles)
    settled = [singles[band] | placed[band] for band in range(3)]
    return _Sweep(settled, two, three, placed[0] & placed[1] & placed[2] == ALL_PLACES)


def _take_singles(words: Words, narrowed: Words, alone: Words, placed: Words, singles: Words) -> None:
    for index, places in enumerate(narrowed):
        band = index % 3
        places &= ~placed[band] | alone[index]
        if found := places & singles[band]:
            less_one = found + ALL_PLACES
            places &= ~_whole_rows(less_one & GUARDS) | (found & ~less_one)
        words[index] = places


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


def _branch(words: Words, place: int, having: Words) -> Words:
    """Puts the first digit that has the place there, in the words themselves; returns the words without it there."""
    other = words.copy()
    row = next(row for row in (ROW_0, ROW_1, ROW_2) if place & row)
    first, *rest = having
    other[first] &= ~place
    if len(rest) == 1:
        other[rest[0]] = other[rest[0]] & ~row | place
    words[first] = words[first] & ~row | place
    for index in rest:
        words[index] &= ~place
    return other


def _choose(words: Words, seen: _Sweep) -> tuple[int, Words] | None:
    """The place to branch on and the words that have it, as in `_kernel/choice.h`; None to sweep again."""
    pairs = [seen.two[band] & ~seen.three[band] for band in range(3)]
    best: tuple[int, Words] | None = None
    best_gain = -1
    for band, place in _considered(pairs):
        having = _words_with(words, band, place)
        if len(having) > 1:
            gained = sum(_gain(words[i - band : i - band + 3], band, place, pairs) for i in having[:2])
            if gained > best_gain:
                best, best_gain = (place, having), gained
    if best is None and (band := next((band for band in range(3) if seen.three[band]), -1)) >= 0:
        place = seen.three[band] & -seen.three[band]
        best = place, _words_with(words, band, place)
    return best if best and len(best[1]) > 1 else None


def _considered(pairs: Words) -> list[tuple[int, int]]:
    """The cells with two digits to look at: all or, of many, a few that are not the only ones of their rows."""
    if sum(map(int.bit_count, pairs)) > MAX_CELLS_LOOKED_AT:
        crowded = [places & ~_alone_in_row(places) for places in pairs]
        pairs = crowded if any(crowded) else pairs
    places = [(band, 1 << bit) for band in range(3) for bit in range(30) if pairs[band] >> bit & 1]
    return places[:MAX_CELLS_LOOKED_AT]


def _words_with(words: Words, band: int, place: int) -> Words:
    return [index for index in range(band, 27, 3) if words[index] & place]


def _gain(digit_words: Words, band: int, place: int, pairs: Words) -> int:
    """How much putting the digit of these words in the place takes from the cells around it."""
    total = 0
    for other, around in enumerate(_surroundings(band, place)):
        places = digit_words[other] & around
        total += places.bit_count() + 2 * (places & pairs[other]).bit_count()
    return total


@cache
def _surroundings(band: int, place: int) -> tuple[int, ...]:
    """The row, column and box around a place, as masks for the three bands."""
    row, column = divmod(place.bit_length() - 1, 10)
    around = [_each_row(1 << column)] * 3
    around[band] |= ROW << 10 * row | _each_row(7 << column // 3 * 3)
    around[band] &= ~place
    return tuple(around)
