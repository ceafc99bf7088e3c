"""`sudokulens generate`: random puzzles, of a level or for a technique, the same for the same seed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from sudokulens.apps.cli.outputs import Output, chosen_format, write_boards
from sudokulens.errors import FileError, InvalidRequest
from sudokulens.puzzle.geometry import box_shapes
from sudokulens.solving.shuffle import MAX_SEED

if TYPE_CHECKING:
    from sudokulens.puzzle.board import Board
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
    seed: Annotated[int | None, typer.Option(min=0, max=MAX_SEED, help="The same seed gives the same puzzles.")] = None,
    count: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many puzzles.")] = 1,
    size: Annotated[int, typer.Option(min=4, max=25, help="4, 6, 8, 9, 10, 12, 15, 16, …")] = 9,
    level: Annotated[str | None, typer.Option(help="easy, medium, hard, expert, extreme or beyond.")] = None,
    technique: Annotated[str | None, typer.Option(help="The hardest technique needed; see `techniques`.")] = None,
    contains: Annotated[str | None, typer.Option(help="A technique that is among the steps.")] = None,
    practice: Annotated[
        str | None, typer.Option(help="A position right before this technique is needed, with pencil marks.")
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(help="Variants, separated by commas: killer, x, windoku, jigsaw, thermo, …"),
    ] = None,
    fewest_rules: Annotated[bool, typer.Option("--fewest-rules", help="No cage or other clue is redundant.")] = False,
    time_limit: Annotated[float, typer.Option(min=0.1, help="Seconds to spend on one puzzle.")] = 60.0,
    diagonals: Annotated[bool, typer.Option("--diagonals", help="X-Sudoku: both diagonals hold every digit.")] = False,
    symmetry: Annotated[SymmetryName, typer.Option(help="Symmetry of the pattern of givens.")] = SymmetryName.NONE,
    minimal: Annotated[
        bool | None,
        typer.Option(
            "--minimal/--no-minimal",
            help="No given is redundant, the default up to 16×16; otherwise 40 to 60 % of the cells are given.",
        ),
    ] = None,
    form: Annotated[str | None, typer.Option("--format", help="Format of the puzzles; see `formats`.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write to this file; a .pdf is a sheet to print.")] = None,
) -> None:
    """Generate random puzzles with exactly one solution."""
    pattern = None if symmetry is SymmetryName.NONE else cast("Symmetry", symmetry.value)
    variants = _variants(rules, diagonals)
    request = PuzzleRequest(
        size, variants, pattern, minimal, fewest_rules, level, technique, contains, practice, time_limit
    )
    start = secrets.randbelow(2**32) if seed is None else seed
    puzzles = (request.puzzle(start + number) for number in range(count))
    if out is not None and out.suffix.lower() == ".pdf":
        _print_sheet(list(puzzles), out)
        return
    with Output(out) as output:
        write_boards(puzzles, chosen_format(form, out), output)


def _variants(rules: str | None, diagonals: bool) -> tuple[str, ...]:
    named = [word.strip().lower() for word in (rules or "").split(",") if word.strip()]
    return tuple(dict.fromkeys([*named, *(["x"] if diagonals else [])]))


@dataclass(frozen=True, slots=True)
class PuzzleRequest:
    """What the puzzles are to be like."""

    size: int
    variants: tuple[str, ...]
    symmetry: Symmetry | None
    minimal: bool | None
    fewest_rules: bool
    level: str | None
    technique: str | None
    contains: str | None
    practice: str | None
    time_limit: float

    def puzzle(self, seed: int) -> Board:
        """The puzzle of that seed."""
        from sudokulens.logic import generate

        if self.practice is not None:
            self._check_practice()
            return generate.practice(self.practice, seed, self.time_limit)
        if not box_shapes(self.size) and "jigsaw" not in self.variants:
            raise InvalidRequest(f"a {self.size}×{self.size} grid has no rectangular boxes", expected="--rules jigsaw")
        return generate.generate(
            self.level,
            self.technique,
            self.symmetry,
            self.size,
            seed,
            self.time_limit,
            contains=self.contains,
            variants=self.variants,
            minimal=self.minimal,
            fewest_rules=self.fewest_rules,
        )

    def _check_practice(self) -> None:
        others = (self.level, self.technique, self.contains, self.symmetry, *self.variants)
        if self.size != 9 or any(other is not None for other in others):
            raise InvalidRequest(
                "a practice position is a classic board for one technique", expected="--practice alone"
            )


def _print_sheet(puzzles: list[Board], target: Path) -> None:
    from sudokulens.drawing.pdf import sheet

    try:
        target.write_bytes(sheet(puzzles))
    except OSError as fault:
        raise FileError(f"{target} cannot be written: {fault.strerror}") from fault
