"""What a batch takes and gives: every kind of input, every form of results, and a typed error for what is bad."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from sudokulens.apps.answers.pictures import scan_answer
from sudokulens.apps.cli.main import run as run_cli
from sudokulens.batch import Record, run, scan_many, solve_many
from sudokulens.batch.record import COLUMNS
from sudokulens.batch.workspace import VERSION, write_job
from sudokulens.errors import BatchError
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.fields import as_fields, from_fields
from tests.batch.archives import HOPELESS, PUZZLES, SEVERAL, encoded, make_pdf, make_puzzles, make_zip, picture
from tests.batch.jobs import rows

WITH_DIAGONALS = f"{'.' * 81};x"


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("pypdfium2", reason="the extra `batch` is not installed")
    folder = tmp_path_factory.mktemp("mixed")
    (folder / "photo.png").write_bytes(encoded(picture(3)))
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "er" / "photo.webp").write_bytes(encoded(picture(4), ".webp"))
    make_pdf(folder / "book.pdf", [5, 6])
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing")
    make_zip(folder / "all.zip")
    (folder / "broken.zip").write_bytes(b"PK\x03\x04 cut off")
    make_puzzles(folder / "puzzles.txt", 60)
    (folder / "grid.sdk").write_text("\n".join(PUZZLES[7][row : row + 9] for row in range(0, 81, 9)))
    (folder / "binary.txt").write_bytes(b"\0\1\2")
    return folder


@pytest.fixture(scope="module")
def results(mixed: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    out = tmp_path_factory.mktemp("results") / "results.jsonl"
    summary = run([mixed], out, task="solve", workers=2)
    found = rows(out)
    assert summary.records == len(found)
    assert summary.errors == sum(row["outcome"] == "error" for row in found)
    return [row | {"source": Path(str(row["source"])).relative_to(mixed).as_posix()} for row in found]


def of(results: list[dict[str, object]], source: str) -> list[dict[str, object]]:
    return [{key: row[key] for key in row if key != "source"} for row in results if row["source"] == source]


@pytest.mark.parametrize(("source", "number"), [("photo.png", 3), ("deep/er/photo.webp", 4)])
def test_pictures_are_read_and_solved(results: list[dict[str, object]], source: str, number: int) -> None:
    (row,) = of(results, source)
    assert (row["outcome"], row["puzzle"], row["grid"]) == ("unique", PUZZLES[number].replace("0", "."), 1)
    assert len(str(row["solution"])) == 81
    assert len(str(row["corners"]).split()) == 4


def test_every_page_of_a_document_is_a_picture(results: list[dict[str, object]]) -> None:
    found = of(results, "book.pdf")
    assert [(row["place"], row["puzzle"]) for row in found] == [(1, PUZZLES[5]), (2, PUZZLES[6])]


def test_members_of_a_zip_are_items_of_their_own(results: list[dict[str, object]]) -> None:
    found = of(results, "all.zip")
    assert [(row["member"], row["outcome"], row.get("error")) for row in found] == [
        ("inner/first.png", "unique", None),
        ("../second.png", "unique", None),
        ("cut.png", "error", "ImageError"),
        ("puzzles.txt", "unique", None),
        ("puzzles.txt", "none", None),
        ("bomb.bmp", "error", "FileError"),
        ("again.zip", "error", "FileError"),
    ]


@pytest.mark.parametrize("source", ["broken.pdf", "broken.zip", "binary.txt"])
def test_files_that_cannot_be_opened_are_one_typed_error_each(results: list[dict[str, object]], source: str) -> None:
    (row,) = of(results, source)
    assert (row["outcome"], row["error"]) == ("error", "FileError")
    assert row["message"]


def test_lines_have_their_numbers_and_faulty_ones_their_error(results: list[dict[str, object]]) -> None:
    found = {row["place"]: row for row in of(results, "puzzles.txt")}
    assert list(found) == [number for number in range(1, 61) if number not in (4, 8)]
    assert found[12]["error"] == "InvalidBoard"
    assert (found[21]["outcome"], found[31]["outcome"], found[41]["outcome"]) == ("none", "multiple", "multiple")
    assert "solution" not in found[31]
    assert found[1]["puzzle"] == PUZZLES[0]


def test_other_text_formats_are_read(results: list[dict[str, object]]) -> None:
    (row,) = of(results, "grid.sdk")
    assert (row["puzzle"], row["outcome"], row["place"]) == (PUZZLES[7], "unique", 1)


def test_all_forms_hold_the_same_records(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `batch` is not installed")
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text("\n".join([*PUZZLES, SEVERAL, HOPELESS]))
    mixed = tmp_path / "mixed.txt"
    make_puzzles(mixed, 50)
    with mixed.open("a") as stream:
        stream.write(WITH_DIAGONALS + "\n")
    for form in ("jsonl", "csv", "parquet"):
        run([puzzles, mixed], tmp_path / f"results.{form}", workers=1)
    expected = [{name: row.get(name) for name in COLUMNS} for row in rows(tmp_path / "results.jsonl")]
    assert len(expected) == len(PUZZLES) + 2 + 49
    table = parquet.read_table(tmp_path / "results.parquet")
    assert table.column_names == list(COLUMNS)
    assert expected[-1]["fields"]
    expected = [{**row, "fields": row["fields"] and json.dumps(row["fields"])} for row in expected]
    assert table.to_pylist() == expected
    with (tmp_path / "results.csv").open(newline="") as stream:
        listed = list(csv.DictReader(stream))
    as_text = [{name: "" if value is None else str(value) for name, value in row.items()} for row in expected]
    assert listed == as_text


def test_rows_hold_boards_in_the_wire_form_of_the_service(results: list[dict[str, object]], mixed: Path) -> None:
    (row,) = of(results, "photo.png")
    answer, _ = scan_answer((mixed / "photo.png").read_bytes(), 50_000_000, overlay=False, hint_level=None)
    assert row["fields"] == answer["grids"][0]["fields"]


def test_what_81_characters_do_not_say_is_in_the_fields() -> None:
    started = Board.parse(PUZZLES[0])
    started = started.with_values({started.values.index(0): 1})
    marked = replace(started.puzzle, candidates=tuple(0 if digit else 0b110 for digit in started.puzzle.values))
    boards = [started.puzzle, started, marked, Board.parse(WITH_DIAGONALS)]
    for task in ("read", "solve"):
        found = [record.fields for record in solve_many(map(str, boards), task=task, workers=1)]
        assert found == [None, *map(as_fields, boards[1:])]
        assert [from_fields(fields) for fields in found if fields] == boards[1:]


def test_plain_lines_take_the_fast_way_to_the_same_records(tmp_path: Path) -> None:
    puzzles = [*PUZZLES, SEVERAL, HOPELESS]
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join(puzzles))
    fast = [replace(record, source="") for record in scan_many([path], task="solve", workers=1)]
    slow = list(solve_many(puzzles, workers=1))
    assert fast == slow


def test_iterators_give_records_in_the_order_of_the_input(tmp_path: Path) -> None:
    puzzles = (PUZZLES[number % len(PUZZLES)] for number in range(450))
    found = list(solve_many(puzzles, task="rate", workers=2))
    assert [record.place for record in found] == list(range(1, 451))
    assert [record.puzzle for record in found[:100]] == PUZZLES
    assert found[0].er is not None
    assert replace(found[0], place=101) == found[100]
    (tmp_path / "page.png").write_bytes(encoded(picture(1)))
    (record,) = scan_many([tmp_path])
    assert isinstance(record, Record)
    assert (record.puzzle, record.solution, record.outcome) == (PUZZLES[1], None, "unique")


def test_an_iterator_that_is_given_up_ends_its_workers() -> None:
    import multiprocessing

    before = set(multiprocessing.active_children())  # other tests may keep a service in this process
    found = solve_many([PUZZLES[0]] * 30_000, workers=1)
    assert next(found).outcome == "unique"
    assert len(set(multiprocessing.active_children()) - before) == 1
    found.close()
    assert set(multiprocessing.active_children()) <= before


def test_what_cannot_be_a_job_is_refused(tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(PUZZLES[0])
    with pytest.raises(BatchError, match="no file or folder"):
        run([tmp_path / "nothing.png"], tmp_path / "a.jsonl")
    with pytest.raises(BatchError, match="stands for no picture"):
        run([tmp_path / "*.png"], tmp_path / "b.jsonl")
    with pytest.raises(BatchError, match="form is not known"):
        run([puzzles], tmp_path / "c.docx")
    with pytest.raises(BatchError, match="no folder"):
        run([puzzles], tmp_path / "nowhere" / "d.jsonl")


def test_results_are_replaced_only_when_asked(tmp_path: Path) -> None:
    puzzles, out = tmp_path / "puzzles.txt", tmp_path / "results.csv"
    puzzles.write_text(PUZZLES[0])
    run([puzzles], out, workers=1)
    before = out.read_text()
    with pytest.raises(BatchError, match="is there already"):
        run([puzzles], out, workers=1)
    puzzles.write_text(PUZZLES[1])
    run([puzzles], out, workers=1, fresh=True)
    assert out.read_text() != before


def test_the_work_of_another_job_is_not_mixed_in(tmp_path: Path) -> None:
    puzzles, out = tmp_path / "puzzles.txt", tmp_path / "results.jsonl"
    puzzles.write_text(PUZZLES[0])
    work = tmp_path / "results.jsonl.work"
    work.mkdir()
    write_job(work / "job.json", {"version": VERSION, "inputs": ["other"], "portions": 1, "items": 1, "plan": ""})
    with pytest.raises(BatchError, match="another job"):
        run([puzzles], out, workers=1)
    assert run([puzzles], out, workers=1, fresh=True).items == 1


def test_the_command_tells_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzles = tmp_path / "puzzles.txt"
    make_puzzles(puzzles, 30)
    assert run_cli(["batch", str(puzzles), "--out", str(tmp_path / "results.csv"), "--workers", "1"]) == 1
    assert "28 items, 28 records, 1 error," in capsys.readouterr().err
    assert run_cli(["batch", "nothing.png", "--out", str(tmp_path / "other.csv")]) == 2
    assert "no file or folder" in capsys.readouterr().err
