"""Rows of cells in a text that is laid out as a grid, whatever frame is drawn around them.

The same text can be cut into cells in several ways (a character each, words, fields between bars, fixed positions);
`cut` takes the first way that makes a square.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import TypeAlias

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.formats.limits import MAX_TEXT_CHARACTERS, require_short
from sudokulens.puzzle.geometry import DIGIT_CHARACTERS

BARS = "|¦!│┃║╎╏┆┇┊┋"
_BAR = re.compile(f"[{BARS}]")
_HORIZONTAL = re.compile(r"[-=–—]{2}|[+─━═╌╍┄┅┈┉├┤┬┴┼┌┐└┘╔╗╚╝╠╣╦╩╬╟╢╤╧╪╫╞╡╥╨╓╖╙╜╒╕╘╛]")
_HAS_CELLS = re.compile(r"[0-9A-Za-z]")
_WORDS_OF_PROSE = re.compile(r"[a-wyz][a-z]|[a-z][a-wyz]")
_TOKEN = re.compile(rf"[^\s,{BARS}]+")
_BLANK_CHARACTERS = ".0*_xX-?·"
MAX_LINES = 20_000
MAX_LINE_CHARACTERS = 4000
"""Three times a line of the largest board with all its candidates."""
MAX_SIZE = len(DIGIT_CHARACTERS)


@dataclass(frozen=True, slots=True)
class Mark:
    """The text of one cell and where it stands, counted from 1."""

    text: str
    line: int
    column: int


MarkRows: TypeAlias = list[list[Mark]]
Cutter: TypeAlias = Callable[["Layout"], Iterable[list[Mark]]]


@dataclass(slots=True)
class Layout:
    """The lines of a text sorted into rows of cells, frame lines and fields.

    `bands` counts the rows between two frame lines; `doubtful` rows consist of dashes and bars alone and may be frame
    lines after all.
    """

    rows: list[tuple[int, str]] = field(default_factory=list)
    doubtful: list[tuple[int, str]] = field(default_factory=list)
    fields: list[tuple[int, str]] = field(default_factory=list)
    bands: list[int] = field(default_factory=lambda: [0])

    @staticmethod
    def of(text: str) -> Layout:
        require_short(text)
        lines = text.splitlines()
        if len(lines) > MAX_LINES:
            raise InvalidBoard(f"{len(lines)} lines are too many for grids", expected=f"at most {MAX_LINES}")
        layout = Layout()
        for number, line in enumerate(lines, 1):
            if len(line) > MAX_LINE_CHARACTERS:
                wanted = f"at most {MAX_LINE_CHARACTERS}"
                raise InvalidBoard(f"{len(line)} characters are too many for a row", line=number, expected=wanted)
            layout._add(number, line.rstrip())
        return layout

    def _add(self, number: int, line: str) -> None:
        content = line.strip()
        if not content or content.startswith("#") or _WORDS_OF_PROSE.search(content.partition(";")[0]):
            return
        if content.startswith(";"):
            self.fields.append((number, content))
        elif not _HAS_CELLS.search(content) and _HORIZONTAL.search(content):
            self.bands.append(0)
            if not set(content) - set("- " + BARS):
                self.doubtful.append((number, line))
        else:
            self.rows.append((number, line))
            self.bands[-1] += 1

    def with_doubtful_rows(self) -> Layout:
        """The same with the lines of dashes taken as rows of empty cells."""
        return Layout(sorted(self.rows + self.doubtful), [], self.fields)

    def band_height(self) -> int | None:
        """Rows between frame lines, where it is the same everywhere."""
        heights = {rows for rows in self.bands if rows}
        return heights.pop() if len(heights) == 1 else None

    def box_columns(self, rows: MarkRows) -> int | None:
        """Cells between bars, where it is the same everywhere."""
        lines = dict(self.rows + self.doubtful)
        return _common_step([_group_ends(row, lines[row[0].line]) for row in rows if row])


def too_long(text: str) -> bool:
    """True when the text cannot be a grid for its length alone."""
    if len(text) > MAX_TEXT_CHARACTERS or text.count("\n") >= MAX_LINES:
        return True
    return any(len(line) > MAX_LINE_CHARACTERS for line in text.splitlines())


def by_character(layout: Layout) -> Iterator[list[Mark]]:
    """Every character that is neither a bar nor a space is a cell."""
    for number, line in layout.rows:
        yield [Mark(c, number, column) for column, c in enumerate(line, 1) if c not in BARS and not c.isspace()]


def by_token(layout: Layout) -> Iterator[list[Mark]]:
    """Every word is a cell."""
    for number, line in layout.rows:
        yield [Mark(m[0], number, m.start() + 1) for m in _TOKEN.finditer(line)]


def by_field(layout: Layout) -> Iterator[list[Mark]]:
    """What is between two bars is a cell, even when nothing is."""
    for number, line in layout.rows:
        if _BAR.search(line):
            yield list(_fields_of(number, line))


def by_position(pitch: int, offset: int) -> Cutter:
    """Every `pitch`-th character is a cell, also when it is a space; bars take a place of their own."""

    def cut_line(number: int, line: str) -> list[Mark]:
        places = range(offset, len(line), pitch)
        if any(not c.isspace() for place, c in enumerate(line) if place not in places):
            return []
        return [Mark(line[place], number, place + 1) for place in places if line[place] not in BARS]

    def cutter(layout: Layout) -> Iterator[list[Mark]]:
        width = max((len(line) for _, line in layout.rows), default=0)
        for number, line in layout.rows:
            row = cut_line(number, line.ljust(width))
            # Who marks blanks does not also leave them out: such a row is too short rather than half empty.
            yield [] if any(mark.text in _BLANK_CHARACTERS for mark in row) else row

    return cutter


WAYS: tuple[Cutter, ...] = (
    by_character,
    by_token,
    by_field,
    *(by_position(pitch, offset) for pitch in (1, 2, 4) for offset in range(pitch)),
)


def cut(layout: Layout, ways: tuple[Cutter, ...] = WAYS) -> MarkRows:
    """Rows of n cells, n rows to a board; raises InvalidBoard where no way of cutting makes squares."""
    if not layout.rows:
        raise InvalidBoard("no row of cells found", line=1, expected="rows of digits and blanks")
    several: MarkRows = []
    for candidate in (layout, layout.with_doubtful_rows()) if layout.doubtful else (layout,):
        for way in ways:
            if rows := squares(way(candidate)):
                # One board is likelier than several smaller: nine rows of three boxes are not three boards of 3×3.
                if len(rows) == len(rows[0]):
                    return rows
                several = several or rows
    if several:
        return several
    raise _no_square(list(ways[0](layout)))


def squares(rows: Iterable[list[Mark]]) -> MarkRows:
    """The rows if they make squares, else none; looks no further than the first that does not fit."""
    found: MarkRows = []
    for row in rows:
        if not 2 <= len(row) <= MAX_SIZE or (found and len(row) != len(found[0])):
            return []
        found.append(row)
    return found if found and len(found) % len(found[0]) == 0 else []


def _fields_of(number: int, line: str) -> Iterator[Mark]:
    bars = [match.start() for match in _BAR.finditer(line)]
    edges = [-1, *bars, len(line)]
    for index, (left, right) in enumerate(pairwise(edges)):
        content = line[left + 1 : right].strip()
        if not content and index in (0, len(edges) - 2):
            continue
        yield Mark(content, number, left + 2)


def _group_ends(row: list[Mark], line: str) -> tuple[int, ...]:
    """How many cells stand before each bar within the row."""
    bars = [match.start() + 1 for match in _BAR.finditer(line)]
    counts = {sum(mark.column < bar for mark in row) for bar in bars}
    return tuple(sorted(counts - {0, len(row)}))


def _common_step(ends: list[tuple[int, ...]]) -> int | None:
    if len(set(ends)) != 1 or not ends[0]:
        return None
    step = ends[0][0]
    return step if ends[0] == tuple(accumulate([step] * len(ends[0]))) else None


def _no_square(rows: MarkRows) -> InvalidBoard:
    width = Counter(map(len, rows)).most_common(1)[0][0]
    for row in rows:
        if len(row) != width:
            return InvalidBoard(f"{len(row)} cells in this row", line=row[0].line if row else 1, expected=str(width))
    message = f"{len(rows)} rows of {width} cells do not make a square grid"
    return InvalidBoard(message, line=rows[-1][0].line if rows[-1] else 1, expected=f"{width} rows of {width} cells")
