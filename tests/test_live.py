"""Following a puzzle through frames: the right solution soon, on its cells, and never a wrong one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import pytest
from moving_pages import CELL, HEIGHT, WIDTH, Shot, clip

from sudokulens import Board, ImageError, LiveTracker, Scanner, View, draw_view, random_puzzle, solve
from sudokulens.apps.video import VideoSource

PUZZLE = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
OTHER = random_puzzle(11)


def solution_of(board: Board) -> Board:
    found = solve(board).board
    assert found is not None
    return found


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner()


def views_of(tracker: LiveTracker, shots: Iterable[Shot]) -> list[tuple[View, Shot]]:
    return [(tracker.update(shot.pixels), shot) for shot in shots]


def check(views: list[tuple[View, Shot]], board: Board, share: float = 0.95) -> None:
    """Right in nearly all frames from the tenth on, wrong in none, the corners on the grid's own."""
    solved = solution_of(board).values
    shown = [view.solution.values if view.solution else None for view, _ in views]
    assert all(values in (None, solved) for values in shown)
    assert np.mean([values == solved for values in shown[10:]]) >= share
    errors = [np.abs(view.location.corners - shot.corners).max() for view, shot in views[10:] if view.location]
    assert np.median(errors) < 0.05 * CELL


def test_a_swaying_page_is_followed(scanner: Scanner) -> None:
    check(views_of(LiveTracker(scanner), clip(PUZZLE, 40)), PUZZLE)


def test_a_quarter_turn_keeps_the_digits_upright(scanner: Scanner) -> None:
    views = views_of(LiveTracker(scanner), clip(PUZZLE, 45, turn=90))
    check(views, PUZZLE)
    last = views[-1][0]
    assert last.location is not None
    across = last.location.corners[1] - last.location.corners[0]
    assert abs(across[1]) > abs(across[0])


def test_a_passing_hand_hides_nothing_and_shows_nothing_wrong(scanner: Scanner) -> None:
    tracker = LiveTracker(scanner)
    views_of(tracker, clip(PUZZLE, 12))
    check(views_of(tracker, clip(PUZZLE, 40, hand=True)), PUZZLE, share=0.9)


def test_another_puzzle_takes_over_and_the_first_is_remembered(scanner: Scanner) -> None:
    tracker = LiveTracker(scanner)
    views_of(tracker, clip(PUZZLE, 12))
    views = views_of(tracker, clip(OTHER, 40))
    allowed = {solution_of(PUZZLE).values, solution_of(OTHER).values}
    assert all(view.solution is None or view.solution.values in allowed for view, _ in views)
    assert views[-1][0].solution == solution_of(OTHER)
    again = views_of(tracker, clip(PUZZLE, 30))
    assert again[-1][0].solution == solution_of(PUZZLE)


def test_an_empty_table_is_only_searched(scanner: Scanner) -> None:
    view = LiveTracker(scanner).update(np.full((HEIGHT, WIDTH, 3), 130, np.uint8))
    assert view.state == "searching"
    assert view.location is None


@pytest.mark.parametrize("mode", ["solution", "hint", "check"])
def test_every_mode_draws_into_a_new_frame(scanner: Scanner, mode: str) -> None:
    tracker = LiveTracker(scanner, mode)  # type: ignore[arg-type]
    board = PUZZLE.with_values({2: 1})
    shots = list(clip(board if mode == "check" else PUZZLE, 6))
    view = [tracker.update(shot.pixels) for shot in shots][-1]
    from sudokulens.vision.frame import load_frame

    frame = load_frame(shots[-1].pixels)
    drawn = draw_view(frame, view, tracker.mode)
    assert drawn is not frame
    if view.solution is not None and mode != "check":
        assert (drawn.pixels != frame.pixels).any()


def _video(path: Path, shots: Iterable[Shot]) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 25, (WIDTH, HEIGHT))
    for shot in shots:
        writer.write(cv2.cvtColor(shot.pixels, cv2.COLOR_RGB2BGR))
    writer.release()
    return path


def test_the_command_prints_a_line_per_frame_and_writes_the_annotated_video(tmp_path: Path) -> None:
    source = _video(tmp_path / "clip.mp4", clip(PUZZLE, 15))
    target = tmp_path / "annotated.mp4"
    command = [sys.executable, "-m", "sudokulens", "live", "--source", str(source), "--json", "--out", str(target)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert [line["frame"] for line in lines] == list(range(15))
    assert set(lines[0]) == {"frame", "state", "corners", "givens", "solution", "ms"}
    assert lines[-1]["state"] == "solved"
    assert lines[-1]["solution"] == "".join(map(str, solution_of(PUZZLE).values))
    assert lines[-1]["givens"] == "".join(map(str, PUZZLE.values))
    assert sum(1 for _ in VideoSource(str(target))) == 15
    assert not list(tmp_path.glob("*.part*"))


def test_a_source_that_cannot_be_opened_is_an_image_error(tmp_path: Path) -> None:
    with pytest.raises(ImageError, match="cannot be opened"):
        VideoSource(str(tmp_path / "none.mp4"))


def test_the_window_obeys_its_keys(tmp_path: Path, scanner: Scanner, monkeypatch: pytest.MonkeyPatch) -> None:
    pygame = pytest.importorskip("pygame", reason="the extra 'live' is not installed")
    from sudokulens.apps.window import run_window
    from sudokulens.vision.frame import load_frame

    monkeypatch.setitem(os.environ, "SDL_VIDEODRIVER", "dummy")
    tracker, said = LiveTracker(scanner), list[str]()
    shots = list(clip(PUZZLE, 8))

    def frames() -> Iterable[object]:
        for number, shot in enumerate(shots):
            if number == 2:
                pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_2))
            if number == 4:
                pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE))
            if number == 6:
                pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q))
            assert number < 7
            yield load_frame(shot.pixels)

    run_window(frames(), tracker, tmp_path, said.append)  # type: ignore[arg-type]
    assert tracker.mode == "hint"
    assert len(list(tmp_path.glob("sudoku-*.png"))) == 1
    assert "saved" in said[0]
