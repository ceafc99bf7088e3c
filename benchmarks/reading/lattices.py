"""Drawn pictures with every crossing known, and what becomes of the rough lattices that are tried on them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from benchmarks.live.webcam import kinds as webcam_kinds
from benchmarks.reading import crops
from benchmarks.reading.crops import MAX_CROSSING_ERROR_CELLS
from benchmarks.reading.locate import crossing_error
from benchmarks.reading.scenes import (
    FILLED,
    LOOKS,
    SHOTS,
    TILES,
    finger_scene,
    grid_scene,
    hard_scene,
    page_scene,
    tiled_scene,
    wobbly_scene,
)
from pages.camera import Pixels, Points
from pages.clips import shots
from pages.look_alikes import LOOK_ALIKES, draw_look_alike
from pages.sheets import drawn
from sudokulens import random_puzzle
from sudokulens.vision import grid_fit, search
from sudokulens.vision.frame import Frame
from sudokulens.vision.grid_fit import GridFit
from sudokulens.vision.line_evidence import LineEvidence, gather_evidence
from sudokulens.vision.locate import candidates
from sudokulens.vision.location import GridLocation

CROPPED_SIZES = (4, 6, 9, 12, 16)
WEBCAM_FRAMES, EVERY_FRAME = 13, 4
REDUCED, EVERY_REDUCED = 0.55, 4
FAR_CELLS = 9.0
"""In cells: as far away as what lies elsewhere."""


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture and the crossings of every grid on it; none on a look-alike."""

    pixels: Pixels
    lattices: Sequence[Points]


@dataclass(eq=False)
class Trial:
    """A rough lattice that was fitted to a picture's lines, without giving it up on the way."""

    start: LineEvidence
    true: Points | None = None
    """The grid that it came to lie on, or on which it lay best, in the pixels of what was searched."""
    grid: int = 0
    """Which of the picture's grids that is."""
    right: bool = False
    fit: GridFit | None = None
    scored: list[tuple[Any, ...]] = field(default_factory=list)
    """What every score was computed from, round by round."""
    moves: list[tuple[Any, ...]] = field(default_factory=list)
    """From which lattice, and by which evidence, it was moved, round by round."""


def pictures(seed: int) -> Iterator[Picture]:
    """Pages, screenshots and webcam frames, and reduced copies of every fourth of them."""
    made = [*_pages(seed), *_screens(seed), *_frames(seed)]
    yield from made
    for picture in made[::EVERY_REDUCED]:
        small = cv2.resize(picture.pixels, None, fx=REDUCED, fy=REDUCED, interpolation=cv2.INTER_AREA)
        yield Picture(np.asarray(small), [(lattice + 0.5) * REDUCED - 0.5 for lattice in picture.lattices])


def _pages(seed: int) -> Iterator[Picture]:
    """Photographed pages of every style and under every fault, and look-alikes as on a screen."""
    chance = np.random.default_rng(seed)
    made = [grid_scene(kind, chance) for kind in (*LOOKS, "shaded", *FILLED)]
    made += [hard_scene(kind, chance) for kind in SHOTS] + [tiled_scene(kind, chance) for kind in TILES]
    made += [wobbly_scene("", chance), finger_scene("", chance)]
    made += [page_scene(kind, chance) for kind in ("two grids", "four grids", "with solution")]
    for scene in made:
        yield Picture(scene.pixels, scene.lattices)
    for kind in LOOK_ALIKES:
        yield Picture(draw_look_alike(kind, chance, None), [])


def _screens(seed: int) -> Iterator[Picture]:
    made = list(crops.crops(2, seed, CROPPED_SIZES))
    made += [crops.with_popup(look, np.random.default_rng([seed, n])) for n, look in enumerate(crops.LOOKS)]
    for crop in made:
        yield Picture(crop.pixels, crop.lattices)


def _frames(seed: int) -> Iterator[Picture]:
    """Frames of webcams that show a whole grid."""
    sheet = drawn(random_puzzle(seed), f"page {seed}")
    for kind in webcam_kinds(seed):
        for shot in list(shots(kind, [sheet], WEBCAM_FRAMES))[::EVERY_FRAME]:
            [(_, lattice)] = shot.sheets
            if shot.whole(lattice):
                yield Picture(np.asarray(shot.pixels), [lattice])


def trials(picture: Picture, permissive: Mapping[str, float]) -> list[Trial]:
    """What became of every rough lattice on the picture, with limits that give next to none of them up."""
    made: list[Trial] = []
    plain = grid_fit.fit_lattice

    def traced(grey: Pixels, lattice: Points, evidence: LineEvidence | None = None) -> GridFit | None:
        evidence = evidence or gather_evidence(grey, lattice)
        made.append(Trial(evidence))
        fit = made[-1].fit = plain(grey, lattice, evidence)
        _compare(made[-1], picture, picture.pixels.shape[1] / grey.shape[1])
        return fit

    with (
        _replaced(permissive),
        _recorded("score_lattice", lambda arguments: made[-1].scored.append(arguments)),
        _recorded("moved_to_lines", lambda arguments: made[-1].moves.append(arguments)),
        _patched(search, "fit_lattice", traced),
    ):
        candidates(Frame(picture.pixels))
    return made


def _compare(trial: Trial, picture: Picture, scale: float) -> None:
    """Notes the grid that the fit lies on, if any."""
    if trial.fit is None or not picture.lattices:
        return
    fitted, place = trial.fit.location.lattice, trial.fit.location.moved(scale)
    errors = [crossing_error(place, lattice) for lattice in picture.lattices]
    nearest = int(np.argmin(errors))
    trial.right = errors[nearest] < MAX_CROSSING_ERROR_CELLS
    if errors[nearest] < FAR_CELLS:
        true = (picture.lattices[nearest] - (scale - 1) / 2) / scale
        turns = (np.rot90(true, turn) for turn in range(4))
        trial.grid = nearest
        trial.true = min(turns, key=lambda each: float(np.abs(each - fitted).max()))


@contextmanager
def _recorded(name: str, note: Callable[[tuple[Any, ...]], None]) -> Iterator[None]:
    plain = getattr(grid_fit, name)

    def noting(*arguments: Any, **named: Any) -> Any:
        note((*arguments, *named.values()))
        return plain(*arguments, **named)

    with _patched(grid_fit, name, noting):
        yield


@contextmanager
def _patched(module: ModuleType, name: str, value: object) -> Iterator[None]:
    plain = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, plain)


@contextmanager
def _replaced(numbers: Mapping[str, float]) -> Iterator[None]:
    plain = {name: getattr(grid_fit, name.upper()) for name in numbers}
    apply(numbers)
    try:
        yield
    finally:
        apply(plain)


def apply(numbers: Mapping[str, float]) -> None:
    """Gives the numbers to every module of vision that uses them."""
    modules = [module for name, module in sys.modules.items() if name.startswith("sudokulens.vision.")]
    for module in modules:
        for name, value in numbers.items():
            if hasattr(module, name.upper()):
                setattr(module, name.upper(), value)
        for each in vars(module).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()


def error_cells(lattice: Points, true: Points) -> float:
    """The largest distance of any crossing from its true place, in cells."""
    side = GridLocation.from_lattice(true).cell_side
    return float(np.hypot(*(lattice - true).transpose(2, 0, 1)).max() / side)
