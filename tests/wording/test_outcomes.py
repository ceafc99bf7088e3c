"""Verdicts on pages in words, in every language."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from sudokulens.puzzle.geometry import Geometry
from sudokulens.wording.language import languages
from sudokulens.wording.outcomes import verdict_text


@dataclass(frozen=True)
class Page:
    kind: str
    cells: tuple[int, ...] = ()
    to_go: int = 31


PAGES = [
    Page("finished", to_go=0),
    Page("mistakes", (21, 54)),
    Page("mistakes", (21,)),
    Page("on track"),
    Page("on track", (3,)),
    Page("nothing written", to_go=1),
    Page("several"),
    Page("none", (7,)),
    Page("other rules"),
]


def test_verdicts_name_their_cells_and_what_is_left() -> None:
    told = [verdict_text(page, Geometry.standard(), "killer") for page in PAGES]
    assert told == [
        "Finished, and every digit is right.",
        "2 mistakes: r3c4 and r7c1.",
        "1 mistake: r3c4.",
        "No mistake so far; 31 cells to go.",
        "No mistake so far; 31 cells to go. Not sure of r1c4: please compare with the page.",
        "Nothing written yet; 1 cell to go.",
        "Several solutions.",
        "No solution as read. Most likely misread: r1c8.",
        "It follows other rules: killer, with cages.",
    ]


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_no_verdict_is_left_in_english(code: str) -> None:
    for page in PAGES:
        text = verdict_text(page, Geometry.standard(), "jigsaw", code)
        assert text != verdict_text(page, Geometry.standard(), "jigsaw", "en")
        assert "{" not in text
