"""The language of an answer: the query's `lang`, else what the Accept-Language header likes best.

The work itself runs in other processes: `workers.tasks.in_language` carries the choice there.
"""

from __future__ import annotations

from urllib.parse import parse_qs

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sudokulens.apps.answers.languages import catalogue_answer, languages_answer
from sudokulens.apps.answers.problem import Problem
from sudokulens.apps.server.problem_answers import documented
from sudokulens.wording.language import accepted, matching, spoken

router = APIRouter(prefix="/api", tags=["languages"])


class LanguageName(BaseModel):
    """A language and what its speakers call it."""

    code: str
    name: str


class Catalogue(BaseModel):
    """The strings of the web page in a language: English text → its translation; empty for English itself."""

    lang: str
    messages: dict[str, str]
    plurals: dict[str, list[str]]


@router.get("/languages")
async def known_languages() -> list[LanguageName]:
    """The languages of hints, verdicts and the page."""
    return [LanguageName(**found) for found in languages_answer()]


@router.get("/catalogue/{lang}", responses=documented(404))
async def catalogue(lang: str) -> Catalogue:
    """The strings of the web page in that language."""
    found = catalogue_answer(lang)
    if found is None:
        raise Problem(404, "unknown-language", "There is no such language here.")
    return Catalogue(**found)


class Speaks:
    """ASGI middleware: inside it, messages are told in the language that the client wants."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        code = wanted(scope)

        async def named(message: Message) -> None:
            if message["type"] == "http.response.start" and scope["path"].startswith("/api/"):
                headers = MutableHeaders(scope=message)
                headers["content-language"] = code
                headers.add_vary_header("Accept-Language")
            await send(message)

        with spoken(code):
            await self.app(scope, receive, named if scope["type"] == "http" else send)


def wanted(scope: Scope) -> str:
    """The language that a request asks for."""
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[0]
    return matching(asked) or accepted(Headers(scope=scope).get("accept-language"))
