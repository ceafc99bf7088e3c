"""The Dockerfile and the compose file as data, read without a Docker engine."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Instruction:
    """One instruction of a Dockerfile, its lines joined."""

    stage: int
    word: str
    text: str

    @property
    def words(self) -> list[str]:
        """The arguments of an instruction in its exec form."""
        found = json.loads(self.text)
        assert isinstance(found, list)
        return found


def instructions() -> list[Instruction]:
    """What the Dockerfile says, from top to bottom."""
    lines = [line for line in (ROOT / "Dockerfile").read_text().splitlines() if not line.lstrip().startswith("#")]
    whole = re.sub(r"\\\n\s*", "", "\n".join(lines))
    found: list[Instruction] = []
    stage = -1
    for line in filter(None, whole.splitlines()):
        word, _, text = line.partition(" ")
        stage += word == "FROM"
        found.append(Instruction(stage, word, text.strip()))
    return found


def only(word: str) -> Instruction:
    """The one instruction of that name."""
    (found,) = (each for each in instructions() if each.word == word)
    return found


def copied() -> list[str]:
    """The paths that the image takes from the repository."""
    found: list[str] = []
    for each in instructions():
        if each.word == "COPY" and not each.text.startswith("--from"):
            found += each.text.split()[:-1]
    return found


def health_check() -> list[str]:
    """The command by which Docker asks whether the web app is well."""
    _, _, command = only("HEALTHCHECK").text.partition("CMD ")
    found = json.loads(command)
    assert isinstance(found, list)
    return found


def services() -> dict[str, dict[str, Any]]:
    """The services of the compose file by name."""
    found = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    assert isinstance(found, dict)
    return found
