"""Fitted numbers: every model names the script that wrote it and what it was fitted on, and is complete."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.util import find_spec

import pytest

from sudokulens.fitted import LogisticRegression, fitted

MODELS = sorted(file.name[:-5] for file in files("sudokulens.fitted").iterdir() if file.name.endswith(".json"))


@pytest.mark.parametrize("model", MODELS)
def test_a_model_names_its_script_and_its_data(model: str) -> None:
    script = re.fullmatch(r"python -m (benchmarks\.(?:reading|live)\.\w+)", fitted(model)["written_by"])
    assert script
    assert find_spec(script[1]), "the script is part of the project"
    assert re.search(r"\d", fitted(model)["fitted_on"])


def test_a_regression_weighs_its_features_alone() -> None:
    model = LogisticRegression.of({"bias": -1.0, "lines": 2.0})
    assert model.log_odds({"lines": 0.5, "unknown": 9.0}) == 0.0
    assert model.probability({"lines": 0.5}) == 0.5
    assert model.probability({"lines": 1e6}) == pytest.approx(1.0)
    with pytest.raises(KeyError):
        model.log_odds({})
