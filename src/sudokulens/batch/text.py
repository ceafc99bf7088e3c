"""Text files of puzzles: cut into portions of whole lines, and read back as lines or boards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

from sudokulens.batch.portion import Portion
from sudokulens.batch.sources import open_file
from sudokulens.errors import FileError, InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats import line, read

HEAD = 40_000
"""Bytes that are looked at to tell a collection of one puzzle a line from other formats."""
MAX_DOCUMENT_BYTES = 50_000_000
"""Bytes of any other text, which has to be read as a whole."""
MAX_LINE_CHARACTERS = 100_000
_MARK = b"\xef\xbb\xbf"
_PLAIN_LINE = 82


@dataclass(slots=True)
class Line:
    """A line with a puzzle: its number in the file and its text."""

    number: int
    text: str


def text_portions(source: str, folder: str, portion_bytes: int) -> Iterator[Portion]:
    """The portions of a text file, in order."""
    with open_file(source, folder) as stream:
        head = stream.read(HEAD)
        size = stream.seek(0, 2)
        if not is_collection(head):
            yield Portion("document", source, 1, size=size)
            return
        stream.seek(0)
        offset, number = 0, 1
        while block := _whole_lines(stream.read(portion_bytes) + stream.readline(MAX_LINE_CHARACTERS)):
            lines = block.count(b"\n") + (not block.endswith(b"\n"))
            count = lines if len(block) == _PLAIN_LINE * lines else sum(1 for _ in puzzle_lines(block, number))
            if count:
                yield Portion("lines", source, count, number, (), offset, len(block), size, crc32(block))
            offset, number = offset + len(block), number + lines


def _whole_lines(block: bytes) -> bytes:
    tail = len(block) - block.rfind(b"\n")
    if tail > MAX_LINE_CHARACTERS:
        raise FileError(f"the text has a line of more than {MAX_LINE_CHARACTERS} characters")
    return block


def is_collection(head: bytes) -> bool:
    """True for the beginning of a file with one puzzle a line; raises FileError for binary data."""
    if b"\0" in head:
        raise FileError("this is not a text file")
    return line.matches(decoded(head))


def portion_text(portion: Portion, folder: str) -> bytes:
    """The lines of a portion; raises FileError where the file is no longer what was planned."""
    with open_file(portion.source, folder) as stream:
        size = stream.seek(0, 2)
        stream.seek(portion.offset)
        text = stream.read(portion.length)
    if size != portion.size or crc32(text) != portion.check:
        raise FileError("the file has changed since the batch began; start again with --fresh")
    return text


def puzzle_lines(text: bytes, first: int = 1) -> Iterator[Line]:
    """The lines that hold a puzzle; blank ones and those that begin with # are left out."""
    for number, content in enumerate(decoded(text).split("\n"), first):
        if (content := content.strip()) and content[0] != "#":
            yield Line(number, content)


def document_boards(content: bytes) -> list[Board]:
    """The boards of a text in any format; raises InvalidBoard or FileError."""
    if len(content) > MAX_DOCUMENT_BYTES:
        raise FileError(f"the text is larger than {MAX_DOCUMENT_BYTES // 10**6} MB and not one puzzle a line")
    if b"\0" in content:
        raise FileError("this is not a text file")
    boards = read(decoded(content))
    if not boards:
        raise InvalidBoard("there is no board in the text")
    return boards


def decoded(content: bytes) -> str:
    """The text; bytes that are no UTF-8 can only be in remarks, and become question marks."""
    return re.sub("\r\n?", "\n", content.removeprefix(_MARK).decode("utf-8", "replace"))
