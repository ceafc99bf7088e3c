"""Sudoku Lens finds, reads, solves and explains Sudokus.

Names load on first use, so that `import sudokulens` stays light: neither numpy nor OpenCV nor onnxruntime is
imported until a name that needs it is.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sudokulens.errors import ImageError as ImageError
    from sudokulens.errors import InvalidBoard as InvalidBoard
    from sudokulens.errors import MissingExtra as MissingExtra
    from sudokulens.errors import SudokuError as SudokuError
    from sudokulens.errors import TimeLimit as TimeLimit
    from sudokulens.errors import UnknownEngine as UnknownEngine
    from sudokulens.puzzle.board import Board as Board
    from sudokulens.puzzle.geometry import Geometry as Geometry

__version__ = "0.1.0"

_HOME = {
    "SudokuError": "errors",
    "ImageError": "errors",
    "InvalidBoard": "errors",
    "MissingExtra": "errors",
    "TimeLimit": "errors",
    "UnknownEngine": "errors",
    "Board": "puzzle.board",
    "Geometry": "puzzle.geometry",
}
"""Public name → the module that defines it."""

__all__ = ["__version__", *_HOME]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
