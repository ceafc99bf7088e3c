"""The language of the service's answers."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from sudokulens.wording.language import languages

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_the_languages_are_listed_by_their_own_names(client: TestClient) -> None:
    listed = client.get("/api/languages").json()
    assert [entry["code"] for entry in listed] == list(languages())
    assert {"code": "fr", "name": "Français"} in listed


def test_the_strings_of_the_page_are_served_and_english_needs_none(client: TestClient) -> None:
    assert client.get("/api/catalogue/en-GB").json() == {"lang": "en", "messages": {}, "plurals": {}}
    assert client.get("/api/catalogue/de").json()["lang"] == "de"
    assert client.get("/api/catalogue/tlh").status_code == 404


@pytest.mark.parametrize(
    ("headers", "query", "code"), [({"Accept-Language": "de-CH"}, "", "de"), ({}, "?lang=es", "es")]
)
def test_a_hint_comes_in_the_language_that_was_asked_for(
    client: TestClient, headers: dict[str, str], query: str, code: str
) -> None:
    answer = client.post(f"/api/hint{query}", json={"board": PUZZLE}, headers=headers)
    assert answer.headers["content-language"] == code
    assert "accept-language" in answer.headers["vary"].lower()


@pytest.mark.parametrize("offered", ["levels", "variants", "symmetries", "formats"])
def test_what_there_is_to_choose_is_named_in_the_language(client: TestClient, offered: str) -> None:
    english = [choice["words"] for choice in client.get("/api/choices?lang=en").json()[offered]]
    japanese = [choice["words"] for choice in client.get("/api/choices?lang=ja").json()[offered]]
    same = {one for one, other in zip(english, japanese, strict=True) if one == other}
    assert same <= {"Simple Sudoku"}


def test_a_rating_names_its_level_and_technique_in_the_language(client: TestClient) -> None:
    found = client.post("/api/rate?lang=de", json={"board": PUZZLE}).json()
    assert (found["level"], found["level_words"]) == ("easy", "leicht")
    assert (found["hardest"], found["hardest_words"]) == ("Hidden single", "Versteckter Single")
