"""Everything that the Dockerfile and the compose file name exists, and the containers are confined."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace

import pytest
import yaml
from typer.testing import CliRunner

from sudokulens.apps.cli.app import app
from sudokulens.apps.server.settings import PREFIX, Settings
from tests.container.image import ROOT, copied, health_check, instructions, only, services


def test_every_path_that_is_copied_exists_and_is_not_ignored() -> None:
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for path in copied():
        assert (ROOT / path).exists()
        assert path in allowed


def test_every_lock_that_is_installed_exists() -> None:
    named = [path for each in instructions() for path in re.findall(r"-r (\S+)", each.text)]
    assert named == ["locks/build.txt", "locks/runtime.txt"]
    assert all((ROOT / path).is_file() for path in named)


def test_all_that_is_downloaded_by_pip_is_checked_by_hash() -> None:
    for each in instructions():
        for command in each.text.split("&&"):
            if "pip" in command and ("install" in command or "wheel" in command):
                assert any(flag in command for flag in ("--require-hashes", "--no-index", "--no-deps"))


def test_every_stage_starts_from_the_same_image_pinned_by_digest() -> None:
    bases = {each.text.split()[0] for each in instructions() if each.word == "FROM"}
    assert len(bases) == 1
    assert re.fullmatch(r"python:3\.11\.\d+-slim-bookworm@sha256:[0-9a-f]{64}", bases.pop())


def test_the_image_runs_as_somebody_without_rights() -> None:
    assert only("USER").text == "10001"
    assert "--uid 10001" in next(each.text for each in instructions() if "useradd" in each.text)


def test_the_compiler_stays_behind() -> None:
    stages = {each.stage for each in instructions() if "gcc" in each.text}
    assert stages == {0}
    assert only("CMD").stage == 1


@pytest.mark.parametrize("command", [only("CMD").words, services()["streamlit"]["command"]], ids=["web", "streamlit"])
def test_every_command_and_option_is_known(command: list[str]) -> None:
    assert command[0] == "sudokulens"
    shown = CliRunner(env={"COLUMNS": "200", "TERM": "dumb"}).invoke(app, [command[1], "--help"])
    assert shown.exit_code == 0
    for option in (word for word in command[2:] if word.startswith("--")):
        assert option in shown.output


@pytest.mark.parametrize(
    "command", [health_check(), services()["streamlit"]["healthcheck"]["test"][1:]], ids=["web", "streamlit"]
)
def test_a_health_check_fails_where_nothing_answers(command: list[str]) -> None:
    nowhere = [re.sub(r":\d+/", ":9/", word) for word in command]
    assert nowhere != command
    done = subprocess.run([sys.executable, *nowhere[1:]], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "URLError" in done.stderr


@pytest.mark.parametrize(("name", "port"), [("web", "8000"), ("streamlit", "8501")])
def test_services_are_confined_and_published_to_this_machine_alone(name: str, port: str) -> None:
    service = services()[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["tmpfs"] == ["/tmp"]
    assert service["mem_limit"]
    assert service["ports"] == [f"127.0.0.1:{port}:{port}"]
    assert port in only("EXPOSE").text.split()


def test_the_settings_of_the_web_app_are_known_ones() -> None:
    for name in services()["web"]["environment"]:
        assert name.removeprefix(PREFIX).lower() in Settings.__dataclass_fields__


OWN_BYTES = 300_000_000
"""What the service's own process may take beside what it holds; 70 MB were measured after three scans."""


def memory_needed(environment: dict[str, str]) -> int:
    """Bytes of all processes that a service with these settings may have, each at its limit."""
    given = {name.removeprefix(PREFIX).lower(): value for name, value in environment.items()}
    settings = replace(Settings(), **{name: int(value) for name, value in given.items() if value.isdecimal()})
    processes = settings.workers + 1 + settings.quick_workers + 1 + settings.live_workers
    return processes * settings.worker_memory_bytes + settings.held_bytes + settings.unread_bytes + OWN_BYTES


def test_the_memory_limits_fit_what_the_processes_may_use() -> None:
    web = services()["web"]
    assert memory_needed(web["environment"]) <= int(web["mem_limit"].removesuffix("m")) * 2**20
    settings, deployment, *_ = yaml.safe_load_all((ROOT / "deploy/kubernetes/sudokulens.yaml").read_text())
    [container] = deployment["spec"]["template"]["spec"]["containers"]
    limit = container["resources"]["limits"]["memory"]
    assert memory_needed(settings["data"]) <= int(limit.removesuffix("Gi")) * 2**30
