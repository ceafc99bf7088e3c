"""Benchmarks draw only with typefaces that hold every digit and letter."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables._g_l_y_f import Glyph

from benchmarks.reading import cages
from pages.typefaces import file_of, typefaces

ROOT = Path(__file__).parents[2]


def write_font(path: Path, symbols: str) -> Path:
    """A font with an empty glyph for every symbol."""
    names = [".notdef", *(f"symbol{number}" for number in range(len(symbols)))]
    font = FontBuilder(1000)
    font.setupGlyphOrder(names)
    font.setupCharacterMap(dict(zip(map(ord, symbols), names[1:], strict=True)))
    font.setupGlyf({name: Glyph() for name in names})
    font.setupHorizontalMetrics(dict.fromkeys(names, (500, 0)))
    font.setupHorizontalHeader()
    font.setupPost()
    path.parent.mkdir(parents=True, exist_ok=True)
    font.save(path)
    return path


def test_only_typefaces_with_all_digits_and_letters_are_taken(tmp_path: Path) -> None:
    whole = string.digits + string.ascii_letters
    good = write_font(tmp_path / "b/Whole.ttf", whole), write_font(tmp_path / "a/WholeToo.otf", whole + "äß")
    write_font(tmp_path / "a/Digits.ttf", string.digits)
    write_font(tmp_path / "a/NoSmallLetters.ttf", string.digits + string.ascii_uppercase)
    write_font(tmp_path / "a/WholeMath.ttf", whole)
    (tmp_path / "a/Broken.ttf").write_bytes(b"no typeface")
    assert typefaces(tmp_path) == typefaces(tmp_path / "a", tmp_path / "b") == [*good]


def test_a_folder_without_such_typefaces_is_named(tmp_path: Path) -> None:
    write_font(tmp_path / "Digits.ttf", string.digits)
    with pytest.raises(FileNotFoundError, match=tmp_path.name):
        typefaces(tmp_path)


def test_a_missing_typeface_is_named(tmp_path: Path) -> None:
    write_font(tmp_path / "a/Sans.ttf", string.digits)
    assert file_of(tmp_path, "Sans") == tmp_path / "a/Sans.ttf"
    with pytest.raises(FileNotFoundError, match=r"no Serif\.ttf below"):
        file_of(tmp_path, "Serif")


def test_drawing_killers_ends_with_the_names_of_missing_typefaces(tmp_path: Path) -> None:
    write_font(tmp_path / "Roboto-Regular.ttf", string.digits)
    with pytest.raises(SystemExit, match=r"Carlito-Regular\.ttf, DejaVuSans\.ttf, DejaVuSerif\.ttf; --fonts"):
        cages.require_faces(tmp_path)


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks").rglob("*.py")), ids=lambda path: path.stem)
def test_no_benchmark_gathers_typefaces_itself(path: Path) -> None:
    assert ".[to]tf" not in path.read_text()
