"""Following a puzzle through frames: the right solution soon, on its cells, and never a wrong one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from pages.sheets import exchanged
from sudokulens import Board, ImageError, LiveTracker, Scanner, View, draw_view, random_puzzle, solve
from sudokulens.apps.video import VideoSource, VideoTarget
from sudokulens.vision.frame import load_frame
from tests.cases import first_quick
from tests.moving_pages import CELL, HEIGHT, WIDTH, Shot, clip, shot, smeared, written
from tests.pictures import flat_grid

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


@pytest.mark.slow
def test_a_swaying_page_is_followed(scanner: Scanner) -> None:
    check(views_of(LiveTracker(scanner), clip(PUZZLE, 40)), PUZZLE)


@pytest.mark.slow
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


@pytest.mark.slow
def test_another_puzzle_takes_over_and_the_first_is_remembered(scanner: Scanner) -> None:
    tracker = LiveTracker(scanner)
    views_of(tracker, clip(PUZZLE, 12))
    views = views_of(tracker, clip(OTHER, 40))
    allowed = {solution_of(PUZZLE).values, solution_of(OTHER).values}
    assert all(view.solution is None or view.solution.values in allowed for view, _ in views)
    assert views[-1][0].solution == solution_of(OTHER)
    again = views_of(tracker, clip(PUZZLE, 30))
    assert again[-1][0].solution == solution_of(PUZZLE)


@pytest.mark.parametrize("other", first_quick(exchanged(PUZZLE), OTHER), ids=["twin", "another"])
def test_a_puzzle_exchanged_between_two_frames_is_not_shown_the_old_solution(scanner: Scanner, other: Board) -> None:
    tracker = LiveTracker(scanner)
    views_of(tracker, clip(PUZZLE, 12))
    swapped = [tracker.update(shot(flat_grid(other, CELL), number).pixels) for number in range(12, 30)]
    assert all(view.solution in (None, solution_of(other)) for view in swapped)
    assert all(view.solution == solution_of(other) for view in swapped[8:])


@pytest.mark.slow
def test_a_twin_that_is_laid_down_under_a_hand_is_not_shown_the_old_solution(scanner: Scanner) -> None:
    tracker, twin = LiveTracker(scanner), exchanged(PUZZLE)
    views_of(tracker, clip(PUZZLE, 12))
    for number, way in enumerate(np.linspace(0.0, 0.5, 12)):
        assert tracker.update(shot(flat_grid(PUZZLE, CELL), 12 + number, hand=float(way)).pixels).solution
    ways = np.linspace(0.5, 1.0, 12)
    shots = [shot(flat_grid(twin, CELL), 24 + number, hand=float(way)) for number, way in enumerate(ways)]
    shown = [tracker.update(taken.pixels).solution for taken in shots]
    assert all(solution in (None, solution_of(twin)) for solution in shown)
    assert shown[-1] == solution_of(twin)


@pytest.mark.slow
def test_another_puzzle_that_comes_in_smeared_is_not_shown_the_old_solution(scanner: Scanner) -> None:
    tracker = LiveTracker(scanner)
    views_of(tracker, clip(PUZZLE, 12))
    for number, away in enumerate((0.2, 0.5, 0.9, 1.2)):
        tracker.update(shot(flat_grid(PUZZLE, CELL), 12 + number, away=away).pixels)
    page = flat_grid(OTHER, CELL)
    shown = [
        tracker.update(smeared(page, 16 + number, away, away - 0.03).pixels).solution
        for number, away in enumerate((0.3, 0.2, 0.1, 0.05))
    ]
    shown += [tracker.update(shot(page, number).pixels).solution for number in range(20, 24)]
    assert all(solution in (None, solution_of(OTHER)) for solution in shown)
    assert shown[-1] == solution_of(OTHER)


@pytest.mark.slow
def test_a_puzzle_that_comes_back_is_shown_at_once(scanner: Scanner) -> None:
    views = views_of(LiveTracker(scanner), clip(PUZZLE, 60, leave=1.1))
    solved = solution_of(PUZZLE)
    whole = [view.solution for view, seen in views[8:] if seen.whole]
    assert any(not seen.whole for _, seen in views)
    assert all(solution in (None, solved) for solution in whole)
    assert whole.count(None) <= 1


@pytest.mark.slow
def test_a_page_that_is_jerked_stays_solved_in_the_smear_and_the_digits_on_their_cells(scanner: Scanner) -> None:
    tracker = LiveTracker(scanner)
    views_of(tracker, clip(PUZZLE, 12))
    seen = smeared(flat_grid(PUZZLE, CELL), 12, 0.03, 0.09)
    view = tracker.update(seen.pixels)
    assert view.solution == solution_of(PUZZLE)
    assert view.location is not None
    assert np.linalg.norm(view.location.corners - seen.corners, axis=1).max() < 0.1 * CELL


def test_another_puzzle_in_the_smear_is_not_shown_the_old_solution(scanner: Scanner) -> None:
    tracker = LiveTracker(scanner)
    views_of(tracker, clip(PUZZLE, 12))
    assert tracker.update(smeared(flat_grid(OTHER, CELL), 12, 0.03, 0.09).pixels).solution is None


@pytest.mark.slow
def test_a_puzzle_half_out_of_the_picture_is_still_followed(scanner: Scanner) -> None:
    views = views_of(LiveTracker(scanner), clip(PUZZLE, 40, leave=0.45))
    assert any(not seen.whole for _, seen in views)
    assert all(view.solution == solution_of(PUZZLE) for view, _ in views[8:])


def test_drawn_digits_stay_on_their_cells(scanner: Scanner) -> None:
    views = views_of(LiveTracker(scanner), clip(PUZZLE, 40))[5:]
    errors = [
        np.linalg.norm(view.location.corners - seen.corners, axis=1) / CELL for view, seen in views if view.location
    ]
    assert len(errors) == 35
    assert np.median(errors) < 0.02
    steps = np.diff([view.location.corners - seen.corners for view, seen in views if view.location], axis=0) / CELL
    assert np.percentile(np.abs(steps), 95) < 0.02


@pytest.mark.slow
def test_the_camera_goes_on_to_a_second_puzzle(scanner: Scanner) -> None:
    pages = [flat_grid(board, CELL) for board in (PUZZLE, OTHER)]
    table = np.full((HEIGHT, 1500, 3), 120, np.uint8)
    for page, left in zip(pages, (60, 560), strict=True):
        table[50 : 50 + len(page), left : left + len(page)] = page
    tracker = LiveTracker(scanner)
    starts = [*[0] * 4, *range(0, 300, 15), *[300] * 4]
    shown = [tracker.update(np.ascontiguousarray(table[:, start : start + WIDTH])).solution for start in starts]
    assert all(solution in (None, solution_of(PUZZLE), solution_of(OTHER)) for solution in shown)
    assert solution_of(PUZZLE) in shown[:6]
    assert shown[-1] == solution_of(OTHER)


def test_a_page_turned_within_a_few_frames_is_followed(scanner: Scanner) -> None:
    tracker, page = LiveTracker(scanner), flat_grid(PUZZLE, CELL)
    views_of(tracker, clip(PUZZLE, 8))
    turns = [4, 14, 34, 58, 78, 88, 90, 90]
    shown = [tracker.update(shot(page, 8 + number, turn=turn).pixels).solution for number, turn in enumerate(turns)]
    assert all(solution in (None, solution_of(PUZZLE)) for solution in shown)
    assert shown.count(None) <= 1


def test_hints_move_on_as_the_person_writes(scanner: Scanner) -> None:
    tracker = LiveTracker(scanner, "hint")
    page, number, followed = flat_grid(PUZZLE, CELL), 0, []
    for _ in range(3):
        for _ in range(45):
            view = tracker.update(shot(page, number).pixels)
            number += 1
            places = view.hint.step.places if view.hint and view.hint.step else ()
            if places and places[0] not in followed:
                break
        assert places
        assert places[0] not in followed
        followed.append(places[0])
        page = written(page, places[0].cell, places[0].digit)


def test_only_wrong_entries_are_marked(scanner: Scanner) -> None:
    tracker = LiveTracker(scanner, "check")
    solved, page = solution_of(PUZZLE), flat_grid(PUZZLE, CELL)
    views_of(tracker, clip(PUZZLE, 8))
    for cell, digit in ((2, solved[2]), (3, 9 if solved[3] != 9 else 8), (78, solved[78])):
        page = written(page, cell, digit)
    views = [tracker.update(shot(page, number).pixels) for number in range(8, 48)]
    assert {view.wrong for view in views} == {(), (3,)}
    assert views[-1].board is not None
    assert views[-1].board.entries[2] == solved[2]
    assert views[-1].solution == solved


def test_a_page_that_breaks_the_rules_is_unsolvable_and_names_the_cells(scanner: Scanner) -> None:
    broken = PUZZLE.with_values({1: 5})
    page = flat_grid(Board.of(broken.values), CELL)
    view = [LiveTracker(scanner).update(shot(page, 0).pixels)][0]
    assert view.state in ("unsolvable", "reading")
    assert view.solution is None
    assert view.suspicious


def test_slow_work_beside_the_frames_ends_at_the_same_solution(scanner: Scanner) -> None:
    with LiveTracker(scanner, background=True) as tracker:
        for number in range(2000):
            view = tracker.update(shot(flat_grid(PUZZLE, CELL), min(number, 40)).pixels)
            assert view.solution in (None, solution_of(PUZZLE))
            if view.solution is not None and number > 40:
                break
        assert view.solution == solution_of(PUZZLE)


@pytest.mark.slow
def test_a_twin_is_not_shown_the_old_solution_while_the_slow_work_runs_beside_the_frames(scanner: Scanner) -> None:
    twin = exchanged(PUZZLE)
    with LiveTracker(scanner, background=True) as tracker:
        for board in (PUZZLE, twin):
            for number in range(2000):
                view = tracker.update(shot(flat_grid(board, CELL), number % 40).pixels)
                assert view.solution in (None, solution_of(board))
                if view.solution is not None and number >= 20:
                    break
            assert view.solution == solution_of(board)


def test_a_blank_back_hides_the_solution_and_the_puzzle_is_known_when_it_is_turned_back(scanner: Scanner) -> None:
    tracker = LiveTracker(scanner)
    views_of(tracker, clip(PUZZLE, 12))
    page = flat_grid(PUZZLE, CELL)
    back = np.full_like(page, 238)
    back[:, ::40] = 30
    blank = [np.full_like(page, 238), back, np.full_like(page, 238)]
    assert all(tracker.update(shot(paper, 12, blur=8.0).pixels).solution is None for paper in blank)
    assert tracker.update(shot(page, 12).pixels).solution == solution_of(PUZZLE)


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
    frame = load_frame(shots[-1].pixels)
    drawn = draw_view(frame, view, tracker.mode)
    assert drawn is not frame
    if view.solution is not None and mode != "check":
        assert (drawn.pixels != frame.pixels).any()


def _video(path: Path, shots: Iterable[Shot], code: str = "mp4v") -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 25, (WIDTH, HEIGHT))
    for taken in shots:
        writer.write(cv2.cvtColor(taken.pixels, cv2.COLOR_RGB2BGR))
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
    with pytest.raises(ImageError, match="no such file"):
        VideoSource(str(tmp_path / "none.mp4"))
    (tmp_path / "text.mp4").write_text("no video")
    with pytest.raises(ImageError, match="expected a video"):
        VideoSource(str(tmp_path / "text.mp4"))


def test_a_video_is_read_from_an_address(tmp_path: Path) -> None:
    _video(tmp_path / "clip.avi", clip(PUZZLE, 4), "MJPG")
    handler = partial(_Quiet, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        source = VideoSource(f"http://127.0.0.1:{server.server_port}/clip.avi")
        assert len(list(source)) == 4
        assert source.is_live
        source.close()
        server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Says nothing."""


def test_a_target_in_a_folder_that_is_not_there_is_refused_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(ImageError, match="folder that exists"):
        VideoTarget(tmp_path / "none" / "out.mp4", 25)


@pytest.mark.parametrize(("fault", "kept"), [(KeyboardInterrupt, True), (ValueError, False)])
def test_what_was_annotated_until_ctrl_c_is_kept(tmp_path: Path, fault: type[BaseException], kept: bool) -> None:
    target = VideoTarget(tmp_path / "out.mp4", 25)
    target.write(load_frame(next(clip(PUZZLE, 1)).pixels))
    target.__exit__(fault, fault(), None)
    assert [path.name for path in tmp_path.iterdir()] == (["out.mp4"] if kept else [])


def test_the_window_obeys_its_keys(tmp_path: Path, scanner: Scanner, monkeypatch: pytest.MonkeyPatch) -> None:
    pygame = pytest.importorskip("pygame", reason="the extra 'live' is not installed")
    from sudokulens.apps.window import run_window

    monkeypatch.setitem(os.environ, "SDL_VIDEODRIVER", "dummy")
    tracker, said = LiveTracker(scanner), list[str]()
    shots = list(clip(PUZZLE, 8))

    def frames() -> Iterable[object]:
        for number, taken in enumerate(shots):
            if number == 2:
                pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_2))
            if number == 4:
                pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE))
            if number == 6:
                pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q))
            assert number < 7
            yield load_frame(taken.pixels)

    run_window(frames(), tracker, tmp_path, said.append)  # type: ignore[arg-type]
    assert tracker.mode == "hint"
    assert len(list(tmp_path.glob("sudoku-*.png"))) == 1
    assert "saved" in said[0]


def test_a_page_has_the_same_verdict_live_and_as_a_picture(scanner: Scanner) -> None:
    solved, page = solution_of(PUZZLE), flat_grid(PUZZLE, CELL)
    for cell, digit in ((2, solved[2]), (3, 9 if solved[3] != 9 else 8), (78, solved[78])):
        page = written(page, cell, digit)
    frames = [shot(page, number).pixels for number in range(24)]
    tracker = LiveTracker(scanner, "check")
    view = [tracker.update(frame) for frame in frames][-1]
    still = scanner(frames[-1]).grids[0]
    assert view.judgement is not None
    assert view.judgement == still.judgement
    assert view.mistakes == still.mistakes
    assert [mistake.cell for mistake in view.mistakes] == [3]
