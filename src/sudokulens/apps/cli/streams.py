"""Standard streams that are closed or full: one line and an exit status, where Python would print a traceback."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress


class ClosedStream(io.TextIOBase):
    """Stands for a standard stream that the caller has closed; using it is an OSError."""

    encoding = "utf-8"

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def read(self, size: int | None = -1, /) -> str:
        raise self._fault()

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        raise self._fault()

    def write(self, text: str, /) -> int:
        raise self._fault()

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        raise self._fault()

    def _fault(self) -> OSError:
        return OSError(errno.EBADF, f"{self._name} is closed")


def replace_closed_streams() -> None:
    """Python has None for a stream that was closed before it started, which any use would stumble over."""
    if sys.stdin is None:
        sys.stdin = ClosedStream("standard input")
    if sys.stdout is None:
        sys.stdout = ClosedStream("standard output")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - it stays open as long as the process


def escape_unprintable() -> None:
    """Characters that standard output cannot encode, such as "é" in ASCII, are written as escapes."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def flushed() -> OSError | None:
    """What kept standard output from being written to its end, if anything; nothing is left to fail later."""
    try:
        sys.stdout.flush()
    except OSError as fault:
        discard_output()
        return None if isinstance(fault, BrokenPipeError) else fault
    with suppress(OSError):
        sys.stderr.flush()
        return None
    _redirect(2)
    return None


def discard_output() -> None:
    """What is still buffered must not raise again when Python ends."""
    _redirect(1)


def _redirect(descriptor: int) -> None:
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, descriptor)
        os.close(nowhere)
