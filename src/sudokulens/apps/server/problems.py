"""Errors as problem details (RFC 9457): a code for programs and a sentence that helps a person."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from sudokulens.errors import ImageError, InvalidBoard, MissingExtra, SudokuError, TimeLimit, UnknownEngine

MEDIA_TYPE = "application/problem+json"
_STATUS: tuple[tuple[type[SudokuError], int, str], ...] = (
    (InvalidBoard, 422, "invalid-board"),
    (ImageError, 422, "invalid-image"),
    (UnknownEngine, 422, "unknown-engine"),
    (TimeLimit, 503, "time-limit"),
    (MissingExtra, 501, "missing-extra"),
)


class Problem(Exception):
    """An answer that tells what went wrong; `headers` carries Retry-After and the like."""

    def __init__(
        self, status: int, code: str, detail: str, *, headers: dict[str, str] | None = None, **extra: Any
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.headers, self.extra = headers, extra


def problem_response(problem: Problem) -> JSONResponse:
    body = {
        "type": "about:blank",
        "title": HTTPStatus(problem.status).phrase,
        "status": problem.status,
        "code": problem.code,
        "detail": problem.detail,
        **problem.extra,
    }
    return JSONResponse(body, problem.status, problem.headers, MEDIA_TYPE)


def from_error(error: SudokuError) -> Problem:
    """The problem that an error of the library becomes."""
    extra: dict[str, Any] = {}
    if isinstance(error, InvalidBoard) and error.line:
        extra = {"line": error.line, "column": error.column}
    for kind, status, code in _STATUS:
        if isinstance(error, kind):
            return Problem(status, code, str(error), **extra)
    return Problem(500, "internal", "Something went wrong on our side.")


def install(app: FastAPI) -> None:
    """Makes every error of the app a problem document, also those of the framework itself."""

    @app.exception_handler(Problem)
    async def _problem(_: Request, problem: Problem) -> JSONResponse:
        return problem_response(problem)

    @app.exception_handler(SudokuError)
    async def _library(_: Request, error: SudokuError) -> JSONResponse:
        return problem_response(from_error(error))

    @app.exception_handler(RequestValidationError)
    async def _invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        # Only places and rules are told: what was sent is never reflected.
        faults = [{"at": ".".join(map(str, fault["loc"])), "message": fault["msg"]} for fault in error.errors()]
        return problem_response(Problem(422, "invalid-request", "The request is not as expected.", faults=faults))

    @app.exception_handler(HTTPException)
    async def _http(_: Request, error: HTTPException) -> JSONResponse:
        phrase = HTTPStatus(error.status_code).phrase
        code = phrase.lower().replace(" ", "-")
        headers = dict(error.headers) if error.headers else None
        return problem_response(Problem(error.status_code, code, f"{phrase}.", headers=headers))

    @app.exception_handler(Exception)
    async def _unexpected(_: Request, __: Exception) -> JSONResponse:
        return problem_response(Problem(500, "internal", "Something went wrong on our side."))
