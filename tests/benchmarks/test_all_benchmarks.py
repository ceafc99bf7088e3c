"""`make bench` names modules and options that exist and goes on after a failure; the list of benchmarks is complete."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import STEPS, Step, run

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
@pytest.mark.parametrize("deep", [False, True], ids=["short", "deep"])
def test_every_step_is_a_module_that_knows_its_options(step: Step, deep: bool) -> None:
    _, _, module, *arguments = step.command(Path("data"), deep)
    source = source_of(module).read_text()
    assert "__main__" in source
    for word in arguments:
        assert not word.startswith("--") or f'"{word}"' in source


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks").rglob("*.py")), ids=lambda path: path.stem)
def test_benchmarks_take_only_names_that_the_others_have(path: Path) -> None:
    """What `from benchmarks… import …` and `from pages… import …` name exists, without running either module."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("benchmarks", "pages"):
            folder = ROOT / str(node.module).replace(".", "/")
            defined = names_in(folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py"))
            modules = {each.stem for each in folder.glob("*")} if folder.is_dir() else set()
            assert {alias.name for alias in node.names} <= defined | modules, (path.name, node.module)


def names_in(path: Path) -> set[str]:
    """Every name that a module binds at its top."""
    found: set[str] = set()
    for node in ast.parse(path.read_text()).body if path.exists() else ():
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        else:
            found |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return found


def source_of(module: str) -> Path:
    path = ROOT / module.replace(".", "/")
    return path / "__main__.py" if path.is_dir() else path.with_suffix(".py")


def test_every_benchmark_is_in_the_list() -> None:
    listed = (ROOT / "benchmarks/README.md").read_text()
    for path in (ROOT / "benchmarks").rglob("*.py"):
        if '__name__ == "__main__"' in path.read_text():
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
            assert f"python -m {module}`" in listed or f"python -m {module} " in listed, module


def test_benchmarks_are_grouped_by_subject() -> None:
    shared = {"__init__.py", "__main__.py", "measure.py", "puzzle_sets.py"}
    assert {path.name for path in (ROOT / "benchmarks").glob("*.py")} == shared


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
