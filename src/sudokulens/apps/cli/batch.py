"""`sudokulens batch`: archives of pictures and collections of puzzles into one file of results."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sudokulens.apps.cli.exit_codes import ExitCode
from sudokulens.apps.cli.outputs import note
from sudokulens.apps.cli.progress import BatchProgress, number_of


class TaskName(StrEnum):
    """What to do with every item."""

    READ = "read"
    SOLVE = "solve"
    RATE = "rate"


def batch(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="INPUT…", help="Folders, globs, pictures, PDFs, zips, texts of puzzles, s3://… addresses."
        ),
    ],
    out: Annotated[Path, typer.Option(help="Results: a .parquet, .jsonl or .csv file.")],
    task: Annotated[
        TaskName | None, typer.Option(help="Left out, pictures are read and puzzles solved.", show_default=False)
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Worker processes; one a core if left out.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Work on a Ray cluster: its address, or local.")
    ] = None,
    time_limit: Annotated[float, typer.Option(min=0.01, help="Seconds to solve or rate each puzzle.")] = 60.0,
    fresh: Annotated[bool, typer.Option(help="Start over, whatever earlier runs have left.")] = False,
) -> None:
    """Read, solve or rate everything in archives and collections, into one file.

    However it is interrupted, the same command resumes where it stopped. What fails is a line of the results with
    its error, and makes the exit status 1.
    """
    from sudokulens.batch import run

    try:
        with BatchProgress() as progress:
            summary = run(
                inputs,
                out,
                task=task.value if task else None,
                seconds=time_limit,
                workers=workers,
                cluster=cluster,
                fresh=fresh,
                watch=progress,
            )
    except KeyboardInterrupt:
        note("stopped; what is done is kept: run the same command again to go on")
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    counts = ((summary.items, "item"), (summary.records, "record"), (summary.errors, "error"))
    figures = ", ".join(number_of(count, noun) for count, noun in counts)
    note(f"{figures}, {summary.seconds:.1f} s; written to {out}")
    raise typer.Exit(ExitCode.NEGATIVE if summary.errors else ExitCode.OK)
