"""The parts of the benchmarks that could mislead if they were wrong."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import numpy as np
import pytest

from benchmarks.measure import one_by_one_speed
from benchmarks.puzzle_sets import as_array, big_sets, classic_sets
from benchmarks.solving import norvig
from benchmarks.solving.peers import PEERS
from benchmarks.solving.report import BEGIN, END, write_tables
from benchmarks.solving.verify import is_right
from tests.solving.shapes import WIKIPEDIA, WIKIPEDIA_SOLVED

HARD = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"


@pytest.mark.parametrize("puzzle", [WIKIPEDIA, HARD])
def test_norvigs_algorithm_solves(puzzle: str) -> None:
    answer = norvig.solve(puzzle)
    assert answer is not None
    assert is_right(puzzle, answer)


def test_norvigs_algorithm_knows_when_there_is_no_solution() -> None:
    assert norvig.solve("12345678." + "........9" + "." * 63) is None


@pytest.mark.parametrize("peer", [peer for peer in PEERS if peer.version is not None], ids=lambda peer: peer.name)
def test_every_installed_peer_is_used_rightly(peer: object) -> None:
    solve_one = peer.prepare()  # type: ignore[attr-defined]
    for _ in range(2):
        assert solve_one(WIKIPEDIA) == WIKIPEDIA_SOLVED


def test_the_verifier_refuses_a_wrong_digit_and_a_changed_given() -> None:
    assert is_right(WIKIPEDIA, WIKIPEDIA_SOLVED)
    assert not is_right(WIKIPEDIA, WIKIPEDIA_SOLVED[:2] + "6" + WIKIPEDIA_SOLVED[3:])
    exchanged = WIKIPEDIA_SOLVED.translate(str.maketrans("12", "21"))
    assert is_right("." * 81, exchanged)
    assert not is_right(WIKIPEDIA, exchanged)


def test_puzzles_are_read_from_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "puzzles"
    folder.mkdir()
    (folder / "some.txt").write_text(f"# where from\n{WIKIPEDIA} and a comment\n{HARD.replace('.', '0')}\n")
    (folder / "big.txt").write_text(",".join(["0"] * 256) + "\n")
    (classic,) = classic_sets(tmp_path)
    assert (classic.name, classic.puzzles) == ("some", [WIKIPEDIA, HARD])
    assert big_sets(tmp_path)["big"][0].size == 16


def test_puzzles_become_an_array() -> None:
    array = as_array([WIKIPEDIA, HARD])
    assert array.shape == (2, 81)
    assert array.dtype == np.uint8
    assert list(array[0, :5]) == [5, 3, 0, 0, 7]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs alarms")
def test_a_solver_that_is_too_slow_is_cut_short_and_marked() -> None:
    def slow(puzzle: str) -> None:
        while True:
            time.process_time()

    speed = one_by_one_speed(slow, [WIKIPEDIA] * 3, 0.1)
    assert speed.out_of_time
    assert speed.puzzles == 0


def test_the_tables_go_between_the_markers(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    row = {"proves": "unique", "puzzles": 1, "median": 1.0, "out_of_time": False}
    rows = [{"name": "sudokulens", "best": 300.0, **row}, {"name": "peer", "best": 2.0, **row}]
    machine = {"date": "today", "commit": "abc", "cpu": "x", "cores": 1, "system": "y", "python": "3"}
    machine["load_at_start"] = 0
    report = {"machine": machine, "versions": {}, "sets": {"easy": {"rows": rows}}, "threads": [], "big": {}}
    write_tables(report, page)
    text = page.read_text()
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")
    assert "old" not in text
    assert "| sudokulens | 300 |" in text
    assert "150×" in text
