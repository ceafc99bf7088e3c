"""`sudokulens techniques`: the list of all techniques, or the lesson of one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sudokulens.apps.cli.outputs import Output, note
from sudokulens.errors import InvalidRequest

if TYPE_CHECKING:
    from sudokulens.logic.technique import Technique


def techniques(
    name: Annotated[
        str | None, typer.Argument(help="A technique to learn: its name, another name, or its code.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per technique, or the lesson.")] = False,
    out: Annotated[Path | None, typer.Option(help="Write the lesson with its pictures to this .html file.")] = None,
) -> None:
    """List every technique, or teach one: idea, example step by step, near miss, and a position to try."""
    if name is None:
        _list(as_json)
        return
    from sudokulens.logic.generate import as_technique
    from sudokulens.wording.technique_pages import called

    try:
        technique = called(name) or as_technique(name)
    except InvalidRequest as fault:
        raise typer.BadParameter(str(fault), param_hint="NAME") from None
    _teach(technique, as_json, out)


def _list(as_json: bool) -> None:
    from sudokulens.logic.technique import Technique
    from sudokulens.teaching.pages import technique_to_dict

    with Output() as output:
        for technique in Technique:
            if as_json:
                output.write(json.dumps(technique_to_dict(technique), ensure_ascii=False), flush=False)
            else:
                figures = f"{technique.code or '-':6} {technique.level.word:8} {technique.score:5}"
                output.write(f"{figures} {technique.display:36} {technique.slug}", flush=False)


def _teach(technique: Technique, as_json: bool, out: Path | None) -> None:
    from sudokulens.teaching.lesson import lesson
    from sudokulens.teaching.pages import lesson_to_dict, to_html, to_text

    made = lesson(technique)
    if out is not None:
        out.write_text(to_html(made), encoding="utf-8")
        note(f"written to {out}")
        return
    with Output() as output:
        output.write(json.dumps(lesson_to_dict(made), ensure_ascii=False) if as_json else to_text(made))
