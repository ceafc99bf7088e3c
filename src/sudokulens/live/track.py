"""Where one grid is, from frame to frame.

Flow from the last frame gives a rough place; the grid's remembered looks make it exact, be it half covered or half out
of the picture; its lines are fitted anew only now and then, to refine those looks, or where the looks are lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.vision.appearance import Appearance, Sighting
from sudokulens.vision.cells import Pixels
from sudokulens.vision.follow import Glance, follow, leap
from sudokulens.vision.frame import Frame
from sudokulens.vision.locate import refit
from sudokulens.vision.location import GridLocation, Points

PATIENCE = 8
"""Frames for which a grid may be carried by flow alone, under a hand or in a blur, before it counts as lost."""

LEAST_INSIDE = 0.25
"""With a smaller share of its crossings within the picture a grid has left it."""

REFINED = 8
"""Refinements that are averaged; later ones count for an eighth each."""

LEAST_ALIKE = 0.4
"""Cells less alike than this, in the median, speak for a lattice that is off by a cell, or for another page."""

LEAST_COARSE = 0.5
"""The same for the coarse pictures by which jumps are found."""

SELDOM = 4
"""Once refined so often, only every fourth time."""

CLEAR_SHARE, LEAST_SHARE = 0.9, 0.5
"""Looks are renewed only while this part is seen of what usually is; and the least that is ever called usual."""

NEAR = 0.2
"""In cells: a fitted lattice further off than this is not the same one."""

FEWEST_COMPARED = 3
"""With fewer cells surely in view that have something in them, all within the picture are compared."""

BLURRED, LEAST_SHARP = 0.78, 0.93
"""In units of the looks' own sharpness: frames to judge nothing by, and those that may renew the looks."""

FADING = 0.99
"""What counts of the looks' sharpness each time they are renewed: less sharp ones must not creep in."""


class Picture:
    """A frame with what is made of it at most once."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    @cached_property
    def grey(self) -> Pixels:
        return np.asarray(cv2.cvtColor(self.frame.pixels, cv2.COLOR_RGB2GRAY), dtype=np.uint8)

    @cached_property
    def glance(self) -> Glance:
        return Glance.of(self.frame)


@dataclass(slots=True, eq=False)
class Track:
    """One grid being followed: its place in the last frame, its looks, and how much of it was seen there."""

    picture: Picture
    location: GridLocation
    looks: Appearance
    sighting: Sighting | None = None
    unseen: int = 0
    likeness: NDArray[np.float64] = field(default_factory=lambda: np.ones(0))
    """(cells,): how alike each cell is to what it was, -1 to 1."""
    alike: float = 1.0
    """The median of it, over cells in view with something in them."""
    sharp: float = 1.0
    """How sharp the picture is, 1 for as sharp as the looks."""
    _best_share: float = LEAST_SHARE
    _refined: int = 1
    _checked: int = 0

    def __post_init__(self) -> None:
        if not len(self.likeness):
            self.likeness = np.ones(self.location.size**2)

    @staticmethod
    def start(picture: Picture, location: GridLocation) -> Track:
        return Track(picture, location, Appearance.of(picture.grey, location))

    @property
    def whole(self) -> bool:
        """Whether all of the grid is within the picture and nothing lies on it."""
        return self.clear and not self.unseen and _inside(self.location.lattice, self.picture.frame) == 1.0

    @property
    def blurred(self) -> bool:
        return self.sharp < BLURRED

    @property
    def clear(self) -> bool:
        """Whether nearly all of the grid was seen that ever is: of thin lines far away some are always missed."""
        return self.sighting is None or self.sighting.share >= CLEAR_SHARE * self._best_share

    def cells_in_view(self) -> NDArray[np.bool_]:
        """(cells,): those on which nothing lies, as far as the last frame tells."""
        if self.sighting is not None:
            # Beside a hand, digits are cut off and look like others.
            return self.sighting.cells_in_view() if self.clear else self.sighting.cells_in_the_open()
        return np.full(self.location.size**2, self.unseen == 0)

    def advance(self, picture: Picture) -> bool:
        """Carries the place into the next frame; false where the grid is lost."""
        last, before, unseen, self.picture = self.picture.glance, self.location, self.unseen, picture
        carried = follow(last, picture.glance, before)
        best = None
        for place in self._guesses(last, before, carried):
            self.see(place)
            if self.sighting is not None and self.alike >= LEAST_ALIKE:
                return _inside(self.location.lattice, picture.frame) >= LEAST_INSIDE
            best = best or place
        self.see(best or before)
        self.sighting, self.unseen = None, unseen + 1
        return self._without_looks(best if carried is not None else None)

    def _guesses(self, last: Glance, before: GridLocation, carried: GridLocation | None) -> Iterator[GridLocation]:
        """Flow first; then where it was, for flow may have followed a hand; then where its coarse picture is found."""
        if carried is not None:
            yield carried
        yield before
        jumped = self._leap(last, before)
        if jumped is not None:
            yield jumped

    def see(self, rough: GridLocation) -> None:
        """Looks for the grid by its looks, near a rough place."""
        self.sighting = self.looks.found(self.picture.grey, rough)
        self.location = self.sighting.location if self.sighting is not None else rough
        self.unseen = int(self.sighting is None)
        if self.sighting is not None:
            self._best_share = max(LEAST_SHARE, 0.98 * self._best_share, self.sighting.share)
        self.likeness, steps = self.looks.compared(self.picture.grey, self.location)
        structured, seen = self.looks.structured, self._cells_inside()
        if self.sighting is not None and (structured & self.cells_in_view()).sum() >= FEWEST_COMPARED:
            seen = self.cells_in_view()
        compared = self.likeness[structured & seen]
        self.alike = float(np.median(compared)) if len(compared) else 0.0
        usual = self.looks.steps[:, seen].sum(axis=1)
        self.sharp = float((steps[:, seen].sum(axis=1) / np.maximum(usual, 1e-6)).min()) if seen.any() else 0.0

    def _cells_inside(self) -> NDArray[np.bool_]:
        """(cells,): those that lie within the picture."""
        within = _within(self.location.lattice, self.picture.frame)
        return np.asarray((within[:-1, :-1] & within[:-1, 1:] & within[1:, :-1] & within[1:, 1:]).ravel())

    def _leap(self, last: Glance, before: GridLocation) -> GridLocation | None:
        """Where the grid's coarse picture is found: it may have jumped."""
        shift, score = leap(last, self.picture.glance, before)
        if score < LEAST_COARSE:
            return None
        return follow(last, self.picture.glance, before, shift) or before.moved(offset=shift)

    def _without_looks(self, carried: GridLocation | None) -> bool:
        """The place by its lines, or for a while by flow alone."""
        fitted = refit(self.picture.frame, carried) if carried is not None else None
        if carried is None or self.unseen > PATIENCE:
            return False
        self.location = fitted or carried
        return _inside(self.location.lattice, self.picture.frame) >= LEAST_INSIDE

    def refine(self) -> None:
        """Brings the lattice nearer to its lines and renews the looks, where the frame is good enough for it."""
        self._checked += 1
        if not self.clear or self.unseen or (self._refined >= REFINED and self._checked % SELDOM):
            return
        fitted = refit(self.picture.frame, self.location)
        if fitted is None or np.abs(fitted.lattice - self.location.lattice).max() > NEAR * self.location.cell_side:
            return
        self._refined = min(self._refined + 1, REFINED)
        lattice = self.location.lattice + (fitted.lattice - self.location.lattice) / self._refined
        place = GridLocation.from_lattice(lattice, fitted.score)
        looks = Appearance.of(self.picture.grey, place)
        if looks.sharpness >= LEAST_SHARP * self.looks.sharpness:
            self.location = place
            self.looks = replace(looks, steps=np.maximum(looks.steps, FADING * self.looks.steps))


def _within(lattice: Points, frame: Frame) -> NDArray[np.bool_]:
    """Which crossings lie within the picture."""
    return np.asarray(((lattice > 0) & (lattice < (frame.width - 1, frame.height - 1))).all(axis=-1))


def _inside(lattice: Points, frame: Frame) -> float:
    return float(_within(lattice, frame).mean())
