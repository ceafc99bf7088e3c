"""Benchmarks draw only with typefaces that hold every digit and letter."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables._g_l_y_f import Glyph

from pages.typefaces import file_of, files_of, typefaces

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


def test_others_of_the_same_weight_stand_in_for_missing_typefaces(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Benchmarks once stopped at the first typeface that the machine did not have."""
    whole = string.digits + string.ascii_letters
    regular, bold = write_font(tmp_path / "a/Sans.ttf", whole), write_font(tmp_path / "a/Sans-Bold.ttf", whole)
    found = files_of(tmp_path, ["Sans", "Roboto-Regular", "opentype/cantarell/Cantarell-Bold.otf", "b/Sans.ttf"])
    assert [*found.values()] == [regular, regular, bold, regular]
    assert capsys.readouterr().err.startswith(f"not below {tmp_path}: Cantarell-Bold, Roboto-Regular. Other typefaces")
    with pytest.raises(FileNotFoundError):
        files_of(tmp_path / "b", ["Sans"])


def test_nothing_is_said_where_every_typeface_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_font(tmp_path / "a/Sans.ttf", string.digits)
    assert files_of(tmp_path, ["Sans"]) == {"Sans": tmp_path / "a/Sans.ttf"}
    assert not capsys.readouterr().err


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks").rglob("*.py")), ids=lambda path: path.stem)
def test_no_benchmark_gathers_typefaces_itself(path: Path) -> None:
    assert ".[to]tf" not in path.read_text()
