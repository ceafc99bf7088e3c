"""Texts on pictures and sheets have fonts in all languages; what no font has shows as a question mark."""

from __future__ import annotations

import pytest

from sudokulens.drawing.draw import draw
from sudokulens.drawing.lettering import BUILT_IN, FONTS, Run, _letters, font_path, runs
from sudokulens.drawing.raster import render
from sudokulens.wording.language import languages, spoken
from tests.drawing.test_rules import board_with
from tests.wording.catalogues import codes, load


@pytest.mark.parametrize("code", codes())
def test_every_letter_that_pictures_show_is_in_a_font(code: str) -> None:
    shown = [
        entry.string
        for entry in load(code)
        if entry.context == "rules" or any(path.startswith("drawing/") for path, _ in entry.locations)
    ]
    assert len(shown) > 20
    needed = {letter for text in shown for letter in text if ord(letter) > BUILT_IN}
    assert needed <= set(_letters().get(code, "")), "run docs/cut_fonts.py"


@pytest.mark.parametrize("code", sorted(_letters()))
def test_the_fonts_have_the_letters_listed_and_stay_small(code: str) -> None:
    reader = pytest.importorskip("fontTools.ttLib", reason="the extra 'print' is not installed")
    with reader.TTFont(font_path(code)) as font:
        assert set(map(chr, font.getBestCmap())) == set(_letters()[code])
    assert sum(path.stat().st_size for path in FONTS.iterdir()) < 60_000
    assert "SIL OPEN FONT LICENSE" in (FONTS / "OFL.txt").read_text(encoding="utf-8")


def test_shared_letters_have_the_shapes_of_the_language() -> None:
    for code in ("ja", "zh"):
        with spoken(code):
            assert runs("数独 1") == [Run("数独", code), Run(" 1", None)]


def test_letters_without_a_font_become_question_marks() -> None:
    assert runs("Ω\t한ä") == [Run("???ä", None)]


@pytest.mark.parametrize("code", languages())
def test_a_sheet_says_title_solution_and_rules_in_its_language(code: str) -> None:
    pytest.importorskip("fpdf", reason="the extra 'print' is not installed")
    pdfium = pytest.importorskip("pypdfium2", reason="the extra 'batch' is not installed")
    from sudokulens.drawing.pdf import sheet

    with spoken(code):
        document = pdfium.PdfDocument(sheet([board_with("antiknight")]))
    text = "".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    assert all(word in text for word in _WORDS[code])
    assert "?" not in text


_WORDS = {
    "en": ("Sudoku 1", "Sudoku 1: solution", "anti-knight"),
    "de": ("Sudoku 1", "Sudoku 1: Lösung", "Anti-Springer"),
    "fr": ("Sudoku 1", "solution", "anti-cavalier"),
    "es": ("Sudoku 1", "solución", "anticaballo"),
    "ja": ("数独 1", "解答", "アンチナイト"),
    "zh": ("数独 1", "答案", "无马步"),
}


def test_a_picture_paints_rules_in_japanese_and_not_as_boxes() -> None:
    named = []
    for title in ("antiknight", "antiking"):
        with spoken("ja"):
            named.append(render(draw(board_with(title))))
    # The two names have the same number of letters: as boxes they would be the same picture.
    assert (named[0] != named[1]).any()
