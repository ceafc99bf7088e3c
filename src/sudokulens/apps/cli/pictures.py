"""Pictures for `sudokulens solve`: read, solved, and drawn where `--out` says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sudokulens.apps.cli.opening import opened
from sudokulens.apps.cli.outputs import Output
from sudokulens.apps.cli.read import json_line, print_for_people
from sudokulens.drawing.terminal import drawn
from sudokulens.errors import ImageError

if TYPE_CHECKING:
    from sudokulens.scanned import Scan


def solve_picture(image: str, out: Path | None = None, as_json: bool = False) -> tuple[bool, bool]:
    """Prints what was read and its solution, and draws it into `out` if given; whether it was opened, and solved."""
    from sudokulens.scanner import scan
    from sudokulens.wording.voice import tell

    found: Scan | None = None
    error = None
    try:
        found = scan(opened(image))
    except ImageError as fault:
        error = str(fault)
    with Output() as output:
        if as_json:
            output.write(json_line(image, found, error))
        else:
            print_for_people(image, found, error)
            for grid in found.grids if found else ():
                output.write(drawn(grid.solved) if grid.solved else "")
        if found is not None and out is not None:
            draw_answers(found, out)
            output.write("" if as_json else tell("drawn into {file}", file=str(out)))
    solved = [grid.solved for grid in found.grids] if found else []
    return found is not None, bool(solved) and all(solved)


def draw_answers(scan: Scan, out: Path) -> None:
    """Writes the scan's picture with every solution drawn in."""
    from sudokulens.drawing.photo import overlay

    overlay(scan).save(out)
