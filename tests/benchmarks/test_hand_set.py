"""Numbers that somebody chose by hand in the reader are counted, and do not become more."""

from __future__ import annotations

from pathlib import Path

from benchmarks.reading.hand_set import SOURCE, all_numbers, numbers_of

MOST = 231
"""Somewhat more than the reader has: to be lowered as numbers go, never raised."""

SAMPLE = """
LEAST, MOST = 0.2, 3
NAMES = ("a", "b")


def score(share: float, weight: float = 0.7) -> float:
    return min(1, 0.5 * share + 0.3 * weight + 2 * LEAST) / (weight + 1e-6)
"""


def test_constants_and_fractions_count_but_not_arithmetic(tmp_path: Path) -> None:
    file = tmp_path / "sample.py"
    file.write_text(SAMPLE, encoding="utf-8")
    found = list(numbers_of(file))
    assert [number.name for number in found if number.name] == ["LEAST", "MOST"]
    assert sorted(number.text for number in found if not number.name) == ["0.3", "0.7"]


def test_the_reader_has_no_more_of_them_than_before() -> None:
    assert len(all_numbers(SOURCE)) <= MOST
