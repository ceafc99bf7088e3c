"""The error tree: drawn in errors.py as it is, public as a whole, and what the code raises."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sudokulens
from sudokulens import errors
from sudokulens.errors import SudokuError

SOURCE = Path(sudokulens.__file__).parent
TREE = [member for _, member in inspect.getmembers(errors, inspect.isclass) if issubclass(member, SudokuError)]
INTERNAL = {
    "Problem",
    "SessionEnd",
    "ReaderGone",
    "NothingFound",
    "NodesSpent",
    "Exit",
    "BadParameter",
    "HTTPException",
    "UnpicklingError",
}
"""What is raised to ourselves, a framework or pickle, as these ask for: it never reaches a caller of the library."""


def test_the_drawing_shows_every_error_under_its_parent() -> None:
    rows = re.findall(r"^    ([│ ]*)[├└]── (\w+)", errors.__doc__ or "", re.MULTILINE)
    parents, drawn = {0: "SudokuError"}, {}
    for indent, name in rows:
        depth = len(indent) // 4 + 1
        parents[depth], drawn[name] = name, parents[depth - 1]
    assert drawn == {kind.__name__: kind.__mro__[1].__name__ for kind in TREE if kind is not SudokuError}


def test_the_reference_page_repeats_the_drawing() -> None:
    page = (SOURCE.parents[1] / "docs/reference/errors.md").read_text(encoding="utf-8")
    for row in (errors.__doc__ or "").split("\n\n")[1].splitlines():
        assert row.removeprefix("    ") in page


@pytest.mark.parametrize("kind", TREE)
def test_every_error_is_public_and_has_a_docstring(kind: type[SudokuError]) -> None:
    assert getattr(sudokulens, kind.__name__) is kind
    assert kind.__doc__


def raised() -> Iterator[tuple[Path, int, str]]:
    """Every class that the package raises by name."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                target = node.exc.func
                name = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
                if name[:1].isupper():
                    yield path.relative_to(SOURCE), node.lineno, name


def test_what_the_code_raises_is_in_the_tree() -> None:
    """Or is a fault of the caller's program, or stays within the apps."""
    known = {kind.__name__ for kind in TREE} | INTERNAL
    programming = {name for name in dir(builtins) if name.endswith(("Error", "Exception", "Interrupt", "Iteration"))}
    strangers = [found for found in raised() if found[2] not in known | programming]
    assert not strangers


def test_every_error_is_raised_somewhere() -> None:
    names = {name for _, _, name in raised()}
    assert {kind.__name__ for kind in TREE} - names - {"SudokuError"} == set()


def test_wishes_and_boards_are_told_apart() -> None:
    for wish in (
        lambda: sudokulens.generate("impossible"),
        lambda: sudokulens.generate(technique="telepathy"),
        lambda: sudokulens.rate(sudokulens.Board.parse("1" + "." * 80), scale="feet"),  # type: ignore[arg-type]
    ):
        with pytest.raises(sudokulens.InvalidRequest):
            wish()
    with pytest.raises(sudokulens.InvalidBoard):
        sudokulens.Board.parse("not a board")
