"""What a WebAssembly side module imports, and whether Pyodide has it: a link never fails on a missing function.

The names are read from the binary itself (import and export sections of the WebAssembly core specification, 5.5).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from web.toolchain.cache import Cache
from web.toolchain.failure import BuildFailure
from web.toolchain.pins import Pins
from web.toolchain.pyodide import pyodide

IMPORT_SECTION, EXPORT_SECTION = 2, 7
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
RESOLVED_BY_LOADER = ("env", "GOT.func", "GOT.mem")
MADE_ON_DEMAND = "invoke_"  # the loader writes these trampolines itself


@dataclass(slots=True)
class Bytes:
    """A reader of WebAssembly's integers and names."""

    data: bytes
    at: int = 0

    def byte(self) -> int:
        """The next byte."""
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        """The next integer in LEB128."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def name(self) -> str:
        """The next name."""
        size = self.number()
        self.at += size
        return self.data[self.at - size : self.at].decode()


@dataclass(frozen=True, slots=True)
class Interface:
    """Names that a module imports through Pyodide's loader, and names that it exports."""

    imports: frozenset[str]
    exports: frozenset[str]


def interface(module: bytes) -> Interface:
    """The names that a module imports and exports."""
    reader = Bytes(module, at=8)  # behind magic number and version
    imports: set[str] = set()
    exports: set[str] = set()
    while reader.at < len(module):
        section, size = reader.byte(), reader.number()
        end = reader.at + size
        if section == IMPORT_SECTION:
            imports |= {name for _ in range(reader.number()) if (name := _import(reader))}
        elif section == EXPORT_SECTION:
            exports |= {_export(reader) for _ in range(reader.number())}
        reader.at = end
    return Interface(frozenset(imports), frozenset(exports))


def _import(reader: Bytes) -> str | None:
    """The name of the next import, or None where the loader does not resolve it by name."""
    module, name, kind = reader.name(), reader.name(), reader.byte()
    if kind == FUNCTION:
        reader.number()
    elif kind in (TABLE, MEMORY):
        if kind == TABLE:
            reader.byte()
        has_maximum = reader.byte() & 1
        for _ in range(1 + has_maximum):
            reader.number()
    elif kind == GLOBAL:
        reader.at += 2
    elif kind == TAG:
        reader.byte()
        reader.number()
    return name if module in RESOLVED_BY_LOADER else None


def _export(reader: Bytes) -> str:
    name = reader.name()
    reader.byte()
    reader.number()
    return name


def missing(module: bytes, available: Iterable[str]) -> list[str]:
    """The names that a module imports and neither has itself nor finds among those available."""
    own = interface(module)
    lacking = own.imports - own.exports - set(available)
    return sorted(name for name in lacking if not name.startswith(MADE_ON_DEMAND))


def available_in(folder: Path) -> set[str]:
    """All names that Pyodide offers a side module: exports of its main module, and functions of its JavaScript."""
    exports = set(interface((folder / "pyodide.asm.wasm").read_bytes()).exports)
    words: set[str] = set(re.findall(r"[A-Za-z_$][\w$]*", (folder / "pyodide.asm.js").read_text(encoding="utf-8")))
    return exports | words | {word[1:] for word in words if word.startswith("_")}


def refuse_missing(cache: Cache, pins: Pins, modules: Iterable[Path]) -> None:
    """Raises BuildFailure for a side module that would load and fail at the first call of what Pyodide lacks."""
    available = available_in(pyodide(cache, pins))
    for module in modules:
        if lacking := missing(module.read_bytes(), available):
            raise BuildFailure(f"{module.name} needs what Pyodide does not have: {', '.join(lacking)}")
