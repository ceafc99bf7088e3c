"""The work behind WS /api/live, run in workers: everything that touches untrusted frames happens there."""

from __future__ import annotations

import time
from importlib import resources
from typing import TYPE_CHECKING, Any

from sudokulens.apps.server.workers.inside import ServiceWorker

if TYPE_CHECKING:
    from sudokulens.apps.server.live.follower import Follower
    from sudokulens.logic.level import HintLevel

_WARM_UP_FRAMES = 100

_followers: dict[int, Follower] = {}
"""The sessions of this process."""


class LiveWorker(ServiceWorker):
    """Follows cameras: memory that the next frame needs is kept, and threads that wait for each other only delay."""

    def __init__(self, memory_bytes: int) -> None:
        super().__init__(memory_bytes, threads=1, pictures=True, keeps_memory=True)
        warm_up()


def follow(session: int, frame: int, mode: str, level: HintLevel, picture: bytes, max_pixels: int) -> dict[str, Any]:
    """The view of a session's next frame."""
    from sudokulens.apps.server.live.follower import Follower
    from sudokulens.apps.server.problem import Problem
    from sudokulens.errors import SudokuError

    if session not in _followers:
        _followers[session] = Follower()
    try:
        view = _followers[session].answer(picture, mode, level, max_pixels)
    except (Problem, SudokuError):
        raise
    except Exception:
        # A fault of ours: the session starts afresh, and the others go on.
        forget(session)
        raise
    return {"type": "view", "frame": frame, "mode": mode, "level": level, **view}


def forget(session: int) -> None:
    """Drops a session that is over."""
    if follower := _followers.pop(session, None):
        follower.close()


def warm_up() -> None:
    """Follows the sample photo for some frames, so that the first session finds everything loaded."""
    from sudokulens.apps.server.live.follower import Follower
    from sudokulens.vision.frame import MAX_PIXELS

    sample = resources.files("sudokulens.apps.cli.samples").joinpath("newspaper.jpg").read_bytes()
    follower = Follower()
    for _ in range(_WARM_UP_FRAMES):
        if follower.answer(sample, "hint", "full", MAX_PIXELS)["hint"]:
            break
        time.sleep(0.05)
    follower.close()
