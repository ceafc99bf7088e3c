"""Closed lists have one source: schemas, the command line and the page take theirs from it."""

from __future__ import annotations

from typing import get_args

from sudokulens.apps.cli.main import run
from sudokulens.apps.server import schemas
from sudokulens.logic.level import LEVELS
from sudokulens.logic.notation import Notation
from sudokulens.logic.technique import Level
from sudokulens.puzzle.formats import NAMES
from sudokulens.solving.minimal import Symmetry
from sudokulens.solving.solve import ENGINES


def test_the_service_offers_just_those() -> None:
    fields = {
        (schemas.HintRequest, "level"): LEVELS,
        (schemas.HintRequest, "notation"): get_args(Notation),
        (schemas.ConvertRequest, "to"): NAMES,
        (schemas.GenerateRequest, "level"): tuple(level.word for level in Level),
        (schemas.GenerateRequest, "symmetry"): get_args(Symmetry),
        (schemas.SolveRequest, "engine"): ("auto", *ENGINES),
    }
    for (model, name), expected in fields.items():
        schema = model.model_json_schema()["properties"][name]
        offered = schema.get("enum") or next(part["enum"] for part in schema["anyOf"] if "enum" in part)
        assert tuple(offered) == expected


def test_the_command_line_refuses_others_and_names_them(capsys: object) -> None:
    assert run(["hint", "." * 81, "--level", "loud"]) == 2
    assert run(["generate", "--symmetry", "spiral"]) == 2
    assert run(["rate", "." * 81, "--scale", "inches"]) == 2
