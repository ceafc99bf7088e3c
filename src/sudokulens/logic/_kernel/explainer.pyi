from typing import TypeAlias

Node: TypeAlias = tuple[int, int, int, tuple[int, ...]]
"""Candidate, on or off, cause, and the places of its parents in the chain; the conclusion comes first."""
Record: TypeAlias = tuple[
    int,
    int,
    int,
    float,
    int,
    int,
    list[int],
    tuple[int, ...],
    tuple[int, ...],
    int,
    int,
    list[list[Node]],
]
"""Technique, level, dynamic, rating, complexity, placed candidate or -1, removed candidates, cells, units, digits,
further digits, chains."""

RULES: int
"""How many rules there are; `sudokulens.logic.explainer.Rule` names them."""
PATTERNS: int

def rate(
    values: bytes, candidates: bytes, time_limit: float, with_steps: bool, scale: int, /
) -> tuple[float, float, float, int, int, list[Record]]: ...
def find(
    values: bytes, candidates: bytes, rule: int, all: bool, time_limit: float, patterns: int, /
) -> tuple[list[Record], int]: ...
