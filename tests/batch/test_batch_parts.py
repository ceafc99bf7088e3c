"""The parts of a batch by themselves: the journal, what retries a dead worker's items, sources, zips and texts."""

from __future__ import annotations

import csv
import json
import os
import signal
import struct
import sys
import zipfile
from pathlib import Path

import pytest

from sudokulens.batch import run
from sudokulens.batch.archive import ArchiveShelf, member_bytes, opened_archive
from sudokulens.batch.crew import Event
from sudokulens.batch.journal import Journal
from sudokulens.batch.pool import BatchWorker, LocalPool
from sudokulens.batch.portion import Piece, Portion
from sudokulens.batch.settings import Form, Settings
from sudokulens.batch.sources import files_from, kind_of_bytes, open_file
from sudokulens.batch.supervise import finished_portions
from sudokulens.batch.text import portion_text, puzzle_lines, text_portions
from sudokulens.batch.work import Answer, work
from sudokulens.batch.writers import assemble, join
from sudokulens.errors import BatchError, FileError
from tests.batch.archives import PUZZLES

PLAN = bytes(range(32))
OPENING = 4 + 32
"""Bytes before the first answer."""


def filled(path: Path) -> list[int]:
    """A journal of three answers; where each of them ends."""
    journal, ends = Journal(path, 4, PLAN), []
    for number, content in ((2, b"third"), (0, b"first" * 1000), (1, b"second")):
        journal.append(number, 10, Answer(content, 11, 1))
        ends.append(path.stat().st_size)
    journal.close()
    return ends


def test_a_journal_gives_answers_in_the_order_of_the_plan(tmp_path: Path) -> None:
    filled(tmp_path / "journal")
    journal = Journal(tmp_path / "journal", 4, PLAN)
    journal.append(3, 10, Answer(b"fourth"))
    assert list(journal.read()) == [b"first" * 1000, b"second", b"third", b"fourth"]
    assert (journal.tally.items, journal.tally.records, journal.tally.errors) == (40, 33, 3)
    journal.close()


def test_a_journal_cut_anywhere_keeps_the_whole_answers(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    ends = filled(path)
    content = path.read_bytes()
    for length in [*range(90), *range(ends[0] - 2, ends[0] + 60), *range(ends[1] - 2, len(content))]:
        path.write_bytes(content[:length])
        journal = Journal(path, 4, PLAN)
        whole = sum(end <= length for end in ends)
        assert journal.tally.portions == whole
        assert path.stat().st_size == ([OPENING, *ends][whole])
        journal.append(3, 1, Answer(b"fourth"))
        journal.close()
        again = Journal(path, 4, PLAN)
        assert again.tally.portions == whole + 1
        again.close()


def test_a_journal_whose_last_answer_is_damaged_does_that_again(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    filled(path)
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    journal = Journal(path, 4, PLAN)
    assert [journal.is_done(number) for number in range(4)] == [True, False, True, False]
    journal.close()


@pytest.mark.parametrize("place", [0, 4, 35, 36, 40, 60, 70, 500, 5000])
def test_a_journal_damaged_before_its_end_is_an_error_and_left_as_it_is(tmp_path: Path, place: int) -> None:
    path = tmp_path / "journal"
    filled(path)
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    with pytest.raises(BatchError, match="--fresh"):
        Journal(path, 4, PLAN)
    assert path.read_bytes() == content


def test_a_journal_of_another_plan_is_an_error(tmp_path: Path) -> None:
    filled(tmp_path / "journal")
    with pytest.raises(BatchError, match="another plan"):
        Journal(tmp_path / "journal", 4, bytes(32))
    with pytest.raises(BatchError, match="damaged"):
        Journal(tmp_path / "journal", 2, PLAN)


def test_a_journal_damaged_while_the_job_ran_gives_no_results(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Journal(path, 2, PLAN)
    for number in range(2):
        journal.append(number, 1, Answer(b"answer"))
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(BatchError, match="damaged"):
        list(journal.read())
    journal.close()


def test_a_journal_with_a_gap_gives_no_results(tmp_path: Path) -> None:
    filled(tmp_path / "journal")
    journal = Journal(tmp_path / "journal", 4, PLAN)
    with pytest.raises(BatchError, match="portion 4 of 4"):
        list(journal.read())
    journal.close()


@pytest.mark.parametrize("form", ["parquet", "jsonl", "csv"])
def test_a_portion_in_pieces_is_written_like_a_whole_one(tmp_path: Path, form: Form) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow", reason="the extra `batch` is not installed")
    (tmp_path / "text").write_text("\n".join(PUZZLES))
    (portion,) = text_portions("text", str(tmp_path), 10**6)
    settings = Settings("solve", form, folder=str(tmp_path))
    whole = Piece.whole(0, portion)
    first, second = whole.halves()
    pieces = [work(piece, settings).content for piece in (*first.halves(), second)]
    for name, contents in (("whole", [work(whole, settings).content]), ("pieces", [join(pieces, form)])):
        assemble(contents, tmp_path / name, form, lambda done, name=name: done.rename(tmp_path / name))
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "pieces").read_bytes()


class MortalWorker(BatchWorker):
    """Whoever takes a poisonous line is killed before it can answer."""

    def answer(self, task: Piece) -> tuple[bytes, bytes]:
        if any("poison" in text for text in task.portion.names[task.start : task.stop]):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().answer(task)


class DeadlyPool(LocalPool):
    """A pool of mortals that counts its losses."""

    prepare = MortalWorker
    deaths = 0

    def wait(self, seconds: float) -> list[Event]:
        events = super().wait(seconds)
        DeadlyPool.deaths += sum(event.answer is None for event in events)
        return events


def test_an_item_that_kills_its_workers_ends_as_an_error_and_costs_no_other() -> None:
    lines = (*PUZZLES[:4], "poison", *PUZZLES[4:7])
    settings = Settings("solve", "records")
    pool = DeadlyPool(settings, 1)
    try:
        portions = [(0, Portion("text", "", len(lines), 1, lines)), (1, Portion("text", "", 1, 9, (PUZZLES[7],)))]
        found = {done.number: done.answer for done in finished_portions(pool, portions, settings) if done}
    finally:
        pool.close()
    records = found[0].content + found[1].content
    assert [record.place for record in records] == list(range(1, 10))
    assert [record.outcome for record in records] == ["unique"] * 4 + ["error"] + ["unique"] * 4
    assert records[4].error == "WorkerDied"
    assert "signal 9" in records[4].message
    assert (found[0].records, found[0].errors) == (8, 1)
    assert DeadlyPool.deaths == 3 + 3, "three halvings, then three tries"


def fall_over(settings: Settings) -> BatchWorker:
    os._exit(3)


class Stillborn(LocalPool):
    """A pool whose processes end before they are ready."""

    prepare = fall_over


@pytest.mark.slow
def test_workers_that_cannot_start_end_the_job() -> None:
    settings = Settings("solve", "records")
    pool = Stillborn(settings, 1)
    try:
        with pytest.raises(BatchError, match=r"end before they start .each one ended with status 3"):
            list(finished_portions(pool, [(0, Portion("text", "", 1, 1, (PUZZLES[0],)))], settings))
    finally:
        pool.close()


def test_files_come_in_the_same_order_and_only_known_kinds(tmp_path: Path) -> None:
    for name in ("b.png", "a.PNG", "z.txt", "k.docx", ".hidden.png", "sub/c.pdf", ".git/d.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    found = list(files_from(["."], str(tmp_path)))
    assert found == [("a.PNG", "picture"), ("b.png", "picture"), ("z.txt", "text"), ("sub/c.pdf", "pdf")]
    assert list(files_from(["**/*.p*"], str(tmp_path))) == [("b.png", "picture"), ("sub/c.pdf", "pdf")]
    assert list(files_from(["k.docx"], str(tmp_path))) == [("k.docx", "text")]


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"%PDF-1.4", "pdf"),
        (b"PK\x03\x04", "zip"),
        (PUZZLES[0].encode(), "text"),
        (b"\x89PNG\0", "picture"),
        (b"", "picture"),
    ],
)
def test_a_named_file_without_a_telling_suffix_is_looked_into(head: bytes, kind: str) -> None:
    assert kind_of_bytes(head) == kind


def test_files_are_opened_from_storage_by_address(tmp_path: Path) -> None:
    pytest.importorskip("fsspec", reason="the extra `batch` is not installed")
    (tmp_path / "in.txt").write_bytes(b"12")
    address = (tmp_path / "in.txt").as_uri()
    with open_file(address) as stream:
        assert stream.read() == b"12"
    assert [name for name, _ in files_from([tmp_path.as_uri()])] == [address]
    with pytest.raises(FileError, match="cannot be opened"):
        open_file((tmp_path / "nothing.txt").as_uri())
    with pytest.raises(BatchError):
        list(files_from(["nosuchprotocol://x/y.png"]))


def test_a_pipe_among_the_files_is_an_error_and_does_not_wait(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    with pytest.raises(FileError, match="not a regular file"):
        open_file(str(tmp_path / "pipe.png"))
    with pytest.raises(FileError, match="not a regular file"):
        open_file(str(tmp_path))


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("size", [1, 100, 1000, 10**6])
def test_portions_of_a_text_hold_every_line_once(tmp_path: Path, ending: str, size: int) -> None:
    lines = ["# head", *PUZZLES[:20], "", "not a puzzle", *PUZZLES[20:40]]
    (tmp_path / "text").write_bytes(b"\xef\xbb\xbf" + ending.join(lines).encode())
    found = [
        (line.number, line.text)
        for portion in text_portions("text", str(tmp_path), size)
        for line in puzzle_lines(portion_text(portion, str(tmp_path)), portion.first)
    ]
    assert found == [(n, text) for n, text in enumerate(lines, 1) if text and not text.startswith("#")]
    assert sum(portion.count for portion in text_portions("text", str(tmp_path), size)) == len(found)


@pytest.mark.parametrize("changed", [PUZZLES[:1], ["#" * len(PUZZLES[0]), *PUZZLES[1:]]], ids=["shorter", "as long"])
def test_a_text_that_has_changed_is_noticed(changed: list[str], tmp_path: Path) -> None:
    (tmp_path / "text").write_text("\n".join(PUZZLES))
    (portion,) = text_portions("text", str(tmp_path), 10**6)
    (tmp_path / "text").write_text("\n".join(changed))
    with pytest.raises(FileError, match="has changed"):
        portion_text(portion, str(tmp_path))


def test_odd_zips_are_typed_errors(tmp_path: Path) -> None:
    path = tmp_path / "odd.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("stored.png", b"0123456789" * 10)
        archive.writestr("locked.png", b"x")
    content = bytearray(path.read_bytes())
    content[content.index(b"0123456789")] ^= 255
    central = content.rindex(b"PK\x01\x02")
    content[central + 8] |= 1
    path.write_bytes(content)
    with opened_archive("odd.zip", str(tmp_path)) as archive:
        with pytest.raises(FileError, match="damaged"):
            member_bytes(archive, "stored.png")
        with pytest.raises(FileError, match="password"):
            member_bytes(archive, "locked.png")


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_files_of_one_name_in_an_archive_are_an_error_and_none_is_left_out(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "twins.zip", "w") as archive:
        for name, puzzle in (("twin.txt", PUZZLES[0]), ("one.txt", PUZZLES[1]), ("twin.txt", PUZZLES[2])):
            archive.writestr(name, puzzle)
    out = tmp_path / "results.jsonl"
    assert run([tmp_path / "twins.zip"], out, workers=1).errors == 1
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(row["member"], row["outcome"]) for row in rows] == [("twin.txt", "error"), ("one.txt", "unique")]
    assert "several files of this name" in rows[0]["message"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
@pytest.mark.parametrize("name", ["cr\rlf.txt", "new\nline.txt", 'comma,"quote".txt', "=tab\t.txt", "\x85.txt"])
def test_a_row_of_csv_stays_one_row_whatever_the_file_is_called(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(PUZZLES[0])
    run([tmp_path / name], tmp_path / "results.csv", workers=1)
    with (tmp_path / "results.csv").open(newline="", encoding="utf-8") as stream:
        (row,) = csv.DictReader(stream)
    assert row["source"] == str(tmp_path / name)
    assert row["outcome"] == "unique"
    assert (tmp_path / "results.csv").read_bytes().endswith(b"\n")
    assert not (tmp_path / "results.csv").read_bytes().endswith(b"\r\n")


def test_the_shelf_holds_one_open_archive(tmp_path: Path) -> None:
    for name in ("a.zip", "b.zip"):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.writestr(f"{name}.png", b"x")
    shelf = ArchiveShelf()
    first = shelf.archive("a.zip", str(tmp_path))
    assert shelf.archive("a.zip", str(tmp_path)) is first
    assert shelf.archive("b.zip", str(tmp_path)).namelist() == ["b.zip.png"]
    assert first.fp is None, "the other one is closed"
    with pytest.raises(FileError):
        shelf.archive("c.zip", str(tmp_path))
    assert shelf.archive("a.zip", str(tmp_path)).namelist() == ["a.zip.png"]
    shelf.close()


def test_a_zip_that_lies_about_its_size_gives_no_more_than_it_says(tmp_path: Path) -> None:
    path = tmp_path / "liar.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.png", bytes(10 << 20))
    content = bytearray(path.read_bytes())
    central = content.index(b"PK\x01\x02")
    content[central + 24 : central + 28] = struct.pack("<I", 100)
    path.write_bytes(content)
    with opened_archive("liar.zip", str(tmp_path)) as archive, pytest.raises(FileError):
        member_bytes(archive, "bomb.png")
