"""Which files of the package go into which archive, as `contents.toml` says."""

from __future__ import annotations

import tomllib
import zipfile
from fnmatch import fnmatch
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from web.toolchain.failure import MissingTools

CONTENTS_FILE = Path(__file__).parents[1] / "contents.toml"
EMPTY = Path(__file__).with_name("empty.py")
PACKAGE = Path(__file__).parents[2] / "src" / "sudokulens"
REPLACEMENTS = Path(__file__).parents[1] / "stdlib"
"""Modules with a small part of what Python or Pyodide has under their names: enough to start."""


def read_contents(path: Path = CONTENTS_FILE) -> dict[str, Any]:
    """The table of archives."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def chosen(folder: Path, include: list[str], exclude: list[str] | None = None) -> list[str]:
    """Paths of the files under a folder that the patterns name, in order; compiled files of this machine never."""
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    leave = [*(exclude or []), "*__pycache__*", "*.so", "*.pyd", "*.pyc"]
    return [name for name in names if matches(name, include) and not matches(name, leave)]


def matches(name: str, patterns: list[str]) -> bool:
    """Whether one of the patterns fits."""
    return any(fnmatch(name, pattern) for pattern in patterns)


def package_files(archive: str) -> dict[str, Path]:
    """The files of an archive by their path in site-packages."""
    table = read_contents()[archive]
    names = chosen(PACKAGE, table["include"], table.get("exclude"))
    found = {f"sudokulens/{name}": PACKAGE / name for name in names}
    for name, patterns in table.get("distributions", {}).items():
        found |= distribution_files(name, patterns)
    return found


def distribution_files(name: str, patterns: list[str]) -> dict[str, Path]:
    """The Python files of an installed distribution by their path in site-packages."""
    try:
        listed = distribution(name).files or []
    except PackageNotFoundError:
        listed = []
    files = [
        file for file in listed if file.suffix == ".py" and ".." not in file.parts and matches(str(file), patterns)
    ]
    found = {str(file): Path(str(file.locate())) for file in files}
    if not found:
        raise MissingTools(f"{name} is not installed here: run the build in the environment that `make` makes")
    return found


def numpy_files(folder: Path) -> dict[str, Path]:
    """The files of numpy that a page needs, by their path in site-packages."""
    table = read_contents()["numpy"]
    found = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    kept = {name: path for name, path in found.items() if not matches(name, table["exclude"])}
    return {name: EMPTY if matches(name, table["empty"]) else path for name, path in kept.items()}


def standard_library(zipped: Path, folder: Path) -> dict[str, Path]:
    """The modules of the standard library that a page may import, unpacked into a folder, and their replacements."""
    table = read_contents()["stdlib"]
    with zipfile.ZipFile(zipped) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        kept = [name for name in names if matches(name, table["keep"]) or not matches(name, table["exclude"])]
        archive.extractall(folder, kept)
    own = {name: REPLACEMENTS / name for name in chosen(REPLACEMENTS, ["*.py"])}
    return {**{name: folder / name for name in kept}, **own}


def weights(tier: str) -> list[Path]:
    """The files of networks that a tier loads."""
    folder = PACKAGE / "reading" / "weights"
    return [folder / name for name in chosen(folder, read_contents()["weights"][tier])]
