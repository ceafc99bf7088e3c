"""`sudokulens live`: the answer on the paper, from a webcam or a video."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudokulens.apps.cli.outputs import Output, note
from sudokulens.puzzle.formats.line import digit_character

if TYPE_CHECKING:
    from sudokulens.apps.video import VideoSource, VideoTarget
    from sudokulens.live import LiveTracker, View
    from sudokulens.puzzle.board import Board
    from sudokulens.vision.frame import Frame


class ModeName(StrEnum):
    """What is drawn, for the option's choices."""

    SOLUTION = "solution"
    HINT = "hint"
    CHECK = "check"


def live(
    source: Annotated[str, typer.Option(help="A camera's number, a video file, or a stream's address.")] = "0",
    mode: Annotated[ModeName, typer.Option(help="What to draw.")] = ModeName.SOLUTION,
    out: Annotated[Path | None, typer.Option(help="Write the annotated video to this .mp4 file.")] = None,
    window: Annotated[
        bool | None, typer.Option(help="Show a window; the usual choice unless --out or --json is given.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per frame.")] = False,
) -> None:
    """Solve live: follow a Sudoku through a webcam's or a video's frames and draw the answer into them.

    Keys in the window: 1 solution, 2 hint, 3 check, space snapshot, q quit.
    """
    from sudokulens.apps.video import VideoSource, VideoTarget
    from sudokulens.live import LiveTracker

    shown = window if window is not None else not as_json and out is None
    with ExitStack() as stack:
        frames = stack.enter_context(closing(VideoSource(source)))
        target = stack.enter_context(VideoTarget(out, frames.facts.rate)) if out is not None else None
        output = stack.enter_context(Output())
        # Every frame of a file counts; a camera's picture must not wait for a reading.
        tracker = stack.enter_context(LiveTracker(mode=mode.value, background=shown and frames.is_live))
        results = _Results(tracker, output if as_json else None, target)
        if shown:
            from sudokulens.apps.window import run_window

            run_window(frames, tracker, Path.cwd(), note, results.take)
        else:
            _process(frames, tracker, results, quiet=as_json)
    if out is not None:
        note(f"annotated video written to {out}")


class _Results:
    """Where each frame's view goes: a JSON line, a frame of the annotated video, both or neither."""

    def __init__(self, tracker: LiveTracker, output: Output | None, target: VideoTarget | None) -> None:
        from sudokulens.drawing.live_frame import LiveDrawing

        self._tracker, self._output, self._target = tracker, output, target
        self._drawing = LiveDrawing()
        self._number = 0

    def take(self, frame: Frame, view: View) -> None:
        if self._output is not None:
            self._output.write(json.dumps(view_to_dict(self._number, view)))
        if self._target is not None:
            self._target.write(self._drawing.draw(frame, view, self._tracker.mode))
        self._number += 1


def _process(source: VideoSource, tracker: LiveTracker, results: _Results, *, quiet: bool) -> None:
    """Every frame of the source."""
    for frame in _with_progress(source, source.facts.frames, quiet=quiet):
        results.take(frame, tracker.update(frame))


def view_to_dict(number: int, view: View) -> dict[str, Any]:
    """One frame's view as plain data, the corners in the puzzle's own order."""
    corners = (
        None if view.location is None else [[round(float(x), 2), round(float(y), 2)] for x, y in view.location.corners]
    )
    return {
        "frame": number,
        "state": view.state,
        "corners": corners,
        "givens": _text(view.board.puzzle) if view.board else None,
        "solution": _text(view.solution) if view.solution else None,
        "ms": round(view.milliseconds, 2),
    }


def _text(board: Board) -> str:
    return "".join(digit_character(value, blank="0") for value in board.values)


def _with_progress(source: VideoSource, total: int, *, quiet: bool) -> Iterator[Frame]:
    if quiet or not sys.stderr.isatty():
        yield from source
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(source, "Frames", total or None, console=Console(stderr=True), transient=True)
