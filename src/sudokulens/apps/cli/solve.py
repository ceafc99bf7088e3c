"""`sudokulens solve`: the solution of a puzzle, or of every puzzle of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sudokulens.apps.cli.answers import SolveRequest
from sudokulens.apps.cli.inputs import RULES_HELP
from sudokulens.apps.cli.solutions import SolveOptions, solve_arguments

MAX_LIMIT = 1_000_000_000
"""Solutions that may be asked for: more than could be listed in a day."""


def solve(
    puzzles: Annotated[
        list[str] | None, typer.Argument(help="Puzzles, files, pictures, or - for standard input.")
    ] = None,
    engine: Annotated[str, typer.Option(help="Solving engine: auto, or one by name.")] = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per puzzle.")] = False,
    form: Annotated[str | None, typer.Option("--format", help="Format of the solutions; see `formats`.")] = None,
    source: Annotated[str | None, typer.Option("--from", help="Format of the input; detected if left out.")] = None,
    rules: Annotated[str | None, typer.Option(help=RULES_HELP)] = None,
    every: Annotated[bool, typer.Option("--all", help="Print every solution, up to --limit.")] = False,
    limit: Annotated[
        int | None, typer.Option(min=1, max=MAX_LIMIT, help="Look for at most this many solutions.")
    ] = None,
    time_limit: Annotated[float | None, typer.Option(min=0, help="Seconds for each puzzle.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write to this file instead of standard output.")] = None,
) -> None:
    """Solve puzzles: text, files with one or a million, standard input, or pictures, into which the answer is drawn."""
    request = SolveRequest(engine, limit if every or limit else 2, time_limit)
    raise typer.Exit(solve_arguments(puzzles, SolveOptions(request, as_json, form, source, every, out, rules)))
