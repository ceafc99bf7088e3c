"""`make bench` names modules and options that exist and goes on after a failure; the list of benchmarks is complete."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import STEPS, Step, run

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
@pytest.mark.parametrize("deep", [False, True], ids=["short", "deep"])
def test_every_step_is_a_module_that_knows_its_options(step: Step, deep: bool) -> None:
    _, _, module, *arguments = step.command(Path("data"), deep)
    source = (ROOT / (module.replace(".", "/") + ".py")).read_text()
    assert "__main__" in source
    for word in arguments:
        assert not word.startswith("--") or f'"{word}"' in source


def test_every_benchmark_is_in_the_list() -> None:
    listed = (ROOT / "benchmarks/README.md").read_text()
    for path in (ROOT / "benchmarks").glob("*.py"):
        if path.stem != "__main__" and '__name__ == "__main__"' in path.read_text():
            assert f"benchmarks.{path.stem}`" in listed or f"benchmarks.{path.stem} " in listed, path.stem


def test_what_cannot_run_here_says_why() -> None:
    assert Step("solve", programs=("no-such-program",)).missing(Path()) == "no-such-program not installed"
    assert Step("solve", data="photos").missing(Path("nowhere")) == "no photos in nowhere"
    assert Step("solve").missing(Path()) == ""


@pytest.mark.parametrize(
    ("code", "minutes", "told"),
    [
        ("", 1, "done"),
        ("raise SystemExit(3)", 1, "FAILED (status 3)"),
        ("import time; time.sleep(60)", 0.005, "FAILED (ended after 0.005 minutes)"),
    ],
)
def test_a_benchmark_that_fails_or_hangs_is_ended_and_named(code: str, minutes: float, told: str) -> None:
    assert run([sys.executable, "-c", code], minutes) == told
