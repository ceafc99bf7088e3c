"""What a worker does: a piece in, an answer out, and never an exception because of an item."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from sudokulens import errors
from sudokulens.batch.archive import ArchiveShelf, member_bytes
from sudokulens.batch.pdf import opened_document, page_count, page_picture
from sudokulens.batch.pictures import picture_records
from sudokulens.batch.portion import Identity, Piece, Portion
from sudokulens.batch.puzzles import Puzzle, plain_lines, puzzle_records
from sudokulens.batch.record import Record, Records
from sudokulens.batch.settings import Settings
from sudokulens.batch.sources import FileKind, known_kind, open_file
from sudokulens.batch.text import HEAD, document_boards, is_collection, portion_text, puzzle_lines
from sudokulens.batch.writers import encode

MAX_FILE_BYTES = 512 * 2**20
_SHELF = ArchiveShelf()


@dataclass(frozen=True, slots=True)
class Answer:
    """The records of a piece in the form in which they are kept, with how many there are and how many are errors."""

    content: Any
    records: int = 0
    errors: int = 0


def work(piece: Piece, settings: Settings) -> Answer:
    """The answer to a piece; the same for the same piece, on any worker."""
    if piece.portion.kind == "look":
        return Answer(_look(piece.portion, settings))
    return answer_of(_records(piece, settings), settings)


def answer_of(records: Records, settings: Settings) -> Answer:
    """The records as an answer."""
    failed = sum(record.outcome == "error" for record in records) if isinstance(records, list) else 0
    return Answer(encode(records, settings.form), len(records), failed)


def failure_answer(piece: Piece, fault: BaseException, settings: Settings) -> Answer:
    """The answer where every item of the piece ended in that error."""
    return answer_of([Record.failure(item, fault) for item in piece.items()], settings)


def _look(portion: Portion, settings: Settings) -> int | errors.SudokuError:
    """The number of pages of a PDF, or why it cannot be told."""
    try:
        with open_file(portion.source, settings.folder) as stream:
            return page_count(stream)
    except errors.SudokuError as fault:
        return fault
    except Exception as fault:
        return errors.FileError(f"the PDF document cannot be read: {fault}")


def _records(piece: Piece, settings: Settings) -> Records:
    try:
        return _DOERS[piece.portion.kind](piece, settings)
    except Exception as fault:  # The file that all the items are in cannot be read.
        return [Record.failure(item, _file_fault(fault)) for item in piece.items()]


def _failed(piece: Piece, settings: Settings) -> list[Record]:
    name, message = piece.portion.names
    return [Record.of(item, "error", error=name, message=message) for item in piece.items()]


def _lines(piece: Piece, settings: Settings) -> Records:
    portion = piece.portion
    text = portion_text(portion, settings.folder)
    if len(piece) == portion.count and (solved := plain_lines(text, portion.source, portion.first, settings)):
        return solved
    lines = list(puzzle_lines(text, portion.first))[piece.start : piece.stop]
    return puzzle_records([Puzzle(Identity(portion.source, place=at.number), at.text) for at in lines], settings)


def _text(piece: Piece, settings: Settings) -> list[Record]:
    texts = map(str.strip, piece.portion.names[piece.start : piece.stop])
    lines = zip(piece.items(), texts, strict=True)
    return puzzle_records([Puzzle(item, text) for item, text in lines if text and text[0] != "#"], settings)


def _files(piece: Piece, settings: Settings) -> list[Record]:
    kind: FileKind = "text" if piece.portion.kind == "document" else "picture"
    return _each(piece, lambda item: _content(_file_bytes(item.source, settings), kind, item, settings))


def _pages(piece: Piece, settings: Settings) -> list[Record]:
    with open_file(piece.portion.source, settings.folder) as stream, opened_document(stream) as document:
        return _each(piece, lambda item: _page(document, item, settings))


def _members(piece: Piece, settings: Settings) -> list[Record]:
    archive = _SHELF.archive(piece.portion.source, settings.folder)

    def member(item: Identity) -> list[Record]:
        name = str(item.member)
        return _content(member_bytes(archive, name), known_kind(name), item, settings)

    return _each(piece, member)


_DOERS: dict[str, Callable[[Piece, Settings], Records]] = {
    "failed": _failed,
    "lines": _lines,
    "text": _text,
    "pictures": _files,
    "document": _files,
    "pages": _pages,
    "members": _members,
}


def _each(piece: Piece, action: Callable[[Identity], list[Record]]) -> list[Record]:
    """The records of all items; what goes wrong with one is its own record."""
    records: list[Record] = []
    for item in piece.items():
        try:
            records.extend(action(item))
        except Exception as fault:
            records.append(Record.failure(item, _file_fault(fault)))
    return records


def _content(content: bytes, kind: FileKind | None, item: Identity, settings: Settings) -> list[Record]:
    """The records of one file that is in memory."""
    if kind == "picture":
        return picture_records(content, item, settings)
    if kind == "text":
        return puzzle_records(list(_puzzles(content, item)), settings)
    if kind == "pdf":
        with opened_document(BytesIO(content)) as document:
            pages = [item.at(number) for number in range(1, len(document) + 1)]
            return [record for page in pages for record in _page(document, page, settings)]
    raise errors.FileError("this is an archive in an archive; unpack it first")


def _puzzles(content: bytes, item: Identity) -> Iterator[Puzzle]:
    if is_collection(content[:HEAD]):
        for line in puzzle_lines(content):
            yield Puzzle(item.at(line.number), line.text)
    else:
        for number, board in enumerate(document_boards(content), 1):
            yield Puzzle(item.at(number), known=board)


def _page(document: Any, item: Identity, settings: Settings) -> list[Record]:
    return picture_records(page_picture(document, (item.place or 1) - 1), item, settings)


def _file_bytes(source: str, settings: Settings) -> bytes:
    with open_file(source, settings.folder) as stream:
        content = stream.read(MAX_FILE_BYTES + 1)
    if len(content) > MAX_FILE_BYTES:
        raise errors.FileError(f"the file is larger than {MAX_FILE_BYTES // 2**20} MiB")
    return content


def _file_fault(fault: Exception) -> Exception:
    """The error as one of ours, if it is about a file."""
    if isinstance(fault, OSError) and not isinstance(fault, errors.SudokuError):
        return errors.FileError(f"the file cannot be read: {fault.strerror or fault}")
    return fault
