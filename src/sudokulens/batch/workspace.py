"""The folder beside the results in which a batch keeps its plan and its journal until it is done."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import AbstractContextManager, closing
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from sudokulens.batch.journal import Journal
from sudokulens.batch.lookout import Lookout
from sudokulens.batch.plan import portions_from, write_plan
from sudokulens.batch.settings import Settings
from sudokulens.errors import BatchError

VERSION = 1


class Workspace:
    """The working folder of one job, which only one process uses at a time.

    Raises BatchError where another process is at work there, where what lies there belongs to another job, and where
    results are there already, unless `fresh` says that they may go.
    """

    def __init__(self, target: Path, inputs: list[str], settings: Settings, fresh: bool = False) -> None:
        self.folder = target.with_name(target.name + ".work")
        self.portions = self.items = 0
        self._target, self._inputs, self._settings, self._fresh = target, inputs, settings, fresh
        self._lock: IO[bytes] | None = None

    def __enter__(self) -> Workspace:
        if not self._target.parent.is_dir():
            raise BatchError(f"there is no folder {self._target.parent} for the results")
        if self._target.exists() and not self.folder.exists() and not self._fresh:
            raise BatchError(f"{self._target} is there already; --fresh replaces it")
        self.folder.mkdir(exist_ok=True)
        self._lock = _locked(self.folder / "lock")
        if self._fresh:
            self._clear()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._lock:
            self._lock.close()

    @property
    def plan_path(self) -> Path:
        return self.folder / "plan.jsonl"

    def plan(self) -> None:
        """Takes up the plan that an earlier run left, or works it out."""
        if not self._take_up():
            self._clear()
            with Lookout(self._settings) as lookout:
                found = portions_from(self._inputs, self._settings, lookout.pages)
                self.portions, self.items = write_plan(found, self.plan_path)
            _write_whole(self._job_path, json.dumps(self._job | {"portions": self.portions, "items": self.items}))

    def opened_journal(self) -> AbstractContextManager[Journal]:
        """The journal of the planned portions, closed at the end of the `with` block."""
        return closing(Journal(self.folder / "journal", self.portions))

    def remove(self) -> None:
        """Takes the folder away, the job being done."""
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def _job_path(self) -> Path:
        """Written last: where it is, the plan is complete."""
        return self.folder / "job.json"

    @property
    def _job(self) -> dict[str, Any]:
        settings = self._settings
        return {
            "version": VERSION,
            "inputs": self._inputs,
            "folder": settings.folder,
            "task": settings.task,
            "seconds": settings.seconds,
        }

    def _take_up(self) -> bool:
        try:
            left = json.loads(self._job_path.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return False
        self.portions, self.items = left.pop("portions"), left.pop("items")
        if left != self._job:
            message = f"{self.folder} holds the unfinished work of another job"
            raise BatchError(f"{message}; finish that first, give another --out, or discard it with --fresh")
        return True

    def _clear(self) -> None:
        for name in ("job.json", "plan.jsonl", "journal"):
            (self.folder / name).unlink(missing_ok=True)


def _write_whole(path: Path, text: str) -> None:
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(unfinished, path)


def _locked(path: Path) -> IO[bytes]:
    """The file, held until it is closed or the process ends; raises BatchError where another process holds it."""
    stream = path.open("wb")
    try:
        import fcntl
    except ImportError:  # Windows: two runs at once are then up to the user
        return stream
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        stream.close()
        raise BatchError(f"another process is at work on this batch (it holds {path})") from None
    return stream
