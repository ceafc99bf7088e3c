"""The JSON contract of `sudokulens read`, on which other programs depend, and its exit statuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sudokulens.puzzle.board import Board
from tests.pictures import flat_grid, on_page, photographed

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a photo turned by a quarter, an empty picture, and a file that is no picture."""
    place = tmp_path_factory.mktemp("pictures")
    photo = photographed(on_page([flat_grid(Board.parse(PUZZLE), 70)], 760, 760), 90)
    Image.fromarray(photo).save(place / "photo.png")
    Image.fromarray(np.full((300, 400, 3), 220, dtype=np.uint8)).save(place / "blank.png")
    (place / "broken.jpg").write_bytes(b"not a picture")
    return place


def sudokulens(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    code = "import sys; from sudokulens.apps.cli.main import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | {"COLUMNS": "120"})


def test_a_photo_gives_one_line_with_everything_the_contract_names(folder: Path) -> None:
    run = sudokulens("read", "--json", folder / "photo.png")
    assert run.returncode == 0
    (line,) = run.stdout.splitlines()
    answer = json.loads(line)
    assert answer["image"] == str(folder / "photo.png")
    assert answer["error"] is None
    with Image.open(folder / "photo.png") as image:
        assert (answer["width"], answer["height"]) == image.size
    (grid,) = answer["grids"]
    assert grid["size"] == 9
    assert grid["rotation"] == 90
    assert grid["givens"] == PUZZLE.replace(".", "0")
    assert grid["entries"] == "0" * 81
    assert grid["status"] == "unique"
    assert grid["solution"] == ANSWER
    assert 0.9 < grid["confidence"] <= 1
    assert np.array(grid["corners"]).shape == (4, 2)
    assert grid["doubts"] == []
    assert grid["repaired"] == []


def test_images_that_fail_keep_their_place_and_the_others_are_read(folder: Path) -> None:
    names = ["broken.jpg", "photo.png", "missing.png", "blank.png"]
    run = sudokulens("read", *(folder / name for name in names), "--json")
    assert run.returncode == 1
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [Path(answer["image"]).name for answer in answers] == names
    assert [bool(answer["error"]) for answer in answers] == [True, False, True, False]
    assert [len(answer["grids"]) for answer in answers] == [0, 1, 0, 0]


def test_a_picture_that_is_not_there_is_named_once_and_ends_with_two(folder: Path) -> None:
    run = sudokulens("read", folder / "missing.png")
    assert run.returncode == 2
    assert run.stderr.count("missing.png") == 1


@pytest.mark.parametrize("arguments", [["read"], ["read", "--size", "2", "x.png"], ["read", "--nonsense", "x.png"]])
def test_wrong_usage_ends_with_two(arguments: list[str]) -> None:
    assert sudokulens(*arguments).returncode == 2


def test_people_see_the_board_and_what_became_of_it(folder: Path) -> None:
    run = sudokulens("read", folder / "photo.png")
    assert run.returncode == 0
    assert "│ 5   3   · │ ·   7   · │ ·   ·   · │" in run.stdout
    assert "30 givens, turned by 90°; one solution" in run.stdout


def test_debug_writes_a_picture_of_every_stage(folder: Path, tmp_path: Path) -> None:
    run = sudokulens("read", folder / "photo.png", "--debug", tmp_path)
    assert run.returncode == 0
    names = sorted(path.name for path in (tmp_path / "photo").iterdir())
    assert names == ["1-frame.png", "2-places.png", "grid1-3-flat.png", "grid1-4-read.png", "grid1-5-solved.png"]


def test_solve_draws_the_answer_into_the_picture(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "solved.png"
    run = sudokulens("solve", folder / "photo.png", "--out", out)
    assert run.returncode == 0
    assert "│ 5   3   4 │ 6   7   8 │ 9   1   2 │" in run.stdout
    with Image.open(out) as drawn, Image.open(folder / "photo.png") as before:
        assert (np.asarray(drawn) != np.asarray(before)).any(axis=2).sum() > 2000
