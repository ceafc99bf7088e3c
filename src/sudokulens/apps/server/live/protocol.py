"""The messages of WS /api/live: settings, problems, and why a session is closed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import IntEnum
from http import HTTPStatus
from typing import Any, get_args

from sudokulens.apps.answers.problem import Problem
from sudokulens.logic.level import HintLevel

MODES = ("solution", "hint", "check")
LEVELS: tuple[HintLevel, ...] = get_args(HintLevel)
MAX_SETTINGS_CHARACTERS = 1000


class CloseCode(IntEnum):
    """Why a session ends; from 4000 on these are ours, named after the HTTP status that says the same."""

    GOING_AWAY = 1001
    TOO_BIG = 1009
    INTERNAL = 1011
    IDLE = 4408
    TOO_MANY = 4429
    BROKEN = 4503


class SessionEnd(Exception):
    """The session is over; a code of None says that the client has gone already."""

    def __init__(self, code: CloseCode | None = None, reason: str = "") -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


@dataclass(frozen=True, slots=True)
class LiveSettings:
    """What the client wants to see."""

    mode: str = "solution"
    level: HintLevel = "nudge"

    def changed(self, text: str) -> LiveSettings:
        """The settings after a text message such as `{"mode": "hint", "level": 2}`; a Problem for any other text."""
        try:
            sent = json.loads(text) if len(text) <= MAX_SETTINGS_CHARACTERS else None
        except (ValueError, RecursionError):
            sent = None
        if not isinstance(sent, dict) or not sent or not sent.keys() <= {"mode", "level"}:
            raise _unknown('{"mode": "hint", "level": 2}, or one of the two')
        mode, level = sent.get("mode", self.mode), sent.get("level", self.level)
        if mode not in MODES:
            raise _unknown(f"a mode among {', '.join(MODES)}")
        return LiveSettings(mode, _level(level))

    def as_message(self) -> dict[str, Any]:
        return {"type": "settings", "mode": self.mode, "level": self.level}


def problem_message(problem: Problem, frame: int | None = None) -> dict[str, Any]:
    """A problem in the shape that the HTTP routes use, with the frame that it is about."""
    return {
        "type": "problem",
        "title": HTTPStatus(problem.status).phrase,
        "status": problem.status,
        "code": problem.code,
        "detail": problem.detail,
        "frame": frame,
    }


def _level(sent: object) -> HintLevel:
    if type(sent) is int and 1 <= sent <= len(LEVELS):
        return LEVELS[sent - 1]
    for level in LEVELS:
        if sent == level:
            return level
    raise _unknown(f"a level from 1 to {len(LEVELS)}, or among {', '.join(LEVELS)}")


def _unknown(expected: str) -> Problem:
    return Problem(422, "invalid-message", f"This message is not understood (expected {expected}).")
