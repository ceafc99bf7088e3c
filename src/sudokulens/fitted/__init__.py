"""Fitted numbers, one JSON file a model, each written by a script that it names together with what it was fitted on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import Any


@cache
def fitted(model: str) -> dict[str, Any]:
    """The numbers of one model, by their names."""
    numbers: dict[str, Any] = json.loads(Path(__file__).with_name(f"{model}.json").read_text("utf-8"))
    return numbers


@dataclass(frozen=True, slots=True)
class LogisticRegression:
    """The probability of one outcome from features, by their names."""

    bias: float
    weights: Mapping[str, float]

    @staticmethod
    def of(numbers: Mapping[str, float]) -> LogisticRegression:
        """The regression with these weights, of which the one named "bias" stands alone."""
        return LogisticRegression(numbers["bias"], {name: w for name, w in numbers.items() if name != "bias"})

    def log_odds(self, features: Mapping[str, float]) -> float:
        return self.bias + sum(weight * features[name] for name, weight in self.weights.items())

    def probability(self, features: Mapping[str, float]) -> float:
        return 1 / (1 + exp(-max(-30.0, min(30.0, self.log_odds(features)))))
