"""Dependencies are locked by hash, known vulnerabilities fail the build, and nothing is unpickled at run time."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
IN_THE_IMAGE = ["app", "batch", "cpsat", "print", "sat", "server"]
LOCKS = sorted((ROOT / "locks").glob("*.txt"))
CAN_RUN_CODE = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal", "torch"}


def wanted(extras: list[str], groups: list[str]) -> list[Requirement]:
    """What the project asks for, as pyproject.toml has it."""
    texts = list(PROJECT["project"]["dependencies"]) if extras else []
    for extra in extras:
        texts += PROJECT["project"]["optional-dependencies"][extra]
    for group in groups:
        texts += [text for text in PROJECT["dependency-groups"][group] if isinstance(text, str)]
    return [found for found in map(Requirement, texts) if found.name != "sudokulens"]


def pinned(lock: str) -> dict[str, str]:
    lines = (ROOT / "locks" / lock).read_text().splitlines()
    found = (re.match(r"([\w.-]+)(?:\[[^]]*\])?==([^ ;]+)", line) for line in lines)
    return {canonicalize_name(match[1]): match[2] for match in found if match}


@pytest.mark.parametrize(
    ("lock", "extras", "groups"),
    [
        ("build.txt", [], ["build"]),
        ("web.txt", [], ["web"]),
        ("runtime.txt", IN_THE_IMAGE, []),
        ("development.txt", [*IN_THE_IMAGE, "cluster", "live"], ["build", "dev"]),
    ],
)
def test_locks_hold_what_the_project_asks_for(lock: str, extras: list[str], groups: list[str]) -> None:
    versions = pinned(lock)
    for requirement in wanted(extras, groups):
        version = versions.get(canonicalize_name(requirement.name), "none")
        assert requirement.specifier.contains(version, prereleases=True), f"{requirement}: {version}; run `make lock`"


def test_what_is_tested_is_what_the_image_holds() -> None:
    assert pinned("runtime.txt").items() <= pinned("development.txt").items()


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_every_locked_version_has_hashes_and_no_address(lock: Path) -> None:
    text = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n|^ +#.*\n", "", lock.read_text(), flags=re.M))
    for line in filter(None, text.splitlines()):
        assert re.fullmatch(r"[\w.\[\],-]+==\S+( ; [^\\]*?)?( --hash=sha256:[0-9a-f]{64})+", " ".join(line.split()))


def test_the_package_loads_nothing_that_could_run_code() -> None:
    """No pickle in any dress; numpy's own files are read without objects, which is its default.

    The one module that two workers of a page speak through names what it loads, and tests/live holds it to that.
    """
    between_workers = ROOT / "src/sudokulens/live/elsewhere.py"
    for path in (path for path in (ROOT / "src").rglob("*.py") if path != between_workers):
        for node in ast.walk(ast.parse(path.read_text())):
            names = imported(node)
            assert not names & CAN_RUN_CODE, f"{path} imports {names & CAN_RUN_CODE}"
            if isinstance(node, ast.keyword):
                assert node.arg != "allow_pickle", path
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"eval", "exec"}, path


def imported(node: ast.AST) -> set[str]:
    """The packages that a statement imports."""
    if isinstance(node, ast.Import):
        return {alias.name.partition(".")[0] for alias in node.names}
    if isinstance(node, ast.ImportFrom) and node.module:
        return {node.module.partition(".")[0]}
    return set()


@pytest.fixture
def audit() -> ModuleType:
    spec = spec_from_file_location("audit", ROOT / ".ci/audit.py")
    assert spec
    assert spec.loader
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


SOUND = {"name": "good", "version": "1.0", "vulns": []}
UNKNOWN = {"name": "odd", "skip_reason": "not found"}
WEAK = {"name": "weak", "version": "2.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.1"]}]}


@pytest.mark.parametrize(
    ("report", "status", "said"),
    [
        ([SOUND, WEAK], 1, "weak 2.0: PYSEC-1, fixed in 2.1"),
        ([UNKNOWN, UNKNOWN], 0, "skipped"),
        ([SOUND, UNKNOWN], 0, "no known vulnerability in 1 packages, 1 not known there"),
    ],
)
def test_the_audit_fails_for_what_is_known_alone(
    audit: ModuleType, report: list[dict[str, Any]], status: int, said: str
) -> None:
    found, text = audit.judge(report)
    assert found == status
    assert said in text


def test_an_audit_without_network_is_skipped_and_any_other_failure_is_not(audit: ModuleType) -> None:
    assert audit.judge_failure("pip_audit._service.interface.ServiceError: ConnectionError") == 0
    assert audit.judge_failure("error: invalid requirement") == 1
