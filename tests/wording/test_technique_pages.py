"""The pages about techniques: every technique has one, whole in six languages, and its links lead somewhere."""

from __future__ import annotations

import re

import pytest

from sudokulens.logic.technique import Technique
from sudokulens.wording.language import languages
from sudokulens.wording.technique_pages import FIELDS, groups, page, technique_name

WHOLE = ("en", "de", "fr", "es", "ja", "zh")
"""Languages whose pages are whole; a further one may begin with some of them."""


@pytest.mark.parametrize("code", WHOLE)
@pytest.mark.parametrize("technique", Technique, ids=lambda technique: technique.id)
def test_every_technique_has_a_whole_page_in_six_languages(technique: Technique, code: str) -> None:
    found = page(technique, code)
    assert found.missing == ()
    assert all(re.fullmatch(r"\S.*[.?。？]", getattr(found, field), re.S) for field in FIELDS)
    assert 1 <= len(found.related) <= 3
    assert technique not in found.related


@pytest.mark.parametrize("code", languages())
def test_no_language_but_english_passes_english_off_as_its_own(code: str) -> None:
    for technique in Technique:
        found, english = page(technique, code), page(technique, "en")
        assert "idea" not in found.missing
        for field in FIELDS:
            same = getattr(found, field) == getattr(english, field)
            assert same == (field in found.missing or code == "en")


@pytest.mark.parametrize("code", WHOLE)
def test_a_language_says_something_of_its_own_about_every_group(code: str) -> None:
    """A text that occurs twice was copied; only the two templates share how to spot them."""
    texts = {group: page(technique, code) for technique, group in groups().items()}
    for field in ("idea", "spot"):
        told = [getattr(found, field) for found in texts.values()]
        assert len(set(told)) >= len(told) - 1, field


def test_names_are_those_of_the_language() -> None:
    assert technique_name(Technique.X_WING, "ja") == "X-Wing（井桁）"
    assert technique_name(Technique.NAKED_PAIR, "de") == "Nacktes Paar"
