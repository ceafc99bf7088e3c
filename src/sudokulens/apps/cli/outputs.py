"""Where results go: standard output, or the file that `--out` names."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import TextIO

from sudokulens.apps.cli.streams import discard_output
from sudokulens.errors import FileError
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats import FORMATS, named, write_many

_STREAMED = ("line", "plain", "sdm", "commas", "share", "hodoku", "fpuzzles", "sudokupad", "scl")
"""Formats of one line a board, which can be written as the boards come in."""
_CHUNK = 256


class ReaderGone(Exception):
    """The reader of the output has gone, as after `| head`: the command has nothing left to do."""


class Output:
    """Writes text to the file or to standard output; a reader who has gone away ends the command quietly.

    A file takes its name when it is whole: an interrupted command leaves what was there before.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._stream: TextIO = sys.stdout
        self._unfinished: Path | None = None

    def __enter__(self) -> Output:
        if self._path is not None:
            try:
                # A device or a pipe cannot be replaced by a file.
                special = self._path.exists() and not self._path.is_file()
                self._unfinished = None if special else self._path.with_name(f".{self._path.name}.{os.getpid()}")
                self._stream = (self._unfinished or self._path).open("w", encoding="utf-8")
            except OSError as fault:
                raise self._fault(fault) from fault
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._path is None:
            if fault is None:
                self.write("")
            return
        try:
            self._stream.close()
            if self._unfinished and kind is None:
                os.replace(self._unfinished, self._path)
        except OSError as unwritten:
            raise self._fault(unwritten) from unwritten
        finally:
            if self._unfinished:
                self._unfinished.unlink(missing_ok=True)

    def _fault(self, fault: OSError) -> FileError:
        return FileError(f"{self._path} cannot be written: {fault.strerror}")

    @property
    def is_terminal(self) -> bool:
        return self._path is None and self._stream.isatty()

    def write(self, text: str, flush: bool = True) -> None:
        """Writes the text, and a newline after it where there is any."""
        try:
            if text:
                self._stream.write(text if text.endswith("\n") else text + "\n")
            if flush:
                self._stream.flush()
        except BrokenPipeError:
            discard_output()
            raise ReaderGone from None
        except OSError as fault:
            if self._path is None:
                raise
            raise self._fault(fault) from fault


def write_boards(boards: Iterable[Board], form: str, output: Output) -> None:
    """Writes all boards in one format, as they come in where the format allows it."""
    stream = iter(boards)
    if form not in _STREAMED:
        output.write(write_many(list(stream), form))
        return
    while part := list(islice(stream, _CHUNK)):
        output.write(write_many(part, form))


def note(message: str) -> None:
    """One line for the person, on standard error."""
    with suppress(OSError):  # If standard error is gone too, the exit status still reports it.
        print(f"sudokulens: {message}", file=sys.stderr, flush=True)


def chosen_format(name: str | None, path: Path | None, default: str = "line") -> str:
    """The format that is named, else the one of the file's suffix, else the default."""
    if name:
        return named(name).name
    if path is not None:
        return next((form.name for form in FORMATS if form.suffix == path.suffix and form.suffix != ".txt"), default)
    return default
