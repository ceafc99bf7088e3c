"""The compiled kernels; all other metadata is in pyproject.toml.

They are optional: on a machine without a C compiler the install goes through and the pure-Python fallback answers.
"""

from __future__ import annotations

import os
from pathlib import Path

from setuptools import Extension, setup

PACKAGE = Path("src/sudokulens")
# The compiled modules with the names of their C files; a file goes to the first one that asks for it.
KERNELS = {
    "solving._kernel.kernel": "*",
    "logic._kernel.explainer": "explainer_*",
    "logic._kernel.finder": "*",
}
flags = ["-O3", "-fno-strict-aliasing", "-Wall", "-Wextra"]
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
        extra_compile_args=flags if os.name == "posix" else [],
        extra_link_args=link,
        optional=not os.environ.get("SUDOKULENS_REQUIRE_KERNEL"),
    )


setup(ext_modules=[found for kernel in KERNELS.items() if (found := extension(*kernel))])
