"""The webcam window, drawn with pygame: OpenCV's headless wheel has none, and two OpenCV wheels do not go together."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from sudokulens.drawing.live_frame import LiveDrawing
from sudokulens.errors import MissingExtra, SudokuError
from sudokulens.live import LiveTracker, Mode, View
from sudokulens.vision.frame import Frame

MODES: tuple[Mode, ...] = ("solution", "hint", "check")
HELP = "1 solution   2 hint   3 check   space snapshot   q quit"


def run_window(
    frames: Iterable[Frame],
    tracker: LiveTracker,
    snapshots: Path,
    note: Callable[[str], None],
    each: Callable[[Frame, View], None] | None = None,
) -> None:
    """Shows the frames with what the tracker sees until they end or the person quits; `each` gets every view, too."""
    pygame = _pygame()
    pygame.init()
    try:
        screen: Any = None
        drawing = LiveDrawing()
        for frame in frames:
            view = tracker.update(frame)
            if each is not None:
                each(frame, view)
            shown = drawing.draw(frame, view, tracker.mode)
            screen = screen or _window(pygame, frame)
            _show(pygame, screen, shown)
            for event in pygame.event.get():
                if not _obey(pygame, event, tracker, shown, snapshots, note):
                    return
    finally:
        pygame.quit()


def _window(pygame: Any, frame: Frame) -> Any:
    pygame.display.set_caption(f"Sudoku Lens   {HELP}")
    try:
        return pygame.display.set_mode((frame.width, frame.height), pygame.RESIZABLE)
    except pygame.error as fault:
        raise SudokuError(f"no window can be opened here ({fault}); --no-window does without one") from fault


def _obey(
    pygame: Any, event: Any, tracker: LiveTracker, shown: Frame, snapshots: Path, note: Callable[[str], None]
) -> bool:
    """Does what the event asks for; false when it is time to stop."""
    if event.type == pygame.QUIT:
        return False
    if event.type != pygame.KEYDOWN:
        return True
    if event.key in (pygame.K_q, pygame.K_ESCAPE):
        return False
    if event.key in (pygame.K_1, pygame.K_2, pygame.K_3):
        tracker.mode = MODES[event.key - pygame.K_1]
    if event.key == pygame.K_SPACE:
        note(f"saved {_save(shown, snapshots)}")
    return True


def _show(pygame: Any, screen: Any, frame: Frame) -> None:
    surface = pygame.surfarray.make_surface(np.swapaxes(frame.pixels, 0, 1))
    if surface.get_size() != screen.get_size():
        surface = pygame.transform.smoothscale(surface, screen.get_size())
    screen.blit(surface, (0, 0))
    pygame.display.flip()


def _save(frame: Frame, folder: Path) -> Path:
    from PIL import Image

    target = folder / f"sudoku-{datetime.now():%Y%m%d-%H%M%S-%f}.png"
    try:
        Image.fromarray(frame.pixels).save(target)
    except OSError as fault:
        raise SudokuError(f"{target} cannot be written: {fault.strerror}") from fault
    return target


def _pygame() -> Any:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ImportError as fault:
        raise MissingExtra("The live window", "live") from fault
    return pygame
