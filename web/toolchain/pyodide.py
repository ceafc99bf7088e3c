"""Pyodide as npm has it: the interpreter, its loader and the standard library."""

from __future__ import annotations

from pathlib import Path

from web.toolchain.cache import Cache, recipe
from web.toolchain.download import fetch, unpack
from web.toolchain.pins import Pins


def pyodide(cache: Cache, pins: Pins) -> Path:
    """The unpacked package."""
    ingredients = [pins.pyodide.sha256, recipe(__file__)]
    return cache.part("pyodide", ingredients, lambda space: unpack(fetch(cache, pins.pyodide), space.result))


def onnxruntime(cache: Cache, pins: Pins) -> Path:
    """The unpacked package of onnxruntime for browsers."""
    ingredients = [pins.onnxruntime.sha256, recipe(__file__)]
    return cache.part("onnxruntime", ingredients, lambda space: unpack(fetch(cache, pins.onnxruntime), space.result))
