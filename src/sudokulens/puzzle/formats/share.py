"""Short codes for links and messages: `s1-` and letters that need no escaping in a URL.

After the version comes one large number in base 64, then three letters that check it. The number packs, in mixed
radix, what the board is made of: the usual 9×9 without entries and marks costs one bit before its clues, whose places
are ranked among all choices of as many cells, and whose digits have radix 9. A typical puzzle takes 30 to 35 letters.
A board with rules has the prefix `s2-`; the rules follow as compressed text. Overlapping grids have the prefix `s3-`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from math import comb
from zlib import compress, crc32, decompressobj
from zlib import error as zlib_error

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import Constraint, read_rules, write_rules
from sudokulens.puzzle.geometry import DIGIT_CHARACTERS, Cell, DigitSet, Geometry, box_regions, box_shapes
from sudokulens.puzzle.overlap import MAX_GRIDS, MAX_SIDE_CELLS

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
PREFIX, PREFIX_WITH_RULES, PREFIX_OF_OVERLAP = "s1-", "s2-", "s3-"
_MAX_RULES_CHARACTERS = 200_000
_CODE = re.compile(r"(?:\S*[/#?=])?(s\d+-[A-Za-z0-9_-]+)")
_CHECK_LETTERS = 3
_MAX_CODE_CHARACTERS = 40_000
_MAX_EXTRAS = 64
_NO_MARKS, _ALL_MARKS, _SOME_MARKS, _OWN_MARKS = range(4)


def matches(text: str) -> bool:
    """True for one code a line, also at the end of a link."""
    lines = text.split()
    return bool(lines) and all(_CODE.fullmatch(line) for line in lines[:100])


def read(text: str, line: int = 1) -> Board:
    """The board that the code stands for; its check letters reveal a mistyped code."""
    found = _CODE.fullmatch(text.strip())
    if not found or len(text) > _MAX_CODE_CHARACTERS:
        raise InvalidBoard("this is not a share code", line=line, expected=f"{PREFIX} and letters, digits, '-' or '_'")
    code = found[1]
    prefix = code[: len(PREFIX)]
    if prefix not in (PREFIX, PREFIX_WITH_RULES, PREFIX_OF_OVERLAP):
        raise InvalidBoard(
            f"share code of version {code[1 : code.index('-')][:9]}", line=line, expected="version 1, 2 or 3"
        )
    body, check = code[len(PREFIX) : -_CHECK_LETTERS], code[-_CHECK_LETTERS:]
    if len(code) <= len(PREFIX) + _CHECK_LETTERS or _check_letters(prefix + body) != check:
        raise InvalidBoard("the share code is damaged or incomplete", line=line, expected="the code as it was written")
    unpacking = Unpacking(_number(body))
    board = _take_board(unpacking, overlapping=prefix == PREFIX_OF_OVERLAP)
    if prefix == PREFIX_WITH_RULES or (prefix == PREFIX_OF_OVERLAP and unpacking.take(2)):
        board = board.with_rules(_take_rules(unpacking, board.geometry))
    if not unpacking.is_empty:
        raise InvalidBoard("the share code says more than a board", line=line)
    return board


def write(board: Board) -> str:
    packing = Packing()
    _put_board(packing, board)
    if board.geometry.overlaps:
        packing.put(int(bool(board.rules)), 2)
    if board.rules:
        _put_rules(packing, board)
    prefix = PREFIX_WITH_RULES if board.rules else PREFIX
    if board.geometry.overlaps:
        prefix = PREFIX_OF_OVERLAP
    body = _letters(packing.number())
    return prefix + body + _check_letters(prefix + body)


def read_all(text: str) -> list[Board]:
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise InvalidBoard("this is not a share code", line=1, expected=f"{PREFIX} and letters")
    return [read(content, number) for number, content in lines]


def write_all(boards: Sequence[Board]) -> str:
    return "\n".join(map(write, boards))


class Packing:
    """Numbers of known radix, packed into one; they come out in the order in which they went in."""

    def __init__(self) -> None:
        self._parts: list[tuple[int, int]] = []

    def put(self, value: int, radix: int) -> None:
        self._parts.append((value, radix))

    def number(self) -> int:
        packed = 0
        for value, radix in reversed(self._parts):
            packed = packed * radix + value
        return packed


class Unpacking:
    def __init__(self, number: int) -> None:
        self._number = number

    def take(self, radix: int) -> int:
        self._number, value = divmod(self._number, radix)
        return value

    @property
    def is_empty(self) -> bool:
        return self._number == 0


def _put_board(packing: Packing, board: Board) -> None:
    entries, marked = bool(board.entries), board.candidates is not None
    plain = board.geometry.is_classic and not entries and not marked
    packing.put(int(not plain), 2)
    if not plain:
        packing.put(int(entries), 2)
        packing.put(int(marked), 2)
        (_put_overlap if board.geometry.overlaps else _put_geometry)(packing, board.geometry)
    _put_values(packing, board)
    if entries:
        for value, given in zip(board.values, board.givens, strict=True):
            if value:
                packing.put(int(given), 2)
    if board.candidates is not None:
        _put_marks(packing, board.candidates, board.computed_candidates(), board.size)


def _take_board(unpacking: Unpacking, *, overlapping: bool) -> Board:
    entries = marked = 0
    geometry = Geometry.standard()
    if unpacking.take(2):
        entries, marked = unpacking.take(2), unpacking.take(2)
        geometry = _take_overlap(unpacking) if overlapping else _take_geometry(unpacking)
    values = _take_values(unpacking, geometry)
    givens = tuple(bool(value and (not entries or unpacking.take(2))) for value in values)
    board = Board(geometry, values, givens)
    if not marked:
        return board
    return board.with_candidates(_take_marks(unpacking, board.computed_candidates(), geometry.size))


def _put_rules(packing: Packing, board: Board) -> None:
    packed = compress(";".join(write_rules(board.rules, board.geometry)).encode(), 9)
    packing.put(len(packed), _MAX_RULES_CHARACTERS)
    packing.put(int.from_bytes(packed), 256 ** len(packed))


def _take_rules(unpacking: Unpacking, shape: Geometry) -> Iterator[Constraint]:
    length = unpacking.take(_MAX_RULES_CHARACTERS)
    if length > _MAX_CODE_CHARACTERS:
        raise InvalidBoard("the share code is damaged or incomplete", expected="the code as it was written")
    packed = unpacking.take(256**length).to_bytes(length)
    try:
        text = decompressobj().decompress(packed, _MAX_RULES_CHARACTERS).decode()
    except (zlib_error, UnicodeDecodeError) as fault:
        raise InvalidBoard("the share code is damaged or incomplete", expected="the code as it was written") from fault
    for field in text.split(";"):
        yield from read_rules(field, shape)


def _put_geometry(packing: Packing, geometry: Geometry) -> None:
    """Size; box shape by its place among those of the size, or after them irregular regions; extra units."""
    n, shapes = geometry.size, box_shapes(geometry.size)
    packing.put(n, len(DIGIT_CHARACTERS) + 1)
    packing.put(shapes.index(geometry.box_shape) if geometry.box_shape else len(shapes), len(shapes) + 1)
    if not geometry.box_shape:
        for region in geometry.regions:
            packing.put(region, n)
    _put_extras(packing, geometry)


def _put_overlap(packing: Packing, geometry: Geometry) -> None:
    """Size and box shape as of one grid; the grids' places; extra units."""
    shapes = box_shapes(geometry.size)
    assert geometry.box_shape is not None
    packing.put(geometry.size, len(DIGIT_CHARACTERS) + 1)
    packing.put(shapes.index(geometry.box_shape), len(shapes))
    packing.put(len(geometry.grids), MAX_GRIDS + 1)
    for number in chain.from_iterable(geometry.grids):
        packing.put(number, MAX_SIDE_CELLS)
    _put_extras(packing, geometry)


def _put_extras(packing: Packing, geometry: Geometry) -> None:
    if len(geometry.extras) >= _MAX_EXTRAS:
        raise InvalidBoard(f"{len(geometry.extras)} extra units", expected=f"fewer than {_MAX_EXTRAS} in a share code")
    packing.put(len(geometry.extras), _MAX_EXTRAS)
    for cells in geometry.extras:
        for cell in cells:
            packing.put(cell, geometry.cell_count)


def _take_geometry(unpacking: Unpacking) -> Geometry:
    n = unpacking.take(len(DIGIT_CHARACTERS) + 1)
    if n < 2:
        raise InvalidBoard(f"share code of a board of size {n}")
    shapes = box_shapes(n)
    choice = unpacking.take(len(shapes) + 1)
    if choice < len(shapes):
        regions = box_regions(n, shapes[choice][0])
    else:
        regions = tuple(unpacking.take(n) for _ in range(n * n))
    return _with_extras(unpacking, Geometry(n, regions))


def _take_overlap(unpacking: Unpacking) -> Geometry:
    n = unpacking.take(len(DIGIT_CHARACTERS) + 1)
    shapes = box_shapes(n)
    if not shapes:
        raise InvalidBoard(f"share code of overlapping grids of size {n}")
    rows, _ = shapes[unpacking.take(len(shapes))]
    count = unpacking.take(MAX_GRIDS + 1)
    grids = [(unpacking.take(MAX_SIDE_CELLS), unpacking.take(MAX_SIDE_CELLS)) for _ in range(count)]
    return _with_extras(unpacking, Geometry.overlapping(grids, n, rows))


def _with_extras(unpacking: Unpacking, shape: Geometry) -> Geometry:
    n, cells, count = shape.size, shape.cell_count, unpacking.take(_MAX_EXTRAS)
    extras = tuple(tuple(unpacking.take(cells) for _ in range(n)) for _ in range(count))
    return replace(shape, extras=extras) if extras else shape


def _put_values(packing: Packing, board: Board) -> None:
    count = board.geometry.cell_count
    filled = [cell for cell, value in enumerate(board.values) if value]
    packing.put(len(filled), count + 1)
    packing.put(rank(filled), comb(count, len(filled)))
    for cell in filled:
        packing.put(board.values[cell] - 1, board.size)


def _take_values(unpacking: Unpacking, geometry: Geometry) -> tuple[int, ...]:
    count = geometry.cell_count
    filled = unpacking.take(count + 1)
    values = [0] * count
    for cell in unrank(unpacking.take(comb(count, filled)), filled, count):
        values[cell] = unpacking.take(geometry.size) + 1
    return tuple(values)


def rank(cells: Sequence[Cell]) -> int:
    """The place of an increasing choice of cells among all choices of as many."""
    return sum(comb(cell, place) for place, cell in enumerate(cells, 1))


def unrank(number: int, chosen: int, count: int) -> list[Cell]:
    """The choice of `chosen` cells out of `count` that `rank` gave the number to."""
    cells: list[Cell] = []
    cell = count
    for place in range(chosen, 0, -1):
        cell -= 1
        while comb(cell, place) > number:
            cell -= 1
        number -= comb(cell, place)
        cells.append(cell)
    return cells[::-1]


def _put_marks(packing: Packing, marks: Sequence[DigitSet], computed: Sequence[DigitSet], size: int) -> None:
    """For every cell: none, all that the values allow, some of those, or any others."""
    for own, free in zip(marks, computed, strict=True):
        if not own:
            packing.put(_NO_MARKS, 4)
        elif own == free:
            packing.put(_ALL_MARKS, 4)
        elif own & ~free:
            packing.put(_OWN_MARKS, 4)
            packing.put(own, 1 << size)
        else:
            packing.put(_SOME_MARKS, 4)
            for digit in range(size):
                if free >> digit & 1:
                    packing.put(own >> digit & 1, 2)


def _take_marks(unpacking: Unpacking, computed: Sequence[DigitSet], size: int) -> list[DigitSet]:
    marks = []
    for free in computed:
        kind = unpacking.take(4)
        if kind == _OWN_MARKS:
            own = unpacking.take(1 << size)
        elif kind == _SOME_MARKS:
            own = sum(1 << digit for digit in range(size) if free >> digit & 1 and unpacking.take(2))
        else:
            own = free if kind == _ALL_MARKS else 0
        marks.append(own)
    return marks


def _letters(number: int) -> str:
    letters = []
    while number:
        number, place = divmod(number, 64)
        letters.append(ALPHABET[place])
    return "".join(reversed(letters)) or ALPHABET[0]


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number << 6 | ALPHABET.index(letter)
    return number


def _check_letters(body: str) -> str:
    check = crc32(body.encode())
    return "".join(ALPHABET[check >> shift & 63] for shift in (0, 6, 12))
