"""A batch killed in any of its phases: the same command ends it with the results of an undisturbed run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sudokulens.batch import run
from tests.batch.archives import PUZZLES
from tests.cases import first_quick

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills itself by a signal")

KILLED = """
import os, signal, sys
from importlib import import_module
from pathlib import Path

module, holder, name, when = sys.argv[1:5]
place = import_module("sudokulens.batch." + module)
place = getattr(place, holder) if holder else place
original = getattr(place, name)

def die(*arguments, **named):
    if when == "after":
        original(*arguments, **named)
    if when == "half":  # A frame of which only the beginning has reached the disk.
        arguments[0]._stream.write(b"SLF2 and no more")
        arguments[0]._stream.flush()
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    setattr(place, name, die)
    from sudokulens.batch import run
    run(["one.txt", "two.txt"], "results.jsonl", workers=1)
"""

PHASES = {
    "in the middle of an answer": ("journal", "Journal", "append", "half"),
    "before the folder is locked": ("workspace", "", "_locked", "before"),
    "before the plan": ("workspace", "", "write_plan", "before"),
    "after the plan, before its job": ("workspace", "", "write_plan", "after"),
    "after the job is written": ("workspace", "", "write_job", "after"),
    "before the first answer": ("journal", "Journal", "append", "before"),
    "after the first answer": ("journal", "Journal", "append", "after"),
    "before the results are put together": ("job", "", "assemble", "before"),
    "with the results beside their place": ("writers", "", "_make_durable", "after"),
    "before the results are published": ("workspace", "Workspace", "publish", "before"),
    "after the results are published": ("workspace", "Workspace", "publish", "after"),
    "before the folder is removed": ("workspace", "Workspace", "remove", "before"),
}


@pytest.mark.parametrize("phase", first_quick(*PHASES))
def test_killed_in_any_phase_it_ends_as_if_undisturbed(
    phase: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.txt").write_text("\n".join(PUZZLES[:3]) + "\n")
    Path("two.txt").write_text("\n".join(PUZZLES[3:6]) + "\n")
    Path("killed.py").write_text(KILLED)
    ended = subprocess.run([sys.executable, "killed.py", *PHASES[phase]], timeout=200, check=False, capture_output=True)
    assert ended.returncode == -9, ended.stderr
    assert run(["one.txt", "two.txt"], "results.jsonl", workers=1).items == 6
    run(["one.txt", "two.txt"], "undisturbed.jsonl", workers=1)
    assert Path("results.jsonl").read_bytes() == Path("undisturbed.jsonl").read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {
        "one.txt", "two.txt", "killed.py", "results.jsonl", "undisturbed.jsonl"
    }  # fmt: skip
