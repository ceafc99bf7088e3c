"""What a batch says where an optional package is missing, where another run is at work, and on a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sudokulens.batch import run
from sudokulens.batch.settings import Settings
from sudokulens.batch.workspace import Workspace
from sudokulens.errors import BatchError, MissingExtra
from tests.batch.archives import PUZZLES, make_pdf, make_puzzles
from tests.batch.jobs import COMMAND, rows
from tests.terminal import at_a_terminal


@pytest.mark.parametrize(
    ("package", "inputs", "out", "cluster", "extra"),
    [
        ("pyarrow", "puzzles.txt", "results.parquet", None, "batch"),
        ("pypdfium2", "book.pdf", "results.jsonl", None, "batch"),
        ("fsspec", "s3://bucket/scans", "results.jsonl", None, "batch"),
        ("ray", "puzzles.txt", "results.jsonl", "local", "cluster"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, inputs: str, out: str, cluster: str, extra: str
) -> None:
    (tmp_path / "puzzles.txt").write_text(PUZZLES[0])
    (tmp_path / "book.pdf").write_bytes(b"%PDF-1.7")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=rf"pip install 'sudokulens\[{extra}\]'"):
        run([inputs], out, cluster=cluster)
    assert not Path(out).exists()


def test_importing_the_batch_loads_no_heavy_library() -> None:
    heavy = ("numpy", "cv2", "onnxruntime", "pyarrow", "pypdfium2", "ray", "fsspec", "rich")
    code = f"import sys, sudokulens.batch; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.skipif(os.name == "nt", reason="no locks there")
def test_only_one_process_works_on_a_batch(tmp_path: Path) -> None:
    (tmp_path / "puzzles.txt").write_text(PUZZLES[0])
    out = tmp_path / "results.jsonl"
    with Workspace(out, [], Settings()), pytest.raises(BatchError, match="another process"):
        run([tmp_path / "puzzles.txt"], out)


@pytest.mark.slow
def test_damaged_documents_are_errors_among_good_pages(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2", reason="the extra `batch` is not installed")
    make_pdf(tmp_path / "a_good.pdf", [0])
    good = (tmp_path / "a_good.pdf").read_bytes()
    for number, length in enumerate(range(0, len(good), len(good) // 6)):
        (tmp_path / f"cut{number}.pdf").write_bytes(good[:length])
    (tmp_path / "flipped.pdf").write_bytes(bytes(byte ^ (at % 97 == 5) for at, byte in enumerate(good)))
    out = tmp_path / "results.jsonl"
    run([str(tmp_path / "*.pdf")], out, workers=1)
    found = rows(out)
    assert {Path(row["source"]).name for row in found} == {path.name for path in tmp_path.glob("*.pdf")}
    assert found[0]["puzzle"] == PUZZLES[0]
    assert {row["error"] for row in found if row["outcome"] == "error"} == {"FileError"}
    empty = next(row for row in found if row["source"].endswith("cut0.pdf"))
    assert empty["error"] == "FileError"


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_at_a_terminal_there_is_a_bar_with_rate_and_errors(tmp_path: Path) -> None:
    make_puzzles(tmp_path / "puzzles.txt", 500)
    arguments = [*COMMAND, str(tmp_path / "puzzles.txt"), "--out", str(tmp_path / "results.csv"), "--task", "rate"]
    status, text = at_a_terminal(arguments, COLUMNS="120")
    assert status == 1
    assert "498/498" in text
    assert "/s" in text
    assert "1 error" in text
    assert "1 errors" not in text
