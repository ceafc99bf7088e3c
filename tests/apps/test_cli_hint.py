"""`sudokulens hint`, `path` and `techniques` as people call them."""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from PIL import Image

from sudokulens import Board, solve
from sudokulens.apps.cli.main import run
from sudokulens.drawing.palette import LIGHT

PUZZLE = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
PHOTO = str(files("sudokulens.apps.cli.samples") / "newspaper.jpg")


@pytest.mark.parametrize("level", ["nudge", "technique", "pattern", "full"])
def test_each_level_says_no_more_than_it_may(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hint", PUZZLE, "--level", level]) == 0
    said = capsys.readouterr().out
    assert ("r9c3" in said) == (level in ("pattern", "full"))
    assert ("is 7" in said) == (level == "full")


def test_json_holds_the_payload_of_the_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hint", PUZZLE, "--json", "--level", "technique"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["step"]["technique"] == "hidden_single"
    assert "places" not in answer["step"]


def test_a_hint_is_drawn_as_svg_png_or_pdf_in_either_theme(tmp_path: Path) -> None:
    assert run(["hint", PUZZLE, "--out", str(tmp_path / "hint.svg")]) == 0
    assert (tmp_path / "hint.svg").read_text().startswith("<svg")
    assert run(["hint", PUZZLE, "--out", str(tmp_path / "hint.png")]) == 0
    with Image.open(tmp_path / "hint.png") as picture:
        assert picture.width == picture.height
        assert picture.getpixel((0, 0)) == (255, 255, 255)
    assert run(["hint", PUZZLE, "--theme", "dark", "--out", str(tmp_path / "dark.png")]) == 0
    with Image.open(tmp_path / "dark.png") as picture:
        assert max(picture.convert("L").getpixel((0, 0)), 0) < 60
    assert run(["hint", PUZZLE, "--out", str(tmp_path / "hint.pdf")]) == 0
    assert (tmp_path / "hint.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("hint.doc", "its name does not end in .svg, .png, .pdf"),
        ("hint", "its name does not end in .svg, .png, .pdf"),
        ("nowhere/hint.png", "No such file or directory"),
    ],
)
def test_a_drawing_that_cannot_be_written_says_why(
    name: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["hint", PUZZLE, "--out", str(tmp_path / name)]) == 2
    assert capsys.readouterr().err == f"sudokulens: {tmp_path / name} cannot be written: {reason}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on files there")
@pytest.mark.parametrize("name", ["hint.svg", "hint.png", "hint.pdf"])
def test_a_drawing_is_there_whole_or_what_was_there_before(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import resource

    target = tmp_path / name
    target.write_text("precious")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        assert run(["hint", PUZZLE, "--out", str(target)]) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert capsys.readouterr().err == f"sudokulens: {target} cannot be written: File too large\n"
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert target.read_text() == "precious"


def test_the_drawing_of_a_mistake_shows_it(tmp_path: Path) -> None:
    board = Board.parse(PUZZLE)
    solved = solve(board).board
    assert solved is not None
    free = board.computed_candidates()[1]
    mistaken = next(digit for digit in range(1, 10) if free >> (digit - 1) & 1 and digit != solved[1])
    assert run(["hint", str(board.with_values({1: mistaken})), "--out", str(tmp_path / "hint.svg")]) == 0
    assert f'fill="{LIGHT["wrong"]}" fill-opacity="0.3"' in (tmp_path / "hint.svg").read_text()


def test_a_hint_for_a_picture_lies_on_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "hint.png"
    assert run(["hint", PHOTO, "--level", "technique", "--out", str(target)]) == 0
    assert "Hidden single" in capsys.readouterr().out
    with Image.open(PHOTO) as before, Image.open(target) as after:
        assert before.size == after.size
        assert before.convert("RGB").tobytes() != after.convert("RGB").tobytes()


def test_a_picture_without_a_sudoku_gives_no_hint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blank = tmp_path / "blank.png"
    Image.new("RGB", (400, 300), (200, 200, 200)).save(blank)
    for command in ("hint", "rate", "check", "path", "convert"):
        assert run([command, str(blank)]) == 1
        assert "no Sudoku" in capsys.readouterr().err


def test_a_picture_is_a_puzzle_for_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", PHOTO, "--to", "line"]) == 0
    text = capsys.readouterr().out.strip()
    for command in ("rate", "check", "path"):
        assert run([command, PHOTO]) == 0
        of_picture = capsys.readouterr().out
        assert run([command, text]) == 0
        assert of_picture == capsys.readouterr().out


def test_puzzles_without_a_single_solution_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hint", "." * 81]) == 1
    assert "more than one solution" in capsys.readouterr().out
    assert run(["path", "11" + "." * 79]) == 1
    assert "no solution" in capsys.readouterr().out


def test_a_path_ends_with_the_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["path", PUZZLE, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["solved"]
    assert sum(len(step["places"]) for step in found["steps"]) == PUZZLE.count(".")


def test_every_technique_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["techniques"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("X-Wing" in line and "0300" in line and line.endswith("x-wing") for line in lines)


def test_a_technique_is_taught_in_the_terminal_and_as_a_page(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["techniques", "x-wing"]) == 0
    text = capsys.readouterr().out
    assert "Level: medium" in text or "Level: hard" in text
    assert text.count("┌") >= 2, "the example and the position to try"
    assert run(["techniques", "0300", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == "x_wing"
    assert run(["techniques", "x-wing", "--out", str(tmp_path / "lesson.html")]) == 0
    assert (tmp_path / "lesson.html").read_text().count("<svg") >= 5
    assert run(["techniques", "nonsense"]) == 2


def test_a_proof_lists_the_premises_and_what_follows(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hint", "--proof", PUZZLE]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("  ∴ ")
    assert "←" in lines[1]
    assert run(["hint", "--proof", "--json", PUZZLE]) == 0
    proof = json.loads(capsys.readouterr().out)["step"]["proof"]
    assert proof["proved"] is True
    assert proof["premises"][0]["kind"] in ("cell", "unit")
    assert run(["hint", "--proof", "--level", "nudge", PUZZLE]) == 0
    assert "∴" not in capsys.readouterr().out
