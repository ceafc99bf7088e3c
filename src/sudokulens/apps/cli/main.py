"""The command `sudokulens`: where it starts, and how errors end it.

typer takes longer to load than most puzzles to solve, so the plainest command line, `sudokulens solve PUZZLE…`, does
without it.
"""

from __future__ import annotations

import sys

from sudokulens.apps.cli.exit_codes import ExitCode
from sudokulens.apps.cli.inputs import NothingFound
from sudokulens.apps.cli.languages import spoken_to
from sudokulens.apps.cli.outputs import ReaderGone, note
from sudokulens.apps.cli.solutions import SolveOptions, solve_arguments
from sudokulens.apps.cli.streams import escape_unprintable, flushed, replace_closed_streams
from sudokulens.errors import SudokuError, TimeLimit


def main(arguments: list[str] | None = None) -> None:
    """Runs the command line and ends the process with the exit status that exit_codes.py explains."""
    replace_closed_streams()
    escape_unprintable()
    status = run(sys.argv[1:] if arguments is None else arguments)
    if fault := flushed():
        note(f"standard output cannot be written: {fault.strerror}")
        status = max(status, int(ExitCode.UNREADABLE))
    sys.exit(status)


def run(arguments: list[str]) -> int:
    """The exit status of the command line; errors become one line on standard error."""
    try:
        return _run(spoken_to(arguments))
    except TimeLimit as fault:
        note(str(fault))
        return ExitCode.TIME_LIMIT
    except NothingFound as fault:
        note(str(fault))
        return ExitCode.NEGATIVE
    except SudokuError as fault:
        note(str(fault))
        return ExitCode.UNREADABLE
    except ReaderGone:
        return ExitCode.OK
    except KeyboardInterrupt:
        from sudokulens.wording.voice import tell

        note(tell("interrupted"))
        return ExitCode.INTERRUPTED
    except OSError as fault:
        # A full disk, a closed stream, a folder that is gone: nothing that a traceback would explain.
        note(": ".join(str(part) for part in (fault.filename, fault.strerror or fault) if part is not None))
        return ExitCode.UNREADABLE
    except OverflowError as fault:
        note(f"a number is too large ({fault})")
        return ExitCode.UNREADABLE
    except MemoryError as fault:
        note(str(fault) or "there is not enough memory for this")
        return ExitCode.UNREADABLE


def _run(arguments: list[str]) -> int:
    if _is_plain_solve(arguments):
        puzzles = [argument for argument in arguments[1:] if argument != "--json"]
        return solve_arguments(puzzles, SolveOptions(as_json="--json" in arguments))
    from sudokulens.apps.cli.app import run_app

    return run_app(arguments)


def _is_plain_solve(arguments: list[str]) -> bool:
    """True for `solve` with puzzles and no option but --json."""
    return arguments[:1] == ["solve"] and all(
        argument in ("-", "--json") or not argument.startswith("-") for argument in arguments[1:]
    )
