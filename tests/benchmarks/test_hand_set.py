"""Numbers that somebody chose by hand in the reader are counted, and do not become more."""

from __future__ import annotations

from pathlib import Path

from benchmarks.reading.hand_set import SOURCE, all_numbers, numbers_of

MOST = 113
"""As many as the reader has: to be lowered as numbers go, never raised."""

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


HIDDEN = """
REACHES = (0.3, 0.2)
LUMINANCE = (0.299, 0.587, 0.114)


def score(share: float, reach: int = 5) -> float:
    if share > 140 or share.ndim > 3 or share[7] * CELL // 4 < 3 / 2:
        return max(20.0, 1.5 + share) * reach ** 3 + blur(share, (15, 15)) + 255 * share
    return min(8, np.percentile(share, 98)) - 2 * share
"""


def test_whole_numbers_that_measure_something_count_and_tuples_hide_none(tmp_path: Path) -> None:
    file = tmp_path / "sample.py"
    file.write_text(HIDDEN, encoding="utf-8")
    found = list(numbers_of(file))
    assert [number.text for number in found if number.name] == ["0.3", "0.2"]
    assert sorted(number.text for number in found if not number.name) == sorted(
        ["5", "140", "3", "20.0", "15", "8", "98"]
    )


def test_the_reader_has_no_more_of_them_than_before() -> None:
    assert len(all_numbers(SOURCE)) <= MOST
