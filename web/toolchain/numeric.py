"""numpy as WebAssembly side modules: the core, linear algebra and Fourier transforms, built by its own meson."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from web.toolchain.cache import Cache, Workspace, recipe
from web.toolchain.compiler import Compiler, compiler
from web.toolchain.download import fetch, unpack
from web.toolchain.headers import SYSCONFIG, headers, include
from web.toolchain.pins import Flags, Pins
from web.toolchain.side_modules import refuse_missing

# What the package imports; numpy.random would add 1.5 MB.
MODULES = ("numpy/_core/_multiarray_umath", "numpy/linalg/_umath_linalg", "numpy/fft/_pocketfft_umath")
# Python files that nothing in a page imports.
LEFT_OUT = {"tests", "f2py", "_pyinstaller", "distutils", "random", "doc", "include", "code_generators", "testing"}
GENERATED = ("numpy/__config__.py", "numpy/version.py")
GENERATED_HEADERS = ("_numpyconfig.h", "__multiarray_api.h", "__ufunc_api.h")
# A side module's link never fails on a missing function, so meson believes in backtrace(), which Pyodide lacks.
WRONG_GUESS = "#define HAVE_BACKTRACE 1"
SETTINGS = ("-Dallow-noblas=true", "-Dblas=none", "-Dlapack=none", "-Ddisable-optimization=true")
# The headers belong to the compiler's name: they must come before those of this machine's Python, which meson adds.
CROSS_FILE = """[binaries]
c = ['emcc', '-I{include}']
cpp = ['em++', '-I{include}']
ar = 'emar'
ranlib = 'emranlib'
strip = 'true'
pkg-config = 'false'
python = '{python}'
cython = '{cython}'
[properties]
longdouble_format = 'IEEE_QUAD_LE'
needs_exe_wrapper = true
skip_sanity_check = true
[built-in options]
c_args = {compile}
cpp_args = {compile}
c_link_args = {link}
cpp_link_args = {link}
[host_machine]
system = 'emscripten'
cpu_family = 'wasm32'
cpu = 'wasm32'
endian = 'little'
"""
# Answers for the target when meson asks; the version of the interpreter itself does not matter.
TARGET_PYTHON = """#!/bin/sh
export PYTHONPATH={sysconfig} _PYTHON_SYSCONFIGDATA_NAME={name} _PYTHON_HOST_PLATFORM=emscripten-wasm32
exec {python} "$@"
"""


def numpy(cache: Cache, pins: Pins, jobs: int) -> Path:
    """A folder with `site-packages/numpy`, and `include` for what is compiled against it."""
    flags = pins.flags
    ingredients = [pins.numpy.sha256, pins.pyodide.sha256, pins.compiler.packages, recipe(__file__)]
    ingredients += [flags.abi, flags.link, flags.libraries]
    return cache.part("numpy", ingredients, lambda space: _build(space, cache, pins, jobs))


def _build(space: Workspace, cache: Cache, pins: Pins, jobs: int) -> None:
    tools, python = compiler(cache, pins), headers(cache, pins)
    source, built = space.scratch / "source", space.scratch / "source/built"
    environment = tools.environment(space.scratch)
    if not (built / "build.ninja").exists():
        shutil.rmtree(source, ignore_errors=True)
        unpack(fetch(cache, pins.numpy), source)
        cross = _cross_file(space, tools, python, pins.flags, cache)
        meson = (sys.executable, source / "vendored-meson/meson/meson.py", "setup", built)
        optimised = f"-Doptimization={pins.flags.libraries.removeprefix('-O')}"
        options = ("--cross-file", cross, "--buildtype=release", optimised, *SETTINGS)
        space.run(*meson, *options, cwd=source, environment=environment)
        config = built / "numpy/_core/config.h"
        config.write_text(config.read_text().replace(WRONG_GUESS, ""))
    modules = [name + pins.flags.suffix for name in MODULES]
    space.run("ninja", "-C", built, f"-j{jobs}", *modules, cwd=source, environment=environment)
    _collect(source, built, space.result, modules)
    refuse_missing(cache, pins, [space.result / "site-packages" / name for name in modules])


def _cross_file(space: Workspace, tools: Compiler, python: Path, flags: Flags, cache: Cache) -> Path:
    script = space.scratch / "target-python"
    script.write_text(TARGET_PYTHON.format(sysconfig=python / "sysconfig", name=SYSCONFIG, python=sys.executable))
    script.chmod(0o755)
    arguments = [*flags.abi, flags.libraries, f"-ffile-prefix-map={cache.folder}=."]
    file = space.scratch / "cross.ini"
    file.write_text(
        CROSS_FILE.format(
            include=include(python),
            python=script,
            cython=tools.python.with_name("cython"),
            compile=arguments,
            link=[*arguments, *flags.link, "-sSIDE_MODULE=1"],
        )
    )
    return file


def _collect(source: Path, built: Path, result: Path, modules: list[str]) -> None:
    """Copies what the page needs, and the headers that OpenCV's binding is compiled with."""
    packages = result / "site-packages"
    for path in sorted((source / "numpy").rglob("*.py")):
        inner = path.relative_to(source)
        if not LEFT_OUT & set(inner.parts) and path.name not in ("setup.py", "conftest.py"):
            _copy(path, packages / inner)
    for name in (*(name for name in GENERATED if (built / name).exists()), *modules):
        _copy(built / name, packages / name)
    shutil.copytree(source / "numpy/_core/include/numpy", result / "include/numpy")
    for name in GENERATED_HEADERS:
        _copy(built / "numpy/_core" / name, result / "include/numpy" / name)


def _copy(source: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, place)
