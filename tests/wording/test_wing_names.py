"""Short chains by the names that players know."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sudokulens.logic.candidate import Candidate, Node
from sudokulens.logic.step import Link, Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.wing_names import wing_name


def chain(*nodes: tuple[int, int], technique: Technique = Technique.AIC) -> Step:
    """A chain through (cell, digit), strong and weak links in turn."""
    ends: list[Node] = [(Candidate(*node),) for node in nodes]
    links = [Link(start, end, number % 2 == 0) for number, (start, end) in enumerate(pairwise(ends))]
    return Step(technique, links=tuple(links))


@pytest.mark.parametrize(
    ("nodes", "name"),
    [
        (((0, 1), (0, 2), (5, 2), (14, 2), (14, 1), (40, 1)), "M-Wing"),
        (((0, 1), (0, 2), (5, 2), (14, 2), (14, 3), (40, 3)), "H-Wing"),
        (((0, 1), (5, 1), (14, 1), (14, 2), (40, 2), (45, 2)), "S-Wing"),
        (((0, 1), (5, 1), (5, 2), (14, 2), (14, 3), (40, 3)), "L-Wing"),
        (((0, 1), (0, 2), (5, 2), (5, 3), (14, 3), (40, 3)), "H-Wing"),
        (((0, 1), (0, 2), (5, 2), (5, 3), (14, 3), (14, 1)), None),
        (((0, 1), (5, 1), (14, 1), (40, 1)), None),
    ],
)
def test_wings_are_known_by_their_links(nodes: tuple[tuple[int, int], ...], name: str | None) -> None:
    assert wing_name(chain(*nodes)) == name
    assert wing_name(chain(*nodes[::-1])) == name


def test_other_chains_keep_their_names() -> None:
    nodes = ((0, 1), (5, 1), (14, 1), (14, 2), (40, 2), (45, 2))
    assert wing_name(chain(*nodes, technique=Technique.W_WING)) is None
