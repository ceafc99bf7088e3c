"""The same job on Ray: a cluster of two workers on this machine, one of which is killed in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from sudokulens.batch import run
from sudokulens.batch.cluster import PatientCaller
from sudokulens.errors import BatchError
from tests.batch.archives import BAD_PICTURES, make_pictures, make_puzzles
from tests.batch.jobs import journal_size, rows, wait_until
from tests.odd.posting import processes_of

pytest.importorskip("ray", reason="Ray is not installed: pip install 'sudokulens[cluster]'")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found through /proc"),
    pytest.mark.filterwarnings("ignore"),  # Ray and what it starts warn of their own affairs.
]


def ray_workers() -> set[int]:
    """The processes of this test's cluster that do our work; Ray names them after the class and the method."""
    found = set()
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and (folder / "cmdline").read_bytes().startswith(b"ray::RayWorker"):
                found.add(int(folder.name))
        except OSError:
            continue
    return found


def test_killing_a_worker_of_the_cluster_costs_nothing(tmp_path: Path) -> None:
    make_pictures(tmp_path / "archive", 8)
    make_puzzles(tmp_path / "archive" / "puzzles.txt", 900)
    before = ray_workers()
    killed: list[int] = []

    def kill_one(*_: object) -> None:
        mine = sorted(ray_workers() - before)
        if not killed and len(mine) == 2:
            os.kill(mine[0], signal.SIGKILL)
            killed.append(mine[0])

    expected, out = tmp_path / "expected.jsonl", tmp_path / "results.jsonl"
    run([tmp_path / "archive"], expected, task="rate", workers=2)
    summary = run([tmp_path / "archive"], out, task="rate", workers=2, cluster="local", watch=kill_one)
    assert killed, "the worker was not found"
    assert out.read_bytes() == expected.read_bytes()
    assert summary.errors == len(BAD_PICTURES) + 1
    assert len(rows(out)) == summary.records


def test_a_cluster_that_cannot_be_reached_is_an_error(tmp_path: Path) -> None:
    make_puzzles(tmp_path / "puzzles.txt", 10)
    with pytest.raises(BatchError, match=r"cannot be used: .*refused"):
        run([tmp_path / "puzzles.txt"], tmp_path / "results.jsonl", cluster="127.0.0.1:1")


STALLED = """
import sys
from sudokulens.batch import cluster
cluster.STALL_SECONDS = 10.0
from sudokulens.apps.cli.main import main
main(["batch", sys.argv[1], "--task", "rate", "--out", sys.argv[2], "--workers", "2", "--cluster", "local"])
"""


IMPATIENT = {
    "RAY_health_check_initial_delay_ms": "0",
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_timeout_ms": "2000",
    "RAY_health_check_failure_threshold": "4",
}
"""Has Ray give up a machine whose agent stalls after some ten seconds; by default it takes a minute."""


def agents_of(process: int) -> list[int]:
    """Ray's agent of that process's own cluster."""
    found = []
    for number in processes_of(process)[1:]:
        try:
            if b"raylet/raylet" in Path(f"/proc/{number}/cmdline").read_bytes():
                found.append(number)
        except OSError:
            continue
    return found


def test_an_agent_that_stalls_ends_the_job_and_keeps_what_is_done(tmp_path: Path) -> None:
    make_puzzles(tmp_path / "puzzles.txt", 100_000)  # More than can be done before that is noticed.
    out = tmp_path / "results.jsonl"
    command = [sys.executable, "-c", STALLED, str(tmp_path / "puzzles.txt"), str(out)]
    agents: list[int] = []
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | IMPATIENT) as process:
        try:
            wait_until(lambda: journal_size(out) > 100, process)
            agents = agents_of(process.pid)
            assert agents
            for number in agents:
                os.kill(number, signal.SIGSTOP)
            _, told = process.communicate(timeout=200)
        finally:
            process.kill()
            for number in agents:
                os.kill(number, signal.SIGKILL)
    assert process.returncode == 2
    assert "answer" in told.splitlines()[-1]
    assert told.splitlines()[-1].endswith("run the same command again to go on")
    assert journal_size(out) > 100


def test_a_call_that_never_returns_is_an_error_and_so_is_the_next() -> None:
    caller = PatientCaller(0.3)
    assert caller.call(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        caller.call(lambda: 1 // 0)
    with pytest.raises(TimeoutError):
        caller.call(_own_timeout)
    start = time.monotonic()
    with pytest.raises(BatchError, match="what is done is kept"):
        caller.call(threading.Event().wait)
    assert time.monotonic() - start < 30
    assert caller.stalled
    with pytest.raises(BatchError, match="has not answered"):
        caller.call(lambda: 7)


def _own_timeout() -> None:
    raise TimeoutError("of Ray's own")
