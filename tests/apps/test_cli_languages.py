"""The language of the command line: `--lang` anywhere, or the locale."""

from __future__ import annotations

import pytest

from sudokulens.apps.cli.main import run
from sudokulens.wording.language import current, use

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.fixture(autouse=True)
def _in_english_afterwards(monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setenv("SUDOKULENS_LANG", "en")
    yield
    use("en")


@pytest.mark.parametrize("arguments", [["--lang", "de", "hint", PUZZLE], ["hint", PUZZLE, "--lang=de"]])
def test_the_option_may_stand_anywhere(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 0
    assert "passt die" in capsys.readouterr().out


def test_the_locale_chooses_where_nobody_asks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SUDOKULENS_LANG", "")
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    assert run(["check", PUZZLE]) == 0
    assert "30 cifras dadas; una única solución" in capsys.readouterr().out
    assert current() == "es"


def test_an_unknown_language_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hint", PUZZLE, "--lang", "tlh"]) == 2
    assert "expected one of en, de, es, fr, ja, zh" in capsys.readouterr().err


def test_faults_are_told_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", "55" + PUZZLE[2:], "--lang", "de"])
    assert "mehr als eine 5 in Zeile 1: r1c1 und r1c2" in capsys.readouterr().out


def test_experts_get_the_notation_when_they_ask(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hint", PUZZLE, "--details"]) == 0
    assert "Hidden single: " in capsys.readouterr().out.splitlines()[1]
