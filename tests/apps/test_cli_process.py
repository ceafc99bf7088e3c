"""The command line as a process: entry points, what it loads, Ctrl-C, and readers who go away."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from sudokulens import Board, Geometry
from sudokulens.apps.cli.sample_puzzles import sample_puzzles
from tests.apps.working import wait_until_used
from tests.terminal import at_a_terminal

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
COMMAND = [sys.executable, "-m", "sudokulens"]


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run([*COMMAND, "solve", PUZZLE], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == SOLVED
    version = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.startswith("sudokulens ")


def test_solving_text_loads_neither_typer_nor_rich_nor_numpy() -> None:
    code = (
        f"import sys; from sudokulens.apps.cli.main import run; run(['solve', '{PUZZLE}']);"
        "print([name for name in ('typer', 'rich', 'numpy', 'cv2') if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("command", ["read", "solve", "hint"])
def test_a_damaged_picture_has_one_line_on_standard_error(command: str, tmp_path: Path) -> None:
    """libtiff writes a line of its own, and before ours."""
    file = tmp_path / "damaged.tif"
    Image.effect_noise((300, 300), 50).save(file, compression="tiff_lzw")
    content = bytearray(file.read_bytes())
    content[500:540] = bytes(range(200, 240))
    file.write_bytes(content)
    done = subprocess.run([*COMMAND, command, str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "the TIFF file is damaged or cut short" in line


def test_puzzles_are_piped_in_and_out() -> None:
    done = subprocess.run(
        [*COMMAND, "solve"], input=f"{PUZZLE}\n{PUZZLE}\n", capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [SOLVED] * 2
    assert done.stderr == ""


@pytest.mark.skipif(os.name == "nt", reason="pipes end differently")
def test_a_reader_who_goes_away_ends_it_quietly(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("\n".join(sample_puzzles() * 400))
    with subprocess.Popen([*COMMAND, "solve", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


@pytest.mark.skipif(os.name == "nt", reason="signals differ")
@pytest.mark.parametrize("engine", ["auto", "dlx"])
def test_ctrl_c_ends_it_with_130_and_no_traceback(engine: str) -> None:
    hopeless = str(Board.empty(Geometry.standard(25)))
    arguments = [*COMMAND, "solve", "--all", "--engine", engine, "--out", os.devnull, hopeless]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True) as process:
        wait_until_used(process, 1.0)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr is not None
        assert process.stderr.read() in ("", "sudokulens: interrupted\n")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_at_a_terminal_the_solution_is_drawn() -> None:
    status, text = at_a_terminal([*COMMAND, "solve", PUZZLE])
    assert status == 0
    assert "┌───" in text
    assert "one solution" in text


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not obey this limit")
def test_too_little_address_space_is_one_line_and_no_crash(tmp_path: Path) -> None:
    """OpenCV crashes while it is loaded where it may not map its memory."""
    limited = ["sh", "-c", 'ulimit -v 400000 && exec "$@"', "sh", *COMMAND]
    done = subprocess.run([*limited, "read", tmp_path / "photo.jpg"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("sudokulens: reading pictures needs 1000 MB of address space")
    assert len(done.stderr.splitlines()) == 1
    solved = subprocess.run([*limited, "solve", PUZZLE], capture_output=True, text=True, check=True)
    assert solved.stdout.strip() == SOLVED, "text needs no more"
