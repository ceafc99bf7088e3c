"""Archives of Python code: bytecode for Pyodide's interpreter, zipped so that equal contents are equal bytes."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from web.toolchain.cache import Cache, Workspace, contents, recipe
from web.toolchain.pins import Pins
from web.toolchain.pyodide import pyodide

COMPILE_SCRIPT = Path(__file__).with_name("compile.mjs")
EARLIEST_TIME = (1980, 1, 1, 0, 0, 0)  # the first that a zip can hold


def archive(cache: Cache, pins: Pins, name: str, files: Mapping[str, Path], documented: Sequence[str] = ()) -> Path:
    """A zip of the files, every .py of them as bytecode; each file lies under its name in the mapping.

    Docstrings go, but those of modules whose names fit a pattern in `documented`.
    """
    ingredients = [contents(files), documented, pins.pyodide.sha256, COMPILE_SCRIPT.read_text(), recipe(__file__)]

    def make(space: Workspace) -> None:
        _make(space, pyodide(cache, pins), name, files, documented)

    return cache.part(f"archive-{name}", ingredients, make) / f"{name}.zip"


def _make(space: Workspace, interpreter: Path, name: str, files: Mapping[str, Path], documented: Sequence[str]) -> None:
    source, target = space.scratch / "source", space.scratch / "target"
    for folder in (source, target):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    for inner, path in files.items():
        place = (source if inner.endswith(".py") else target) / inner
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    if any(source.iterdir()):
        space.run("node", COMPILE_SCRIPT, interpreter, source, target, *documented)
    write_zip(space.result / f"{name}.zip", target)


def write_zip(out: Path, folder: Path, *, method: int = zipfile.ZIP_STORED) -> None:
    """Zips a folder, in order and without times; stored, since servers compress better than a zip does."""
    with zipfile.ZipFile(out, "w", method) as zipped:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(str(path.relative_to(folder)), EARLIEST_TIME)
            entry.external_attr = 0o644 << 16
            entry.compress_type = method
            zipped.writestr(entry, path.read_bytes())
