"""Which language a person wants, and how languages list and inflect."""

from __future__ import annotations

import pytest

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.wording.language import accepted, current, from_environment, matching, spoken
from sudokulens.wording.message import Cells, Digits, Units, message
from sudokulens.wording.page_messages import autonym, page_messages
from sudokulens.wording.voice import Voice


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        ("de", "de"),
        ("de-AT", "de"),
        ("de_DE.UTF-8", "de"),
        ("zh-Hans", "zh"),
        ("EN", "en"),
        ("C.UTF-8", None),
        ("", None),
    ],
)
def test_a_tag_names_a_language(tag: str, code: str | None) -> None:
    assert matching(tag) == code


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "fr"),
        ("tlh, de;q=0.3, es;q=0.8", "es"),
        ("de;q=0, en;q=0.1", "en"),
        ("de;q=rubbish", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_the_header_of_a_browser_names_the_language_it_likes_best(header: str | None, code: str) -> None:
    assert accepted(header) == code


def test_the_locale_of_the_environment_is_taken_unless_ours_is_set() -> None:
    assert from_environment({"LANG": "ja_JP.UTF-8"}) == "ja"
    assert from_environment({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}) == "en"
    assert from_environment({"LANG": "ja_JP.UTF-8", "LANGUAGE": "xx:es"}) == "es"
    assert from_environment({"LANG": "ja_JP.UTF-8", "SUDOKULENS_LANG": "fr"}) == "fr"
    assert from_environment({}) == "en"


def test_a_language_is_spoken_inside_its_block_only() -> None:
    with spoken("de"):
        assert current() == "de"
    assert current() == "en"


@pytest.mark.parametrize(
    ("code", "units", "digits", "cells"),
    [
        ("en", "rows 1 and 3 and box 9", "1, 7 or 8", "r1c1 and r1c2"),
        ("de", "die Zeilen 1 und 3 und Block 9", "1, 7 oder 8", "r1c1 und r1c2"),
        ("fr", "les lignes 1 et 3 et le bloc 9", "1, 7 ou 8", "r1c1 et r1c2"),
        ("es", "las filas 1 y 3 y el bloque 9", "1, 7 u 8", "r1c1 y r1c2"),
        ("ja", "1と3行目とブロック9", "1、7か8", "r1c1とr1c2"),
        ("zh", "第 1 和 3 行和第 9 宫", "1、7 或 8", "r1c1 和 r1c2"),
    ],
)
def test_things_are_listed_as_the_language_lists_them(code: str, units: str, digits: str, cells: str) -> None:
    voice = Voice(code)
    assert voice.phrase(Units((0, 2, 26))) == units
    assert voice.phrase(Digits((1, 7, 8)), "or") == digits
    assert voice.phrase(Cells((0, 1))) == cells


def test_prepositions_and_articles_grow_together() -> None:
    assert Voice("fr").phrase(Units((22,)), "de") == "du bloc 5"
    assert Voice("fr").phrase(Units((0,)), "de") == "de la ligne 1"
    assert Voice("fr").phrase(Units((18, 19)), "à") == "aux blocs 1 et 2"
    assert Voice("es").phrase(Units((22,)), "de") == "del bloque 5"
    assert Voice("es").phrase(Units((0,)), "a") == "a la fila 1"


def test_units_beside_rows_columns_and_boxes_are_called_by_where_they_lie() -> None:
    diagonal = Voice("en", Geometry.standard(9, diagonals=True))
    assert diagonal.phrase(Units((27,))) == "the diagonal from r1c1 to r9c9"
    assert diagonal.phrase(Units((28,))) == "the diagonal from r1c9 to r9c1"
    windows = Geometry(9, Geometry.standard().regions, (tuple(r * 9 + c for r in (1, 2, 3) for c in (1, 2, 3)),))
    assert Voice("en", windows).phrase(Units((27,))) == "the window from r2c2 to r4c4"
    disjoint = Board.parse("." * 81 + ";disjoint").geometry
    assert Voice("en", disjoint).phrase(Units((27,))) == "the disjoint group of r1c1"
    in_german = Voice("de", Geometry.standard(9, diagonals=True))
    assert in_german.phrase(Units((27,)), "dat") == "der Diagonale von r1c1 bis r9c9"


def test_sentences_begin_with_a_capital_unless_with_a_cell() -> None:
    voice = Voice("en")
    assert voice.paragraph(
        [message("{unit} is full.", unit=Units((0,))), message("{cells} is left.", cells=Cells((3,)))]
    ) == ("Row 1 is full. r1c4 is left.")


def test_every_language_knows_its_own_name() -> None:
    assert [autonym(code) for code in ("en", "de", "zh")] == ["English", "Deutsch", "简体中文"]
    assert page_messages("en").messages == {}
