"""Sudoku Lens finds, reads, solves and explains Sudokus.

Names load on first use, so that `import sudokulens` stays light: neither numpy nor OpenCV nor onnxruntime is
imported until a name that needs it is.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sudokulens.display import load_with

if TYPE_CHECKING:
    from sudokulens.drawing.draw import draw as draw
    from sudokulens.drawing.live_frame import draw_view as draw_view
    from sudokulens.drawing.pdf import sheet as sheet
    from sudokulens.drawing.photo import draw_hint as draw_hint
    from sudokulens.drawing.photo import draw_solution as draw_solution
    from sudokulens.drawing.photo import flat_view as flat_view
    from sudokulens.drawing.photo import overlay as overlay
    from sudokulens.drawing.raster import to_png as to_png
    from sudokulens.drawing.svg import to_svg as to_svg
    from sudokulens.errors import BatchError as BatchError
    from sudokulens.errors import DamagedWeights as DamagedWeights
    from sudokulens.errors import FileError as FileError
    from sudokulens.errors import ImageError as ImageError
    from sudokulens.errors import ImageTooLarge as ImageTooLarge
    from sudokulens.errors import InvalidBoard as InvalidBoard
    from sudokulens.errors import InvalidRequest as InvalidRequest
    from sudokulens.errors import MissingExtra as MissingExtra
    from sudokulens.errors import MissingKernel as MissingKernel
    from sudokulens.errors import NeedsCompiler as NeedsCompiler
    from sudokulens.errors import SudokuError as SudokuError
    from sudokulens.errors import TimeLimit as TimeLimit
    from sudokulens.errors import UnknownEngine as UnknownEngine
    from sudokulens.errors import UnknownLanguage as UnknownLanguage
    from sudokulens.errors import WorkerDied as WorkerDied
    from sudokulens.live import LiveTracker as LiveTracker
    from sudokulens.live import View as View
    from sudokulens.logic.generate import generate as generate
    from sudokulens.logic.hint import Hint as Hint
    from sudokulens.logic.hint import hint as hint
    from sudokulens.logic.path import path as path
    from sudokulens.logic.path import steps as steps
    from sudokulens.logic.rate import Rating as Rating
    from sudokulens.logic.rate import rate as rate
    from sudokulens.puzzle.board import Board as Board
    from sudokulens.puzzle.geometry import Geometry as Geometry
    from sudokulens.reading.reading import Reading as Reading
    from sudokulens.scanned import Scan as Scan
    from sudokulens.scanned import ScannedGrid as ScannedGrid
    from sudokulens.scanner import Scanner as Scanner
    from sudokulens.scanner import scan as scan
    from sudokulens.solving.cpsat import model_text as model_text
    from sudokulens.solving.engine import Solution as Solution
    from sudokulens.solving.many import solve_many as solve_many
    from sudokulens.solving.minimal import is_minimal as is_minimal
    from sudokulens.solving.minimal import minimise as minimise
    from sudokulens.solving.random import random_grid as random_grid
    from sudokulens.solving.random import random_puzzle as random_puzzle
    from sudokulens.solving.solve import count as count
    from sudokulens.solving.solve import solutions as solutions
    from sudokulens.solving.solve import solve as solve
    from sudokulens.vision.frame import Frame as Frame
    from sudokulens.vision.frame import load_frame as load_frame
    from sudokulens.vision.location import GridLocation as GridLocation
    from sudokulens.wording.explain import explain as explain

__version__ = "0.1.0"

_HOME = {
    "SudokuError": "errors",
    "BatchError": "errors",
    "DamagedWeights": "errors",
    "FileError": "errors",
    "ImageError": "errors",
    "ImageTooLarge": "errors",
    "InvalidBoard": "errors",
    "InvalidRequest": "errors",
    "MissingExtra": "errors",
    "MissingKernel": "errors",
    "NeedsCompiler": "errors",
    "TimeLimit": "errors",
    "UnknownEngine": "errors",
    "UnknownLanguage": "errors",
    "WorkerDied": "errors",
    "Board": "puzzle.board",
    "Geometry": "puzzle.geometry",
    "Solution": "solving.engine",
    "solve": "solving.solve",
    "count": "solving.solve",
    "solutions": "solving.solve",
    "solve_many": "solving.many",
    "is_minimal": "solving.minimal",
    "minimise": "solving.minimal",
    "random_grid": "solving.random",
    "random_puzzle": "solving.random",
    "model_text": "solving.cpsat",
    "LiveTracker": "live",
    "View": "live",
    "draw_view": "drawing.live_frame",
    "hint": "logic.hint",
    "Hint": "logic.hint",
    "explain": "wording.explain",
    "steps": "logic.path",
    "path": "logic.path",
    "generate": "logic.generate",
    "sheet": "drawing.pdf",
    "draw": "drawing.draw",
    "to_svg": "drawing.svg",
    "to_png": "drawing.raster",
    "rate": "logic.rate",
    "Rating": "logic.rate",
    "Scanner": "scanner",
    "scan": "scanner",
    "Scan": "scanned",
    "ScannedGrid": "scanned",
    "Frame": "vision.frame",
    "load_frame": "vision.frame",
    "GridLocation": "vision.location",
    "Reading": "reading.reading",
    "overlay": "drawing.photo",
    "draw_solution": "drawing.photo",
    "draw_hint": "drawing.photo",
    "flat_view": "drawing.photo",
}
"""Public name → the module that defines it."""

__all__ = ["__version__", *_HOME]


def _register_painters() -> None:
    import sudokulens.drawing.notebook  # noqa: F401  importing it registers them


load_with(_register_painters)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
