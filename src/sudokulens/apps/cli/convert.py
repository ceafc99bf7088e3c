"""`sudokulens convert` and `sudokulens formats`: boards from any format to any other."""

from __future__ import annotations

from itertools import chain, islice
from pathlib import Path
from typing import Annotated

import typer

from sudokulens.apps.cli.inputs import PUZZLES_HELP, RULES_HELP, default_arguments, items_from
from sudokulens.apps.cli.outputs import Output, chosen_format, write_boards
from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.formats import FORMATS


def convert(
    puzzles: Annotated[list[str] | None, typer.Argument(help=PUZZLES_HELP)] = None,
    to: Annotated[str | None, typer.Option("--to", help="Format to write; see `formats`.")] = None,
    source: Annotated[str | None, typer.Option("--from", help="Format of the input; detected if left out.")] = None,
    rules: Annotated[str | None, typer.Option(help=RULES_HELP)] = None,
    out: Annotated[Path | None, typer.Option(help="Write to this file; its suffix can choose the format.")] = None,
) -> None:
    """Convert boards from any format to any other."""
    form = chosen_format(to, out)
    boards = (item.board for item in items_from(default_arguments(puzzles), source, rules))
    first = list(islice(boards, 1))
    if not first:
        raise InvalidBoard("the input holds no puzzle")
    with Output(out) as output:
        write_boards(chain(first, boards), form, output)


def formats() -> None:
    """List the formats that can be read and written."""
    width = max(len(form.name) for form in FORMATS)
    with Output() as output:
        output.write("\n".join(f"{form.name.ljust(width)}  {form.title}" for form in FORMATS))
