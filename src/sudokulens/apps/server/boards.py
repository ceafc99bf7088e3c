"""Routes that take a board: solve, hint, path, check, rate, generate, convert, scene, sheet."""

from __future__ import annotations

from fastapi import APIRouter, Response

from sudokulens.apps.server import board_answers, schemas
from sudokulens.apps.server.access import WorkersHere
from sudokulens.apps.server.problems import documented

router = APIRouter(prefix="/api", tags=["boards"], responses=documented(400, 401, 413, 422, 429, 503))


@router.post("/solve")
async def solve(request: schemas.SolveRequest, workers: WorkersHere) -> schemas.SolveAnswer:
    """None, one or several solutions, with up to two of them."""
    return schemas.SolveAnswer.model_validate_json(await workers.run(board_answers.solve_answer, request))


@router.post("/hint")
async def hint(request: schemas.HintRequest, workers: WorkersHere) -> schemas.HintAnswer:
    """The next thing to tell a person who is stuck, as much of it as the level gives away."""
    return schemas.HintAnswer.model_validate_json(await workers.run(board_answers.hint_answer, request))


@router.post("/path")
async def path(request: schemas.BoardRequest, workers: WorkersHere) -> schemas.PathAnswer:
    """The whole logical solution, step by step, every step with its words."""
    return schemas.PathAnswer.model_validate_json(await workers.run(board_answers.path_answer, request))


@router.post("/check")
async def check(request: schemas.BoardRequest, workers: WorkersHere) -> schemas.CheckAnswer:
    """Every fault of the board, whether it has one solution, and which entries are wrong."""
    return schemas.CheckAnswer.model_validate_json(await workers.run(board_answers.check_answer, request))


@router.post("/rate")
async def rate(request: schemas.BoardRequest, workers: WorkersHere) -> schemas.RateAnswer:
    """How hard the puzzle is: our level and score, and its Sudoku Explainer rating."""
    return schemas.RateAnswer.model_validate_json(await workers.run(board_answers.rate_answer, request))


@router.post("/generate")
async def generate(request: schemas.GenerateRequest, workers: WorkersHere) -> schemas.BoardAnswer:
    """A new minimal puzzle of a level, or that needs a technique; the same for the same seed."""
    return schemas.BoardAnswer.model_validate_json(await workers.run(board_answers.generate_answer, request))


@router.post("/convert")
async def convert(request: schemas.ConvertRequest, workers: WorkersHere) -> schemas.ConvertAnswer:
    """The board in another format, and as plain data."""
    return schemas.ConvertAnswer.model_validate_json(await workers.run(board_answers.convert_answer, request))


@router.post("/scene")
async def scene(request: schemas.BoardRequest, workers: WorkersHere) -> schemas.SceneAnswer:
    """The board as shapes to draw, with the marks of its rules: cages, dots, lines, windows, diagonals."""
    return schemas.SceneAnswer.model_validate_json(await workers.run(board_answers.scene_answer, request))


@router.post(
    "/sheet",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {}}, "description": "an A4 document"}},
)
async def sheet(request: schemas.SheetRequest, workers: WorkersHere) -> Response:
    """The puzzles as a PDF to print, with their solutions at the back."""
    return Response(await workers.run(board_answers.sheet_answer, request), media_type="application/pdf")


@router.post(
    "/qr", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}, "description": "a picture"}}
)
async def qr(request: schemas.QrRequest, workers: WorkersHere) -> Response:
    """A text, such as a link, as a QR code."""
    return Response(await workers.run(board_answers.qr_answer, request), media_type="image/svg+xml")
