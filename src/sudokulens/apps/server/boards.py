"""Routes that take a board: solve, hint, path, check, rate, generate, convert, scene, sheet.

Workers return the final bytes; the models say what is in them, for the API's description.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Response
from pydantic import BaseModel

from sudokulens.apps.answers import boards
from sudokulens.apps.server import schemas
from sudokulens.apps.server.access import WorkersHere
from sudokulens.apps.server.problems import documented
from sudokulens.apps.server.workers import Workers

router = APIRouter(prefix="/api", tags=["boards"], responses=documented(400, 401, 413, 422, 429, 503))


@router.post("/solve", response_model=schemas.SolveAnswer)
async def solve(request: schemas.SolveRequest, workers: WorkersHere) -> Response:
    """None, one or several solutions, with up to two of them."""
    return await _answer(workers, boards.solve_answer, request)


@router.post("/hint", response_model=schemas.HintAnswer)
async def hint(request: schemas.HintRequest, workers: WorkersHere) -> Response:
    """The next thing to tell a person who is stuck, as much of it as the level gives away."""
    return await _answer(workers, boards.hint_answer, request)


@router.post("/path", response_model=schemas.PathAnswer)
async def path(request: schemas.BoardRequest, workers: WorkersHere) -> Response:
    """The whole logical solution, step by step, every step with its words."""
    return await _answer(workers, boards.path_answer, request)


@router.post("/check", response_model=schemas.CheckAnswer)
async def check(request: schemas.BoardRequest, workers: WorkersHere) -> Response:
    """Every fault of the board, whether it has one solution, and which entries are wrong."""
    return await _answer(workers, boards.check_answer, request)


@router.post("/rate", response_model=schemas.RateAnswer)
async def rate(request: schemas.BoardRequest, workers: WorkersHere) -> Response:
    """How hard the puzzle is: our level and score, and its Sudoku Explainer rating."""
    return await _answer(workers, boards.rate_answer, request)


@router.post("/generate", response_model=schemas.BoardAnswer)
async def generate(request: schemas.GenerateRequest, workers: WorkersHere) -> Response:
    """A new minimal puzzle of a level, or that needs a technique; the same for the same seed."""
    return await _answer(workers, boards.generate_answer, request)


@router.post("/convert", response_model=schemas.ConvertAnswer)
async def convert(request: schemas.ConvertRequest, workers: WorkersHere) -> Response:
    """The board in another format, and as plain data."""
    return await _answer(workers, boards.convert_answer, request)


@router.post("/scene", response_model=schemas.SceneAnswer)
async def scene(request: schemas.BoardRequest, workers: WorkersHere) -> Response:
    """The board as shapes to draw, with the marks of its rules: cages, dots, lines, windows, diagonals."""
    return await _answer(workers, boards.scene_answer, request)


@router.post(
    "/sheet",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {}}, "description": "an A4 document"}},
)
async def sheet(request: schemas.SheetRequest, workers: WorkersHere) -> Response:
    """The puzzles as a PDF to print, with their solutions at the back."""
    return await _answer(workers, boards.sheet_answer, request, "application/pdf")


@router.post(
    "/qr", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}, "description": "a picture"}}
)
async def qr(request: schemas.QrRequest, workers: WorkersHere) -> Response:
    """A text, such as a link, as a QR code."""
    return await _answer(workers, boards.qr_answer, request, "image/svg+xml")


async def _answer(
    workers: Workers, work: Callable[[boards.Request], Any], request: BaseModel, media_type: str = "application/json"
) -> Response:
    return Response(await workers.run(work, request.model_dump(exclude_unset=True)), media_type=media_type)
