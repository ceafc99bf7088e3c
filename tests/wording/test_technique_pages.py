"""The pages about techniques: every technique has one, whole in English, and its links lead somewhere."""

from __future__ import annotations

import re

import pytest

from sudokulens.logic.technique import Technique
from sudokulens.wording.language import languages
from sudokulens.wording.technique_pages import FIELDS, page, technique_name


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("technique", Technique, ids=lambda technique: technique.id)
def test_every_technique_has_a_whole_page_in_english_and_german(technique: Technique, code: str) -> None:
    found = page(technique, code)
    assert found.missing == ()
    assert all(re.fullmatch(r"[A-Z0-9].*[.?]", getattr(found, field), re.S) for field in FIELDS)
    assert 1 <= len(found.related) <= 3
    assert technique not in found.related


@pytest.mark.parametrize("code", languages())
def test_other_languages_say_what_they_leave_in_english(code: str) -> None:
    for technique in Technique:
        found, english = page(technique, code), page(technique, "en")
        assert "idea" not in found.missing
        for field in FIELDS:
            same = getattr(found, field) == getattr(english, field)
            assert same == (field in found.missing or code == "en")


def test_names_are_those_of_the_language() -> None:
    assert technique_name(Technique.X_WING, "ja") == "X-Wing（井桁）"
    assert technique_name(Technique.NAKED_PAIR, "de") == "Nacktes Paar"
