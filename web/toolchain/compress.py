"""Compressed twins of the static files (`.br`, `.gz`), for servers that send them as they are, and a table of sizes."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from web.toolchain.cache import Cache, Workspace, sha256

SCRIPT = Path(__file__).with_name("compress.mjs")
COMPRESSED_ALREADY = {".png", ".jpg", ".webp", ".woff2", ".br", ".gz"}
MIN_BYTES = 1000  # smaller files gain nothing


def compress(cache: Cache, folder: Path) -> None:
    """Writes the twins beside every file that gains from it; each is compressed once and cached."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        if path.suffix not in COMPRESSED_ALREADY and path.stat().st_size >= MIN_BYTES:
            twins = _twins(cache, path)
            for ending in (".br", ".gz"):
                shutil.copyfile(twins / f"file{ending}", path.with_name(path.name + ending))


def _twins(cache: Cache, path: Path) -> Path:
    def make(space: Workspace) -> None:
        space.run("node", SCRIPT, path, space.result / "file.br")
        (space.result / "file.gz").write_bytes(gzip.compress(path.read_bytes(), compresslevel=9, mtime=0))

    return cache.part("compressed", [sha256(path), SCRIPT.read_text()], make)


def sizes(folder: Path) -> Iterator[str]:
    """Lines that say how many bytes each tier and each of its parts has: as it is, in brotli, in gzip."""
    table = json.loads((folder / "engine/parts.json").read_text(encoding="utf-8"))
    yield f"{'':42}{'bytes':>12}{'brotli':>12}{'gzip':>12}"
    page = [folder / name for name in table["page"]]
    yield _line("the page", page)
    for tier, entries in table["tiers"].items():
        files = [folder / "engine" / entry["path"] for entry in entries]
        yield _line(f"tier {tier}", files)
        yield from (_line(f"  {path.relative_to(folder / 'engine')}", [path]) for path in files)


def _line(title: str, files: list[Path]) -> str:
    totals = [sum(_size(path, ending) for path in files) for ending in ("", ".br", ".gz")]
    return f"{title:42}" + "".join(f"{total:12,}" for total in totals)


def _size(path: Path, ending: str) -> int:
    twin = path.with_name(path.name + ending)
    return (twin if twin.exists() else path).stat().st_size
