"""The tutorial notebook runs from top to bottom, and what its cells end with can be shown."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parent.parent / "docs" / "tutorial.ipynb"
REPRS = ("_repr_svg_", "_repr_html_", "_repr_png_")


def last_value(source: str, names: dict[str, Any]) -> Any:
    """Runs a cell as a notebook does; the value of its last expression, or None."""
    body = ast.parse(source).body
    ends = isinstance(body[-1], ast.Expr)
    exec(compile(ast.Module(body[:-1] if ends else body, []), "cell", "exec"), names)
    if not isinstance(body[-1], ast.Expr):
        return None
    return eval(compile(ast.Expression(body[-1].value), "cell", "eval"), names)


def test_every_cell_runs_and_shows_something() -> None:
    names: dict[str, Any] = {}
    shown: list[str] = []
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert not cell["outputs"], "the notebook is stored without outputs"
        value = last_value("".join(cell["source"]), names)
        if value is not None:
            (shown_as,) = [name for name in REPRS if hasattr(value, name)]
            assert getattr(value, shown_as)()
            shown.append(type(value).__name__)
    assert set(shown) == {"Board", "Solution", "Hint", "Step", "Rating", "Scan", "ScannedGrid", "Frame"}
