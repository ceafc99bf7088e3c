"""The names that users import: all of them load, none goes away unnoticed, and importing the package stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import sudokulens

PROMISED = Path(__file__).with_name("public_names.txt").read_text(encoding="utf-8").split()


def test_the_promised_names_are_the_public_ones() -> None:
    """Adding or removing a public name means editing public_names.txt as well."""
    assert set(PROMISED) == set(sudokulens.__all__)


@pytest.mark.parametrize("name", sudokulens.__all__)
def test_every_public_name_can_be_imported(name: str) -> None:
    assert getattr(sudokulens, name) is not None


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(Path(sudokulens.__file__).read_text(encoding="utf-8"))
    declared = {
        alias.asname
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sudokulens")
        for alias in node.names
        if alias.asname
    }
    assert declared == set(sudokulens.__all__) - {"__version__"}


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        getattr(sudokulens, "no_such_name")  # noqa: B009  # the name is the point
    assert set(dir(sudokulens)) == set(sudokulens.__all__)


def test_importing_the_package_loads_no_heavy_library() -> None:
    code = (
        "import sys, sudokulens; board = sudokulens.Board.parse('1' + '.' * 80); board.status(); str(board);"
        "print([name for name in ('numpy', 'cv2', 'onnxruntime', 'PIL', 'rich', 'typer') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
