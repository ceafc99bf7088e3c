"""Modules, options, targets, files, links and names exist where documents, Makefile and module docstrings name them."""

from __future__ import annotations

import ast
import importlib
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer

import sudokulens
from sudokulens.apps.cli.app import app
from sudokulens.apps.server.settings import Settings

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
OWN = ("benchmarks", "docs", "pages", "tests", "training", "web")
"""Folders of modules that are run with `python -m` from the root."""

PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "benchmarks/**/*.md", "training/*.md", "src/**/*.md", ".github/*.md")
    for path in ROOT.glob(pattern)
)
FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
RUN = re.compile(rf"\bpython3? -m ((?:{'|'.join(OWN)})[\w.]*)([^#;&|`]*)")
OPTION = re.compile(r"(?<![\w-])(--[a-z][\w-]*)")
SOURCE_FILE = re.compile(r"`([\w./-]*\w\.(?:py|c|h|js|mjs|css|toml|ya?ml|po|woff2)|fitted/\w+\.json)`")
CAPITALS = re.compile(r"\b[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b")
CODE = (".py", ".c", ".h", ".js", "/Makefile")
ELSEWHERE = re.compile(r"score_images\.py|(pyodide|onnxruntime)/.*")
"""Files that lie beside the data, or come with the libraries of the page that needs no server."""

MADE = ("gallery/", "techniques/")
"""Folders of the documentation that mkdocs fills through its hooks."""


def commands(page: Path) -> Iterator[str]:
    """The lines of shell blocks and the code spans of a document, each on one line."""
    text = page.read_text(encoding="utf-8")
    for language, block in FENCED.findall(text):
        if language in ("", "console"):
            yield from block.replace("\\\n", " ").splitlines()
    for span in re.findall(r"`([^`]+)`", FENCED.sub("", text)):
        yield " ".join(span.split())


def module_runs() -> Iterator[tuple[str, str, str]]:
    """Where a module is run, its name, and the rest of its command line."""
    recipes = MAKEFILE.replace("\\\n", " ").replace("$(BIN)/python", "python").splitlines()
    named = [(page.name, line) for page in PAGES for line in commands(page)]
    named += [("Makefile", line) for line in recipes]
    for top in OWN:
        for path in sorted((ROOT / top).rglob("*.py")):
            text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            named += [(str(path.relative_to(ROOT)), line) for line in re.split(r"[`\n]", text)]
    for place, line in named:
        for module, rest in RUN.findall(line):
            yield place, module.rstrip("."), rest


@cache
def source(module: str) -> str:
    """The source of a module as `python -m` runs it; empty where there is none."""
    parts = ROOT.joinpath(*module.split("."))
    files = [parts.with_suffix(".py"), parts / "__main__.py"]
    text = "".join(path.read_text(encoding="utf-8") for path in files if path.exists())
    # What benchmarks that draw their pages have in common is defined in one place.
    return text + source("benchmarks.reading.trials") if "parser_of(" in text and "def parser_of" not in text else text


def test_modules_that_are_to_be_run_exist_and_take_the_options() -> None:
    wrong = []
    for place, module, rest in module_runs():
        if not source(module):
            wrong.append(f"{place}: no module {module}")
        wrong += [f"{place}: {module} {o}" for o in OPTION.findall(rest) if f'"{o}"' not in source(module)]
    assert wrong == []


def test_scripts_that_are_to_be_run_exist() -> None:
    named = {script for page in PAGES for line in commands(page) for script in re.findall(r"python3? (\S+\.py)", line)}
    assert [script for script in sorted(named) if not (ROOT / script).exists()] == []


def test_subcommands_exist_and_take_the_options() -> None:
    root = typer.main.get_command(app)
    wrong = []
    for page in PAGES:
        for line in commands(page):
            for name, rest in re.findall(r"^(?:\$ )?(?:\w+=\S+ )*sudokulens ([a-z]+)\b([^#|]*)", line):
                if name not in root.commands:  # type: ignore[attr-defined]
                    wrong.append(f"{page.name}: {name}")
                    continue
                options = root.commands[name].params  # type: ignore[attr-defined]
                known = {"--help", "--lang"} | {each for one in options for each in (*one.opts, *one.secondary_opts)}
                wrong += [f"{page.name}: {name} {option}" for option in OPTION.findall(rest) if option not in known]
    assert wrong == []


def test_targets_and_variables_of_make_exist() -> None:
    targets = {name for names in re.findall(r"^([\w -]+):", MAKEFILE, re.MULTILINE) for name in names.split()}
    variables = set(re.findall(r"^(\w+) \?=", MAKEFILE, re.MULTILINE))
    for page in PAGES:
        for line in commands(page):
            for target, given in re.findall(r"^make ([a-z][\w-]*)((?: \w+=\S+)*)", line):
                assert target in targets, f"{page.name}: {line}"
                assert set(re.findall(r"(\w+)=", given)) <= variables, f"{page.name}: {line}"


@cache
def repository() -> tuple[str, ...]:
    """The files of the repository, each after a slash."""
    tops = [path for path in ROOT.iterdir() if path.name in {*OWN, "src", "deploy", "locks", ".ci", ".github"}]
    inside = [path.relative_to(ROOT).as_posix() for top in tops for path in top.rglob("*") if path.is_file()]
    return tuple(f"/{name}" for name in [*inside, *(path.name for path in ROOT.iterdir())])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_source_files_that_are_named_exist(page: Path) -> None:
    named = SOURCE_FILE.findall(FENCED.sub("", page.read_text(encoding="utf-8")))
    ends = {name: "/" + name.removeprefix("../").lstrip("/") for name in named if not ELSEWHERE.fullmatch(name)}
    assert [name for name, end in sorted(ends.items()) if not any(file.endswith(end) for file in repository())] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_and_pictures_of_the_page_exist(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text(encoding="utf-8"))
    kept = {link for link in links if not link.removeprefix("../").startswith(MADE)}
    assert [link for link in sorted(kept) if not (page.parent / link).exists()] == []


def test_constants_and_variables_in_capitals_exist() -> None:
    settings = {f"SUDOKULENS_{field.name.upper()}" for field in fields(Settings)}
    words = {word for file in repository() if file.endswith(CODE) for word in CAPITALS.findall(_text(file))}
    for page in PAGES:
        named = set(CAPITALS.findall("\n".join(commands(page)))) - settings - words
        assert {name for name in named if not name.startswith("RAY_")} == set(), page.name


def _text(file: str) -> str:
    return (ROOT / file[1:]).read_text(encoding="utf-8")


def python_blocks() -> Iterator[tuple[str, str]]:
    """The Python of the documents that is not a session, which the doctests run."""
    for page in PAGES:
        for language, block in FENCED.findall(page.read_text(encoding="utf-8")):
            if language == "python" and ">>>" not in block:
                yield page.name, block


@pytest.mark.parametrize(("page", "block"), list(python_blocks()))
def test_python_that_is_not_run_names_what_exists(page: str, block: str) -> None:
    for node in ast.walk(ast.parse(block)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sudokulens"):
            module = importlib.import_module(node.module or "")
            assert [name.name for name in node.names if not hasattr(module, name.name)] == [], page
    assert set(re.findall(r"\bsl\.(\w+)", block)) <= set(sudokulens.__all__), page


def test_dotted_names_of_the_package_exist() -> None:
    for page in PAGES:
        for span in commands(page):
            if re.fullmatch(r"sudokulens(\.\w+)+", span):
                assert _is_there(*span.rpartition(".")[::2]), f"{page.name}: {span}"


def _is_there(package: str, name: str) -> bool:
    """Whether the package has a module, or the module an object, of that name."""
    module = importlib.import_module(package)
    return hasattr(module, name) or (hasattr(module, "__path__") and find_spec(f"{package}.{name}") is not None)


def sessions() -> Iterator[tuple[str, str]]:
    """Commands after a `$` with the output that a document shows for them."""
    for page in PAGES:
        for _, block in FENCED.findall(page.read_text(encoding="utf-8")):
            yield from re.findall(r"^\$ (sudokulens .*)\n((?:(?!\$ ).+\n)+)", block, re.MULTILINE)


@pytest.mark.parametrize(("command", "output"), list(sessions()))
def test_sessions_in_a_shell_print_what_the_document_shows(command: str, output: str) -> None:
    words = shlex.split(command, comments=True)[1:]
    done = subprocess.run([sys.executable, "-m", "sudokulens", *words], capture_output=True, text=True, check=False)
    assert done.stdout == output


def test_there_is_enough_to_check() -> None:
    """The patterns above still find what they are for."""
    assert len(list(module_runs())) > 150
    assert len(list(sessions())) >= 2
    assert len(list(python_blocks())) >= 5
