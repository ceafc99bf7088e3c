"""The name of a step: its technique, and that of the wing where players know the chain by one."""

from __future__ import annotations

from sudokulens.logic.step import Step
from sudokulens.logic.wing_names import wing_name
from sudokulens.wording.message import Name, Value, message


def step_name(step: Step) -> Value:
    """The name of the technique, with that of the wing where the step is one."""
    wing = wing_name(step)
    if wing is None:
        return Name(step.technique)
    return message("{name} ({wing})", name=Name(step.technique), wing=wing)
