"""Answers on their way from a worker process: plain data, so that no object is ever loaded that came from there."""

from __future__ import annotations

import json
from typing import Any

from sudokulens import errors
from sudokulens.batch.record import Record
from sudokulens.batch.work import Answer
from sudokulens.errors import FileError, SudokuError


def encoded(answer: Answer) -> tuple[bytes, bytes]:
    """What kind of content there is, with its figures, and the content itself."""
    kind, content = _content(answer.content)
    return json.dumps([kind, answer.records, answer.errors]).encode(), content


def decoded(head: bytes, body: bytes) -> Answer:
    """The answer again."""
    kind, records, failed = json.loads(head)
    return Answer(_READERS.get(kind, lambda content: _fault(kind, content))(body), records, failed)


def _content(content: Any) -> tuple[str, bytes]:
    if isinstance(content, bytes):
        return "bytes", content
    if isinstance(content, SudokuError):
        return type(content).__name__, str(content).encode("utf-8", "backslashreplace")
    if isinstance(content, int):
        return "number", str(content).encode()
    return "records", json.dumps([record.as_dict() for record in content]).encode()


_READERS: dict[str, Any] = {
    "bytes": lambda content: content,
    "number": int,
    "records": lambda content: [Record(**row) for row in json.loads(content)],
}


def _fault(name: str, content: bytes) -> SudokuError:
    """The error of that name with its message; some are made of other things than that, and become a FileError."""
    message = content.decode()
    try:
        found = getattr(errors, name, FileError)(message)
    except TypeError:
        found = FileError(message)
    return found if isinstance(found, SudokuError) else FileError(message)
