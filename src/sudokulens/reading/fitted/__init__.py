"""Fitted numbers, one JSON file a model, each written by a script that it names together with what it was fitted on."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def fitted(model: str) -> dict[str, Any]:
    """The numbers of one model, by their names."""
    numbers: dict[str, Any] = json.loads((files(__name__) / f"{model}.json").read_text("utf-8"))
    return numbers
