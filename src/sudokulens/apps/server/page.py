"""The web page: files from the folder `static`, at every address that the API does not use."""

from __future__ import annotations

from pathlib import Path

from fastapi.middleware.gzip import GZipMiddleware
from fastapi.staticfiles import StaticFiles
from starlette.routing import Match, Mount
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"


def page_route() -> Mount:
    """The route to put last."""
    files = StaticFiles(directory=STATIC, html=True)
    return _Page("/", app=GZipMiddleware(files, minimum_size=1000), name="page")


class _Page(Mount):
    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Nothing below /api is a file; else a wrong method there would be taken for a missing file."""
        if scope["type"] != "http" or scope["path"].startswith("/api/"):
            return Match.NONE, {}
        return super().matches(scope)
