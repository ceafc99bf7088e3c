"""Limits and addresses of the service; each has a safe default and an environment variable."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from typing import Any

from sudokulens.errors import SudokuError

PREFIX = "SUDOKULENS_"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the service allows. `Settings.from_environment()` reads SUDOKULENS_BODY_BYTES and so on."""

    body_bytes: int = 20_000_000
    request_seconds: float = 10.0
    workers: int = field(default_factory=lambda: max(1, min(4, os.cpu_count() or 1)))
    worker_memory_bytes: int = 3_000_000_000
    queue_length: int = 32
    requests_per_minute: int = 600
    token: str = ""
    """When set, every API call must carry it; empty means that the service is for this machine alone."""

    @staticmethod
    def from_environment(**overrides: Any) -> Settings:
        found: dict[str, Any] = {}
        for setting in fields(Settings):
            text = os.environ.get(PREFIX + setting.name.upper())
            if text is not None:
                found[setting.name] = _convert(setting.name, str(setting.type), text)
        return Settings(**(found | overrides))


def _convert(name: str, kind: str, text: str) -> Any:
    try:
        return {"int": int, "float": float}.get(kind, str)(text)
    except ValueError as fault:
        raise SudokuError(f"{PREFIX}{name.upper()} is {text!r} (expected a number)") from fault
