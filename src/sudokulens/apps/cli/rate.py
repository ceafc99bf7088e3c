"""`sudokulens rate`: how hard puzzles are."""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from sudokulens.apps.cli.exit_codes import ExitCode
from sudokulens.apps.cli.inputs import RULES_HELP, Item, default_arguments, items_from
from sudokulens.apps.cli.outputs import Output, note
from sudokulens.errors import InvalidBoard

if TYPE_CHECKING:
    from sudokulens.logic.rate import Rating


class Scale(StrEnum):
    """The scales of ER, EP and ED."""

    SE = "se"
    SUKAKU = "sukaku"


def rate(
    puzzles: Annotated[list[str] | None, typer.Argument(help="Puzzles, files, or - for standard input.")] = None,
    time_limit: Annotated[float, typer.Option(min=0.01, help="Seconds for each puzzle.")] = 60.0,
    scale: Annotated[Scale, typer.Option(help="Sudoku Explainer 1.2.1 or Sukaku Explainer.")] = Scale.SE,
    rules: Annotated[str | None, typer.Option(help=RULES_HELP)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per puzzle.")] = False,
) -> None:
    """Rate puzzles, one line each: puzzle ER EP ED level score technique.

    ER, EP and ED are Sudoku Explainer's, by its own procedure; a ≥ before ER says that the time limit came first.
    """
    from sudokulens.logic.rate import rate as rate_board

    code = ExitCode.OK
    with Output() as output:
        for item in items_from(default_arguments(puzzles), rules=rules):
            try:
                rating = rate_board(item.board, time_limit=time_limit, scale=scale.value)
            except InvalidBoard as fault:
                note(f"{item.number}: {fault}")
                code = max(code, ExitCode.NEGATIVE)
                continue
            output.write(_as_json(item, rating) if as_json else _as_line(item, rating))
    raise typer.Exit(code)


def _as_line(item: Item, rating: Rating) -> str:
    bound = "" if rating.exact else "≥"
    hardest = rating.hardest.id if rating.hardest else "-"
    # Sudoku Explainer's scale is for the classic board alone.
    figures = ["-" if figure is None else f"{figure:.1f}" for figure in (rating.er, rating.ep, rating.ed)]
    return f"{item.board} {bound}{' '.join(figures)} {rating.level.word} {rating.score} {hardest}"


def _as_json(item: Item, rating: Rating) -> str:
    found = asdict(rating) | {
        "puzzle": str(item.board),
        "level": rating.level.word,
        "hardest": rating.hardest.id if rating.hardest else None,
    }
    return json.dumps(found, ensure_ascii=False)
