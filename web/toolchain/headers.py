"""Python's headers and build variables for the browser: Debian's headers with the configuration of Pyodide's build."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path

from web.toolchain.cache import Cache, Workspace, recipe
from web.toolchain.compiler import compiler
from web.toolchain.failure import BuildFailure
from web.toolchain.pins import Pins
from web.toolchain.pyodide import pyodide

VERSION = "python3.13"
SYSCONFIG = "_sysconfigdata__emscripten_wasm32-emscripten"
CONFIG_LINE = re.compile(r"^#\s*define (\w+)\b.*$|^/\* #undef (\w+) \*/$", re.MULTILINE)
KEPT_AS_THEY_ARE = ("Py_PYCONFIG_H", "WORDS_BIGENDIAN")


def headers(cache: Cache, pins: Pins) -> Path:
    """A folder with `include/python3.13` and `sysconfig`, as Pyodide's interpreter was built."""
    ingredients = [pins.pyodide.sha256, pins.compiler.packages, recipe(__file__)]

    def make(space: Workspace) -> None:
        native = compiler(cache, pins).root / "usr/include"
        stdlib = pyodide(cache, pins) / "python_stdlib.zip"
        _write(space.result, native, stdlib)

    return cache.part("headers", ingredients, make)


def include(folder: Path) -> Path:
    """Where Python.h lies."""
    return folder / "include" / VERSION


def _write(out: Path, native: Path, stdlib: Path) -> None:
    with zipfile.ZipFile(stdlib) as archive:
        text = archive.read(f"{SYSCONFIG}.py").decode()
    variables = build_variables(text)
    shutil.copytree(native / VERSION, include(out))
    config = (native / "x86_64-linux-gnu" / VERSION / "pyconfig.h").read_text()
    (include(out) / "pyconfig.h").write_text(target_config(config, variables))
    (out / "sysconfig").mkdir()
    (out / "sysconfig" / f"{SYSCONFIG}.py").write_text(text)


def build_variables(text: str) -> dict[str, object]:
    """The variables of Pyodide's own build of Python."""
    space: dict[str, dict[str, object]] = {}
    exec(text, space)  # a module of the pinned archive, whose hash was checked
    if "build_time_vars" not in space:
        raise BuildFailure("Pyodide's standard library has no build variables where they used to be")
    return space["build_time_vars"]


def target_config(native: str, variables: dict[str, object]) -> str:
    """A native pyconfig.h with every value replaced by the one of the target."""

    def line(match: re.Match[str]) -> str:
        key = match[1] or match[2]
        if key.startswith("_") or key in KEPT_AS_THEY_ARE:
            return match[0]
        value = variables.get(key)
        if value in (0, "", None):
            return f"/* #undef {key} */"
        if key == "PY_BUILTIN_HASHLIB_HASHES":
            value = '"{}"'.format(str(value).strip('"'))
        return f"#define {key} {value}"

    return CONFIG_LINE.sub(line, native)
