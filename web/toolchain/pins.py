"""The versions and hashes that the browser edition is built from, read from `pins.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PINS_FILE = Path(__file__).parents[1] / "pins.toml"


@dataclass(frozen=True, slots=True)
class Archive:
    """One pinned download from npm or PyPI."""

    registry: str
    name: str
    version: str
    file: str
    sha256: str


@dataclass(frozen=True, slots=True)
class CompilerPins:
    """The Debian packages that make up the compiler: exact ones with their hashes, and what only runs them."""

    suite: str
    architecture: str
    llvm: str
    packages: dict[str, str]
    runtime: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flags:
    """Compiler flags: what Pyodide's ABI asks for, and how each kind of code is optimised."""

    abi: tuple[str, ...]
    link: tuple[str, ...]
    kernels: tuple[str, ...]
    libraries: str
    suffix: str


@dataclass(frozen=True, slots=True)
class Pins:
    """All that is pinned."""

    pyodide: Archive
    onnxruntime: Archive
    numpy: Archive
    opencv: Archive
    compiler: CompilerPins
    flags: Flags


def read_pins(path: Path = PINS_FILE) -> Pins:
    """The pins in a file of the form of `pins.toml`."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    compiler, flags = table["compiler"], table["flags"]
    return Pins(
        **{name: _archive(table[name]) for name in ("pyodide", "onnxruntime", "numpy", "opencv")},
        compiler=CompilerPins(
            compiler["suite"],
            compiler["architecture"],
            compiler["llvm"],
            dict(compiler["packages"]),
            tuple(compiler["runtime"]["packages"]),
        ),
        flags=Flags(
            tuple(flags["abi"]), tuple(flags["link"]), tuple(flags["kernels"]), flags["libraries"], flags["suffix"]
        ),
    )


def _archive(entry: dict[str, Any]) -> Archive:
    registry = "npm" if "npm" in entry else "pypi"
    name, version = entry[registry], entry["version"]
    return Archive(registry, name, version, entry.get("file", f"{name}-{version}.tgz"), entry["sha256"])
