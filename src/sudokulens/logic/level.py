"""How much a hint gives away, from a nudge to the whole step."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

HintLevel: TypeAlias = Literal["nudge", "technique", "pattern", "full"]

LEVELS: tuple[HintLevel, ...] = get_args(HintLevel)


def reaches(level: HintLevel, wanted: HintLevel) -> bool:
    """Whether a hint of that level may tell what the wanted level tells."""
    return LEVELS.index(level) >= LEVELS.index(wanted)
