"""Whatever lies in the working folder, a batch ends with all results or with a BatchError that says what to do."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sudokulens.batch import run
from sudokulens.batch.crew import PATIENCE_SECONDS, Event, longest_time
from sudokulens.batch.portion import Piece, Portion
from sudokulens.batch.settings import Settings
from sudokulens.batch.supervise import finished_portions
from sudokulens.batch.work import work
from sudokulens.batch.workspace import Workspace, read_job
from sudokulens.errors import BatchError
from tests.batch.archives import PUZZLES


@pytest.fixture(scope="module")
def half_done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two texts and the working folder of a job that has done the first of them."""
    folder = tmp_path_factory.mktemp("half")
    (folder / "one.txt").write_text("\n".join(PUZZLES[:3]) + "\n")
    (folder / "two.txt").write_text("\n".join(PUZZLES[3:6]) + "\n")
    settings = Settings(None, "jsonl", 60.0, str(folder))
    with Workspace(folder / "results.jsonl", ["one.txt", "two.txt"], settings) as space:
        space.plan()
        with space.opened_journal() as journal:
            portion = Portion(*_first_portion(space.plan_path))
            journal.append(0, portion.count, work(Piece.whole(0, portion), settings))
    return folder


def _first_portion(plan: Path) -> list[object]:
    return [tuple(part) if isinstance(part, list) else part for part in json.loads(plan.read_text().splitlines()[0])]


def edit_job(work_folder: Path, **changes: object) -> None:
    path = work_folder / "job.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def swap_plan(folder: Path) -> None:
    """The plan of another job of the same length."""
    plan = folder / "plan.jsonl"
    plan.write_text(plan.read_text().replace("two.txt", "six.txt"))


def flip(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


def folder_for(path: Path) -> None:
    path.unlink()
    path.mkdir()


def loop_for(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def pipe_for(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


PIPES: dict[str, Callable[[Path], object]] = {
    f"{name} is a pipe": lambda work, name=name: pipe_for(work / name)  # type: ignore[misc]
    for name in ("job.json", "plan.jsonl", "journal", "replaceable", "lock")
    if hasattr(os, "mkfifo")
}
DAMAGE: dict[str, Callable[[Path], object]] = {
    "job.json is gone": lambda work: (work / "job.json").unlink(),
    "job.json is empty": lambda work: (work / "job.json").write_text(""),
    "job.json is cut": lambda work: (work / "job.json").write_text((work / "job.json").read_text()[:40]),
    "job.json is no object": lambda work: (work / "job.json").write_text("[1, 2]"),
    "job.json is a number": lambda work: (work / "job.json").write_text("7"),
    "job.json is binary": lambda work: (work / "job.json").write_bytes(bytes(range(256))),
    "job.json is a folder": lambda work: folder_for(work / "job.json"),
    "job.json promises less": lambda work: edit_job(work, portions=1, items=3),
    "job.json promises more": lambda work: edit_job(work, portions=9),
    "job.json lacks a field": lambda work: edit_job(work, portions=None),
    "job.json is of another version": lambda work: edit_job(work, version=1),
    "job.json has odd types": lambda work: edit_job(work, portions="two", items=[]),
    "the plan is gone": lambda work: (work / "plan.jsonl").unlink(),
    "the plan is empty": lambda work: (work / "plan.jsonl").write_text(""),
    "the plan is cut": lambda work: (work / "plan.jsonl").write_text((work / "plan.jsonl").read_text()[:-20]),
    "the plan lacks a line": lambda work: (work / "plan.jsonl").write_text(
        (work / "plan.jsonl").read_text().splitlines()[0] + "\n"
    ),
    "the plan is another": swap_plan,
    "the plan is a folder": lambda work: folder_for(work / "plan.jsonl"),
    "the journal is of another plan": lambda work: flip(work / "journal", 10),
    "the journal is a picture": lambda work: (work / "journal").write_bytes(b"\x89PNG" + bytes(500)),
    "the journal is a folder": lambda work: folder_for(work / "journal"),
    "the journal holds one answer twice": lambda work: (work / "journal").write_bytes(
        (work / "journal").read_bytes() + (work / "journal").read_bytes()[36:]
    ),
    "the lock is a folder": lambda work: folder_for(work / "lock"),
    "the lock is a link to itself": lambda work: loop_for(work / "lock"),
} | PIPES


def copied(half_done: Path, folder: Path) -> Path:
    shutil.copytree(half_done, folder, dirs_exist_ok=True)
    # The job knows the folder it was begun in; here it is begun in this one.
    work_folder = folder / "results.jsonl.work"
    job = read_job(work_folder / "job.json")
    from sudokulens.batch.workspace import write_job

    write_job(work_folder / "job.json", job | {"folder": str(folder)})
    return work_folder


def check_results(out: Path) -> None:
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(row["source"], row["place"]) for row in rows] == [
        (name, place) for name in ("one.txt", "two.txt") for place in (1, 2, 3)
    ]


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damaged_or_foreign_state_is_an_error_that_says_what_to_do(
    damage: Callable[[Path], object], half_done: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    damage(copied(half_done, tmp_path))
    with pytest.raises(BatchError, match=r"--fresh|--out|move it|run the same command"):
        run(["one.txt", "two.txt"], "results.jsonl", workers=1)
    assert not (tmp_path / "results.jsonl").exists()


def test_undamaged_state_is_taken_up_and_damaged_state_can_be_discarded(
    half_done: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    work_folder = copied(half_done, tmp_path)
    assert run(["one.txt", "two.txt"], "results.jsonl", workers=1).items == 6
    check_results(tmp_path / "results.jsonl")
    copied(half_done, tmp_path)
    for name in ("job.json", "plan.jsonl", "journal"):
        folder_for(work_folder / name)
    assert run(["one.txt", "two.txt"], "results.jsonl", workers=1, fresh=True).items == 6
    check_results(tmp_path / "results.jsonl")


def test_a_lock_that_leads_to_a_file_of_somebody_else_leaves_it_whole(
    half_done: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    work_folder = copied(half_done, tmp_path)
    (tmp_path / "precious").write_text("precious")
    (work_folder / "lock").unlink()
    (work_folder / "lock").symlink_to(tmp_path / "precious")
    assert run(["one.txt", "two.txt"], "results.jsonl", workers=1).items == 6
    assert (tmp_path / "precious").read_text() == "precious"


def test_things_in_the_way_are_named(tmp_path: Path) -> None:
    puzzles, out = tmp_path / "puzzles.txt", tmp_path / "results.jsonl"
    puzzles.write_text(PUZZLES[0])
    out.mkdir()
    with pytest.raises(BatchError, match="is a folder"):
        run([puzzles], out)
    out.rmdir()
    (tmp_path / "results.jsonl.work").write_text("not a folder")
    with pytest.raises(BatchError, match="in the way"):
        run([puzzles], out)


def test_a_file_of_somebody_else_beside_a_half_done_job_is_not_overwritten(
    half_done: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    copied(half_done, tmp_path)
    out = tmp_path / "results.jsonl"
    out.write_text("precious")
    with pytest.raises(BatchError, match="is there already; move it"):
        run(["one.txt", "two.txt"], out, workers=1)
    assert out.read_text() == "precious"
    out.unlink()
    assert run(["one.txt", "two.txt"], out, workers=1).items == 6


def test_a_file_that_appears_while_a_job_runs_is_not_overwritten(
    half_done: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    copied(half_done, tmp_path)
    out = tmp_path / "results.jsonl"
    with pytest.raises(BatchError, match="what is done is kept: move that file"):
        run(["one.txt", "two.txt"], out, workers=1, watch=lambda *_: out.write_text("precious"))
    assert out.read_text() == "precious"
    out.rename(tmp_path / "moved")
    assert run(["one.txt", "two.txt"], out, workers=1).items == 6


def test_old_results_that_may_go_may_also_go_after_an_interruption(tmp_path: Path) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    source, out = tmp_path / "one.txt", tmp_path / "results.jsonl"
    source.write_text("\n".join(PUZZLES[:3]) + "\n")
    out.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        run([source], out, workers=1, fresh=True, watch=stop)
    assert out.read_text() == "old"
    assert run([source], out, workers=1).items == 3
    assert len(out.read_text().splitlines()) == 3


def test_a_job_killed_between_its_results_and_its_end_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, out = tmp_path / "one.txt", tmp_path / "results.jsonl"
    source.write_text("\n".join(PUZZLES[:3]) + "\n")
    with monkeypatch.context() as patch:
        patch.setattr(Workspace, "remove", lambda self: None)
        run([source], out, workers=1)
    before = out.read_bytes()
    assert run([source], out, workers=1).items == 3
    assert out.read_bytes() == before
    assert not out.with_name("results.jsonl.work").exists()


def test_an_empty_working_folder_does_not_allow_overwriting(tmp_path: Path) -> None:
    puzzles, out = tmp_path / "puzzles.txt", tmp_path / "results.jsonl"
    puzzles.write_text(PUZZLES[0])
    out.write_text("precious results")
    (tmp_path / "results.jsonl.work").mkdir()
    with pytest.raises(BatchError, match="is there already"):
        run([puzzles], out, workers=1)
    assert out.read_text() == "precious results"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not allow such names")
@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
def test_a_name_that_is_no_utf8_is_an_item_like_any_other(form: str, tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path / "texts")
    os.mkdir(folder)
    with open(os.path.join(folder, b"caf\xe9.txt"), "w") as file:
        file.write(PUZZLES[0] + "\n" + PUZZLES[1] + "\n")
    with open(os.path.join(folder, b"na\xefve.png"), "wb") as file:
        file.write(b"no picture")
    out = tmp_path / f"results.{form}"
    summary = run([tmp_path / "texts"], out, workers=1)
    assert (summary.items, summary.errors) == (3, 1)
    content = out.read_bytes()
    if form != "parquet":
        assert content.decode().count("xe9.txt") == 2
        assert "na\\\\xefve.png" in content.decode() if form == "jsonl" else "na\\xefve.png" in content.decode()


class Stuck:
    """A crew whose workers never answer: every piece comes back as one that took too long."""

    def __init__(self) -> None:
        self.given: list[Piece] = []
        self.seconds = 0.0

    has_room = True

    def submit(self, piece: Piece) -> None:
        self.given.append(piece)

    def wait(self, seconds: float) -> list[Event]:
        found = [Event(piece, None, "took too long and was ended", overran=True) for piece in self.given]
        self.seconds += sum(longest_time(piece, SETTINGS) for piece in self.given)
        self.given = []
        return found

    def close(self) -> None:
        pass


SETTINGS = Settings(None, "records")


def test_a_page_that_hangs_has_one_time_limit() -> None:
    crew = Stuck()
    portions = [(0, Portion("pages", "document.pdf", 1, 7))]
    [done] = [done for done in finished_portions(crew, portions, SETTINGS) if done]
    assert done.answer.errors == 1
    assert f"took longer than {PATIENCE_SECONDS:g} s" in done.answer.content[0].message
    assert crew.seconds == PATIENCE_SECONDS


def test_pictures_that_hang_together_are_tried_one_by_one_and_once() -> None:
    crew = Stuck()
    names = tuple(f"{number}.png" for number in range(8))
    portions = [(0, Portion("pictures", names[0], 8, names=names))]
    [done] = [done for done in finished_portions(crew, portions, SETTINGS) if done]
    assert done.answer.errors == 8
    assert crew.seconds == (1 + 8) * PATIENCE_SECONDS
