"""What went wrong with a request, and the same as a problem document (RFC 9457)."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from sudokulens.errors import (
    ImageError,
    ImageTooLarge,
    InvalidBoard,
    InvalidRequest,
    MissingExtra,
    SudokuError,
    TimeLimit,
    UnknownEngine,
)

_STATUS: tuple[tuple[type[SudokuError], int, str], ...] = (
    (InvalidBoard, 422, "invalid-board"),
    (InvalidRequest, 422, "invalid-request"),
    (ImageTooLarge, 413, "image-too-large"),
    (ImageError, 422, "invalid-image"),
    (UnknownEngine, 422, "unknown-engine"),
    (TimeLimit, 422, "not-found-in-time"),
    (MissingExtra, 422, "missing-extra"),
)


class Problem(Exception):
    """An answer that tells what went wrong; `headers` carries Retry-After and the like."""

    def __init__(
        self, status: int, code: str, detail: str, *, headers: dict[str, str] | None = None, **extra: Any
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.headers, self.extra = headers, extra

    def __reduce__(self) -> tuple[Any, ...]:
        """Problems cross from workers to the service."""
        return _rebuilt, (self.status, self.code, self.detail, self.headers, self.extra)


def _rebuilt(status: int, code: str, detail: str, headers: dict[str, str] | None, extra: dict[str, Any]) -> Problem:
    return Problem(status, code, detail, headers=headers, **extra)


def from_error(error: SudokuError) -> Problem:
    """The problem that an error of the library becomes."""
    extra: dict[str, Any] = {}
    if isinstance(error, InvalidBoard) and error.line:
        extra = {"line": error.line, "column": error.column}
    for kind, status, code in _STATUS:
        if isinstance(error, kind):
            return Problem(status, code, str(error), **extra)
    return Problem(422, "not-possible", str(error))


def problem_body(problem: Problem) -> dict[str, Any]:
    """The document that tells of the problem: a code for programs and a sentence for people."""
    return {
        "type": "about:blank",
        "title": HTTPStatus(problem.status).phrase,
        "status": problem.status,
        "code": problem.code,
        "detail": problem.detail,
        **problem.extra,
    }
