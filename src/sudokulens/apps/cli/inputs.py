"""What an argument stands for: a file, a picture, `-` for standard input, or the puzzle itself.

`items_from` is the one place where arguments turn into puzzles. Collections with a puzzle per line are read as they
are needed, so that they may be larger than memory.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, TypeVar

from sudokulens.apps.cli.outputs import note
from sudokulens.errors import FileError, ImageError, InvalidBoard, InvalidRequest
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats import line, read

if TYPE_CHECKING:
    from sudokulens.scanned import Scan

PICTURE_SUFFIXES = frozenset(
    [f".{name}" for name in ("jpg", "jpeg", "jpe", "png", "webp", "gif", "bmp")]
    + [f".{name}" for name in ("tif", "tiff", "heic", "heif", "hif", "avif")]
)
PUZZLES_HELP = "Puzzles, files, pictures, or - for standard input."
RULES_HELP = "Rules to add, as in the one-line format: 'antiknight;cage=10:r1c1,r1c2'."
CHUNK = 8192
"""Puzzles that are held in memory at a time."""
HEAD = 40_000
"""Characters that are looked at to tell a collection from other formats."""
MAX_TEXT_BYTES = 50_000_000
"""Characters of a text that is not a collection and has to be read as a whole."""
Result = TypeVar("Result")
_LINE_FORMATS = (None, "line", "plain", "sdm")
_CLASSIC = re.compile(r"[1-9.0*_xX]{81}")
_FILE_NAME = re.compile(r"[^\n:;\\/]*[\\/][^\n:;]*|[^\n:;]*\.[A-Za-z][A-Za-z0-9]{1,9}")
"""With a slash, or a suffix at the end; in linear time, whatever is given."""


class NothingFound(Exception):
    """A picture was opened, but there is no Sudoku on it: an outcome, for which the command line has a status."""


@dataclass(slots=True)
class Item:
    """A puzzle of the input: its number there, and its text or its board."""

    source: str
    number: int
    text: str = ""
    known: Board | None = None

    @property
    def classic(self) -> str | None:
        """The 81 characters of a plain 9×9 puzzle, which can be solved without being looked at closely."""
        if self.known is None:
            return self.text if _CLASSIC.fullmatch(self.text) else None
        return "".join(map(str, self.known.values)) if self.known.geometry.is_classic else None

    @property
    def board(self) -> Board:
        """The puzzle as a board; raises InvalidBoard with its place."""
        if self.known is None:
            self.known = _with_source(self.source, lambda: line.read(self.text, self.number))
        return self.known


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some consecutive puzzles of an input: lines of a collection from number `start` on, or boards."""

    source: str
    start: int
    lines: list[str]
    boards: list[Board]

    def items(self) -> Iterator[Item]:
        """The puzzles one by one; lines without one are left out."""
        for number, text in enumerate(self.lines, self.start):
            content = text.strip()
            if content and content[0] != "#":
                yield Item(self.source, number, content)
        for number, board in enumerate(self.boards, self.start):
            yield Item(self.source, number, known=board)


def items_from(arguments: Iterable[str], form: str | None = None, rules: str | None = None) -> Iterator[Item]:
    """The puzzles that the arguments stand for, in the named format or the one that is detected.

    `rules` are fields of the one-line format that are added to every board.
    """
    for chunk in chunks_from(arguments, form, rules):
        yield from chunk.items()


def chunks_from(arguments: Iterable[str], form: str | None = None, rules: str | None = None) -> Iterator[Chunk]:
    """The same puzzles, many at a time."""
    for argument in arguments:
        if is_picture(argument):
            found = Chunk(argument, 1, [], _boards_on(argument))
            yield found if rules is None else _with_rules(found, rules)
            continue
        with _opened(argument) as (source, stream):
            for chunk in _chunks(source, stream, form):
                yield chunk if rules is None else _with_rules(chunk, rules)


def is_picture(argument: str) -> bool:
    """True for an argument that ends like the name of a picture file."""
    return Path(argument).suffix.lower() in PICTURE_SUFFIXES


def _boards_on(image: str) -> list[Board]:
    """The boards that are read from a picture; a line on standard error says where one is unsure."""
    from sudokulens.wording.voice import tell_counted

    grids = scan_named(image).grids
    if not grids:
        raise NothingFound(f"{image}: {nothing_found()}")
    for grid in grids:
        if doubts := len(grid.doubts):
            unsure = tell_counted("{n} cell is hard to read", "{n} cells are hard to read", doubts, n=doubts)
            note(f"{image}: {unsure}: sudokulens read {image}")
    return [grid.noted for grid in grids]


def scan_named(image: str) -> Scan:
    """The scan of a picture's file; a fault in it names the file."""
    from sudokulens.apps.cli.opening import opened
    from sudokulens.scanner import scan

    try:
        return scan(opened(image))
    except ImageError as fault:
        if image in str(fault):
            raise
        raise type(fault)(f"{image}: {fault}") from fault


def nothing_found() -> str:
    """What to try where no Sudoku is found on a picture."""
    from sudokulens.wording.voice import tell

    return tell("no Sudoku found. Try a closer or sharper picture, or sudokulens read --size.")


def _with_rules(chunk: Chunk, rules: str) -> Chunk:
    boards = [line.read(f"{item.board};{rules}", item.number) for item in chunk.items()]
    return Chunk(chunk.source, chunk.start, [], boards)


def default_arguments(arguments: list[str] | None) -> list[str]:
    """Standard input where no argument is given and something is piped in."""
    if arguments:
        return arguments
    if sys.stdin.isatty():
        raise InvalidRequest("no puzzle given", expected="a puzzle, a file, a picture, or - for standard input")
    return ["-"]


@contextmanager
def _opened(argument: str) -> Iterator[tuple[str, TextIO]]:
    if argument == "-":
        yield "standard input", sys.stdin
    elif (path := _file(argument)) is not None:
        try:
            with path.open(encoding="utf-8-sig") as stream:
                yield argument, stream
        except FileError:
            raise
        except OSError as fault:
            raise FileError(f"{argument}: {fault.strerror}") from fault
    else:
        yield "", io.StringIO(argument)


def _file(argument: str) -> Path | None:
    """The file of that name; None for what is more likely a puzzle than the name of a missing file."""
    try:
        if Path(argument).exists():
            return Path(argument)
    except (OSError, ValueError):
        return None
    if _FILE_NAME.fullmatch(argument) and not line.matches(argument):
        raise FileError(f"there is no file {argument!r}")
    return None


def _chunks(source: str, stream: TextIO, form: str | None) -> Iterator[Chunk]:
    try:
        head = stream.read(HEAD)
        if form in _LINE_FORMATS and line.matches(head):
            yield from _line_chunks(source, head, stream)
            return
        text = head + stream.read(MAX_TEXT_BYTES)
    except UnicodeDecodeError as fault:
        raise FileError(f"{source} is not a text file") from fault
    yield Chunk(source, 1, [], _with_source(source, lambda: read(text, form)))


def _line_chunks(source: str, head: str, stream: TextIO) -> Iterator[Chunk]:
    """The lines of a collection; the head may end within a line, which the stream then completes."""
    *whole, last = head.splitlines(keepends=True)
    lines = chain(whole, _completed(last, stream))
    start = 1
    while part := list(islice(lines, CHUNK)):
        yield Chunk(source, start, part, [])
        start += len(part)


def _completed(last: str, stream: TextIO) -> Iterator[str]:
    yield last if last.endswith("\n") else last + stream.readline()
    yield from stream


def _with_source(source: str, action: Callable[[], Result]) -> Result:
    """What the action gives; a fault in it names the file."""
    try:
        return action()
    except InvalidBoard as fault:
        if not source:
            raise
        raise InvalidBoard(f"{source}: {fault}") from fault
