"""solve_many: text, files, boards and arrays in; the same kind out; threads, limits and Ctrl-C."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from array import array

import numpy as np
import pytest

from sudokulens import Board, Geometry, InvalidBoard, TimeLimit
from sudokulens.solving import fallback_text
from sudokulens.solving._kernel import kernel
from sudokulens.solving.many import MAX_PART_PUZZLES, solve_many
from tests.solving.own_puzzles import mutated_puzzles, own_puzzles
from tests.solving.shapes import WIKIPEDIA, WIKIPEDIA_SOLVED

ENDLESS = "import sudokulens.solving.many as m; print('ready', flush=True); m.solve_many(['.' * 81] * {}, 2**32 - 1)"


def test_an_open_file_gives_a_string_for_each_puzzle() -> None:
    file = io.StringIO(f"# comment\n{WIKIPEDIA}\n\n{'7' * 2 + '.' * 79} none\n{WIKIPEDIA},5.2\n")
    assert solve_many(file) == ([WIKIPEDIA_SOLVED, None, WIKIPEDIA_SOLVED], [1, 0, 1])


def test_one_string_is_read_line_by_line() -> None:
    assert solve_many(WIKIPEDIA) == ([WIKIPEDIA_SOLVED], [1])


def test_every_usual_blank_is_understood() -> None:
    for blank in "0.*_xX":
        assert solve_many([WIKIPEDIA.replace(".", blank)])[1] == [1]


def test_boards_give_boards_that_keep_their_givens() -> None:
    board = Board.parse(WIKIPEDIA)
    (solved,), counts = solve_many([board])
    assert solved is not None
    assert counts == [1]
    assert (solved.puzzle, solved.status().solved) == (board, True)


def test_arrays_give_arrays() -> None:
    puzzles = np.frombuffer(b"".join(puzzle.values for puzzle in own_puzzles()), dtype=np.uint8).reshape(-1, 81)
    solutions, counts = solve_many(puzzles, limit=20)
    assert solutions.shape == puzzles.shape
    assert counts.tolist() == [puzzle.count for puzzle in own_puzzles()]
    assert not solutions[counts == 0].any()
    assert (solutions[counts > 0] > 0).all()
    strided = np.repeat(puzzles, 2, axis=0)[::2]
    for same in (strided, puzzles.astype(np.int64)):
        assert (solve_many(same, limit=20)[0] == solutions).all()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_do_not_change_the_answers(threads: int) -> None:
    lines = ["".join(map(str, puzzle)) for puzzle in mutated_puzzles(seed=8, count=400)]
    assert solve_many(lines, 3, threads=threads) == solve_many(lines, 3)


def test_lines_are_counted_across_blocks() -> None:
    lines = [WIKIPEDIA] * MAX_PART_PUZZLES + ["# a remark", f"{WIKIPEDIA},1", "1" * 81]
    solutions, counts = solve_many(lines, threads=1)
    assert solutions == [WIKIPEDIA_SOLVED] * (MAX_PART_PUZZLES + 1) + [None]
    assert counts == [1] * (MAX_PART_PUZZLES + 1) + [0]
    with pytest.raises(InvalidBoard, match=f"line {MAX_PART_PUZZLES + 4}, column 3"):
        solve_many([*lines, "..?"], threads=1)


@pytest.mark.parametrize(
    ("puzzles", "reason"),
    [
        ([], "no puzzles"),
        (["# nothing but a comment"], "no puzzles"),
        ([WIKIPEDIA, WIKIPEDIA[:80]], "line 2: 80 characters"),
        ([WIKIPEDIA + "5"], "82 characters"),
        (["?" + WIKIPEDIA[1:]], "line 1, column 1"),
        (["é" + WIKIPEDIA[1:]], "line 1, column 1"),
        ([Board.empty(Geometry.standard(16))], "puzzle 1"),
        ([Board.empty(Geometry.standard(9, diagonals=True))], "puzzle 1"),
        (np.zeros((0, 81), np.uint8), "no puzzles"),
        (np.zeros((2, 80), np.uint8), r"\(2, 80\)"),
        (np.zeros((2, 81), np.float64), "float64"),
        (np.full((2, 81), 10, np.uint8), "puzzle 0 has 10 in cell 0"),
        (np.full((2, 81), -1, np.int8), "puzzle 0 has -1"),
    ],
)
def test_what_is_no_classic_puzzle_is_refused(puzzles: list[str], reason: str) -> None:
    with pytest.raises(InvalidBoard, match=reason):
        solve_many(puzzles)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="limit"):
        solve_many([WIKIPEDIA], limit=0)
    with pytest.raises(ValueError, match="threads"):
        solve_many([WIKIPEDIA], threads=0)
    with pytest.raises(TypeError, match="int"):
        solve_many([5])  # type: ignore[list-item]


@pytest.mark.parametrize("threads", [1, 3])
def test_the_time_limit_ends_every_thread(threads: int) -> None:
    with pytest.raises(TimeLimit, match=r"0\.05 s"):
        solve_many(["." * 81] * 300, limit=2**32 - 1, threads=threads, seconds=0.05)


@pytest.mark.skipif(os.name != "posix", reason="signals as on Unix")
@pytest.mark.parametrize("pure", ["0", "1"])
@pytest.mark.parametrize("count", [1, 300])
def test_ctrl_c_ends_it_at_once(pure: str, count: int) -> None:
    # An interrupt inside coverage's own lock would keep the child forever, so it is not measured.
    unmeasured = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    environment = {**unmeasured, "SUDOKULENS_PURE_PYTHON": pure}
    code = ENDLESS.format(count)
    with subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert "KeyboardInterrupt" in errors
    assert process.returncode != 0


def test_pure_python_gives_the_same_answers() -> None:
    lines = [WIKIPEDIA, *("".join(map(str, puzzle)) for puzzle in mutated_puzzles(seed=9, count=40))]
    code = (
        "import sys; from sudokulens.solving.compiled import IS_COMPILED;"
        "from sudokulens.solving.many import solve_many;"
        "print(IS_COMPILED, solve_many(sys.stdin, 5), 'numpy' in sys.modules)"
    )
    environment = {**os.environ, "SUDOKULENS_PURE_PYTHON": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"False {solve_many(lines, 5)} False\n"


ENDS = ("\n", "\r", "\r\n", "\n\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\n\n", " \n", "\n# remark\n", "\n\t", "\x1f\n")


@pytest.mark.parametrize("end", ENDS)
def test_one_text_is_split_as_python_splits_it(end: str) -> None:
    lines = ["".join(map(str, puzzle)) for puzzle in mutated_puzzles(seed=7, count=3)]
    for text in (end.join(lines), end.join(lines) + end, end + end.join(lines)):
        digits, rest = kernel.read_text(text, 0, 100) or (b"", 0)
        assert (digits, rest) == (fallback_text.read_lines(text.splitlines()), len(text))
        first, rest = kernel.read_text(text, 0, 1) or (b"", 0)
        second, _ = kernel.read_text(text, rest, 2) or (b"", 0)
        assert first + second == digits
        assert solve_many(text) == solve_many(text.splitlines())


def test_lines_of_one_text_are_counted_across_blocks() -> None:
    text = f"{WIKIPEDIA}\r\n" * (MAX_PART_PUZZLES + 1) + f"# a remark\n{WIKIPEDIA},1\n\n"
    solutions, counts = solve_many(text, threads=1)
    assert (solutions, counts) == ([WIKIPEDIA_SOLVED] * (MAX_PART_PUZZLES + 2), [1] * (MAX_PART_PUZZLES + 2))
    with pytest.raises(InvalidBoard, match=f"line {MAX_PART_PUZZLES + 5}, column 3"):
        solve_many(f"{text}..?", threads=1)
    for strange in (WIKIPEDIA[:80], f"{WIKIPEDIA}5", f"é{WIKIPEDIA[1:]}", f"{WIKIPEDIA[:40]}\0{WIKIPEDIA[41:]}"):
        assert kernel.read_text(strange, 0, 9) is None
    with pytest.raises(ValueError, match="place"):
        kernel.read_text(WIKIPEDIA, 82, 1)
    with pytest.raises(InvalidBoard, match="no puzzles"):
        solve_many("\n# nothing\n")


def test_lines_are_read_and_written_alike_with_and_without_the_kernel() -> None:
    lines = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "", " # a remark"]
    lines += ["\t" + "0*_xX.123" * 9 + "\r\n", "." * 81]
    assert kernel.read_lines(lines) == fallback_text.read_lines(lines)
    for strange in ("." * 80, "." * 82, "." * 80 + "a", "." * 80 + "é", "." * 40 + " " + "." * 40):
        assert kernel.read_lines([strange]) is fallback_text.read_lines([strange]) is None
    solutions, counts = bytes([9] * 81 + [0] * 81), array("I", [2, 0])
    assert kernel.write_lines(solutions, counts) == fallback_text.write_lines(solutions, counts) == ["9" * 81, None]
    for module in (kernel, fallback_text):
        with pytest.raises(ValueError, match="81 bytes"):
            module.write_lines(solutions, array("I", [1]))
