"""What the exit status of every command means."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """0 when all went well; the higher of two numbers where both apply."""

    OK = 0
    NEGATIVE = 1
    """The outcome is negative: no solution or several, a faulty board, or one item of many failed."""
    UNREADABLE = 2
    """Wrong usage, or input that cannot be read."""
    TIME_LIMIT = 3
    """The time limit came first."""
    INTERRUPTED = 130
    """Interrupted by Ctrl-C."""


def of_pictures(opened: list[bool], answered: list[bool]) -> ExitCode:
    """The status after several pictures: which of them could be opened, and which gave what was asked for."""
    if not any(opened):
        return ExitCode.UNREADABLE
    return ExitCode.OK if all(answered) else ExitCode.NEGATIVE


EPILOG = (
    "Exit status: 0 all well; 1 negative outcome (no unique solution, a faulty board, some item failed); "
    "2 wrong usage or unreadable input; 3 time limit reached; 130 interrupted."
)
