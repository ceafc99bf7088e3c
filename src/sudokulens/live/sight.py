"""One grid as one frame shows it: where it is seen by its looks, and how much it looks like them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.vision.appearance import Appearance, Sighting
from sudokulens.vision.cells import Pixels
from sudokulens.vision.follow import Glance
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation, Points
from sudokulens.vision.smear import find_defocused, find_smeared, smear_direction

_LIMITS: dict[str, float] = fitted("live")["limits"]

MIN_POSSIBLE_CORRELATION = _LIMITS["possible_correlation"]
"""The median correlation of the cells below which a lattice is off by a cell, or another page lies there."""

MIN_SAME_CORRELATION = _LIMITS["same_correlation"]
"""The same from which on it may be the grid that was seen before, and shows it well enough; a single cell that has less
may hold another digit."""

MIN_CONVINCING_CORRELATION = _LIMITS["convincing_correlation"]
"""The same from which on there is no need to look elsewhere, whether the grid is at rest or smeared."""

MIN_COARSE_CORRELATION = _LIMITS["coarse_correlation"]
"""The correlation of two coarse pictures of a grid, lines and all, from which on it may have jumped that far."""

MIN_UNCOVERED_SHARE = _LIMITS["uncovered_share"]
"""Nothing lies on the grid while this part is seen of what usually is."""

MIN_USUAL_SHARE = 0.5
"""The least share of the grid that is ever called usual."""

DECAY = _LIMITS["decay"]
"""What is left from frame to frame of the largest share seen and of the sharpest looks."""

AVERAGED_FRAMES = 8
"""Frames that a running mean holds: beyond these, each new one counts for an eighth."""

MIN_COMPARED_CELLS = 3
"""With fewer cells surely in view that have something in them, all within the picture are compared."""

MAX_BLURRED_SHARPNESS = _LIMITS["blurred_sharpness"]
"""In units of the looks' own sharpness: frames to judge nothing by."""

NEAR_CELLS = _LIMITS["near_cells"]
"""In cells: a shorter way leaves no smear, and two places that are nearer than this are the same."""

MAX_SMEAR_CELLS = _LIMITS["smear_cells"]
"""In cells: nothing can be told in a longer smear."""


class Picture:
    """A frame with what is made of it at most once."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    def __reduce__(self) -> tuple[type[Picture], tuple[Frame]]:
        """What was made of the frame is quicker made again than sent."""
        return Picture, (self.frame,)

    @cached_property
    def grey(self) -> Pixels:
        return np.asarray(cv2.cvtColor(self.frame.pixels, cv2.COLOR_RGB2GRAY), dtype=np.uint8)

    @cached_property
    def glance(self) -> Glance:
        return Glance.of(self.frame)


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A grid at a place of a frame; `sighting` is None where it was not found there by its looks."""

    location: GridLocation
    sighting: Sighting | None
    correlation: NDArray[np.float64]
    """(cells,): how alike each cell is to what it was, -1 to 1."""
    alike: float = 1.0
    """The median of it, over cells in view with something in them."""
    sharp: float = 1.0
    """How sharp the picture is, 1 for as sharp as the looks."""
    usual_share: float = MIN_USUAL_SHARE
    """The share of the grid that is seen when nothing lies on it: of thin lines far away some are always missed."""

    @staticmethod
    def first(location: GridLocation) -> Sight:
        """The sight that the looks are taken from."""
        return Sight(location, None, np.ones(location.size**2))

    @property
    def blurred(self) -> bool:
        return self.sharp < MAX_BLURRED_SHARPNESS

    @property
    def clear(self) -> bool:
        """Whether nearly all of the grid was seen that ever is."""
        return self.sighting is None or self.sighting.share >= MIN_UNCOVERED_SHARE * self.usual_share

    def moved_to(self, location: GridLocation) -> Sight:
        return replace(self, location=location)


def look(
    picture: Picture, looks: Appearance, rough: GridLocation, usual: float, moving: Appearance | None = None
) -> Sight:
    """The grid by its looks, or by those that it has while `moving`, near a rough place."""
    shown = moving or looks
    sighting = shown.found(picture.grey, rough)
    location = sighting.location if sighting is not None else rough
    if sighting is not None:
        usual = max(MIN_USUAL_SHARE, DECAY * usual, sighting.share)
    correlation, steps = shown.compared(picture.grey, location)
    sight = Sight(location, sighting, correlation, usual_share=usual)
    seen = _compared_cells(sight, shown.structured, picture.frame)
    compared = correlation[shown.structured & seen]
    sharp = (
        (steps[:, seen].sum(axis=1) / np.maximum(looks.steps[:, seen].sum(axis=1), 1e-6)).min() if seen.any() else 0.0
    )
    return replace(sight, alike=float(np.median(compared)) if len(compared) else 0.0, sharp=float(sharp))


def look_at_moving(
    picture: Picture, looks: Appearance, rough: GridLocation, usual: float, motion: Points
) -> Sight | None:
    """The grid smeared over some part of a motion (4, 2) of its corners, in cells; None where it is not seen so.

    What has hardly moved is taken to be out of focus.
    """
    longest = float(np.linalg.norm(motion, axis=1).max())
    if longest < NEAR_CELLS:
        moving, place = find_defocused(looks, picture.grey, rough)
    else:
        motion = motion * min(1.0, MAX_SMEAR_CELLS / longest)
        moving, place = find_smeared(looks, picture.grey, rough, motion)
    sight = look(picture, looks, place, usual, moving)
    return sight if sight.sighting is not None and sight.alike >= MIN_CONVINCING_CORRELATION else None


def look_at_smear(picture: Picture, looks: Appearance, rough: GridLocation, usual: float) -> Sight | None:
    """The same where nothing is known of the motion but what the smear itself tells."""
    direction = smear_direction(looks, picture.grey, rough)
    return look_at_moving(picture, looks, rough, usual, np.tile(MAX_SMEAR_CELLS * direction, (4, 1)))


def cells_in_view(sight: Sight) -> NDArray[np.bool_]:
    """(cells,): those on which nothing lies."""
    if sight.sighting is None:
        return np.ones(sight.location.size**2, dtype=np.bool_)
    # Beside a hand, digits are cut off and look like others.
    return sight.sighting.cells_in_view() if sight.clear else sight.sighting.cells_in_the_open()


def crossings_inside(lattice: Points, frame: Frame) -> NDArray[np.bool_]:
    """Which crossings lie within the picture."""
    return np.asarray(((lattice > 0) & (lattice < (frame.width - 1, frame.height - 1))).all(axis=-1))


def _compared_cells(sight: Sight, structured: NDArray[np.bool_], frame: Frame) -> NDArray[np.bool_]:
    """(cells,): those that tell how alike the whole is."""
    if sight.sighting is not None and (structured & cells_in_view(sight)).sum() >= MIN_COMPARED_CELLS:
        return cells_in_view(sight)
    within = crossings_inside(sight.location.lattice, frame)
    return np.asarray((within[:-1, :-1] & within[:-1, 1:] & within[1:, :-1] & within[1:, 1:]).ravel())
