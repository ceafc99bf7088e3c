"""Downloads from the registries that npm and pip are set up with; nothing is used before its hash was checked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

from web.toolchain.cache import Cache, check_hash
from web.toolchain.failure import BuildFailure, NotCached
from web.toolchain.host import check_host
from web.toolchain.pins import Archive

DEFAULT_INDEX = "https://pypi.org/simple"  # what pip itself falls back on
MAX_WAIT_SECONDS = 120


def fetch(cache: Cache, archive: Archive) -> Path:
    """The pinned archive, downloaded once and checked every time."""
    file = cache.downloads / archive.file
    if not file.exists():
        if cache.only_quick:
            raise NotCached(f"{archive.file} is not downloaded")
        cache.say(f"{archive.file}: downloading")
        partial = cache.downloads / "partial"
        partial.mkdir(exist_ok=True)
        (_fetch_npm if archive.registry == "npm" else _fetch_pypi)(archive, partial)
        (partial / archive.file).replace(file)
    check_hash(file, archive.sha256)
    return file


def unpack(archive: Path, folder: Path) -> None:
    """Unpacks a source archive without its one top folder."""
    with tarfile.open(archive) as tar:
        members = []
        for member in tar.getmembers():
            _, _, inner = member.name.partition("/")
            if inner:
                member.name = inner
                if member.islnk():
                    member.linkname = member.linkname.partition("/")[2]
                members.append(member)
        tar.extractall(folder, members, filter="data")


def _fetch_npm(archive: Archive, folder: Path) -> None:
    check_host()
    command = ["npm", "pack", "--silent", f"{archive.name}@{archive.version}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode or not (folder / archive.file).exists():
        raise BuildFailure(f"npm cannot download {archive.name} {archive.version}: {done.stderr.strip()[-400:]}")


def _fetch_pypi(archive: Archive, folder: Path) -> None:
    """A source archive by its address in the index: `pip download` would configure it for this machine first."""
    page = f"{_index()}/{archive.name}/"
    try:
        with urllib.request.urlopen(page, timeout=MAX_WAIT_SECONDS) as answer:
            listing = answer.read().decode()
        address = _address(listing, archive.file)
        if address is None:
            raise BuildFailure(f"the package index has no {archive.file}")
        with (
            urllib.request.urlopen(urljoin(page, address), timeout=MAX_WAIT_SECONDS) as answer,
            (folder / archive.file).open("wb") as file,
        ):
            shutil.copyfileobj(answer, file)
    except OSError as error:
        raise BuildFailure(f"{archive.file} cannot be downloaded: {error}") from error


def _address(listing: str, file: str) -> str | None:
    """Where a simple index says that a file lies."""
    found = re.search(rf'<a[^>]*href="([^"#]*)[^"]*"[^>]*>\s*{re.escape(file)}\s*</a>', listing)
    return unescape(found[1]) if found else None


def _index() -> str:
    """The package index that pip is set up with."""
    if own := os.environ.get("PIP_INDEX_URL"):
        return own.rstrip("/")
    for section in ("global", "install", "download"):
        command = [sys.executable, "-m", "pip", "config", "get", f"{section}.index-url"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0 and done.stdout.strip():
            return done.stdout.strip().rstrip("/")
    return DEFAULT_INDEX
