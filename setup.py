"""The compiled kernels; all other metadata is in pyproject.toml.

They are optional: on a machine without a C compiler the install goes through, the pure-Python fallback solves, and
ratings and the deeper hints say what is missing. On Windows clang-cl compiles them: they use 128-bit integers and
vector types, which Microsoft's own compiler lacks.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PACKAGE = Path("src/sudokulens")
# The compiled modules with the names of their C files; a file goes to the first one that asks for it.
KERNELS = {
    "solving._kernel.kernel": "*",
    "logic._kernel.explainer": "explainer_*",
    "logic._kernel.finder": "*",
}
flags = ["-O3", "-fno-strict-aliasing", "-Wall", "-Wextra"] if os.name == "posix" else ["/O2", "-fno-strict-aliasing"]
link: list[str] = []
if os.environ.get("SUDOKULENS_SANITIZE"):
    flags = ["-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    link = ["-fsanitize=address,undefined"]


taken: set[Path] = set()


def extension(module: str, pattern: str) -> Extension | None:
    """The extension for a kernel, or None where no sources are left for it."""
    folder = PACKAGE.joinpath(*module.split(".")[:-1])
    sources = sorted(set(folder.glob(f"{pattern}.c")) - taken)
    taken.update(sources)
    if not sources:
        return None
    return Extension(
        f"sudokulens.{module}",
        [str(source) for source in sources],
        depends=sorted(map(str, folder.glob("*.h"))),
        extra_compile_args=flags,
        extra_link_args=link,
        optional=not os.environ.get("SUDOKULENS_REQUIRE_KERNEL"),
    )


class BuildKernels(build_ext):
    """Uses clang-cl on Windows; where there is none, the kernels are left out like everywhere without a compiler."""

    def build_extensions(self) -> None:
        if os.name == "nt":
            self.compiler.initialize()
            self.compiler.cc = shutil.which("clang-cl") or "clang-cl"
        super().build_extensions()


setup(
    cmdclass={"build_ext": BuildKernels},
    ext_modules=[found for kernel in KERNELS.items() if (found := extension(*kernel))],
)
