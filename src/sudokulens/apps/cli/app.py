"""The commands of `sudokulens`, put together."""

from __future__ import annotations

from typing import Annotated

import typer

from sudokulens.apps.cli.batch import batch
from sudokulens.apps.cli.bench import bench
from sudokulens.apps.cli.check import check
from sudokulens.apps.cli.convert import convert, formats
from sudokulens.apps.cli.demo import demo
from sudokulens.apps.cli.exit_codes import EPILOG, ExitCode
from sudokulens.apps.cli.generate import generate
from sudokulens.apps.cli.hint import hint, path
from sudokulens.apps.cli.live import live
from sudokulens.apps.cli.outputs import note
from sudokulens.apps.cli.rate import rate
from sudokulens.apps.cli.read import read
from sudokulens.apps.cli.serve import serve
from sudokulens.apps.cli.solve import solve
from sudokulens.apps.cli.streamlit import app as streamlit
from sudokulens.apps.cli.techniques import techniques

app = typer.Typer(add_completion=False, no_args_is_help=True, epilog=EPILOG, pretty_exceptions_enable=False)
COMMANDS = (
    read, solve, check, hint, path, rate, techniques, generate, convert, formats, live, serve, batch, bench, demo,
)  # fmt: skip
for command in COMMANDS:
    app.command(epilog=EPILOG)(command)
app.command("app", epilog=EPILOG)(streamlit)

_UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""typer has click either beside it or inside it; this is click's UsageError in both cases."""


def run_app(arguments: list[str]) -> int:
    """The exit status of a command line that typer understands; wrong usage becomes one line on standard error."""
    try:
        return int(app(arguments, prog_name="sudokulens", standalone_mode=False) or ExitCode.OK)
    except _UsageError as fault:
        context = getattr(fault, "ctx", None)
        note(f"{_message(fault)} (see {context.command_path if context else 'sudokulens'} --help)")
        return ExitCode.UNREADABLE
    except typer.Abort:
        raise KeyboardInterrupt from None


def _print_version(wanted: bool) -> None:
    if wanted:
        from sudokulens import __version__

        print(f"sudokulens {__version__}")
        raise typer.Exit


@app.callback()
def sudokulens(
    version: Annotated[bool, typer.Option("--version", callback=_print_version, help="Show the version.")] = False,
    lang: Annotated[
        str | None, typer.Option(help="Language of what people read, such as de; by default that of the locale.")
    ] = None,
) -> None:
    """Finds, reads, solves and explains Sudokus."""


def _message(fault: Exception) -> str:
    """What click has to say, on one line."""
    text = fault.format_message() if hasattr(fault, "format_message") else str(fault)
    return " ".join(str(text).replace("Value error, ", "").split()).removesuffix(".")
