"""Answers about boards: solve, hint, path, check, rate, generate, convert, scene, sheet, QR code."""

from __future__ import annotations

import io
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from sudokulens.apps.answers.board_fields import as_board
from sudokulens.drawing.browser import HINT_LAYERS, scene_to_dict
from sudokulens.drawing.draw import draw, hint_scene
from sudokulens.drawing.pdf import sheet
from sudokulens.drawing.svg import to_svg
from sudokulens.errors import TimeLimit
from sudokulens.logic.generate import generate, practice
from sudokulens.logic.hint import Hint, hint, step_to_dict
from sudokulens.logic.level import HintLevel
from sudokulens.logic.notation import Notation
from sudokulens.logic.path import path
from sudokulens.logic.rate import rate
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.puzzle import formats
from sudokulens.puzzle.board import Board, Fault
from sudokulens.puzzle.fields import as_fields
from sudokulens.puzzle.formats.line import digit_character
from sudokulens.solving.minimal import is_minimal
from sudokulens.solving.solve import solve
from sudokulens.wording.explain import BranchInWords, advice, details, explain, explain_step, explained

Request: TypeAlias = Mapping[str, Any]
"""The wire's own form; what may be left out is as `apps/server/schemas.py` says."""

Answer: TypeAlias = dict[str, Any]

_TIME_LIMIT = 8.0
"""Seconds, below the service's own limit, so that a partial answer can still be given."""

_NO_PATH = ("no solution", "several solutions", "mistake")


def solve_answer(request: Request) -> Answer:
    """None, one or several solutions, with up to two of them."""
    found = solve(as_board(request["board"]), request.get("engine", "auto"), request.get("time_limit", 5.0))
    texts = [*map(_values_text, found.boards), None, None]
    return {
        "kind": found.kind,
        "solution": texts[0],
        "another": texts[1],
        "nodes": found.nodes,
        "engine": found.engine,
    }


def hint_answer(request: Request) -> Answer:
    """The next thing to tell a person who is stuck, as much of it as the level gives away."""
    board = as_board(request["board"])
    _refuse_endless(board)
    return described_hint(
        hint(board),
        request.get("level", "full"),
        request.get("notation", "r1c1"),
        request.get("drawing", False),
        request.get("proof", False),
    )


def described_hint(
    found: Hint, level: HintLevel, notation: Notation = "r1c1", drawing: bool = False, proof: bool = False
) -> Answer:
    shown = hint_scene(found, level, edge=notation)
    svg = to_svg(shown) if drawing else None
    scene = scene_to_dict(shown, HINT_LAYERS)
    return {
        "level": level,
        "scene": scene,
        "svg": svg,
        **_words(found, level, notation),
        **found.to_dict(level, proof=proof),
    }


def _words(found: Hint, level: HintLevel, notation: Notation) -> Answer:
    """The hint in words, and apart from each other what to read first, the branches to fold, and the notation."""
    whole = {"text": explain(found, level, notation), "branches": [], "details": ""}
    if found.step is None:
        return {**whole, "summary": whole["text"]}
    told = explained(found, level, notation)
    branches = [_branch(branch) for step in told for branch in step.branches]
    notations = details(found.step, found.board.geometry, notation) if level == "full" else ""
    summary = "\n".join([*(step.text for step in told), *advice(found, level, notation)])
    return {**whole, "summary": summary, "branches": branches, "details": notations}


def _branch(branch: BranchInWords) -> Answer:
    steps = branch.steps if len(branch.steps) > 1 else ()
    return {"title": branch.title, "text": branch.argument, "steps": list(steps)}


def path_answer(request: Request) -> Answer:
    """The whole logical solution, every step with its words."""
    board = as_board(request["board"])
    _refuse_endless(board)
    first = hint(board)
    if first.kind in _NO_PATH:
        return {"solved": False, "problem": explain(first), "steps": []}
    steps = path(first.board)
    filled = sum(map(bool, board.values)) + sum(len(step.places) for step in steps)
    described = list(_described_steps(State.of(first.board), steps))
    return {"solved": filled == board.geometry.cell_count, "problem": None, "steps": described}


def _described_steps(state: State, steps: Iterable[Step]) -> Iterator[Answer]:
    for step in steps:
        scene = scene_to_dict(draw(state.board, step), HINT_LAYERS)
        text = explain_step(step, state.geometry)
        yield {"text": text, "step": step_to_dict(step), "scene": scene}
        state = state.after(step)


def check_answer(request: Request) -> Answer:
    """Every fault of the board, whether it has one solution, and which entries are wrong."""
    board = as_board(request["board"])
    puzzle = _clues_of(board)
    status, solution = board.status(), solve(puzzle, time_limit=_TIME_LIMIT / 2)
    wrong: list[int] = []
    if solution.kind == "unique" and solution.board:
        wrong = [cell for cell, digit in board.entries.items() if solution.board[cell] != digit]
    unique = solution.kind == "unique"
    return {
        "ok": unique and not wrong and bool(status),
        "kind": solution.kind,
        "complete": board.complete,
        "faults": [_fault(fault, board) for fault in status.faults],
        "wrong": wrong,
        "minimal": is_minimal(puzzle) if unique and board.size <= 9 else None,
    }


def rate_answer(request: Request) -> Answer:
    """How hard the puzzle is: our level and score, and its Sudoku Explainer rating."""
    from sudokulens.wording.technique_pages import level_name, technique_name  # which reads TOML: not at every start

    board = as_board(request["board"])
    found = rate(_clues_of(board), time_limit=_TIME_LIMIT)
    return {
        "level": found.level.word,
        "level_words": level_name(found.level),
        "score": found.score,
        "hardest": found.hardest.display if found.hardest else None,
        "hardest_words": technique_name(found.hardest) if found.hardest else None,
        "steps": found.steps,
        "er": found.er,
        "ep": found.ep,
        "ed": found.ed,
        "scale": found.scale,
        "exact": found.exact,
    }


def generate_answer(request: Request) -> Answer:
    """A new minimal puzzle of a level, or that needs a technique; the same for the same seed."""
    wished = request.get("seed")
    seed = secrets.randbelow(2**32) if wished is None else wished
    level, technique = request.get("level"), request.get("technique")
    if technique and request.get("practise"):
        board = practice(technique, seed, _TIME_LIMIT)
    else:
        symmetry, size = request.get("symmetry"), request.get("size", 9)
        board = generate(
            level, technique, symmetry, size, seed, _TIME_LIMIT, variants=tuple(request.get("variants") or ())
        )
    return {"board": str(board), "fields": as_fields(board)}


def convert_answer(request: Request) -> Answer:
    """The board in another format."""
    board, chosen = as_board(request["board"]), formats.named(request.get("to", "line"))
    return {
        "text": formats.write(board, chosen.name),
        "format": chosen.name,
        "suffix": chosen.suffix,
        "board": str(board),
        "fields": as_fields(board),
    }


def scene_answer(request: Request) -> Answer:
    """The board as shapes."""
    board = as_board(request["board"])
    return {"scene": scene_to_dict(draw(board, candidates=board.candidates is not None))}


def sheet_answer(request: Request) -> bytes:
    """A PDF of the puzzles, to print."""
    boards = [as_board(board) for board in request["boards"]]
    solutions = request.get("solutions", True)
    if solutions:
        _refuse_endless(*boards)
    return sheet(boards, request.get("titles"), per_page=request.get("per_page", 4), solutions=solutions)


def qr_answer(request: Request) -> bytes:
    """The text as a QR code, an SVG picture."""
    import segno

    target = io.BytesIO()
    segno.make(request["text"], error="l", micro=False).save(target, kind="svg", scale=4, border=3, light="#fff")
    return target.getvalue()


def _refuse_endless(*boards: Board) -> None:
    """Raises TimeLimit where it takes too long to tell how many solutions a board has; all that follows needs that."""
    end = time.monotonic() + _TIME_LIMIT / 2
    for board in boards:
        puzzle = _clues_of(board)
        if solve(puzzle, time_limit=max(0.01, end - time.monotonic())).kind == "unfinished":
            raise TimeLimit("It could not be told in time whether this board has a solution.")


def _clues_of(board: Board) -> Board:
    """The printed digits alone, as what a person wrote may be wrong; a board without any is taken as it is."""
    return board.puzzle if any(board.givens) or board.rules else board


def _values_text(board: Board) -> str:
    return "".join(map(digit_character, board.values))


def _fault(fault: Fault, board: Board) -> Answer:
    unit = fault.unit.name if fault.unit else None
    rule = fault.rule.statement(board.geometry) if fault.rule else None
    return {"kind": fault.kind, "cells": list(fault.cells), "digit": fault.digit, "unit": unit, "rule": rule}
