"""The static folder: the page's own files, the parts of its engine, and the lists of both."""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from dataclasses import replace
from pathlib import Path

from web.toolchain.contents import PACKAGE
from web.toolchain.failure import BuildFailure
from web.toolchain.parts import Part, faults, listing

PAGE = PACKAGE / "apps" / "server" / "static"
SAMPLE = PACKAGE / "apps" / "cli" / "samples" / "newspaper.jpg"
BROWSER_ONLY = Path(__file__).parents[1] / "page"  # files that only the static page has, if any
SERVICE_ONLY = ("docs.html", "docs.js", "docs.css")  # the reference of an HTTP interface that is not there


def assemble(out: Path, parts: list[Part], *, deflate: bool = False) -> None:
    """Writes the folder beside its place and swaps it in, so that a server never sees half of it.

    Archives are stored, which a compressing server makes smaller than deflated ones; `deflate` is for other servers.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    fresh.chmod(0o755)
    try:
        _fill(fresh, [_deflated(part, fresh) for part in parts] if deflate else parts)
        if out.exists():
            old = fresh.with_name(fresh.name + "-old")
            out.replace(old)
            shutil.rmtree(old)
        fresh.replace(out)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _fill(folder: Path, parts: list[Part]) -> None:
    for name, path in page_files().items():
        _copy(path, folder / name)
    for part in parts:
        _copy(part.source, folder / "engine" / part.path)
    table = {**listing(parts), "page": sorted(page_files())}
    if found := faults(table, folder / "engine"):
        raise BuildFailure("; ".join(found))
    (folder / "engine" / "parts.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


def _deflated(part: Part, folder: Path) -> Part:
    """The part itself, or its archive deflated where it has its place already."""
    if part.source.suffix != ".zip":
        return part
    place = folder / "engine" / part.path
    place.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(part.source) as stored, zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as out:
        for entry in stored.infolist():
            out.writestr(entry, stored.read(entry), zipfile.ZIP_DEFLATED, compresslevel=9)
    return replace(part, source=place)


def page_files() -> dict[str, Path]:
    """The page's files by name: the service's own, the sample photo, and what only the static page has."""
    files = {path.name: path for path in PAGE.iterdir() if path.is_file() and path.name not in SERVICE_ONLY}
    own = {str(path.relative_to(BROWSER_ONLY)): path for path in BROWSER_ONLY.rglob("*") if path.is_file()}
    return {**files, "sample.jpg": SAMPLE, **own}


def _copy(source: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    if source != place:
        shutil.copyfile(source, place)
    place.chmod(0o644)
