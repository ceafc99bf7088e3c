"""The compiled kernels; all other metadata is in pyproject.toml.

They are optional: on a machine without a C compiler the install goes through, the pure-Python fallback solves, and
ratings and the deeper hints say what is missing. On Windows clang-cl compiles them: they use 128-bit integers and
vector types, which Microsoft's own compiler lacks. `_kernel/bits.h` and `_kernel/clock.h` hold what differs.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PACKAGE = Path("src/sudokulens")
# The compiled modules with the macros that they are compiled with. The finders come twice: boards
# beyond 11×11 need sets of 256 cells instead of 128, which would slow the others down. The rating
# procedure is for the classic board alone, so the larger ones do without it.
EXPLAINER = "explainer_*.c"
KERNELS = {
    "solving._kernel.kernel": {},
    "logic._kernel.finder": {"CELL_WORDS": "2"},
    "logic._kernel.finder_large": {"CELL_WORDS": "4"},
}
warnings = ["-Wall", "-Wextra", "-Wno-psabi"]  # wide sets are passed between our own functions only
flags = ["-O3", "-fno-strict-aliasing", *warnings] if os.name == "posix" else ["/O2", "-fno-strict-aliasing"]
link: list[str] = []
if os.environ.get("SUDOKULENS_SANITIZE"):
    flags = ["-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    link = ["-fsanitize=address,undefined"]


def extension(module: str, macros: dict[str, str]) -> Extension:
    """The extension for a kernel: all C files of its folder, the rating procedure only where it is needed."""
    folder = PACKAGE.joinpath(*module.split(".")[:-1])
    sources = set(folder.glob("*.c")) - set(folder.glob(EXPLAINER) if module.endswith("large") else ())
    return Extension(
        f"sudokulens.{module}",
        sorted(map(str, sources)),
        define_macros=list(macros.items()),
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

    def build_extension(self, ext: Extension) -> None:
        """Each module has its own folder for objects, since two are made of the same sources."""
        folder, self.build_temp = self.build_temp, os.path.join(self.build_temp, ext.name)
        super().build_extension(ext)
        self.build_temp = folder


setup(
    cmdclass={"build_ext": BuildKernels},
    ext_modules=[extension(module, macros) for module, macros in KERNELS.items()],
)
