"""The built site, served and opened; what it costs is read from the browser's own process."""

from __future__ import annotations

import os
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.web.conftest import SITE, Host

FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
_TICKS = os.sysconf("SC_CLK_TCK")
_PERIOD_SECONDS = 0.008
"""Of one cycle of the throttle: short beside a frame, long beside a context switch."""


@contextmanager
def opened_site(slower: int = 1) -> Iterator[Page]:
    """The page of the built site in a fresh browser, whose pages run at a part of their speed."""
    host = Host(SITE.parent)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=[*FLAGS])
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto("about:blank")
            with braked(renderers(), slower):
                page.goto(host.address)
                yield page
            browser.close()
    finally:
        host.stop()


def renderers() -> list[int]:
    """The processes of pages that this process's browser runs."""
    family, found = {os.getpid()}, []
    for path in sorted(Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)):
        try:
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            command = (path / "cmdline").read_bytes()
        except OSError:
            continue
        if parent in family:
            family.add(int(path.name))
            if b"--type=renderer" in command:
                found.append(int(path.name))
    return found


@contextmanager
def braked(processes: list[int], slower: int) -> Iterator[None]:
    """Pauses the processes for all but a fraction of the time.

    The browser's own throttle slows only the page's main thread, and the engine runs in workers.
    """
    over = threading.Event()

    def brake() -> None:
        while not over.is_set():
            _signal(processes, signal.SIGSTOP)
            time.sleep(_PERIOD_SECONDS * (slower - 1) / slower)
            _signal(processes, signal.SIGCONT)
            time.sleep(_PERIOD_SECONDS / slower)

    thread = threading.Thread(target=brake, daemon=True)
    if slower > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if slower > 1:
            thread.join()


def _signal(processes: list[int], what: signal.Signals) -> None:
    for process in processes:
        os.kill(process, what)


@dataclass(frozen=True)
class Cost:
    """Milliseconds that passed, and that processors worked for the page."""

    wall: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.wall:.0f} ms (CPU {self.cpu:.0f})"


class Meter:
    """Counts from its making, or from the last reading."""

    def __init__(self) -> None:
        self._start = (time.perf_counter(), cpu_seconds())

    def read(self) -> Cost:
        now = (time.perf_counter(), cpu_seconds())
        cost = Cost(1000 * (now[0] - self._start[0]), 1000 * (now[1] - self._start[1]))
        self._start = now
        return cost


def cpu_seconds() -> float:
    """What the pages' processes have used so far."""
    used = 0
    for process in renderers():
        fields = (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()
        used += int(fields[11]) + int(fields[12])
    return used / _TICKS


def wait_for(page: Page, mark: str, minutes: float = 8) -> float:
    """Milliseconds from the page's start to that mark of the engine."""
    page.wait_for_function(
        "mark => performance.getEntriesByName(mark).length", arg=mark, timeout=60_000 * minutes, polling=20
    )
    return float(page.evaluate("mark => performance.getEntriesByName(mark)[0].startTime", mark))
