"""The compiled kernels, or the pure-Python code that stands in for them where they could not be built.

`SUDOKULENS_PURE_PYTHON=1` in the environment chooses the stand-in; both have the same functions.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sudokulens.solving._kernel import kernel

    IS_COMPILED: bool
    Search = kernel.Search
    paths, solve_batch = kernel.paths, kernel.solve_batch
    read_text, read_lines, write_lines = kernel.read_text, kernel.read_lines, kernel.write_lines
else:
    try:
        if os.environ.get("SUDOKULENS_PURE_PYTHON", "0") not in ("", "0"):
            raise ImportError("the environment asks for pure Python")
        from sudokulens.solving._kernel import kernel

        Search, paths, solve_batch = kernel.Search, kernel.paths, kernel.solve_batch
        read_text, read_lines, write_lines = kernel.read_text, kernel.read_lines, kernel.write_lines
        IS_COMPILED = True
    except ImportError:
        from sudokulens.solving.fallback import paths, solve_batch
        from sudokulens.solving.fallback_search import Search
        from sudokulens.solving.fallback_text import read_lines, read_text, write_lines

        IS_COMPILED = False

__all__ = ["IS_COMPILED", "Search", "paths", "read_lines", "read_text", "solve_batch", "write_lines"]
