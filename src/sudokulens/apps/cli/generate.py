"""`sudokulens generate`: random puzzles, the same for the same seed."""

from __future__ import annotations

import secrets
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from sudokulens.apps.cli.outputs import Output, chosen_format, write_boards
from sudokulens.puzzle.geometry import Geometry

if TYPE_CHECKING:
    from sudokulens.solving.minimal import Symmetry


class SymmetryName(StrEnum):
    """The symmetries of `random_puzzle`, for the option's choices."""

    NONE = "none"
    ROTATIONAL = "rotational"
    QUARTER = "quarter"
    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"
    DIAGONAL = "diagonal"
    ANTIDIAGONAL = "antidiagonal"


def generate(
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same puzzles.")] = None,
    count: Annotated[int, typer.Option(min=1, help="How many puzzles.")] = 1,
    size: Annotated[int, typer.Option(min=4, max=25, help="4, 6, 8, 9, 10, 12, 15, 16, …")] = 9,
    diagonals: Annotated[bool, typer.Option("--diagonals", help="X-Sudoku: both diagonals hold every digit.")] = False,
    symmetry: Annotated[SymmetryName, typer.Option(help="Symmetry of the pattern of givens.")] = SymmetryName.NONE,
    minimal: Annotated[bool, typer.Option(help="No given can be spared; else about 40 % are given.")] = True,
    form: Annotated[str | None, typer.Option("--format", help="Format of the puzzles; see `formats`.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write to this file instead of standard output.")] = None,
) -> None:
    """Generate random puzzles with exactly one solution."""
    from sudokulens.solving.random import random_puzzle

    geometry = Geometry.standard(size, diagonals=diagonals)
    pattern = None if symmetry is SymmetryName.NONE else cast("Symmetry", symmetry.value)
    start = secrets.randbelow(2**32) if seed is None else seed
    puzzles = (random_puzzle(start + number, geometry, pattern, minimal) for number in range(count))
    with Output(out) as output:
        write_boards(puzzles, chosen_format(form, out), output)
