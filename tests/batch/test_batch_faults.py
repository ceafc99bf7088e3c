"""Whatever happens to a batch, the results after resuming are those of an undisturbed run, item for item."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.batch.archives import BAD_PICTURES, make_pictures, make_puzzles
from tests.batch.jobs import finish, is_alive, journal_size, rows, start, wait_until, worker_ids
from tests.cases import first_quick

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found through /proc")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    make_pictures(folder / "pictures", 8)
    make_puzzles(folder / "puzzles.txt", 500)
    return folder


@pytest.fixture(scope="module")
def undisturbed(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("undisturbed") / "results.jsonl"
    done = finish(archive, "--task", "rate", "--out", out, "--workers", 2)
    assert done.returncode == 1, done.stderr
    return out


@pytest.mark.slow
def test_every_item_of_the_undisturbed_run_has_its_outcome(undisturbed: Path) -> None:
    found = rows(undisturbed)
    pictures = {Path(row["source"]).name: row for row in found if "pictures" in row["source"]}
    assert len(pictures) == 13
    assert {name: pictures[name]["error"] for name in BAD_PICTURES} == BAD_PICTURES
    assert pictures["page004_blank.png"]["outcome"] == "no grid"
    assert sum(row["outcome"] == "unique" and row["er"] >= 1 for row in pictures.values()) == 8
    lines = [row["place"] for row in found if row["source"].endswith("puzzles.txt")]
    assert lines == [number for number in range(1, 501) if number not in (4, 8)]
    assert not undisturbed.with_name("results.jsonl.work").exists()


@pytest.mark.slow
def test_killing_workers_costs_nothing(archive: Path, undisturbed: Path, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    process = start(archive, "--task", "rate", "--out", out, "--workers", 2)
    for _ in range(2):
        before = journal_size(out)
        wait_until(lambda before=before: journal_size(out) > before and len(worker_ids(process)) == 2, process)
        os.kill(worker_ids(process)[0], signal.SIGKILL)
    process.communicate(timeout=200)
    assert process.returncode == 1
    assert out.read_bytes() == undisturbed.read_bytes()


@pytest.mark.parametrize("number", first_quick(signal.SIGKILL, signal.SIGTERM, signal.SIGINT))
def test_a_job_that_was_ended_goes_on_where_it_stopped(
    archive: Path, undisturbed: Path, tmp_path: Path, number: signal.Signals
) -> None:
    out = tmp_path / "results.jsonl"
    arguments = (archive, "--task", "rate", "--out", out, "--workers", 2)
    process = start(*arguments)
    wait_until(lambda: journal_size(out) > 0, process)
    workers = worker_ids(process)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == (-9 if number == signal.SIGKILL else 130)
    assert not out.exists()
    assert number == signal.SIGKILL or said.splitlines()[-1].endswith("run the same command again to go on")
    kept = journal_size(out)
    assert kept > 0
    done = finish(*arguments)
    assert done.returncode == 1, done.stderr
    assert out.read_bytes() == undisturbed.read_bytes()
    assert not any(map(is_alive, workers)), "no worker may outlive its job for long"


@pytest.mark.slow
def test_what_was_done_before_the_end_is_not_done_again(archive: Path, undisturbed: Path, tmp_path: Path) -> None:
    """The journal only grows: its first frames are the same bytes after a kill and a second kill."""
    out = tmp_path / "results.jsonl"
    arguments = (archive, "--task", "rate", "--out", out, "--workers", 2)
    journal = tmp_path / "results.jsonl.work" / "journal"
    seen = b""
    for _ in range(2):
        process = start(*arguments)
        before = len(seen)
        wait_until(lambda before=before: journal_size(out) > before, process)
        process.kill()
        process.communicate(timeout=60)
        now = journal.read_bytes()
        assert now.startswith(seen)
        seen = now
    finish(*arguments)
    assert out.read_bytes() == undisturbed.read_bytes()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 200 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if not mount or os.geteuid() != 0:
        pytest.skip("a small file system can be mounted by root only")
    if subprocess.run([mount, "-t", "tmpfs", "-o", "size=200k", "tmpfs", folder], capture_output=True).returncode:
        pytest.skip("this machine does not allow to mount a tmpfs")
    yield folder
    subprocess.run(["umount", folder], check=True)


@pytest.mark.slow
def test_a_full_disk_stops_the_job_and_room_lets_it_go_on(tmp_path: Path, small_disk: Path) -> None:
    puzzles = tmp_path / "puzzles.txt"
    make_puzzles(puzzles, 3000)
    expected = tmp_path / "expected.jsonl"
    assert finish(puzzles, "--task", "read", "--out", expected).returncode == 1
    out = small_disk / "results.jsonl"
    arguments = (puzzles, "--task", "read", "--out", out)
    for size in ("200k", "700k"):  # The journal does not fit; then the journal does, but not the results beside it.
        subprocess.run(["mount", "-o", f"remount,size={size}", small_disk], check=True)
        done = finish(*arguments)
        assert done.returncode == 2
        assert "No space left" in done.stderr
        assert len(done.stderr.splitlines()[-1]) < 300
        assert not out.exists()
    subprocess.run(["mount", "-o", "remount,size=8m", small_disk], check=True)
    assert finish(*arguments).returncode == 1
    assert out.read_bytes() == expected.read_bytes()
    assert [path.name for path in small_disk.iterdir()] == ["results.jsonl"]
