"""Every error that Sudoku Lens raises on purpose.

    SudokuError
    ├── InvalidBoard      the text or the values are not a board (line, column, expected)
    ├── InvalidRequest    what is asked for is not possible: an unknown name, or options that do not go together
    ├── ImageError        the picture cannot be opened or is not allowed
    │   └── ImageTooLarge the picture has more pixels than allowed
    ├── TimeLimit         the work was not done within its time limit
    ├── UnknownEngine     no solving engine has that name, or it cannot take this board
    ├── UnknownLanguage   there is no catalogue for that language
    ├── FileError         a file, archive or document cannot be opened, written, or is not allowed
    ├── BatchError        a batch job cannot start or go on; what is done is kept
    ├── WorkerDied        the process that did the work ended before it was done
    ├── DamagedWeights    a network file is missing, damaged, or made for another version
    ├── MissingExtra      an optional dependency is not installed; says how to install it
    ├── MissingKernel     the compiled part that a feature needs was not built
    └── NeedsCompiler     the technique needs the compiled part, which is missing or does not take this board

"No solution", "no grid in this picture" and "no hint applies" are outcomes, not errors: they are returned.
"""

from __future__ import annotations


class SudokuError(Exception):
    """Base of all errors of this package; its text is one helpful sentence."""


class InvalidBoard(SudokuError, ValueError):
    """Text or values that do not make a board.

    `line` and `column` count from 1 and are None where the fault has no single place.
    """

    def __init__(
        self, message: str, *, line: int | None = None, column: int | None = None, expected: str | None = None
    ) -> None:
        self.message = message
        self.line = line
        self.column = column
        self.expected = expected
        place = f"line {line}, column {column}: " if line and column else f"line {line}: " if line else ""
        wanted = f" (expected {expected})" if expected else ""
        super().__init__(f"{place}{message}{wanted}")


class InvalidRequest(SudokuError, ValueError):
    """A request that no board could satisfy: an unknown name, or options that exclude each other."""

    def __init__(self, message: str, *, expected: str | None = None) -> None:
        self.message, self.expected = message, expected
        super().__init__(f"{message} (expected {expected})" if expected else message)


class ImageError(SudokuError, ValueError):
    """A picture that cannot be opened, is too large, or is of a kind that is not allowed."""


class ImageTooLarge(ImageError):
    """A picture with more pixels than allowed."""


class TimeLimit(SudokuError, TimeoutError):
    """The work was not finished within its time limit."""


class UnknownEngine(SudokuError, ValueError):
    """No solving engine has that name, or the named one cannot take this board."""


class UnknownLanguage(SudokuError, ValueError):
    """There is no catalogue for that language."""

    def __init__(self, asked: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no language {asked!r} (expected one of {', '.join(known)})")


class FileError(SudokuError, OSError):
    """A file, archive or document that cannot be opened or written, is too large, or of a kind that is not allowed."""


class BatchError(SudokuError):
    """A batch job cannot start or go on; what it has done so far is kept."""


class WorkerDied(SudokuError):
    """The process that did the work ended, or was ended, before it was done; `overran` where its time was up.

    `starved` where it also used little processor time: it hung, or a busy machine kept it waiting.
    """

    def __init__(self, message: str, *, overran: bool = False, starved: bool = False) -> None:
        self.overran, self.starved = overran, starved
        super().__init__(message)


class DamagedWeights(SudokuError):
    """A network file that is missing, is not what its name says, or was made for another version of the package."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"the network weights {name} cannot be used: {reason}; reinstall sudokulens to restore them")


class MissingExtra(SudokuError, ImportError):
    """A feature needs an optional dependency that is not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        self.extra = extra
        super().__init__(f"{feature} needs an optional part: pip install 'sudokulens[{extra}]'")


class MissingKernel(SudokuError, ImportError):
    """A feature needs a compiled part that was not built when the package was installed."""

    def __init__(self, feature: str) -> None:
        super().__init__(f"the compiled part for {feature} is missing: install sudokulens again with a C compiler")


class NeedsCompiler(SudokuError):
    """The technique can only be looked for on the classic 9×9, by the part of the package written in C."""
