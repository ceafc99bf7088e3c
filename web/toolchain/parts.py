"""The parts that the page loads, tier by tier, and the list of them that it reads first: `engine/parts.json`."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from web.toolchain.cache import sha256

TIERS = ("first", "second", "careful", "print")
ROLES = ("pyodide", "onnx", "archive", "weights", "script")


@dataclass(frozen=True, slots=True)
class Part:
    """One file of the engine: `path` is relative to `engine/`, `role` says what the worker does with it."""

    tier: str
    role: str
    path: str
    source: Path

    def entry(self) -> dict[str, Any]:
        """What parts.json says of it."""
        size = self.source.stat().st_size
        return {"path": self.path, "bytes": size, "sha256": sha256(self.source), "role": self.role}


def listing(parts: list[Part]) -> dict[str, Any]:
    """The content of parts.json; its version changes when any part does."""
    tiers = {tier: [part.entry() for part in parts if part.tier == tier] for tier in TIERS}
    version = hashlib.sha256(json.dumps(tiers, sort_keys=True).encode()).hexdigest()[:16]
    return {"version": version, "tiers": tiers}


def faults(table: dict[str, Any], engine: Path) -> list[str]:
    """What is wrong with a parts.json and the files that it lists; empty for a sound one."""
    found = [f"no tier {tier}" for tier in TIERS if tier not in table.get("tiers", {})]
    for tier, entries in table.get("tiers", {}).items():
        for entry in entries:
            path = engine / entry["path"]
            if entry["role"] not in ROLES:
                found.append(f"{tier}: {entry['path']} has the unknown role {entry['role']}")
            if not path.is_file():
                found.append(f"{tier}: {entry['path']} is missing")
            elif path.stat().st_size != entry["bytes"] or sha256(path) != entry["sha256"]:
                found.append(f"{tier}: {entry['path']} is not the file that was listed")
    return found
