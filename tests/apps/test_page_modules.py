"""The page's modules that hold logic, under Node's own test runner."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import sudokulens.apps.server as server
from sudokulens.puzzle.constraints import BY_KEYWORD

TESTS = Path(__file__).with_name("page_modules")
NODE = shutil.which("node")
OLDEST_NODE = (20, 19)
"""From here on Node takes a file with `import` in it for a module."""


def node_version() -> tuple[int, ...]:
    assert NODE
    text = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, text.strip().lstrip("v").split(".")))


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
@pytest.mark.parametrize("name", sorted(file.name for file in TESTS.glob("*.test.mjs")))
def test_the_pages_modules(name: str) -> None:
    if node_version() < OLDEST_NODE:
        pytest.skip("this Node is too old for modules without a package file")
    found = subprocess.run([str(NODE), "--test", str(TESTS / name)], capture_output=True, text=True, timeout=120)
    assert found.returncode == 0, found.stdout[-4000:] + found.stderr[-1000:]


@pytest.mark.parametrize("keyword", sorted(BY_KEYWORD))
def test_the_page_says_what_every_rule_asks_for(keyword: str) -> None:
    words = (Path(server.__file__).parent / "static/rulewords.js").read_text("utf-8")
    assert f"\n  {keyword}: (" in words
