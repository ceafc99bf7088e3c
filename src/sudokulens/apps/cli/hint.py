"""`sudokulens hint` and `sudokulens path`: the next step, and the whole logical solution."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sudokulens.apps.cli.exit_codes import ExitCode
from sudokulens.apps.cli.inputs import (
    PUZZLES_HELP,
    RULES_HELP,
    NothingFound,
    default_arguments,
    is_picture,
    items_from,
    nothing_found,
    scan_named,
)
from sudokulens.apps.cli.outputs import Output, note
from sudokulens.drawing.palette import Theme
from sudokulens.errors import FileError, ImageError, InvalidBoard, InvalidRequest
from sudokulens.logic.level import HintLevel
from sudokulens.logic.notation import Notation

if TYPE_CHECKING:
    from typing import TypeAlias

    from sudokulens.logic.hint import Hint
    from sudokulens.logic.step import Step
    from sudokulens.puzzle.board import Board
    from sudokulens.scanned import ScannedGrid
    from sudokulens.vision.frame import Frame

    Place: TypeAlias = tuple[Frame, ScannedGrid]


def hint(
    puzzles: Annotated[list[str] | None, typer.Argument(help=PUZZLES_HELP)] = None,
    rules: Annotated[str | None, typer.Option(help=RULES_HELP)] = None,
    level: Annotated[HintLevel, typer.Option(help="How much to give away.")] = "full",
    notation: Annotated[Notation, typer.Option(help="How to write cells.")] = "r1c1",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per puzzle.")] = False,
    details: Annotated[bool, typer.Option("--details", help="Add the step in the notations of experts.")] = False,
    proof: Annotated[bool, typer.Option("--proof", help="Add the premises of a full hint, each one checked.")] = False,
    out: Annotated[Path | None, typer.Option(help="Draw the hint into this .svg, .png or .pdf file.")] = None,
    theme: Annotated[Theme, typer.Option(help="The colours of the drawing.")] = "light",
) -> None:
    """Give the next logical step, as much of it as you want to know."""
    from sudokulens.wording.voice import tell

    if out is not None and len(puzzles or []) > 1:
        raise InvalidRequest("--out takes one puzzle at a time")
    code = ExitCode.OK
    with Output() as output:
        for found, place in _hints(default_arguments(puzzles), rules):
            if isinstance(found, Exception):
                note(str(found))
                code = max(code, ExitCode.NEGATIVE if isinstance(found, NothingFound) else ExitCode.UNREADABLE)
                continue
            output.write(_as_json(found, level, notation, proof) if as_json else _in_words(found, level, notation))
            if details and not as_json and found.step and level == "full":
                output.write(_details(found, notation))
            if proof and not as_json and found.step and level == "full":
                _write_proof(found.step, notation, output)
            if found.kind in ("no solution", "several solutions", "stuck"):
                code = max(code, ExitCode.NEGATIVE)
            if out is not None:
                save_drawing(found, Picture(out, level, notation, theme), place)
                note(tell("drawn into {file}", file=str(out)))
    raise typer.Exit(code)


def _hints(arguments: list[str], rules: str | None) -> Iterator[tuple[Hint | Exception, Place | None]]:
    """The hint for every puzzle and every grid on a picture, with its place there; or why there is none."""
    from sudokulens.logic.hint import hint as find_hint

    for argument in arguments:
        if is_picture(argument):
            yield from _hints_on_picture(argument)
            continue
        for item in items_from([argument], rules=rules):
            try:
                yield find_hint(item.board), None
            except InvalidBoard as fault:
                yield fault, None


def _hints_on_picture(image: str) -> Iterator[tuple[Hint | Exception, Place | None]]:
    from sudokulens.logic.hint import hint as find_hint

    try:
        found = scan_named(image)
    except ImageError as fault:
        yield fault, None
        return
    if not found.grids:
        yield NothingFound(f"{image}: {nothing_found()}"), None
    for grid in found.grids:
        yield find_hint(grid.noted), (found.frame, grid)


def path(
    puzzles: Annotated[list[str] | None, typer.Argument(help=PUZZLES_HELP)] = None,
    rules: Annotated[str | None, typer.Option(help=RULES_HELP)] = None,
    notation: Annotated[Notation, typer.Option(help="How to write cells.")] = "r1c1",
    explained: Annotated[bool, typer.Option("--explain", help="Say why each step holds.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per puzzle.")] = False,
) -> None:
    """List the whole logical solution, step by step."""
    code = ExitCode.OK
    with Output() as output:
        for item in items_from(default_arguments(puzzles), rules=rules):
            code = max(code, _write_path(item.board, output, notation, explained, as_json))
    raise typer.Exit(code)


@dataclass(frozen=True, slots=True)
class Picture:
    """How a hint is drawn into a file."""

    target: Path
    level: HintLevel
    notation: Notation
    theme: Theme


def save_drawing(found: Hint, picture: Picture, place: Place | None = None) -> None:
    """The hint as a picture, by the file's suffix; on the person's own photo where it came from one."""
    from sudokulens.drawing.draw import hint_scene
    from sudokulens.drawing.save import save

    try:
        if place is not None:
            from sudokulens.drawing.photo import draw_hint

            draw_hint(place[0], place[1], found, picture.level).save(picture.target)
        else:
            scene = hint_scene(found, picture.level, edge=picture.notation)
            save(scene, picture.target, picture.theme)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or fault
        raise FileError(f"{picture.target} cannot be written: {reason}") from fault


def _in_words(found: Hint, level: HintLevel, notation: Notation) -> str:
    from sudokulens.wording.explain import explain

    return explain(found, level, notation)


def _details(found: Hint, notation: Notation) -> str:
    from sudokulens.wording.explain import details

    assert found.step is not None
    return details(found.step, found.board.geometry, notation)


def _write_proof(step: Step, notation: Notation, output: Output) -> None:
    from sudokulens.logic.proof_text import proof_lines

    for line in proof_lines(step, notation):
        output.write(f"  {line}")


def _as_json(found: Hint, level: HintLevel, notation: Notation, proof: bool) -> str:
    answer = found.to_dict(level, proof=proof) | {"level": level, "text": _in_words(found, level, notation)}
    return json.dumps(answer, ensure_ascii=False)


def _write_path(board: Board, output: Output, notation: Notation, explained: bool, as_json: bool) -> ExitCode:
    from sudokulens.logic.hint import hint as find_hint
    from sudokulens.logic.hint import step_to_dict
    from sudokulens.logic.notation import one_line
    from sudokulens.logic.path import path as find_path
    from sudokulens.wording.explain import explain_step
    from sudokulens.wording.voice import tell

    first = find_hint(board)
    if first.kind in ("no solution", "several solutions", "mistake"):
        output.write(_in_words(first, "full", notation))
        return ExitCode.NEGATIVE
    steps = find_path(board)
    placed = sum(len(step.places) for step in steps)
    solved = placed + sum(map(bool, board.values)) == board.geometry.cell_count
    if as_json:
        found = {"puzzle": str(board), "solved": solved, "steps": [step_to_dict(step) for step in steps]}
        output.write(json.dumps(found, ensure_ascii=False))
    else:
        for number, step in enumerate(steps, 1):
            words = (
                explain_step(step, board.geometry, "full", notation)
                if explained
                else one_line(step, board.geometry, notation)
            )
            output.write(f"{number}. {words}", flush=False)
        output.write(tell("Solved.") if solved else tell("No further technique applies."))
    return ExitCode.OK if solved else ExitCode.NEGATIVE
