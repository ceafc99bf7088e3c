"""`sudokulens check`: faults, uniqueness and minimality of puzzles."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from sudokulens.apps.cli.exit_codes import ExitCode
from sudokulens.apps.cli.inputs import PUZZLES_HELP, RULES_HELP, Item, default_arguments, items_from
from sudokulens.apps.cli.outputs import Output, note
from sudokulens.errors import InvalidBoard, TimeLimit
from sudokulens.puzzle.board import Board, Fault
from sudokulens.solving.engine import Budget, SolutionKind


@dataclass(frozen=True, slots=True)
class Report:
    """What the check says about a board; `minimal` is None where it was not asked for or makes no sense."""

    board: Board
    faults: tuple[Fault, ...]
    kind: SolutionKind
    minimal: bool | None

    @property
    def code(self) -> ExitCode:
        if self.kind == "unfinished":
            return ExitCode.TIME_LIMIT
        return ExitCode.OK if not self.faults and self.kind == "unique" else ExitCode.NEGATIVE


def check(
    puzzles: Annotated[list[str] | None, typer.Argument(help=PUZZLES_HELP)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per puzzle.")] = False,
    source: Annotated[str | None, typer.Option("--from", help="Format of the input; detected if left out.")] = None,
    rules: Annotated[str | None, typer.Option(help=RULES_HELP)] = None,
    minimal: Annotated[bool, typer.Option(help="Also say whether any given is redundant.")] = True,
    time_limit: Annotated[float | None, typer.Option(min=0, help="Seconds for each puzzle.")] = None,
) -> None:
    """Check puzzles: faults with their cells, whether the solution is unique, whether the puzzle is minimal."""
    code = ExitCode.OK
    with Output() as output:
        for item in items_from(default_arguments(puzzles), source, rules):
            try:
                report = report_on(item.board, minimal, time_limit)
            except InvalidBoard as fault:
                note(str(fault))
                code = max(code, ExitCode.UNREADABLE)
                continue
            output.write(_as_json(item, report) if as_json else _as_text(item, report))
            code = max(code, report.code)
    raise typer.Exit(code)


def report_on(board: Board, minimal: bool = True, seconds: float | None = None) -> Report:
    """The faults of a board; whether its values have one solution; whether its givens are all needed."""
    from sudokulens.solving.solve import solve

    budget = Budget(seconds)
    faults = board.status().faults
    kind = solve(board, time_limit=budget.left()).kind
    if not minimal or kind != "unique":
        return Report(board, faults, kind, None)
    try:
        return Report(board, faults, kind, _is_minimal(board.puzzle, budget))
    except TimeLimit:
        return Report(board, faults, "unfinished", None)


def _is_minimal(puzzle: Board, budget: Budget) -> bool:
    """The same as solving.is_minimal, within a time limit."""
    from sudokulens.solving.solve import count

    if count(puzzle, 2, time_limit=budget.left()) != 1:
        return False
    for cell, given in enumerate(puzzle.givens):
        budget.check()
        if given and count(puzzle.with_values({cell: 0}), 2, time_limit=budget.left()) == 1:
            return False
    return True


def _as_text(item: Item, report: Report) -> str:
    from sudokulens.wording.outcomes import fault_text, givens_text, solutions_text
    from sudokulens.wording.voice import tell

    board = report.board
    words = [givens_text(board), solutions_text(report.kind)]
    if report.minimal is not None:
        words.append(tell("minimal") if report.minimal else tell("not minimal"))
    lines = [f"{item.number}: " + "; ".join(words)]
    return "\n".join([*lines, *(f"   {fault_text(fault, board)}" for fault in report.faults)])


def _as_json(item: Item, report: Report) -> str:
    board = report.board
    faults: list[dict[str, Any]] = [
        {
            "kind": fault.kind,
            "cells": [board.geometry.cell_name(cell) for cell in fault.cells],
            "digit": fault.digit,
            "unit": fault.unit.name if fault.unit else None,
            "rule": fault.rule.statement(board.geometry) if fault.rule else None,
        }
        for fault in report.faults
    ]
    found = {
        "source": item.source,
        "number": item.number,
        "puzzle": str(board),
        "givens": board.clue_count,
        "faults": faults,
        "kind": report.kind,
        "minimal": report.minimal,
    }
    return json.dumps(found, ensure_ascii=False)
