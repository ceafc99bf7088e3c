"""The parts of the engine in the page: what is in each tier, and who builds it."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from web.toolchain.archive import archive
from web.toolchain.cache import Cache, recipe
from web.toolchain.contents import numpy_files, package_files, read_contents, standard_library, weights
from web.toolchain.kernels import kernels
from web.toolchain.numeric import numpy
from web.toolchain.opencv import opencv
from web.toolchain.parts import Part
from web.toolchain.pins import Pins
from web.toolchain.pyodide import onnxruntime, pyodide

INTERPRETER_FILES = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm")
ONNXRUNTIME_FILES = ("ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm")
SCRIPTS = Path(__file__).parents[1] / "engine"


def first_tier(cache: Cache, pins: Pins) -> list[Part]:
    """Python, the package without pictures, and its kernels."""
    interpreter = pyodide(cache, pins)
    found = [Part("first", "pyodide", f"pyodide/{name}", interpreter / name) for name in INTERPRETER_FILES]
    found.append(Part("first", "pyodide", "pyodide/pyodide-lock.json", _lock_file(cache, pins)))
    found.append(Part("first", "pyodide", "pyodide/python_stdlib.zip", _standard_library(cache, pins)))
    built = kernels(cache, pins)
    modules = {f"sudokulens/{path.relative_to(built)}": path for path in built.rglob("*.so")}
    files = {**package_files("core"), **modules}
    found.append(_archive(cache, pins, "first", "sudokulens-core", files))
    found += [Part("first", "script", path.name, path) for path in sorted(SCRIPTS.glob("*.js"))]
    return found


def second_tier(cache: Cache, pins: Pins, jobs: int) -> list[Part]:
    """What reads pictures: the package's other half, its libraries and the fast network."""
    runtime = onnxruntime(cache, pins) / "dist"
    return [
        Part("second", "archive", "wheels/numpy.zip", _numpy_archive(cache, pins, jobs)),
        _archive(cache, pins, "second", "cv2", _packages(opencv(cache, pins, jobs))),
        _archive(cache, pins, "second", "sudokulens-vision", package_files("vision")),
        *(Part("second", "onnx", f"onnxruntime/{name}", runtime / name) for name in ONNXRUNTIME_FILES),
        *_weights("second"),
    ]


def careful_tier() -> list[Part]:
    """The network for second looks, which comes last."""
    return _weights("careful")


def print_tier(cache: Cache, pins: Pins) -> list[Part]:
    """What writes PDF files, for those who print."""
    return [_archive(cache, pins, "print", "print", package_files("print"))]


def _archive(cache: Cache, pins: Pins, tier: str, name: str, files: dict[str, Path]) -> Part:
    return Part(tier, "archive", f"wheels/{name}.zip", archive(cache, pins, name, files))


def _numpy_archive(cache: Cache, pins: Pins, jobs: int) -> Path:
    files = numpy_files(numpy(cache, pins, jobs) / "site-packages")
    return archive(cache, pins, "numpy", files, read_contents()["numpy"]["documented"])


def _packages(built: Path) -> dict[str, Path]:
    """The files that a library brings into site-packages."""
    folder = built / "site-packages"
    return {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}


def _weights(tier: str) -> list[Part]:
    return [Part(tier, "weights", f"weights/{path.name}", path) for path in weights(tier)]


def _standard_library(cache: Cache, pins: Pins) -> Path:
    """Pyodide's standard library as bytecode, without what no page imports."""
    whole = pyodide(cache, pins) / "python_stdlib.zip"
    with tempfile.TemporaryDirectory() as folder:
        return archive(cache, pins, "python_stdlib", standard_library(whole, Path(folder)))


def _lock_file(cache: Cache, pins: Pins) -> Path:
    """Pyodide's lock file without packages: the page has its own, and must never ask a foreign server for one."""

    def empty(out: Path) -> None:
        table = json.loads((pyodide(cache, pins) / "pyodide-lock.json").read_text(encoding="utf-8"))
        (out / "pyodide-lock.json").write_text(json.dumps({"info": table["info"], "packages": {}}))

    place = cache.part("lock-file", [pins.pyodide.sha256, recipe(__file__)], lambda space: empty(space.result))
    return place / "pyodide-lock.json"
