"""`sudokulens read`: boards from pictures, for people or as JSON lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sudokulens.apps.cli.exit_codes import of_pictures
from sudokulens.apps.cli.inputs import nothing_found
from sudokulens.apps.cli.opening import opened as opened_picture
from sudokulens.apps.cli.outputs import Output, note
from sudokulens.errors import FileError, ImageError

if TYPE_CHECKING:
    from sudokulens.scanned import Scan
    from sudokulens.scanner import Scanner

SIZES = (*range(4, 17), 25)


def read(
    images: Annotated[list[str], typer.Argument(metavar="IMAGE…", help="Pictures to read.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per image, one per line.")] = False,
    debug: Annotated[Path | None, typer.Option(metavar="DIR", help="Write every stage's picture there.")] = None,
    size: Annotated[int | None, typer.Option(help="Cells along a side (4 to 16, or 25), if known.")] = None,
    trim: Annotated[
        float, typer.Option("--trim", "--crop", min=0.0, max=0.3, help="Share of each cell to cut away on every side.")
    ] = 0.0,
) -> None:
    """Read the Sudokus in pictures.

    Exit status 0: every image gave a grid; 1: some gave none or could not be opened; 2: none could be opened, or wrong
    usage. In JSON, rows and columns count from 1 and 0 is an empty cell.
    """
    from sudokulens.scanner import Scanner

    if size is not None and size not in SIZES:
        raise typer.BadParameter(f"expected one of {', '.join(map(str, SIZES))}", param_hint="--size")
    scanner = Scanner()
    opened, found = [], []
    with Output() as output:
        for image in images:
            scan, error = _scanned(scanner, image, size, trim)
            opened.append(scan is not None)
            found.append(bool(scan and scan.grids))
            if as_json:
                output.write(json_line(image, scan, error))
            else:
                print_for_people(image, scan, error)
            if debug is not None and scan is not None:
                _write_debug(scan, debug, image)
    raise typer.Exit(of_pictures(opened, found))


def _scanned(scanner: Scanner, image: str, size: int | None, trim: float) -> tuple[Scan | None, str | None]:
    """The scan of one picture, or why there is none."""
    try:
        return scanner(opened_picture(image), size=size, trim=trim), None
    except ImageError as fault:
        return None, str(fault)


def _write_debug(scan: Scan, folder: Path, image: str) -> None:
    from sudokulens.apps.cli.debug_pictures import write_debug_pictures

    try:
        write_debug_pictures(scan, folder / Path(image).stem)
    except OSError as fault:
        raise FileError(f"--debug {folder}: the pictures cannot be written there: {fault.strerror}") from fault


def json_line(image: str, scan: Scan | None, error: str | None) -> str:
    """One picture's answer as one line of JSON."""
    failed: dict[str, object] = {"width": None, "height": None, "error": error, "grids": [], "joined": []}
    answer = failed if scan is None else scan.as_dict()
    return json.dumps({"image": image, **answer}, ensure_ascii=False)


def named(image: str, error: str) -> str:
    """The error with the picture's name before it, unless it begins with that itself."""
    return error if error.startswith(image) else f"{image}: {error}"


def print_for_people(image: str, scan: Scan | None, error: str | None) -> None:
    """The boards as a person likes to see them, and in words what is unsure."""
    from rich.console import Console

    from sudokulens.apps.cli.remarks import remarks
    from sudokulens.drawing.terminal import styled
    from sudokulens.wording.voice import tell

    console = Console(highlight=False)
    if scan is None:
        note(named(image, error or ""))
        return
    if not scan.grids:
        console.print(f"[bold]{image}[/bold]: {nothing_found()}")
        return
    for number, grid in enumerate(scan.grids, 1):
        place = ", " + tell("grid {n} of {m}", n=number, m=len(scan.grids)) if len(scan.grids) > 1 else ""
        console.print(f"[bold]{image}[/bold]{place}")
        console.print(styled(grid.board, {doubt.cell for doubt in grid.doubts}))
        for remark in remarks(grid):
            console.print(remark)
        console.print()
    for joined in scan.joined:
        console.print(f"[bold]{image}[/bold], {joined.layout}")
        console.print(styled(joined.board, set(joined.conflicts)))
        console.print(str(joined.board), soft_wrap=True)
        console.print()
