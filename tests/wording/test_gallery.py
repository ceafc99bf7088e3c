"""The page with forty hints: what its script writes, of every family."""

from __future__ import annotations

from docs.hint_gallery import PAGE, SHOWN, page
from sudokulens.logic.technique import Family


def test_the_gallery_shows_forty_hints_of_all_families() -> None:
    assert len(SHOWN) == len(set(SHOWN)) == 40
    assert {technique.family for technique in SHOWN} == set(Family)


def test_the_page_is_what_its_script_writes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python docs/hint_gallery.py"
