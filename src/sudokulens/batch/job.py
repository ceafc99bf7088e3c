"""A batch from beginning to end: plan, work, put together; read this file first.

The folder `NAME.work` beside the results holds the plan, the journal and the job's parameters. A run that finds them
resumes where the last one stopped, however that ended; they are removed once the results are written.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TypeAlias

from sudokulens.batch.crew import Crew
from sudokulens.batch.journal import Journal, Tally
from sudokulens.batch.plan import PlanFacts, read_plan
from sudokulens.batch.settings import Settings, Task, working_folder
from sudokulens.batch.supervise import finished_portions
from sudokulens.batch.workspace import Workspace
from sudokulens.batch.writers import assemble, form_of
from sudokulens.errors import BatchError, SudokuError


@dataclass(frozen=True, slots=True)
class Summary:
    """What a batch came to: items, records (a picture may hold several grids), errors, and seconds of this run."""

    items: int
    records: int
    errors: int
    seconds: float


Watcher: TypeAlias = Callable[[Tally, int], None]
"""Called at intervals with what is done and the total number of items."""


def run(
    inputs: Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    task: Task | None = None,
    seconds: float = 60.0,
    workers: int | None = None,
    cluster: str | None = None,
    fresh: bool = False,
    watch: Watcher | None = None,
) -> Summary:
    """Reads, solves or rates everything the inputs stand for, into a .parquet, .jsonl or .csv file.

    Run again after an interruption, it goes on where it stopped; `fresh` starts over. `cluster` is the address of a
    Ray cluster, or "local". Raises BatchError where the job cannot start or go on.
    """
    target = Path(out)
    settings = Settings(task, form_of(target), seconds, working_folder())
    began = time.monotonic()
    names = [os.fspath(name) for name in inputs]
    with _stopping_on_sigterm(), _disk_faults(target), Workspace(target, names, settings, fresh) as space:
        space.plan()
        with space.opened_journal() as journal:
            if journal.tally.portions < space.facts.portions:
                _work(space, journal, settings, lambda: hire(settings, workers, cluster), watch)
            _check_complete(journal.tally, space.facts)
            assemble(journal.read(), target, settings.form, space.publish)
        space.remove()
    tally = journal.tally
    return Summary(tally.items, tally.records, tally.errors, time.monotonic() - began)


def hire(settings: Settings, workers: int | None, cluster: str | None) -> Crew:
    """The workers of this machine, or of the cluster."""
    if cluster is not None:
        from sudokulens.batch.cluster import RayCrew

        return RayCrew(settings, cluster, workers)
    from sudokulens.batch.pool import LocalPool

    return LocalPool(settings, workers)


def _work(
    space: Workspace, journal: Journal, settings: Settings, crew_of: Callable[[], Crew], watch: Watcher | None
) -> None:
    """Does what the journal lacks."""
    left = (
        (number, portion) for number, portion in enumerate(read_plan(space.plan_path)) if not journal.is_done(number)
    )
    crew = crew_of()
    try:
        for done in finished_portions(crew, left, settings):
            if done is not None:
                journal.append(done.number, done.portion.count, done.answer)
            if watch:
                watch(journal.tally, space.facts.items)
    finally:
        crew.close()


def _check_complete(tally: Tally, facts: PlanFacts) -> None:
    """Raises BatchError where anything that was planned has no answer: then there are no results, not half of them."""
    if (tally.portions, tally.items) != (facts.portions, facts.items):
        done, planned = f"{tally.items} items are done", f"{facts.items} were planned"
        raise BatchError(f"{done}, but {planned}; run the same command again, or start over with --fresh")


@contextmanager
def _disk_faults(target: Path) -> Iterator[None]:
    """Turns a full disk, or another write error, into a BatchError that says what is kept."""
    try:
        yield
    except SudokuError:
        raise
    except OSError as fault:
        kept = "what is done is kept: run the same command again to go on"
        raise BatchError(f"{target} cannot be written: {fault.strerror or fault}; {kept}") from fault


@contextmanager
def _stopping_on_sigterm() -> Iterator[None]:
    """Makes SIGTERM end the job as Ctrl-C does, with nothing half done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
