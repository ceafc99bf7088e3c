"""Routes that take a board as text: solve, hint, check, rate, generate, convert.

They are plain functions, so the framework runs them in its thread pool and the event loop stays free.
"""

from __future__ import annotations

from fastapi import APIRouter

from sudokulens.apps.server import schemas
from sudokulens.logic.draw import draw
from sudokulens.logic.explain import explain, pattern_cells
from sudokulens.logic.generate import generate
from sudokulens.logic.hint import Hint, hint, step_to_dict
from sudokulens.logic.level import HintLevel, reaches
from sudokulens.logic.notation import Notation
from sudokulens.logic.rate import rate
from sudokulens.logic.svg import to_svg
from sudokulens.puzzle import formats
from sudokulens.puzzle.board import Board, Fault
from sudokulens.solving.minimal import is_minimal
from sudokulens.solving.solve import solve

router = APIRouter(prefix="/api", tags=["boards"])
_TIME_LIMIT = 8.0


@router.post("/solve")
def solve_board(request: schemas.SolveRequest) -> schemas.SolveAnswer:
    """None, one or several solutions, with up to two of them."""
    solution = solve(Board.parse(request.board), request.engine, request.time_limit)
    texts = [formats.write(board, "plain") for board in solution.boards] + [None, None]
    return schemas.SolveAnswer(
        kind=solution.kind, solution=texts[0], another=texts[1], nodes=solution.nodes, engine=solution.engine
    )


@router.post("/hint")
def hint_board(request: schemas.HintRequest) -> schemas.HintAnswer:
    """The next thing to tell a person who is stuck, as much of it as the level gives away."""
    return answer_hint(hint(Board.parse(request.board)), request.level, request.notation)


def answer_hint(found: Hint, level: HintLevel, notation: Notation = "r1c1") -> schemas.HintAnswer:
    step = found.step
    units = sorted({unit for group in step.units.values() for unit in group}) if step else []
    cells = list(pattern_cells(step)) if step else list(found.suspicious)
    if found.kind == "mistake":
        cells = [candidate.cell for candidate in found.wrong + found.missing]
    return schemas.HintAnswer(
        kind=found.kind,
        level=level,
        text=explain(found, level, notation),
        technique=step.technique.display if step and reaches(level, "technique") else None,
        cells=cells if reaches(level, "pattern") else [],
        units=units,
        step=step_to_dict(step) if step and reaches(level, "full") else None,
        svg=to_svg(draw(found.board, step, level)),
    )


@router.post("/check")
def check_board(request: schemas.BoardRequest) -> schemas.CheckAnswer:
    """Every fault of the board, whether it has one solution, and which entries are wrong."""
    board = Board.parse(request.board)
    status, solution = board.status(), solve(board.puzzle, time_limit=_TIME_LIMIT)
    wrong: list[int] = []
    if solution.kind == "unique" and solution.board:
        wrong = [cell for cell, digit in board.entries.items() if solution.board[cell] != digit]
    unique = solution.kind == "unique"
    return schemas.CheckAnswer(
        ok=unique and not wrong and bool(status),
        kind=solution.kind,
        complete=board.complete,
        faults=[_fault(fault) for fault in status.faults],
        wrong=wrong,
        minimal=is_minimal(board) if unique and board.size <= 9 else None,
    )


@router.post("/rate")
def rate_board(request: schemas.BoardRequest) -> schemas.RateAnswer:
    """How hard the puzzle is: our level and score, and its Sudoku Explainer rating."""
    found = rate(Board.parse(request.board), time_limit=_TIME_LIMIT)
    return schemas.RateAnswer(
        level=found.level.word,
        score=found.score,
        hardest=found.hardest.display if found.hardest else None,
        steps=found.steps,
        er=found.er,
        ep=found.ep,
        ed=found.ed,
        scale=found.scale,
    )


@router.post("/generate")
def generate_board(request: schemas.GenerateRequest) -> schemas.BoardAnswer:
    """A new minimal puzzle of a level, or that needs a technique; the same for the same seed."""
    board = generate(
        request.level, request.technique, request.symmetry, request.size, request.seed, time_limit=_TIME_LIMIT
    )
    return schemas.BoardAnswer(board=str(board))


@router.post("/convert")
def convert_board(request: schemas.ConvertRequest) -> schemas.ConvertAnswer:
    """The board in another format."""
    chosen = formats.named(request.to)
    return schemas.ConvertAnswer(
        text=formats.write(Board.parse(request.board), chosen.name), format=chosen.name, suffix=chosen.suffix
    )


def _fault(fault: Fault) -> schemas.FaultAnswer:
    unit = fault.unit.name if fault.unit else None
    return schemas.FaultAnswer(kind=fault.kind, cells=list(fault.cells), digit=fault.digit, unit=unit)
