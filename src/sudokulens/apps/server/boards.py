"""Routes that take a board: solve, hint, path, check, rate, generate, convert, scene, sheet.

Workers return the final bytes; the models say what is in them, for the API's description.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, Response
from pydantic import BaseModel

from sudokulens.apps.answers import boards
from sudokulens.apps.server import schemas
from sudokulens.apps.server.access import DeskHere
from sudokulens.apps.server.problem_answers import documented

router = APIRouter(prefix="/api", tags=["boards"], responses=documented(400, 401, 413, 422, 429, 503))


@router.post("/solve", response_model=schemas.SolveAnswer)
async def solve(request: schemas.SolveRequest, desk: DeskHere) -> Response:
    """None, one or several solutions, with up to two of them."""
    return await _answer(desk.quick, boards.solve_answer, request)


@router.post("/hint", response_model=schemas.HintAnswer)
async def hint(request: schemas.HintRequest, desk: DeskHere) -> Response:
    """The next thing to tell a person who is stuck, as much of it as the level gives away."""
    return await _answer(desk.quick, boards.hint_answer, request)


@router.post("/path", response_model=schemas.PathAnswer)
async def path(request: schemas.BoardRequest, desk: DeskHere) -> Response:
    """The whole logical solution, step by step, every step with its words."""
    return await _answer(desk.run, boards.path_answer, request)


@router.post("/check", response_model=schemas.CheckAnswer)
async def check(request: schemas.BoardRequest, desk: DeskHere) -> Response:
    """Every fault of the board, whether it has one solution, and which entries are wrong."""
    return await _answer(desk.quick, boards.check_answer, request)


@router.post("/rate", response_model=schemas.RateAnswer)
async def rate(request: schemas.BoardRequest, desk: DeskHere) -> Response:
    """How hard the puzzle is: our level and score, and its Sudoku Explainer rating."""
    return await _answer(desk.run, boards.rate_answer, request)


@router.post("/generate", response_model=schemas.BoardAnswer)
async def generate(request: schemas.GenerateRequest, desk: DeskHere) -> Response:
    """A new minimal puzzle of a level, or that needs a technique; the same for the same seed."""
    return await _answer(desk.run, boards.generate_answer, request)


@router.post("/convert", response_model=schemas.ConvertAnswer)
async def convert(request: schemas.ConvertRequest, desk: DeskHere) -> Response:
    """The board in another format, and as plain data."""
    return await _answer(desk.quick, boards.convert_answer, request)


@router.post("/scene", response_model=schemas.SceneAnswer)
async def scene(request: schemas.BoardRequest, desk: DeskHere) -> Response:
    """The board as shapes to draw, with the marks of its rules: cages, dots, lines, windows, diagonals."""
    return await _answer(desk.quick, boards.scene_answer, request)


@router.post(
    "/sheet",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {}}, "description": "an A4 document"}},
)
async def sheet(request: schemas.SheetRequest, desk: DeskHere) -> Response:
    """The puzzles as a PDF to print, with their solutions at the back."""
    return await _answer(desk.run, boards.sheet_answer, request, "application/pdf")


@router.post(
    "/qr", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}, "description": "a picture"}}
)
async def qr(request: schemas.QrRequest, desk: DeskHere) -> Response:
    """A text, such as a link, as a QR code."""
    return await _answer(desk.quick, boards.qr_answer, request, "image/svg+xml")


async def _answer(
    run: Callable[..., Awaitable[bytes]],
    work: Callable[[boards.Request], Any],
    request: BaseModel,
    media_type: str = "application/json",
) -> Response:
    """The answer of the quick or the long lane."""
    return Response(await run(work, request.model_dump(exclude_unset=True)), media_type=media_type)
