"""Remarks on readings: English by themselves, and whole after a trip between processes."""

import pickle

import pytest

from sudokulens.reading.note import NOTHING, Note
from sudokulens.wording.outcomes import notes_text

FIGURES = Note("The page shows {figures}, which cannot be read yet.", figures=("thermometers", "arrows"))


def test_a_note_is_english_text_by_itself() -> None:
    assert FIGURES == "The page shows thermometers and arrows, which cannot be read yet."
    assert not NOTHING


def test_a_note_keeps_its_template_between_processes() -> None:
    arrived = pickle.loads(pickle.dumps(FIGURES))
    assert (arrived, arrived.template, arrived.fields) == (FIGURES, FIGURES.template, FIGURES.fields)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", str(FIGURES)), ("de", "Die Seite zeigt Thermometer und Pfeile; das kann noch nicht gelesen werden.")],
)
def test_a_note_is_told_in_the_readers_language(language: str, words: str) -> None:
    assert notes_text((FIGURES,), language) == words
    assert notes_text((), language) == ""
