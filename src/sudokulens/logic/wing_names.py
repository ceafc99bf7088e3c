"""Short chains that players know by a name of their own: wings with three strong links.

Their strong links are a cell with two candidates (c) or a unit with two places for a digit (u), in this order or the
other way round: M-Wing c-u-u with the same digit at both ends, H-Wing c-u-u and c-c-u with different ones and c-u-c,
S-Wing u-c-u, L-Wing u-u-u.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudokulens.logic.step import Link, Step
from sudokulens.logic.technique import Form

_STRONG_LINKS = 3
_NAMES = {"ucu": "S-Wing", "uuu": "L-Wing", "ccu": "H-Wing", "ucc": "H-Wing", "cuc": "H-Wing"}


def wing_name(step: Step) -> str | None:
    """M-, H-, S- or L-Wing; None for any other step."""
    strong = [link for link in step.links if link.strong]
    if step.technique.form is not Form.ALTERNATING or len(strong) != _STRONG_LINKS or _is_grouped(strong):
        return None
    kinds = "".join("c" if link.start[0].cell == link.end[0].cell else "u" for link in strong)
    if kinds in ("cuu", "uuc"):
        return "M-Wing" if strong[0].start[0].digit == strong[-1].end[0].digit else "H-Wing"
    return _NAMES.get(kinds)


def _is_grouped(links: Sequence[Link]) -> bool:
    return any(len(node) > 1 for link in links for node in (link.start, link.end))
