"""The API's description: /openapi.json, and /docs, a page of our own that shows it without any foreign request."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import FileResponse

from sudokulens.apps.server.page import STATIC
from sudokulens.apps.server.schemas import ProblemAnswer

_ABOUT = """\
Send a photo to `/api/scan` and get its Sudokus; send a board to the other addresses and get its solution, the next
hint, its rating, or the same board in another format. A board is a text in any format that Sudoku Lens reads, or an
object. Every error is a problem document (RFC 9457) with a `code`. Nothing is stored.
"""


def describe(app: FastAPI) -> None:
    """Gives the app its OpenAPI document and the page that shows it."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]

    @app.head("/docs", include_in_schema=False)
    @app.get("/docs", include_in_schema=False)
    async def docs() -> FileResponse:
        return FileResponse(STATIC / "docs.html")


def _document(app: FastAPI) -> dict[str, Any]:
    found = get_openapi(title=app.title, version=app.version, description=_ABOUT, routes=app.routes)
    found["components"]["schemas"]["ProblemAnswer"] = ProblemAnswer.model_json_schema()
    for operation in (operation for path in found["paths"].values() for operation in path.values()):
        # Faults of a request's form are problems too, not the framework's own document.
        fault = operation.get("responses", {}).get("422", {})
        fault.get("content", {}).pop("application/json", None)
    for unused in ("HTTPValidationError", "ValidationError"):
        found["components"]["schemas"].pop(unused, None)
    return found
