"""Closed and full standard streams, absurd numbers, a folder that is gone: one line and exit status 2, no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.apps.working import wait_until_used

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="uses a shell and /dev/full")

COMMAND = f"{sys.executable} -m sudokulens"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PICTURE = Path(__file__).parents[2] / "src/sudokulens/apps/cli/samples/newspaper.jpg"


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(
        ["sh", "-c", line], capture_output=True, text=True, timeout=120, check=False, cwd=folder, env=environment
    )


@pytest.mark.parametrize(
    "line",
    [
        f"{COMMAND} solve {PUZZLE} >&-",
        f"{COMMAND} check {PUZZLE} >&-",
        f"{COMMAND} --help >&-",
        f"{COMMAND} solve - <&-",
        f"{COMMAND} check <&-",
        f"{COMMAND} solve {PUZZLE} >/dev/full",
        f"{COMMAND} check {PUZZLE} >/dev/full",
        f"{COMMAND} formats >/dev/full",
        f"{COMMAND} --help >/dev/full",
        f"{COMMAND} solve --out /dev/full {PUZZLE}",
        f"{COMMAND} solve --out nowhere/solved.txt {PUZZLE}",
        f"{COMMAND} generate --count 99999999999999999999",
        f"{COMMAND} generate --size 99999999999999999999",
        f"{COMMAND} solve --limit 99999999999999999999 {PUZZLE}",
        f"{COMMAND} live --no-window --source 99999999999999999999",
        f"{COMMAND} live --no-window --source ²",
        f"{COMMAND} batch puzzles.txt --out results.csv --workers 99999999999",
        f"SUDOKULENS_WORKERS=99999999999 {COMMAND} serve --port 0",
        f"SUDOKULENS_WORKERS=-3 {COMMAND} serve --port 0",
        f"SUDOKULENS_REQUEST_SECONDS=nan {COMMAND} serve --port 0",
        f"{COMMAND} serve --port 0 --host $(printf '\\377')",
        f"{COMMAND} serve --port 0 --host a..b",
        f"{COMMAND} serve --port 0 --host ''",
        f"SUDOKULENS_TRUSTED_PROXIES=proxy.example {COMMAND} serve --port 0",
        f"SUDOKULENS_TRUSTED_PROXIES='*' {COMMAND} serve --port 0",
        f"SUDOKULENS_ALLOWED_HOSTS=https://sudoku.example {COMMAND} serve --port 0",
        f"{COMMAND} bench --seconds inf",
        f"mkdir gone && cd gone && rmdir ../gone && {COMMAND} batch puzzles.txt --out results.csv",
        f"touch taken && {COMMAND} read --debug taken {PICTURE}",
    ],
)
def test_it_is_one_line_and_exit_status_2(line: str, tmp_path: Path) -> None:
    (tmp_path / "puzzles.txt").write_text(PUZZLE)
    done = shell(line, tmp_path)
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert done.stderr.startswith("sudokulens: ")


def test_without_standard_error_the_exit_status_still_tells(tmp_path: Path) -> None:
    for away in ("2>&-", "2>/dev/full"):
        assert shell(f"{COMMAND} solve missing.txt {away}", tmp_path).returncode == 2
        done = shell(f"{COMMAND} check {PUZZLE} {away}", tmp_path)
        assert (done.returncode, bool(done.stdout)) == (0, True)


def test_letters_that_the_terminal_lacks_are_escaped(tmp_path: Path) -> None:
    done = shell(f"LC_ALL=C PYTHONIOENCODING=ascii {COMMAND} hint --lang fr {PUZZLE}", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Singleton cach\\xe9.")


def test_an_interrupted_solve_leaves_no_half_file(tmp_path: Path) -> None:
    hard = "." * 81
    (tmp_path / "puzzles.txt").write_text(f"{PUZZLE}\n" * 5 + f"{hard}\n" * 2_000_000)
    out = tmp_path / "solved.txt"
    out.write_text("what was there before")
    command = [sys.executable, "-m", "sudokulens", "solve", "puzzles.txt", "--out", str(out)]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
        wait_until_used(process, 1.0)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    assert out.read_text() == "what was there before"
    assert {path.name for path in tmp_path.iterdir()} == {"puzzles.txt", "solved.txt"}
