"""A first start of the finished engine, in node: once for every version of its parts."""

from __future__ import annotations

import json
from pathlib import Path

from web.toolchain.cache import Cache, Workspace
from web.toolchain.opencv import functions

SCRIPT = Path(__file__).with_name("smoke.mjs")


def smoke(cache: Cache, engine: Path) -> None:
    """Raises BuildFailure with what Python said, unless all that the engine ships can be imported and works."""
    version = json.loads((engine / "parts.json").read_text(encoding="utf-8"))["version"]

    def start(space: Workspace) -> None:
        space.run("node", SCRIPT, engine, *functions())

    cache.part("smoke", [version, SCRIPT.read_text()], start)
