"""`sudokulens live`: the answer on the paper, from a webcam or a video."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudokulens.apps.cli.outputs import Output, note
from sudokulens.puzzle.formats.line import digit_character

if TYPE_CHECKING:
    from sudokulens.apps.video import VideoSource
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
    window: Annotated[bool, typer.Option(help="Show a window.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per frame.")] = False,
) -> None:
    """Solve live: follow a Sudoku through a webcam's or a video's frames and draw the answer into them.

    Keys in the window: 1 solution, 2 hint, 3 check, space snapshot, q quit.
    """
    from sudokulens.apps.video import VideoSource
    from sudokulens.live import LiveTracker

    frames = VideoSource(source)
    tracker = LiveTracker(mode=mode.value)
    try:
        if window and not as_json and out is None:
            from sudokulens.apps.window import run_window

            run_window(frames, tracker, Path.cwd(), note)
        else:
            _process(frames, tracker, out, as_json)
    finally:
        frames.close()


def _process(source: VideoSource, tracker: LiveTracker, out: Path | None, as_json: bool) -> None:
    """Every frame of the source, with JSON lines and an annotated video as asked for."""
    from sudokulens.apps.video import VideoTarget
    from sudokulens.live_drawing import draw_view

    facts = source.facts
    with ExitStack() as stack:
        output = stack.enter_context(Output())
        target = stack.enter_context(VideoTarget(out, facts)) if out is not None else None
        for number, frame in enumerate(_with_progress(source, facts.frames, quiet=as_json)):
            view = tracker.update(frame)
            if as_json:
                output.write(json.dumps(view_to_dict(number, view)))
            if target is not None:
                target.write(draw_view(frame, view, tracker.mode))
    if out is not None:
        note(f"annotated video written to {out}")


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
