"""The same job on Ray: a cluster of two workers on this machine, one of which is killed in the middle."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from sudokulens.batch import run
from sudokulens.errors import BatchError
from tests.batch.archives import BAD_PICTURES, make_pictures, make_puzzles
from tests.batch.jobs import rows

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
