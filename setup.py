"""The compiled kernels; all other metadata is in pyproject.toml.

They are optional: on a machine without a C compiler the install goes through and the pure-Python fallback answers.
"""

from __future__ import annotations

import os
from pathlib import Path

from setuptools import Extension, setup

KERNEL = Path("src/sudokulens/solving/_kernel")
flags = ["-O3", "-fno-strict-aliasing", "-Wall", "-Wextra"]
link: list[str] = []
if os.environ.get("SUDOKULENS_SANITIZE"):
    flags = ["-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    link = ["-fsanitize=address,undefined"]

sources = sorted(map(str, KERNEL.glob("*.c")))
extensions = [
    Extension(
        "sudokulens.solving._kernel.kernel",
        sources,
        depends=sorted(map(str, KERNEL.glob("*.h"))),
        extra_compile_args=flags if os.name == "posix" else [],
        extra_link_args=link,
        optional=not os.environ.get("SUDOKULENS_REQUIRE_KERNEL"),
    )
]
setup(ext_modules=extensions if sources else [])
