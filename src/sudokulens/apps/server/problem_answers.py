"""Errors as problem details (RFC 9457): a code for programs and a sentence that helps a person."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sudokulens.apps.answers.problem import Problem, from_error, problem_body
from sudokulens.errors import SudokuError

MEDIA_TYPE = "application/problem+json"
MAX_FAULTS = 20
_HELP = {
    404: "There is nothing at this address; /docs lists what there is.",
    405: "This address takes another method.",
    416: "The file does not have this range.",
}
_PAGE_METHODS = "GET, HEAD"
"""What the page's files take; older versions of Starlette do not say so themselves."""

_KEPT_FIELDS = ("content-range", "allow", "retry-after")


def problem_response(problem: Problem) -> JSONResponse:
    return JSONResponse(problem_body(problem), problem.status, problem.headers, MEDIA_TYPE)


def stopping() -> Problem:
    """The answer to what comes, or is not done, when the service has to stop."""
    return Problem(503, "stopping", "The service is stopping.", headers={"Retry-After": "5"})


async def refuse(problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
    """Answers a request, or the handshake of a WebSocket, with a problem."""
    if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
        await problem_response(problem)(scope, receive, send)
    else:  # A server that has no words for a refused handshake.
        await send({"type": "websocket.close", "code": 1008, "reason": problem.detail})


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
        faults = [{"at": _place(fault), "message": fault["msg"]} for fault in error.errors()[:MAX_FAULTS]]
        return problem_response(Problem(422, "invalid-request", "The request is not as expected.", faults=faults))

    @app.exception_handler(HTTPException)
    async def _http(_: Request, error: HTTPException) -> JSONResponse:
        phrase = HTTPStatus(error.status_code).phrase
        detail = _HELP.get(error.status_code, f"{phrase}.")
        headers = dict(error.headers or {})
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            headers.setdefault("Allow", _PAGE_METHODS)
        code = phrase.lower().replace(" ", "-")
        return problem_response(Problem(error.status_code, code, detail, headers=headers))

    @app.exception_handler(Exception)
    async def _unexpected(_: Request, __: Exception) -> JSONResponse:
        return problem_response(Problem(500, "internal", "Something went wrong on our side."))


class PlainErrors:
    """ASGI middleware that turns what the framework refuses in plain text, say a range, into problems."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._answer_request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._open_socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _open_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        accepted = False

        async def told(message: Message) -> None:
            nonlocal accepted
            accepted = accepted or message["type"] != "websocket.close"
            if accepted:
                await send(message)
            else:  # The framework closes a socket that it never accepted where the path is unknown.
                await refuse(Problem(404, "not-found", _HELP[404]), scope, receive, send)

        await self.app(scope, receive, told)

    async def _answer_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal: Response | None = None

        async def told(message: Message) -> None:
            nonlocal refusal
            if message["type"] == "http.response.start" and _is_plain_error(message):
                refusal = _refusal(message)
            elif refusal is None:
                await send(message)
            elif not message.get("more_body", False):
                await refusal(scope, receive, send)

        await self.app(scope, receive, told)


def _is_plain_error(message: Message) -> bool:
    kind = Headers(raw=message["headers"]).get("content-type", "")
    return int(message["status"]) >= 400 and not kind.startswith(MEDIA_TYPE)


def _refusal(message: Message) -> Response:
    status = HTTPStatus(message["status"])
    kept = {name: value for name, value in Headers(raw=message["headers"]).items() if name in _KEPT_FIELDS}
    detail = _HELP.get(status, f"{status.phrase}.")
    return problem_response(Problem(status, status.phrase.lower().replace(" ", "-"), detail, headers=kept))


def _place(fault: dict[str, Any]) -> str:
    """Where in the request the fault is; a field that we do not know keeps its name to itself."""
    place = list(map(str, fault["loc"]))
    if fault["type"] == "extra_forbidden":
        place[-1] = "(unknown field)"
    return ".".join(place)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The entries of an OpenAPI operation for the problems that it may answer with."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemAnswer"}}}
    return {status: {"description": HTTPStatus(status).phrase, "content": content} for status in statuses}
