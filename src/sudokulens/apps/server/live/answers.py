"""The work behind WS /api/live, run in workers: everything that touches untrusted frames happens there."""

from __future__ import annotations

import time
from importlib import resources
from typing import TYPE_CHECKING, Any

from sudokulens.apps.answers.problem import Problem
from sudokulens.apps.server.workers.inside import ServiceWorker
from sudokulens.errors import ImageError, SudokuError
from sudokulens.vision.file_kind import HEADER_BYTES, picture_kind

if TYPE_CHECKING:
    from sudokulens.apps.answers.following import Follower
    from sudokulens.live import Mode
    from sudokulens.logic.level import HintLevel
    from sudokulens.vision.frame import Frame

KINDS = ("JPEG", "PNG", "WEBP")
_WARM_UP_FRAMES = 100

_followers: dict[int, Follower] = {}
"""The sessions of this process."""


class LiveWorker(ServiceWorker):
    """Follows cameras: memory that the next frame needs is kept, and threads that wait for each other only delay."""

    def __init__(self, memory_bytes: int) -> None:
        super().__init__(memory_bytes, threads=1, pictures=True, keeps_memory=True)
        warm_up()


def follow(session: int, frame: int, mode: Mode, level: HintLevel, picture: bytes, max_pixels: int) -> dict[str, Any]:
    """The view of a session's next frame; raises ImageError or a Problem for what is no picture."""
    start = time.perf_counter()
    decoded = _decoded(picture, max_pixels)
    middle = time.perf_counter()
    view = _view(session, decoded, mode, level)
    spent = {"decode": _ms(start, middle), "track": _ms(middle, time.perf_counter())}
    return {"type": "view", "frame": frame, "mode": mode, "level": level, **view, "ms": spent}


def _view(session: int, frame: Frame, mode: Mode, level: HintLevel) -> dict[str, Any]:
    if session not in _followers:
        _followers[session] = _follower()
    try:
        return _followers[session].answer(frame, mode, level)
    except (Problem, SudokuError):
        raise
    except Exception:
        # An internal error: this session restarts, the others continue.
        forget(session)
        raise


def _follower() -> Follower:
    from sudokulens.apps.answers.following import Follower
    from sudokulens.apps.answers.pictures import shared_scanner

    return Follower(shared_scanner())


def _decoded(picture: bytes, max_pixels: int) -> Frame:
    from sudokulens.vision.frame import load_frame

    try:
        kind = picture_kind(picture[:HEADER_BYTES])
    except ImageError as fault:
        raise Problem(415, "unsupported-image", str(fault)) from None
    if kind not in KINDS:
        raise Problem(415, "unsupported-image", f"A frame cannot be {kind} (expected JPEG, PNG or WebP).")
    return load_frame(picture, max_pixels=max_pixels)


def _ms(start: float, end: float) -> float:
    return round(1000 * (end - start), 1)


def forget(*sessions: int) -> None:
    """Drops sessions that are over."""
    for session in sessions:
        if follower := _followers.pop(session, None):
            follower.close()


def warm_up() -> None:
    """Follows the sample photo for some frames, so that the first session finds everything loaded."""
    from sudokulens.vision.frame import load_frame

    sample = resources.files("sudokulens.apps.cli.samples").joinpath("newspaper.jpg").read_bytes()
    follower, frame = _follower(), load_frame(sample)
    for _ in range(_WARM_UP_FRAMES):
        if follower.answer(frame, "hint", "full")["hint"]:
            break
        time.sleep(0.05)
    follower.close()
