"""How the repository is laid out: tests mirror the package, one name for one thing, nothing tracked that is made."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE, TESTS = ROOT / "src/sudokulens", ROOT / "tests"
OF_NO_ROOM = {"benchmarks", "container", "fuzz", "odd", "web"}
"""Folders of tests about what lies beside the package, and of what several rooms need."""

SUBJECTS = {"browser", "live", "logic", "reading", "results", "service", "solving"}


def rooms(folder: Path) -> set[str]:
    """The folders that hold Python files, at whatever depth."""
    return {path.name for path in folder.iterdir() if path.is_dir() and any(path.rglob("*.py"))}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def test_every_room_of_the_package_has_its_folder_or_file_of_tests() -> None:
    files = {path.stem.removeprefix("test_") for path in TESTS.glob("test_*.py")}
    assert rooms(PACKAGE) - rooms(TESTS) - files == set()
    assert rooms(TESTS) - rooms(PACKAGE) == OF_NO_ROOM


def test_tests_and_benchmarks_import_each_other_by_their_whole_names() -> None:
    """A bare name works only from where pytest happens to start."""
    for top in (TESTS, ROOT / "benchmarks"):
        own = {path.stem for path in top.rglob("*.py")} - {"__init__", "__main__"}
        for path in sorted(top.rglob("*.py")):
            bare = imported(path) & own - sys.stdlib_module_names
            assert not bare, f"{path.relative_to(ROOT)} imports {sorted(bare)}"


def imported(path: Path) -> set[str]:
    """The first parts of the names of absolute imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names if "." not in name.name}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level and "." not in node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("folder", sorted({path.parent for path in modules()}), ids=lambda path: path.name)
def test_no_module_differs_from_a_neighbour_by_a_plural_alone(folder: Path) -> None:
    names = {path.stem for path in folder.glob("*.py")}
    assert {name for name in names if f"{name}s" in names} == set()


def test_benchmarks_lie_in_folders_by_subject() -> None:
    benchmarks = ROOT / "benchmarks"
    assert {path.name for path in benchmarks.iterdir() if path.is_dir() and path.name != "__pycache__"} <= SUBJECTS
    assert {path.name for path in benchmarks.glob("*.py")} == {
        "__init__.py",
        "__main__.py",
        "coordinate_search.py",
        "measure.py",
        "puzzle_sets.py",
        "steps.py",
    }
    assert Counter(path.name for path in benchmarks.rglob("*sheet*.py")).most_common(1)[0][1] == 1


@pytest.mark.skipif(shutil.which("git") is None or not (ROOT / ".git").exists(), reason="not a checkout")
def test_nothing_is_tracked_that_the_ignore_list_names() -> None:
    """Caches of tools, builds and results that can be made again."""
    command = ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout == ""


def test_no_file_is_longer_than_400_lines() -> None:
    lengths = {path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    assert {path: length for path, length in lengths.items() if length > 400} == {}
