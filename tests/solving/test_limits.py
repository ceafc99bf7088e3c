"""No engine hangs: a time limit and Ctrl-C end it, wherever it is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sudokulens import Board, Geometry, TimeLimit, count, solutions, solve
from sudokulens.solving.random import random_grid
from sudokulens.solving.solve import ENGINES
from tests.solving.shapes import puzzle_with_holes

GENERAL = [name for name in ENGINES if name != "lockstep"]
"""The engines that take any size."""


def hopeless() -> Board:
    """A 25×25 board with far more solutions than can be counted, and with few of its cells given."""
    return puzzle_with_holes(5, Geometry.standard(25), 0.97)


@pytest.mark.parametrize("engine", GENERAL)
def test_a_count_that_cannot_end_stops_at_its_time_limit(engine: str) -> None:
    with pytest.raises(TimeLimit):
        count(hopeless(), engine=engine, time_limit=0.5)


def test_lockstep_stops_at_its_time_limit() -> None:
    with pytest.raises(TimeLimit):
        count(Board.empty(), engine="lockstep", time_limit=0.2)


@pytest.mark.parametrize("engine", GENERAL)
def test_solving_without_enough_time_is_unfinished(engine: str) -> None:
    solution = solve(hopeless(), engine=engine, time_limit=0.0)
    assert solution.kind == "unfinished"
    assert solution.boards == ()
    assert solution.engine == engine


@pytest.mark.parametrize("engine", ENGINES)
def test_an_iterator_can_be_left_half_way(engine: str) -> None:
    found = solutions(Board.empty(), engine=engine)
    assert next(found) != next(found)
    found.close()  # type: ignore[attr-defined]


CTRL_C = """
import sys
from sudokulens import Board, count
board = Board.parse(sys.argv[2])
count(Board.empty(), limit=1, engine=sys.argv[1])  # so that the engine is imported before the signal comes
print("ready", flush=True)
try:
    count(board, engine=sys.argv[1])
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
@pytest.mark.parametrize("engine", ENGINES)
def test_ctrl_c_ends_an_engine(engine: str) -> None:
    board = Board.empty() if engine == "lockstep" else hopeless()
    source = Path(__file__).parents[2] / "src"
    path = os.pathsep.join([str(source), os.environ.get("PYTHONPATH", "")])
    with subprocess.Popen(
        [sys.executable, "-c", CTRL_C, engine, str(board)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(1.5)
            process.send_signal(signal.SIGINT)
            rest, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    assert rest == "interrupted\n"
    assert process.returncode == 0


def test_a_full_board_needs_no_time() -> None:
    full = random_grid(1, Geometry.standard(25))
    assert solve(full, time_limit=60).kind == "unique"
