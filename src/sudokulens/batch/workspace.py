"""The folder beside the results in which a batch keeps its plan and its journal until it is done."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from sudokulens.batch.journal import WHAT_TO_DO, Journal
from sudokulens.batch.lookout import Lookout
from sudokulens.batch.plan import PlanFacts, plan_check, portions_from, write_plan
from sudokulens.batch.settings import Settings
from sudokulens.errors import BatchError

VERSION = 4


class Workspace:
    """The working folder of one job, which only one process uses at a time.

    Raises BatchError where another process is at work there, where what lies there belongs to another job or is
    damaged, and where results are there already, unless `fresh` says that they may go.
    """

    def __init__(self, target: Path, inputs: list[str], settings: Settings, fresh: bool = False) -> None:
        self.folder = target.with_name(target.name + ".work")
        self.facts = PlanFacts(0, 0, b"")
        self._target, self._inputs, self._settings, self._fresh = target, inputs, settings, fresh
        self._lock: IO[bytes] | None = None

    def __enter__(self) -> Workspace:
        self._check_place()
        self._check_kinds()
        self.folder.mkdir(exist_ok=True)
        self._lock = _locked(self.folder / "lock")
        if self._fresh:
            self._clear()
            _discard(self._replaceable_path)
            self._permit(self._target)
        return self

    def _check_place(self) -> None:
        if not self._target.parent.is_dir():
            raise BatchError(f"there is no folder {self._target.parent} for the results")
        if self._target.is_dir():
            raise BatchError(f"{self._target} is a folder; name a file for the results")
        if self.folder.exists() and not self.folder.is_dir():
            raise BatchError(f"{self.folder} is in the way: it is not a folder; move it, or give another --out")
        if not self._fresh and not self._may_publish():
            raise BatchError(f"{self._target} is there already; move it, or replace it and start over with --fresh")

    def _check_kinds(self) -> None:
        """Refuses folders, pipes and the like: opening a pipe would wait forever."""
        states = ("job.json", "plan.jsonl", "journal", "replaceable")
        for name in ("lock",) if self._fresh else ("lock", *states):
            path = self.folder / name
            if path.exists() and not path.is_file():
                raise BatchError(f"{path} is not a file; move it, or give another --out")

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._lock:
            self._lock.close()

    @property
    def plan_path(self) -> Path:
        return self.folder / "plan.jsonl"

    @property
    def journal_path(self) -> Path:
        return self.folder / "journal"

    def plan(self) -> None:
        """Resumes the plan of an earlier run, or makes a new one."""
        if not self._take_up():
            self._clear()
            with Lookout(self._settings) as lookout:
                found = portions_from(self._inputs, self._settings, lookout.pages)
                self.facts = write_plan(found, self.plan_path)
            write_job(self._job_path, self._job | _told(self.facts))

    def opened_journal(self) -> AbstractContextManager[Journal]:
        """The journal of the planned portions, closed at the end of the `with` block."""
        return closing(Journal(self.journal_path, self.facts.portions, self.facts.check))

    def publish(self, results: Path) -> None:
        """Moves the finished results to their place; BatchError where a file that is not ours has come there."""
        if not self._may_publish():
            kept = "what is done is kept: move that file, then run the same command again"
            raise BatchError(f"{self._target} has been created by somebody else meanwhile; {kept}")
        self._permit(results)  # If killed before the folder is removed, the next run recognises them as its own.
        os.replace(results, self._target)

    def _may_publish(self) -> bool:
        """Whether the place of the results is free, or holds a file that this job may replace."""
        try:
            found = _identity(self._target)
            permitted = self._replaceable_path.read_bytes().splitlines()
            return self._job_path.exists() and found in permitted
        except FileNotFoundError:
            return not self._target.exists()

    def _permit(self, path: Path) -> None:
        """Records that this job may replace the file, even after an interruption, unless somebody changes it."""
        with suppress(FileNotFoundError), self._replaceable_path.open("ab") as stream:
            stream.write(_identity(path) + b"\n")
            stream.flush()
            os.fsync(stream.fileno())

    def remove(self) -> None:
        """Removes the folder once the job is done."""
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def _job_path(self) -> Path:
        """Written last: where it is, the plan is complete."""
        return self.folder / "job.json"

    @property
    def _replaceable_path(self) -> Path:
        return self.folder / "replaceable"

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
        """Resumes what an earlier run left; False if it left nothing."""
        if not self._job_path.exists():
            # A run that ended while it planned leaves no journal.
            if self.journal_path.exists():
                raise BatchError(f"{self._job_path} is missing, but there is a journal; {WHAT_TO_DO}")
            return False
        left = read_job(self._job_path)
        if {name: left.get(name) for name in self._job} != self._job:
            message = f"{self.folder} holds the unfinished work of another job"
            raise BatchError(f"{message}; finish that first, give another --out, or discard it with --fresh")
        self.facts = PlanFacts(left["portions"], left["items"], bytes.fromhex(left["plan"]))
        try:
            found = plan_check(self.plan_path)
        except OSError as fault:
            raise BatchError(f"{self.plan_path} cannot be read: {fault.strerror}; {WHAT_TO_DO}") from fault
        if found != self.facts.check:
            raise BatchError(f"{self.plan_path} is damaged; {WHAT_TO_DO}")
        return True

    def _clear(self) -> None:
        for name in ("job.json", "job.unfinished", "plan.jsonl", "journal"):
            _discard(self.folder / name)


def _discard(path: Path) -> None:
    """Removes whatever lies there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _identity(path: Path) -> bytes:
    """Size and time: differs once a file is replaced or changed, and survives a rename."""
    found = path.stat()
    return f"{found.st_size} {found.st_mtime_ns}".encode()


def _told(facts: PlanFacts) -> dict[str, Any]:
    return {"portions": facts.portions, "items": facts.items, "plan": facts.check.hex()}


def write_job(path: Path, job: dict[str, Any]) -> None:
    """Writes what the job is, with a checksum of it; the file is there whole or not at all."""
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("w", encoding="utf-8") as stream:
        stream.write(json.dumps(job | {"check": _check_of(job)}, indent=1))
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(unfinished, path)
    _sync_folder(path.parent)


def read_job(path: Path) -> dict[str, Any]:
    """What the job is; raises BatchError for a damaged file and for one of another version."""
    try:
        job = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as fault:
        raise BatchError(f"{path} cannot be read or is damaged; {WHAT_TO_DO}") from fault
    if isinstance(job, dict) and job.get("version") != VERSION and "version" in job:
        raise BatchError(f"{path} was written by another version of sudokulens; finish with that, or use --fresh")
    if not isinstance(job, dict) or job.pop("check", None) != _check_of(job):
        raise BatchError(f"{path} is damaged; {WHAT_TO_DO}")
    return job


def _check_of(job: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(job, sort_keys=True).encode()).hexdigest()


def _sync_folder(path: Path) -> None:
    """Forces the folder's list of names onto the disk, where the system can do that."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _locked(path: Path) -> IO[bytes]:
    """The file, held until it is closed or the process ends; raises BatchError where another process holds it."""
    try:
        stream = path.open("ab")  # Nothing is written, and nothing lost if the name leads to somebody's file.
    except OSError as fault:
        raise BatchError(f"{path} cannot be opened: {fault.strerror}; give another --out") from fault
    try:
        import fcntl
    except ImportError:  # Windows: the user must not start two runs at the same time
        return stream
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        stream.close()
        raise BatchError(f"another process is at work on this batch (it holds {path})") from None
    return stream
