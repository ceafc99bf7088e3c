"""The documentation is true: its Python runs, its tables are complete, and the error page repeats the error tree."""

from __future__ import annotations

import doctest
import re
from dataclasses import fields
from pathlib import Path

import pytest

import sudokulens
import sudokulens.errors
from sudokulens.apps.cli.app import app
from sudokulens.apps.cli.exit_codes import ExitCode
from sudokulens.apps.server.app import create_app
from sudokulens.apps.server.schemas import GridAnswer
from sudokulens.apps.server.settings import Settings
from sudokulens.batch.record import Record
from sudokulens.puzzle import formats

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
WITH_CODE = [page for page in PAGES if ">>>" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", WITH_CODE, ids=[page.name for page in WITH_CODE])
def test_the_code_of_the_page_gives_what_it_says(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_readme_runs() -> None:
    assert ROOT / "README.md" in WITH_CODE


def test_the_error_page_repeats_the_tree() -> None:
    tree = [line.strip() for line in (sudokulens.errors.__doc__ or "").splitlines() if line.startswith("    ")]
    page = (ROOT / "docs/reference/errors.md").read_text(encoding="utf-8")
    assert len(tree) > 3
    assert [line for line in tree if line not in page] == []


def test_every_format_is_in_the_guide() -> None:
    guide = (ROOT / "docs/guides/formats.md").read_text(encoding="utf-8")
    assert [name for name in formats.NAMES if f"| `{name}` |" not in guide] == []


def test_every_command_and_exit_status_is_in_the_guide() -> None:
    guide = (ROOT / "docs/guides/cli.md").read_text(encoding="utf-8")
    commands = [info.callback.__name__ for info in app.registered_commands if info.callback]
    assert [name for name in commands if f"| `{name}` |" not in guide] == []
    assert [code for code in ExitCode if f"| {int(code)} |" not in guide] == []


def test_every_public_name_is_in_the_reference() -> None:
    pages = "\n".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs/reference").glob("*.md"))
    names = {name for name in sudokulens.__all__ if not name.startswith("__")}
    errors = {name for name in names if hasattr(sudokulens.errors, name)}
    assert [name for name in sorted(names - errors) if not re.search(rf"\b{name}\b", pages)] == []


def test_every_setting_of_the_service_is_in_the_guide_with_its_default() -> None:
    guide = (ROOT / "docs/guides/server.md").read_text(encoding="utf-8").replace("\u00a0", " ")
    rows = [row.split("|")[1:3] for row in guide.splitlines() if row.startswith("| `")]
    told: dict[str, str] = {}
    for names, defaults in rows:
        found = re.findall(r"`(\w+)`", names)
        values = [value.strip().replace(" ", "") for value in defaults.split(",")]
        told |= dict(zip(found, values, strict=False))
    settings = Settings(workers=1, live_workers=1)
    computed = {"workers", "live_workers"}
    for setting in fields(Settings):
        assert setting.name in told, setting.name
        default = getattr(settings, setting.name)
        if setting.name not in computed:
            assert told[setting.name] == (f"{default:g}" if isinstance(default, float) else str(default or "none"))


def test_every_field_of_a_grid_that_was_read_is_in_the_guide() -> None:
    """As `sudokulens read --json` prints it; the basic ones are the same in Python."""
    guide = (ROOT / "docs/guides/pictures.md").read_text(encoding="utf-8")
    described = {"size", "corners", "givens", "entries", "verdict"}
    assert [name for name in GridAnswer.model_fields.keys() - described if f"`{name}`" not in guide] == []


def test_every_column_of_a_batch_is_in_the_guide() -> None:
    guide = (ROOT / "docs/guides/batch.md").read_text(encoding="utf-8")
    assert [field.name for field in fields(Record) if f"`{field.name}`" not in guide] == []


def test_every_route_and_figure_of_the_service_is_in_the_guides() -> None:
    routes = (ROOT / "docs/guides/server.md").read_text(encoding="utf-8")
    service = create_app(Settings(workers=1, live_workers=1))
    paths = [re.sub(r"{.*", "", path) for path in service.openapi()["paths"]]
    assert [path for path in paths if path not in routes] == []
    figures = (ROOT / "docs/guides/operating.md").read_text(encoding="utf-8")
    named = re.findall(r"^# HELP (\w+)", service.state.metrics.text().decode(), re.MULTILINE)
    assert [name for name in named if not name.endswith("_created") and name not in figures] == []


def test_every_guide_is_in_the_index() -> None:
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    pages = [path for folder in ("guides", "design", "reference") for path in (ROOT / "docs" / folder).glob("*.md")]
    assert [path.name for path in pages if f"{path.parent.name}/{path.name}" not in index] == []


def test_the_map_in_contributing_has_every_folder() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rooms = [*(ROOT / "src/sudokulens").iterdir(), *(ROOT / "src/sudokulens/apps").iterdir()]
    package = [path.name for path in rooms if (path / "__init__.py").exists()]
    others = ["training", "pages", "benchmarks", "tests", "docs", "locks", "deploy", "web", ".ci", ".github"]
    assert [name for name in (*package, *others) if f"`{name}/`" not in guide] == []
