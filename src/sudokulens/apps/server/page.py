"""The web page: files from the folder `static`, at every address that the API does not use."""

from __future__ import annotations

from pathlib import Path

from fastapi.middleware.gzip import GZipMiddleware
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Match, Mount, Route
from starlette.types import Scope

from sudokulens.apps.cli import samples
from sudokulens.apps.server.settings import Settings

STATIC = Path(__file__).parent / "static"
BUILT_ENGINE = Path(__file__).parents[4] / "site" / "app" / "engine"
"""Where `make site` writes the engine, in a checkout."""

SAMPLE = Path(samples.__file__).with_name("newspaper.jpg")


def sample_route() -> Route:
    """The sample newspaper, which the first screen offers to try."""

    async def sample(_: Request) -> Response:
        return FileResponse(SAMPLE, media_type="image/jpeg")

    return Route("/sample.jpg", sample, name="sample")


def engine_routes(settings: Settings) -> list[BaseRoute]:
    """The engine that runs in the page, where there is one: what a page that loses the service continues with.

    Without one its table of parts is empty, so that asking for it is no error in the browser's console.
    """
    folder = Path(settings.engine_folder) if settings.engine_folder else BUILT_ENGINE
    if (folder / "parts.json").is_file():
        return [Mount("/engine", app=_Files(directory=folder), name="engine")]
    return [Route("/engine/parts.json", _no_parts, name="engine")]


async def _no_parts(_: Request) -> Response:
    return JSONResponse({"version": None, "tiers": {}})


def page_route() -> Mount:
    """The route to put last."""
    files = _Files(directory=STATIC, html=True)
    return _Page("/", app=GZipMiddleware(files, minimum_size=1000), name="page")


class _Files(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file; a folder by another address than its own is not redirected, since that would repeat the Host."""
        found = await super().get_response(path, scope)
        if isinstance(found, RedirectResponse):
            raise HTTPException(404)
        return found


class _Page(Mount):
    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Nothing below /api is a file; else a wrong method there would be taken for a missing file."""
        if scope["type"] != "http" or scope["path"].startswith("/api/"):
            return Match.NONE, {}
        return super().matches(scope)
