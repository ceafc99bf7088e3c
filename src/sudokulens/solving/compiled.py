"""The compiled kernels, or the pure-Python code that stands in for them where they could not be built.

`SUDOKULENS_PURE_PYTHON=1` in the environment chooses the stand-in; both have the same functions.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sudokulens.solving._kernel.kernel import Search as Search
    from sudokulens.solving._kernel.kernel import paths as paths
    from sudokulens.solving._kernel.kernel import solve_batch as solve_batch

    IS_COMPILED: bool
else:
    try:
        if os.environ.get("SUDOKULENS_PURE_PYTHON", "0") not in ("", "0"):
            raise ImportError("the environment asks for pure Python")
        from sudokulens.solving._kernel.kernel import Search, paths, solve_batch

        IS_COMPILED = True
    except ImportError:
        from sudokulens.solving.fallback import paths, solve_batch
        from sudokulens.solving.fallback_search import Search

        IS_COMPILED = False

__all__ = ["IS_COMPILED", "Search", "paths", "solve_batch"]
