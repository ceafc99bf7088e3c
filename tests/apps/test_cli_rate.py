"""`sudokulens rate`: one line per puzzle, on either scale."""

from __future__ import annotations

import json

import pytest

from sudokulens.apps.cli.main import run
from sudokulens.apps.cli.outputs import Output
from sudokulens.logic.explainer import is_available

pytestmark = pytest.mark.skipif(not is_available(), reason="the kernel was not built")

PUZZLE = "6.9.2...42........4.1.6.23...2..6.7....8...19..84......9..5...87..............967"


def test_a_line_tells_puzzle_ratings_level_score_and_technique(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rate", PUZZLE]) == 0
    puzzle, er, ep, ed, level, score, technique = capsys.readouterr().out.split()
    assert puzzle == PUZZLE
    assert float(ed) <= float(ep) <= float(er)
    assert (level.isalpha(), score.isdigit(), bool(technique)) == (True, True, True)


@pytest.mark.parametrize(("scale", "name"), [("se", "SE 1.2.1"), ("sukaku", "Sukaku Explainer")])
def test_the_scale_can_be_chosen(scale: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rate", "--json", "--scale", scale, PUZZLE]) == 0
    assert json.loads(capsys.readouterr().out)["scale"] == name


def test_an_unknown_scale_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rate", "--scale", "stars", PUZZLE]) == 2
    assert "sukaku" in capsys.readouterr().err


def test_on_a_terminal_the_columns_are_labelled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Output, "is_terminal", True)
    assert run(["rate", PUZZLE, PUZZLE]) == 0
    labels, *rows = capsys.readouterr().out.splitlines()
    assert labels.split() == ["ER", "EP", "ED", "level", "score", "hardest", "step", "puzzle"]
    assert len(rows) == 2
    for row in rows:
        assert row[labels.index("level")].isalpha()
        assert row[labels.index("puzzle") :] == PUZZLE


def test_a_variant_is_told_once_that_the_scale_is_for_the_classic_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rate", PUZZLE]) == 0
    assert capsys.readouterr().err == ""
    assert run(["rate", "--rules", "even=r1c1", PUZZLE, PUZZLE]) == 0
    told = capsys.readouterr()
    assert [line.split()[1:4] for line in told.out.splitlines()] == [["-", "-", "-"]] * 2
    assert told.err.count("Sudoku Explainer's scale is for the classic board") == 1
