"""Finished parts of the build, kept outside the checkout and found again by what went into them."""

from __future__ import annotations

import ast
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from web.toolchain.failure import BuildFailure, MissingTools, NotCached, WrongHash

CACHE_VARIABLE = "SUDOKULENS_WEB_CACHE"
SLOW_PARTS = ("compiler", "numpy", "opencv")  # minutes each; the others take seconds
KEPT_SECONDS = 30 * 24 * 3600  # the compiler alone takes 2 GB
KEY_DIGITS = 16  # of a SHA-256: no two builds meet by chance
LINES_SHOWN, COLUMNS_SHOWN = 20, 300  # of a failed command's output


def default_folder() -> Path:
    """Where parts are kept: $SUDOKULENS_WEB_CACHE, or a folder in the user's cache."""
    own = os.environ.get(CACHE_VARIABLE)
    shared = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(own) if own else shared / "sudokulens-web"


def sha256(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check_hash(path: Path, expected: str) -> None:
    """Raises WrongHash, and puts the file aside, unless it is the pinned one."""
    found = sha256(path)
    if found != expected:
        aside = path.with_name(path.name + ".refused")
        path.replace(aside)
        raise WrongHash(f"{path.name} has SHA-256 {found}, pinned is {expected}; put aside as {aside}")


def recipe(module: str) -> str:
    """What a module's code does, without comments: a part is rebuilt when the code that builds it changes."""
    tree = ast.parse(Path(module).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return ast.dump(tree)


def contents(files: Mapping[str, Path]) -> list[tuple[str, str]]:
    """Names and hashes of source files, as an ingredient of what is made of them."""
    return [(name, sha256(path)) for name, path in sorted(files.items())]


@dataclass(frozen=True, slots=True)
class Workspace:
    """Where one part is made: `scratch` survives a failed attempt, `result` becomes the part."""

    scratch: Path
    result: Path

    def run(self, *command: str | Path, cwd: Path | None = None, environment: Mapping[str, str] | None = None) -> None:
        """Runs a command with its output in the log; raises BuildFailure with the last lines if it fails."""
        log = self.scratch / "log.txt"
        with log.open("a", encoding="utf-8") as file:
            file.write(f"\n$ {' '.join(map(str, command))}\n")
            file.flush()
            where = cwd or self.scratch
            try:
                done = subprocess.run(command, cwd=where, env=environment, stdout=file, stderr=file, check=False)
            except FileNotFoundError as error:
                raise MissingTools(f"The build needs {command[0]}, which is not installed here") from error
        if done.returncode:
            lines = log.read_text(encoding="utf-8", errors="replace").splitlines()[-LINES_SHOWN:]
            last = "\n".join(line[:COLUMNS_SHOWN] for line in lines)
            raise BuildFailure(f"{last}\n{command[0]} failed with status {done.returncode}; all it said is in {log}")


class Cache:
    """Parts under one folder: `parts/NAME-KEY` finished, `work/NAME-KEY` begun, `downloads/` as they came."""

    def __init__(self, folder: Path, *, only_quick: bool = False) -> None:
        self.folder = folder
        self.only_quick = only_quick
        self._nested = 0.0  # seconds spent on parts inside the one that is being made
        self.downloads = folder / "downloads"
        self.downloads.mkdir(parents=True, exist_ok=True)
        (folder / "parts").mkdir(exist_ok=True)

    def place(self, name: str, ingredients: Sequence[object]) -> Path:
        """The folder that a part made of these ingredients has, made or not."""
        text = json.dumps(ingredients, default=str, sort_keys=True)
        return self.folder / "parts" / f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:KEY_DIGITS]}"

    def part(self, name: str, ingredients: Sequence[object], make: Callable[[Workspace], None]) -> Path:
        """The folder of a finished part: the cached one, or a new one that `make` fills."""
        place = self.place(name, ingredients)
        with self._lock(place.name):
            if place.exists():
                self.say(f"{name}: cached")
                os.utime(place)
                return place
            if self.only_quick and name in SLOW_PARTS:
                raise NotCached(f"{name} is not built")
            self.say(f"{name}: building")
            started, nested_before = time.monotonic(), self._nested
            scratch = self.folder / "work" / place.name
            shutil.rmtree(scratch / "result", ignore_errors=True)
            (scratch / "result").mkdir(parents=True)
            make(Workspace(scratch, scratch / "result"))
            (scratch / "result").replace(place)
            shutil.rmtree(scratch)
            whole = time.monotonic() - started
            self._note(name, whole - (self._nested - nested_before))
            self._nested = nested_before + whole
        return place

    def forget_old(self) -> None:
        """Removes parts that no build has used for a month."""
        for place in (self.folder / "parts").iterdir():
            if time.time() - place.stat().st_mtime > KEPT_SECONDS:
                self.say(f"{place.name}: removed, unused for a month")
                shutil.rmtree(place)

    def say(self, line: str) -> None:
        """Prints a line at once, so that a build of minutes shows where it is; a quick one is silent."""
        if not self.only_quick:
            print(line, flush=True)

    def _note(self, name: str, seconds: float) -> None:
        """Says how long a part took and remembers it in `times.txt`."""
        self.say(f"{name}: built in {seconds:.0f} s")
        with (self.folder / "times.txt").open("a", encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {name} {seconds:.1f} s\n")

    @contextmanager
    def _lock(self, name: str) -> Iterator[None]:
        """Keeps two builds at the same time from making the same part twice."""
        locks = self.folder / "locks"
        locks.mkdir(exist_ok=True)
        with (locks / name).open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
