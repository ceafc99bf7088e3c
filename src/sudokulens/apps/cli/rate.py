"""`sudokulens rate`: how hard puzzles are."""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from sudokulens.apps.cli.exit_codes import ExitCode
from sudokulens.apps.cli.inputs import PUZZLES_HELP, RULES_HELP, Item, default_arguments, items_from
from sudokulens.apps.cli.outputs import Output, note
from sudokulens.errors import InvalidBoard

if TYPE_CHECKING:
    from sudokulens.logic.rate import Rating


class Scale(StrEnum):
    """The scales of ER, EP and ED."""

    SE = "se"
    SUKAKU = "sukaku"


def rate(
    puzzles: Annotated[list[str] | None, typer.Argument(help=PUZZLES_HELP)] = None,
    time_limit: Annotated[float, typer.Option(min=0.01, help="Seconds for each puzzle.")] = 60.0,
    scale: Annotated[Scale, typer.Option(help="Sudoku Explainer 1.2.1 or Sukaku Explainer.")] = Scale.SE,
    rules: Annotated[str | None, typer.Option(help=RULES_HELP)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per puzzle.")] = False,
) -> None:
    """Rate puzzles, one line each: puzzle ER EP ED level score technique.

    On a terminal the columns are labelled, and the puzzle comes last. ER, EP and ED are Sudoku Explainer's, by its own
    procedure; a ≥ before ER says that the time limit came first.
    """
    from sudokulens.logic.rate import rate as rate_board

    code = ExitCode.OK
    classic = True
    with Output() as output:
        written = _as_json if as_json else _as_row if output.is_terminal else _as_line
        if written is _as_row:
            output.write(_labels())
        for item in items_from(default_arguments(puzzles), rules=rules):
            try:
                rating = rate_board(item.board, time_limit=time_limit, scale=scale.value)
            except InvalidBoard as fault:
                note(f"{item.number}: {fault}")
                code = max(code, ExitCode.NEGATIVE)
                continue
            output.write(written(item, rating))
            classic &= rating.scale is not None
    if not classic:
        _note_missing_scale()
    raise typer.Exit(code)


def _note_missing_scale() -> None:
    """Says, once for all puzzles and beside the results, why some have no figures."""
    from sudokulens.wording.voice import tell

    note(tell("Sudoku Explainer's scale is for the classic board alone."))


def _as_line(item: Item, rating: Rating) -> str:
    """For programs: the puzzle and its figures, with a space between them."""
    hardest = rating.hardest.id if rating.hardest else "-"
    return f"{item.board} {' '.join(_figures(rating))} {rating.level.word} {rating.score} {hardest}"


def _figures(rating: Rating) -> list[str]:
    """ER, EP and ED; Sudoku Explainer's scale is for the classic board alone."""
    bound = "" if rating.exact else "≥"
    er, ep, ed = ("-" if figure is None else f"{figure:.1f}" for figure in (rating.er, rating.ep, rating.ed))
    return [bound + er, ep, ed]


def _as_row(item: Item, rating: Rating) -> str:
    """For people: a row under the labels."""
    from sudokulens.wording.technique_pages import level_name, technique_name

    hardest = technique_name(rating.hardest) if rating.hardest else "-"
    return _row(_figures(rating), level_name(rating.level), str(rating.score), hardest, str(item.board))


def _labels() -> str:
    from sudokulens.wording.voice import tell

    return _row(["ER", "EP", "ED"], tell("level"), tell("score"), tell("hardest step"), tell("puzzle"))


def _row(figures: list[str], level: str, score: str, hardest: str, puzzle: str) -> str:
    """The columns; the puzzle, the longest of them, comes last so that the others stay in line."""
    columns = " ".join(f"{figure:>5}" for figure in figures)
    return f"{columns}  {level:<10} {score:>7}  {hardest:<28} {puzzle}"


def _as_json(item: Item, rating: Rating) -> str:
    found = asdict(rating) | {
        "puzzle": str(item.board),
        "level": rating.level.word,
        "hardest": rating.hardest.id if rating.hardest else None,
    }
    return json.dumps(found, ensure_ascii=False)
