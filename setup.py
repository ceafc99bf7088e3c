"""The compiled kernels; all other metadata is in pyproject.toml.

They are optional: on a machine without a C compiler the install goes through and the pure-Python fallback answers.
"""

from __future__ import annotations

import os
from pathlib import Path

from setuptools import Extension, setup

PACKAGE = Path("src/sudokulens")
# The compiled module, and the C files (and headers) that make it: those in its folder whose names begin so.
KERNELS = {
    "solving._kernel.kernel": "",
    "logic._kernel.finder": "finder_",
    "logic._kernel.explainer": "explainer_",
}
flags = ["-O3", "-fno-strict-aliasing", "-Wall", "-Wextra"]
link: list[str] = []
if os.environ.get("SUDOKULENS_SANITIZE"):
    flags = ["-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    link = ["-fsanitize=address,undefined"]


def extension(module: str, prefix: str) -> Extension | None:
    """The extension for a kernel, or None where it has no sources."""
    folder = PACKAGE.joinpath(*module.split(".")[:-1])
    sources = sorted(map(str, folder.glob(f"{prefix}*.c")))
    if not sources:
        return None
    return Extension(
        f"sudokulens.{module}",
        sources,
        depends=sorted(map(str, folder.glob(f"{prefix}*.h"))),
        extra_compile_args=flags if os.name == "posix" else [],
        extra_link_args=link,
        optional=not os.environ.get("SUDOKULENS_REQUIRE_KERNEL"),
    )


setup(ext_modules=[found for kernel in KERNELS.items() if (found := extension(*kernel))])
