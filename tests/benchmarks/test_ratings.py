"""The comparison of ratings runs on any number of puzzles."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks.logic import ratings
from sudokulens.logic.techniques import ladder
from tests.cases import first_quick

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.skipif(not ladder.available(), reason="the rating kernel was not built")
@pytest.mark.parametrize(("published", "comparisons"), first_quick((0, 2), (1, 4)))
def test_published_ratings_can_be_left_out(
    published: int, comparisons: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ratings").mkdir()
    names = [f"{name}_{build}" for build in ("121", "sukaku") for name in ("ER", "EP", "ED")]
    (tmp_path / "ratings" / "se_ratings_open.csv").write_text(
        ",".join(["puzzle", *names]) + "\n" + ",".join([EASY, *["2.3"] * 6]) + "\n"
    )
    (tmp_path / "ratings" / "se_published_open.txt").write_text(f"1 {EASY} 2.3\n")
    (tmp_path / "puzzles").mkdir()
    told = tmp_path / "ratings.json"
    arguments = ["--data", str(tmp_path), "--json", str(told), "--published", str(published), "--puzzles", "1"]
    monkeypatch.setattr(sys, "argv", ["ratings", *arguments])
    with pytest.raises(SystemExit) as ended:
        ratings.main()
    assert not ended.value.code
    assert len(json.loads(told.read_text())["comparisons"]) == comparisons
