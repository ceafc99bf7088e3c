"""`make bench` names modules and options that exist and goes on after a failure; the list of benchmarks is complete."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from benchmarks import steps
from benchmarks.__main__ import Ending, Log, run
from benchmarks.reading import apps
from benchmarks.steps import FONTS, NOT_RUN, STEPS, Step

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
@pytest.mark.parametrize("deep", [False, True], ids=["short", "deep"])
def test_every_step_is_a_module_that_knows_its_options(step: Step, deep: bool) -> None:
    _, _, module, *arguments = step.command(Path("data"), deep)
    source = source_of(module).read_text()
    assert "__main__" in source
    if "parser_of(" in source:
        source += source_of("benchmarks.reading.trials").read_text()
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


def modules() -> set[str]:
    """Every benchmark that can be run, by its name below `benchmarks`."""
    folder = ROOT / "benchmarks"
    paths = (path for path in folder.rglob("*.py") if '__name__ == "__main__"' in path.read_text())
    names = {".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__main__") for path in paths}
    return names - {"__main__"}


def test_every_benchmark_is_in_the_list() -> None:
    listed = (ROOT / "benchmarks/README.md").read_text()
    for module in modules():
        command = f"python -m benchmarks.{module}"
        assert f"{command}`" in listed or f"{command} " in listed, module


def test_every_benchmark_is_run_or_left_out_for_a_reason() -> None:
    run_by_make = {step.name for step in STEPS}
    measuring = {module for module in modules() if not module.rpartition(".")[2].startswith("fit_")}
    assert run_by_make | set(NOT_RUN) == measuring
    assert not run_by_make & set(NOT_RUN)


def test_what_cannot_run_here_says_why() -> None:
    assert Step("solve", programs=("no-such-program",)).missing(Path()) == "no-such-program not installed"
    assert Step("solve", data="photos").missing(Path("nowhere")) == "no photos in nowhere"
    assert Step("solve", files=("no-such-file",)).missing(Path()) == "no no-such-file"
    assert Step("solve").missing(Path()) == ""


def test_a_missing_typeface_is_named_by_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "FONT_FOLDER", tmp_path)
    step = Step("reading", fonts=("fonts-tuffy", "fonts-klee"))
    (tmp_path / FONTS["fonts-klee"]).mkdir(parents=True)
    assert step.missing(Path()) == "fonts-tuffy not installed"


def test_every_typeface_of_the_app_screens_is_in_a_package_of_the_list() -> None:
    faces = {face for family in apps.FAMILIES for face in family} | set(apps.SCRIPTS)
    assert {str(Path(face).parent) for face in faces} <= set(FONTS.values())


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_a_quick_step_that_can_rewrite_the_documentation_writes_elsewhere(step: Step) -> None:
    _, _, module, *arguments = step.command(Path("data"), deep=False)
    source = source_of(module).read_text()
    for line in source.splitlines():
        if "add_argument" in line and ('Path("docs/' in line or 'Path("benchmarks/results' in line):
            assert line.split('"')[1] in arguments, line.strip()


def test_a_bench_run_leaves_the_material_of_training_alone() -> None:
    """Its atlas holds whatever typefaces are installed, and `make crossvalidate` uses an atlas that is in .data."""
    _, _, recipe = (ROOT / "Makefile").read_text().partition("\nbench: ")
    assert ".data" not in recipe.partition("\n\n")[0]
    for step in STEPS:
        assert not any(".data" in word for word in (*step.files, *step.quick, *(step.full or ())))
        takes_material = '"--material"' in source_of(step.command(Path(), deep=True)[2]).read_text()
        assert not takes_material or steps.MATERIAL in step.command(Path(), deep=True)


@pytest.mark.parametrize(
    ("code", "minutes", "told"),
    [
        ("print('a figure')", 1, "done"),
        ("print('a figure'); raise SystemExit(3)", 1, "FAILED (status 3)"),
        ("import time; print('a figure'); time.sleep(60)", 0.1, "FAILED (ended after 0.1 minutes)"),
    ],
)
def test_a_benchmark_that_fails_or_hangs_is_ended_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str, minutes: float, told: str
) -> None:
    output = tmp_path / "output.txt"
    assert run([sys.executable, "-c", code], minutes, output) == told
    assert output.read_text() == capsys.readouterr().out == "a figure\n"


def test_a_run_can_be_resumed_and_summed_up(tmp_path: Path) -> None:
    endings = [
        Ending("one", "done", 90.0, 60.0),
        Ending("two", "FAILED (status 1)"),
        Ending("three", "left out: no site"),
    ]
    Log(tmp_path, deep=False).keep(endings)
    again = Log(tmp_path, deep=False)
    assert {title: ending.failed for title, ending in again.endings().items()} == {"one": False, "two": True}
    assert not Log(tmp_path, deep=True).endings()
    summary = again.summary(endings, {"commit": "abc"})
    assert "3 steps, 1 failed, 2 minutes, 1.0 of CPU time." in summary
    assert summary in (again.folder / "summary.md").read_text()
