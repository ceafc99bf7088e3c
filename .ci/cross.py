"""Compiles the kernels for the systems that wheels are made for: `make cross`.

The compiler is the clang of ziglang, which brings the headers of all of them. Objects alone are made. On Windows, what
they need at run time must be Python's, the C library's or the system's: clang leaves division of 128-bit integers to a
library that clang-cl does not link.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import struct
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import setuptools
import ziglang

ROOT = Path(__file__).resolve().parents[1]
TARGETS = {
    "x86_64-pc-windows-msvc": ("any-windows-any",),
    "aarch64-linux-gnu": ("aarch64-linux-gnu", "generic-glibc", "aarch64-linux-any", "any-linux-any"),
    "x86_64-apple-macos11": ("any-macos-any",),
    "arm64-apple-macos11": ("any-macos-any",),
}
"""The systems, and where this compiler has the headers of their C libraries."""

CLANG = [sys.executable, "-m", "ziglang", "clang"]
FLAGS = ["-c", "-DNDEBUG", "-fno-strict-aliasing", "-Wall", "-Wextra", "-Werror", "-Wno-psabi"]
WINDOWS_PYTHON = """\
#define MS_WINDOWS 1
#define MS_WIN64 1
#define NT_THREADS 1
#define Py_ENABLE_SHARED 1
#define HAVE_DECLSPEC_DLL 1
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_WCHAR_T 2
"""
"""What Python's headers ask of pyconfig.h, as it is on 64-bit Windows."""

AS_MINGW = """\
#define __GNUC__ 4
#define __GNUC_MINOR__ 2
{includes}
#undef __GNUC__
#undef __GNUC_MINOR__
"""
"""Around the system's headers for Windows. Those of this compiler are MinGW's, which take __attribute__ away where
__GNUC__ is missing, as it is in clang-cl; Microsoft's do not."""

C_LIBRARY = """\
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <wchar.h>
"""

FROM_LIBRARIES = re.compile(r"(__imp_)?(_?Py\w+|[A-Za-z]+(64)?)|_fltused|_tls_index|__chkstk")
"""Names that Python, Microsoft's C library and the system have."""


def kernels() -> list[setuptools.Extension]:
    """The extensions as setup.py describes them."""
    os.chdir(ROOT)
    found: list[setuptools.Extension] = []
    setuptools.setup = lambda **given: found.extend(given["ext_modules"])
    runpy.run_path(str(ROOT / "setup.py"))
    return found


def headers(target: str, folder: Path) -> list[str]:
    """The options that name the headers of the compiler, of the system's C library, and Python's."""
    libraries = Path(ziglang.__file__).parent / "lib"
    places = [libraries / "include", *(libraries / "libc/include" / name for name in TARGETS[target])]
    shutil.copytree(sysconfig.get_path("include"), folder)
    options = [f"-isystem{place}" for place in (folder, *places)]
    if "windows" in target:
        (folder / "pyconfig.h").write_text(WINDOWS_PYTHON)
        (folder / "before.h").write_text(AS_MINGW.format(includes=C_LIBRARY))
        (folder / "windows.h").write_text(AS_MINGW.format(includes="#include_next <windows.h>"))
        options.append(f"-include{folder / 'before.h'}")
    return [f"--target={target}", "-nostdinc", *options]


def symbols(path: Path) -> tuple[set[str], set[str]]:
    """The names that a Windows object defines for others, and those that it asks for."""
    data = path.read_bytes()
    start, count = struct.unpack_from("<8xII", data)
    names = start + 18 * count
    defined: set[str] = set()
    wanted: set[str] = set()
    number = 0
    while number < count:
        name, value, section, _, kind, more = struct.unpack_from("<8sIhHBB", data, start + 18 * number)
        if not name[:4].strip(b"\0"):
            place = names + struct.unpack("<4xI", name)[0]
            name = data[place : data.index(b"\0", place)]
        if kind == 2:  # external
            (defined if section or value else wanted).add(name.rstrip(b"\0").decode())
        number += 1 + more
    return defined, wanted


def compile_all(target: str, folder: Path) -> list[str]:
    """What is wrong with the kernels on this system."""
    options = [*CLANG, *FLAGS, *headers(target, folder / "headers")]
    faults: list[str] = []
    for kernel in kernels():
        macros = [f"-D{name}={value}" for name, value in kernel.define_macros]
        made = folder / kernel.name
        made.mkdir()
        sources = [ROOT / source for source in kernel.sources]
        done = subprocess.run([*options, *macros, *sources], capture_output=True, text=True, cwd=made)
        if done.returncode:
            faults.append(f"{kernel.name}: {done.stderr.strip()}")
        elif "windows" in target:
            names = [symbols(path) for path in made.iterdir()]
            wanted = set().union(*(asked for _, asked in names)) - set().union(*(there for there, _ in names))
            missing = sorted(name for name in wanted if not FROM_LIBRARIES.fullmatch(name))
            faults += [f"{kernel.name}: nothing on Windows has {name}" for name in missing]
    return faults


def main() -> int:
    failed = False
    for target in sys.argv[1:] or TARGETS:
        with tempfile.TemporaryDirectory() as folder:
            faults = compile_all(target, Path(folder))
        print(f"{target}: {len(faults) or 'no'} faults", *faults, sep="\n  ", flush=True)
        failed |= bool(faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
