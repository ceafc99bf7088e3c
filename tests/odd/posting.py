"""Sends files to a running service over one connection, as a stranger would, and watches what it costs."""

from __future__ import annotations

import http.client
import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tests.odd.base import PUZZLE, OddFile


@dataclass(frozen=True)
class Answer:
    """What came back for one file, and after how many seconds."""

    name: str
    status: int
    content_type: str
    body: bytes
    seconds: float

    @property
    def code(self) -> str:
        """The problem's code; empty for a success."""
        return json.loads(self.body).get("code", "") if self.status >= 400 else ""

    @property
    def reads_the_puzzle(self) -> bool:
        if self.status != 200:
            return False
        return any(grid["givens"] == PUZZLE.replace(".", "0") for grid in json.loads(self.body)["grids"])


class Poster:
    """One connection that is reopened only where the service has closed it; `opened` counts how often."""

    def __init__(self, address: str) -> None:
        place = urlsplit(address).netloc
        self._connection = http.client.HTTPConnection(place, timeout=60)
        self.opened = 0

    def post(self, file: OddFile) -> Answer:
        """Raises an error of `http.client` or OSError where the connection is dropped instead of answered."""
        start = time.perf_counter()
        self._count_opening()
        self._connection.request("POST", "/api/scan", file.data, {"content-type": "application/octet-stream"})
        answer = self._connection.getresponse()
        body = answer.read()
        seconds = time.perf_counter() - start
        return Answer(file.name, answer.status, answer.headers.get("content-type", ""), body, seconds)

    def wait_until_ready(self, seconds: float = 120) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._count_opening()
            self._connection.request("GET", "/readyz")
            answer = self._connection.getresponse()
            answer.read()
            if answer.status == 200:
                return
            time.sleep(0.1)
        raise TimeoutError("the service did not become ready")

    def _count_opening(self) -> None:
        self.opened += self._connection.sock is None

    def close(self) -> None:
        self._connection.close()


def processes_of(parent: int) -> list[int]:
    """A process and all that descend from it; only where there is a /proc."""
    found = [parent]
    for number in found:
        for children in Path(f"/proc/{number}/task").glob("*/children"):
            try:
                found.extend(map(int, children.read_text().split()))
            except OSError:
                continue  # It ended in between.
    return found


def processor_seconds_of(parent: int) -> float:
    """What a process and all that descend from it have used up; says more than the clock on a busy machine."""
    ticks = 0
    for number in processes_of(parent):
        try:
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def memory_of(parent: int) -> int:
    """Resident bytes of a process and all that descend from it; shared pages count once for each."""
    return sum(map(resident_bytes, processes_of(parent)))


def resident_bytes(process: int) -> int:
    """Of this process alone; 0 where it has ended."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    return sum(1024 * int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
