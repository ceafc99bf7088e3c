"""The command line in process: what it prints, and its exit statuses."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from pydantic import ValidationError
from typer.testing import CliRunner

from sudokulens import Board, Geometry, is_minimal, random_puzzle
from sudokulens.apps.cli.app import app
from sudokulens.apps.cli.bulk import MIN_BULK_LINES, solved_block
from sudokulens.apps.cli.inputs import CHUNK
from sudokulens.apps.cli.main import run
from sudokulens.apps.cli.sample_puzzles import sample_puzzles
from sudokulens.apps.server.schemas import GenerateRequest
from sudokulens.drawing.terminal import drawn
from sudokulens.puzzle import formats
from sudokulens.solving.shuffle import MAX_SEED

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
IMPOSSIBLE = "55" + PUZZLE[2:]
SEVERAL = "." * 72 + PUZZLE[72:]


def test_a_literal_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", PUZZLE]) == 0
    assert capsys.readouterr().out == SOLVED + "\n"


@pytest.mark.parametrize(
    ("puzzle", "code", "message"),
    [
        (IMPOSSIBLE, 1, "no solution"),
        (SEVERAL, 1, "several solutions"),
        ("12?" + "." * 78, 2, "line 1, column 3"),
        ("missing.sdk", 2, "there is no file 'missing.sdk'"),
        ("no/such/file", 2, "there is no file"),
        ("no/such.jpg", 2, "sudokulens: no/such.jpg does not exist\n"),
    ],
)
def test_the_exit_status_and_one_line_tell_what_went_wrong(
    puzzle: str, code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", puzzle]) == code
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [["slove"], ["solve", "--limit", "many"], ["solve", "--nonsense"], ["generate", "--symmetry", "odd"]],
)
def test_wrong_usage_is_one_line_and_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert "--help" in captured.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["hint", PUZZLE, "--level", "foo"], "'full' (see sudokulens hint --help)"),
        (["generate", "--size", "7"], "a 7×7 grid has no rectangular boxes (expected --rules jigsaw)"),
    ],
)
def test_wrong_usage_says_where_to_look_or_what_to_add(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    error = capsys.readouterr().err
    assert error.rstrip().endswith(told)
    assert "Value error" not in error


def test_a_hopeless_puzzle_ends_at_its_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    empty = str(Board.empty(Geometry.standard(25)))
    assert run(["solve", "--engine", "dlx", "--all", "--time-limit", "0.1", empty]) == 3
    assert "time limit" in capsys.readouterr().err


def test_the_same_with_and_without_typer(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", PUZZLE, "--json"]) == 0
    quick = capsys.readouterr().out
    assert run(["solve", PUZZLE, "--json", "--engine", "auto"]) == 0
    assert capsys.readouterr().out == quick


def test_json_tells_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "--json", SEVERAL]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["kind"], found["puzzle"], len(found["solutions"])) == ("multiple", SEVERAL, 2)


def test_every_solution_up_to_the_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "--all", "--limit", "5", SEVERAL]) == 0
    lines = capsys.readouterr().out.split()
    assert len(set(lines)) == 5
    assert all(Board.parse(line).status().solved for line in lines)


@pytest.mark.parametrize("engine", ["lockstep", "bitset", "dlx"])
def test_engines_are_chosen_by_name(engine: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "--engine", engine, PUZZLE]) == 0
    assert capsys.readouterr().out.strip() == SOLVED


def test_an_unknown_engine_names_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "--engine", "abacus", PUZZLE]) == 2
    assert "dlx" in capsys.readouterr().err


def test_solutions_in_any_format_keep_the_givens_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "--format", "sdk", PUZZLE]) == 0
    solved = Board.parse(capsys.readouterr().out)
    assert solved.puzzle == Board.parse(PUZZLE)
    assert "".join(map(str, solved)) == SOLVED


def test_many_puzzles_are_answered_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    jigsaw = str(random_puzzle(1, Geometry.standard(4, diagonals=True)))
    path = tmp_path / "puzzles.sdm"
    path.write_text("\n".join(["# a remark", PUZZLE, "", IMPOSSIBLE, SEVERAL, jigsaw, PUZZLE[:-1] + "!"]))
    assert run(["solve", str(path)]) == 2
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0] == SOLVED
    assert lines[1] == f"{IMPOSSIBLE} # no solution"
    assert lines[2].endswith("# several solutions")
    assert Board.parse(lines[3]).status().solved
    assert "line 7, column 81" in lines[4]
    assert f"{path}: line 7, column 81" in captured.err
    assert "5 puzzles" in captured.err


def test_a_large_collection_gives_the_same_in_blocks_and_one_by_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    samples = sample_puzzles()
    path, out = tmp_path / "many.txt", tmp_path / "solved.txt"
    path.write_text("\n".join((samples * (CHUNK // len(samples) + 30))[: CHUNK + MIN_BULK_LINES + 5]) + "\n" + PUZZLE)
    assert run(["solve", str(path), "--out", str(out)]) == 0
    lines = out.read_text().split()
    assert len(lines) == CHUNK + MIN_BULK_LINES + 6
    assert lines[-1] == SOLVED
    assert run(["solve", *samples]) == 0
    assert capsys.readouterr().out.split() == lines[: len(samples)]


def test_a_block_is_only_for_plain_unique_puzzles() -> None:
    lines = [puzzle + "\n" for puzzle in sample_puzzles()] * (MIN_BULK_LINES // 100)
    block = solved_block(lines)
    assert block is not None
    assert block.count == len(lines)
    for odd in (PUZZLE, SEVERAL + "\n", PUZZLE[:-1] + "!\n", PUZZLE[:-2] + "²²\n", "\n" + PUZZLE):
        assert solved_block([*lines, odd]) is None


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(formats.write(Board.parse(PUZZLE), "grid")))
    assert run(["solve", "-"]) == 0
    assert capsys.readouterr().out.strip() == SOLVED


def test_empty_input_is_unreadable(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run(["solve"]) == 2
    assert capsys.readouterr().err.startswith("sudokulens: ")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "picture"
    path.write_bytes(bytes(range(256)))
    assert run(["check", str(path)]) == 2
    assert "not a text file" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["hint", "check", "convert", "path"])
def test_a_damaged_picture_among_others_is_named(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = tmp_path / "damaged.png"
    damaged.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    assert run([command, str(damaged)]) == 2
    assert capsys.readouterr().err.startswith(f"sudokulens: {damaged}: the PNG file is damaged")


def test_check_lists_faults_with_their_cells(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", IMPOSSIBLE]) == 1
    assert "more than one 5 in row 1: r1c1 and r1c2" in capsys.readouterr().out


def test_check_tells_uniqueness_and_minimality(capsys: pytest.CaptureFixture[str]) -> None:
    minimal = sample_puzzles()[0]
    assert run(["check", PUZZLE, minimal]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "one solution; not minimal" in first
    assert "one solution; minimal" in second
    assert run(["check", "--json", SEVERAL]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["kind"], found["minimal"], found["faults"]) == ("multiple", None, [])


def test_check_ends_at_its_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--time-limit", "0", PUZZLE]) == 3
    assert "time limit" in capsys.readouterr().out


@pytest.mark.parametrize("name", formats.NAMES)
def test_convert_writes_every_format(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", PUZZLE, PUZZLE, "--to", name]) == 0
    read = formats.read(capsys.readouterr().out)
    assert [board.values for board in read] == [Board.parse(PUZZLE).values] * 2


def test_the_suffix_of_the_file_chooses_the_format(tmp_path: Path) -> None:
    out = tmp_path / "puzzle.opensudoku"
    assert run(["convert", PUZZLE, "--out", str(out)]) == 0
    assert out.read_text().startswith("<?xml")
    again = tmp_path / "again.sdk"
    assert run(["convert", str(out), "--out", str(again)]) == 0
    assert again.read_text().startswith("[Puzzle]")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", PUZZLE, "--out", str(tmp_path / "no" / "where.txt")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_an_unknown_format_lists_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", PUZZLE, "--to", "cuneiform"]) == 2
    assert "opensudoku" in capsys.readouterr().err
    assert run(["formats"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(formats.NAMES)


def test_the_same_seed_gives_the_same_minimal_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["generate", "--seed", "7", "--count", "2"]) == 0
    first = capsys.readouterr().out
    assert run(["generate", "--seed", "7", "--count", "2"]) == 0
    assert capsys.readouterr().out == first
    assert len(set(first.split())) == 2
    assert all(is_minimal(puzzle) for puzzle in first.split())


def test_generated_puzzles_have_the_size_rules_and_symmetry_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["generate", "--seed", "1", "--size", "6", "--diagonals", "--symmetry", "rotational"]) == 0
    board = Board.parse(capsys.readouterr().out)
    assert board.geometry == Geometry.standard(6, diagonals=True)
    assert board.givens == board.givens[::-1]
    assert run(["generate", "--seed", "1", "--size", "7"]) == 2


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_seeds_have_the_bounds_of_the_service(capsys: pytest.CaptureFixture[str], seed: int) -> None:
    assert run(["generate", "--seed", str(seed)]) == 2
    assert "--seed" in capsys.readouterr().err
    with pytest.raises(ValidationError):
        GenerateRequest(seed=seed)
    assert run(["generate", "--seed", str(MAX_SEED)]) == 0


def test_bench_measures(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--seconds", "0.1", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["puzzles"] == 100
    assert min(figures.values()) > 0


def test_the_samples_are_minimal_puzzles() -> None:
    assert all(is_minimal(puzzle) for puzzle in sample_puzzles()[:10])
    assert len(set(sample_puzzles())) == 100


def test_the_demo_reads_solves_hints_and_draws(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["demo"]) == 0
    text = capsys.readouterr().out
    assert "26 givens, 3 entries; one solution" in text
    assert "A hint: " in text
    assert "│ 2   9   4 │ 3   5   6 │ 8   7   1 │" in text
    assert (tmp_path / "sudokulens-demo.png").stat().st_size > 100_000


def test_walls_are_drawn_where_regions_meet() -> None:
    regions = [0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3]
    board = Board.empty(Geometry.jigsaw(regions)).with_values({0: 1})
    assert drawn(board).splitlines() == [
        "┌───────────┬───┐",
        "│ 1   ·   · │ · │",
        "│   ┌───┬───┘   │",
        "│ · │ · │ ·   · │",
        "├───┘   ├───┐   │",
        "│ ·   · │ · │ · │",
        "│   ┌───┘   └───┤",
        "│ · │ ·   ·   · │",
        "└───┴───────────┘",
    ]


def test_every_command_documents_its_exit_statuses() -> None:
    runner = CliRunner()
    for command in ([], ["read"], ["solve"], ["check"], ["convert"], ["generate"], ["bench"], ["demo"], ["formats"]):
        result = runner.invoke(app, [*command, "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"})
        assert result.exit_code == 0
        assert result.output.count("130 interrupted") == 1


def test_typers_own_runner_gives_the_exit_status() -> None:
    assert CliRunner().invoke(app, ["solve", "--engine", "dlx", PUZZLE]).exit_code == 0
    assert CliRunner().invoke(app, ["solve", "--engine", "dlx", IMPOSSIBLE]).exit_code == 1


def test_rules_can_be_added_on_the_command_line() -> None:
    board = "." * 81
    solved = CliRunner().invoke(app, ["solve", board, "--rules", "cage=3:r1c1,r1c2;greater=r1c1>r1c2"])
    assert solved.output.startswith("21")
    checked = CliRunner().invoke(app, ["check", "55" + "." * 79, "--rules", "cage=3:r1c1,r1c2"])
    assert "the cage r1c1, r1c2 holds different digits with sum 3" in checked.output
    converted = CliRunner().invoke(app, ["convert", board, "--rules", "antiknight;x", "--to", "line"])
    assert converted.output.strip() == board + ";x;antiknight"
    broken = CliRunner().invoke(app, ["hint", board, "--rules", "cage=99:r1c1,r1c2"])
    assert "no solution" in broken.output
