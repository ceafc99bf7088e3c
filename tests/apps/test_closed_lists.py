"""Lists of choices have one source: the type or table of the library that they belong to."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from sudokulens.apps.cli.batch import TaskName
from sudokulens.apps.cli.generate import SymmetryName
from sudokulens.apps.cli.live import ModeName
from sudokulens.apps.server import schemas
from sudokulens.apps.server.app import create_app
from sudokulens.batch.settings import Task
from sudokulens.live.view import Mode
from sudokulens.logic.hint import HintKind
from sudokulens.logic.level import LEVELS
from sudokulens.logic.notation import Notation
from sudokulens.puzzle import formats
from sudokulens.solving.engine import SolutionKind
from sudokulens.solving.minimal import Symmetry
from sudokulens.solving.solve import ENGINES


def choices(model: Any, field: str) -> list[str]:
    """What the API's description allows for a field."""
    described = model.model_json_schema()["properties"][field]
    return list(described.get("enum") or described["anyOf"][0]["enum"])


@pytest.mark.parametrize(
    ("model", "field", "source"),
    [
        (schemas.HintRequest, "level", LEVELS),
        (schemas.HintRequest, "notation", get_args(Notation)),
        (schemas.HintAnswer, "kind", get_args(HintKind)),
        (schemas.SolveRequest, "engine", ("auto", *ENGINES)),
        (schemas.SolveAnswer, "kind", get_args(SolutionKind)),
        (schemas.ConvertRequest, "to", formats.NAMES),
        (schemas.GenerateRequest, "symmetry", get_args(Symmetry)),
    ],
)
def test_the_service_offers_what_the_library_knows(model: Any, field: str, source: tuple[str, ...]) -> None:
    assert choices(model, field) == list(source)


def test_the_command_line_offers_what_the_library_knows() -> None:
    assert [mode.value for mode in ModeName] == list(get_args(Mode))
    assert [task.value for task in TaskName] == list(get_args(Task))
    assert {name.value for name in SymmetryName} == {"none", *get_args(Symmetry)}


def test_the_description_of_the_service_can_be_made() -> None:
    assert create_app().openapi()["paths"]["/api/hint"]
