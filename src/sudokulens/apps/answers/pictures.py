"""The answer about a picture: its grids with their boards, verdicts and crossings, an overlay, the next hints."""

from __future__ import annotations

import base64
import io
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sudokulens.logic.level import HintLevel
    from sudokulens.scanned import Scan, ScannedGrid
    from sudokulens.scanner import Scanner
    from sudokulens.vision.frame import Frame

WORK_PIXELS = 24_000_000
"""Larger pictures are opened at half their size, which is quicker and shows all that a reader of digits needs."""


@cache
def shared_scanner() -> Scanner:
    """The scanner of this process; its weights load once."""
    from sudokulens.scanner import Scanner

    return Scanner()


def scan_answer(
    picture: bytes, max_pixels: int, overlay: bool, hint_level: HintLevel | None, shown: bool = False
) -> tuple[dict[str, Any], dict[str, float]]:
    """The grids in the picture as plain data, and the seconds that each stage took."""
    from sudokulens.vision.frame import load_frame

    scan = shared_scanner()(load_frame(picture, max_pixels=max_pixels, work_pixels=WORK_PIXELS))
    answer = answer_of(scan, hint_level)
    if overlay:
        answer["overlay"] = _overlay_of(scan)
    if shown:
        answer["picture"] = _jpeg_address(scan.frame)
    return answer, dict(scan.timings)


def answer_of(scan: Scan, hint_level: HintLevel | None = None) -> dict[str, Any]:
    """The grids of a scan as plain data."""
    from sudokulens.puzzle.board import Board
    from sudokulens.puzzle.fields import as_fields
    from sudokulens.wording.outcomes import notes_text, verdict_text

    answer = _in_the_pictures_own_pixels({"image": "upload", **scan.as_dict()}, scan.frame)
    for described, grid in zip(answer["grids"], scan.grids, strict=True):
        described.update(_board_of(grid) | _lattice_of(grid, scan.frame))
        described["verdict"]["text"] = verdict_text(grid.judgement, grid.board.geometry, grid.rules.kind)
        described["note"] = notes_text(grid.notes)
        if hint_level is not None:
            described["hint"] = _hint_of(grid, hint_level)
    for joined in answer["joined"]:
        joined["fields"] = as_fields(Board.parse(joined["board"]))
    return answer


def _in_the_pictures_own_pixels(answer: dict[str, Any], frame: Frame) -> dict[str, Any]:
    """The answer as if the picture had been opened at its full size."""
    if frame.full_size is None:
        return answer
    width, height = frame.full_size
    across, down = width / frame.width, height / frame.height
    for grid in answer["grids"]:
        grid["corners"] = [[round(x * across, 2), round(y * down, 2)] for x, y in grid["corners"]]
    return answer | {"width": width, "height": height}


def _board_of(grid: ScannedGrid) -> dict[str, Any]:
    from sudokulens.puzzle.fields import as_fields

    return {"board": str(grid.board), "fields": as_fields(grid.board)}


def _hint_of(grid: ScannedGrid, level: HintLevel) -> dict[str, Any]:
    from sudokulens.apps.answers.boards import described_hint
    from sudokulens.logic.hint import hint

    return described_hint(hint(grid.board), level)


def _overlay_of(scan: Scan) -> str:
    from sudokulens.drawing.photo import overlay

    return _jpeg_address(overlay(scan))


def _jpeg_address(frame: Frame) -> str:
    """The picture as a data URL."""
    target = io.BytesIO()
    frame.image().save(target, "JPEG", quality=88)
    return "data:image/jpeg;base64," + base64.b64encode(target.getvalue()).decode()


def _lattice_of(grid: ScannedGrid, frame: Frame) -> dict[str, Any]:
    """The crossings of the grid's lines in the picture's own pixels, by which a page is straightened."""
    width, height = frame.full_size or (frame.width, frame.height)
    across, down = width / frame.width, height / frame.height
    lattice = grid.location.lattice
    return {
        "lattice": [[[round(float(x) * across, 1), round(float(y) * down, 1)] for x, y in line] for line in lattice]
    }
