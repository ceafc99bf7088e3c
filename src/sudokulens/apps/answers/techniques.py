"""Answers about techniques: the list, and the lesson of one."""

from __future__ import annotations

from typing import Any

from sudokulens.errors import InvalidRequest
from sudokulens.logic.generate import as_technique
from sudokulens.logic.technique import Technique
from sudokulens.teaching.lesson import lesson
from sudokulens.teaching.pages import lesson_to_dict, technique_to_dict
from sudokulens.wording.technique_pages import called


def techniques_answer() -> list[dict[str, Any]]:
    """Every technique, the easiest first."""
    return [technique_to_dict(technique) for technique in Technique]


def lesson_answer(name: str) -> dict[str, Any] | None:
    """The lesson of the technique by any of its names, in the current language; None for an unknown name."""
    try:
        return lesson_to_dict(lesson(called(name) or as_technique(name)))
    except InvalidRequest:
        return None
