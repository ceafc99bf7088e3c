"""Where one grid is, from frame to frame.

Flow from the last frame gives a rough place; the grid's remembered looks make it exact, even half covered, half out of
the picture or smeared; its lines are refitted only now and then, to refine those looks, or where the looks are lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.live.sight import (
    AVERAGED_FRAMES,
    DECAY,
    MIN_COARSE_CORRELATION,
    MIN_CONVINCING_CORRELATION,
    MIN_POSSIBLE_CORRELATION,
    NEAR_CELLS,
    Picture,
    Sight,
    cells_in_view,
    crossings_inside,
    look,
    look_at_moving,
    look_at_smear,
)
from sudokulens.vision.appearance import Appearance
from sudokulens.vision.follow import Glance, follow, gone_on, leap
from sudokulens.vision.locate import refit
from sudokulens.vision.location import GridLocation, Points
from sudokulens.vision.smear import motion_in_cells

MAX_UNSEEN_FRAMES = AVERAGED_FRAMES
"""Frames for which a grid may be carried by flow alone, under a hand or in a blur, or not settle, before it is lost."""

COSTLY_INTERVAL_FRAMES = AVERAGED_FRAMES // 2
"""Frames between two pieces of work that take longer than a frame should: a camera will deliver another one."""

_LIMITS: dict[str, float] = fitted("live")["limits"]

MIN_VISIBLE_SHARE = _LIMITS["visible_share"]
"""With a smaller share of its crossings within the picture a grid has left it."""

MIN_RENEWAL_SHARPNESS = _LIMITS["renewal_sharpness"]
"""In units of the looks' own sharpness: frames that may renew them."""

MIN_SMEARING_MOTION_CELLS = _LIMITS["smearing_motion_cells"]
"""A way in cells that may leave nothing but a smear."""

MAX_SMEARED_SHARPNESS = _LIMITS["smeared_sharpness"]
"""The sharpness of a smear, in units of the looks' own."""

MAX_EXPOSURE_SHARE = _LIMITS["exposure_share"]
"""The largest share of the way from the last frame for which the shutter is open: more than all where it speeds up."""


@dataclass(slots=True, eq=False)
class Track:
    """One grid being followed: how the last frame shows it, and its looks."""

    picture: Picture
    sight: Sight
    looks: Appearance
    unseen: int = 0
    """Frames in a row in which it was not seen by its looks."""
    _earlier: GridLocation | None = None
    """Its place in the frame before the last, where it was seen there."""
    _refined: int = 1
    _checked: int = 0

    @staticmethod
    def start(picture: Picture, location: GridLocation) -> Track:
        return Track(picture, Sight.first(location), Appearance.of(picture.grey, location))

    @staticmethod
    def resume(picture: Picture, rough: GridLocation, looks: Appearance) -> Track:
        """A grid whose looks are known, at about that place of the frame."""
        track = Track(picture, Sight.first(rough), looks)
        track._take(look(picture, looks, rough, track.sight.usual_share))
        return track

    @property
    def location(self) -> GridLocation:
        return self.sight.location

    @property
    def correlation(self) -> NDArray[np.float64]:
        return self.sight.correlation

    @property
    def alike(self) -> float:
        return self.sight.alike

    @property
    def inside(self) -> float:
        """The share of the crossings that lie within the picture."""
        return float(crossings_inside(self.location.lattice, self.picture.frame).mean())

    @property
    def whole(self) -> bool:
        """Whether all of the grid is within the picture and nothing lies on it."""
        return self.clear and not self.unseen and self.inside == 1.0

    @property
    def blurred(self) -> bool:
        return self.sight.blurred

    @property
    def clear(self) -> bool:
        """Whether nearly all of the grid was seen that ever is."""
        return self.sight.clear

    def cells_in_view(self) -> NDArray[np.bool_]:
        """(cells,): those on which nothing lies, as far as the last frame tells."""
        return cells_in_view(self.sight) & (self.sight.sighting is not None or self.unseen == 0)

    def advance(self, picture: Picture) -> bool:
        """Carries the place into the next frame; false where the grid is lost."""
        last, before, self.picture = self.picture.glance, self.location, picture
        carried = follow(last, picture.glance, before)
        best = self._best(before, self._guesses(last, before, carried))
        self._earlier = before if not self.unseen else None
        if best is not None:
            self._take(best)
            return self.inside >= MIN_VISIBLE_SHARE
        self.sight = replace(self._look(carried or before), sighting=None)
        self.unseen += 1
        return carried is not None and self._without_looks(carried)

    def _guesses(self, last: Glance, before: GridLocation, carried: GridLocation | None) -> Iterator[GridLocation]:
        """Flow first; then where it would go on to; where it was, for flow may follow a hand; and where it jumped."""
        if carried is not None:
            yield carried
        if self._earlier is not None:
            yield from gone_on(self._earlier, before)
        yield before
        jumped = self._leap(last, before)
        if jumped is not None:
            yield jumped

    def _best(self, before: GridLocation, guesses: Iterator[GridLocation]) -> Sight | None:
        """How the grid is seen at the first guess that convinces, or else at the best of them."""
        best: Sight | None = None
        tried: list[GridLocation] = []
        for rough in guesses:
            if any(np.abs(rough.corners - other.corners).max() < NEAR_CELLS * before.cell_side for other in tried):
                continue
            tried.append(rough)
            sight = self._look_there(before, rough)
            if (
                sight is not None
                and sight.sighting
                and sight.alike >= (best.alike if best else MIN_POSSIBLE_CORRELATION)
            ):
                best = sight
                if sight.alike >= MIN_CONVINCING_CORRELATION:
                    break
        return best

    def _look_there(self, before: GridLocation, rough: GridLocation) -> Sight | None:
        """How the grid is seen near a place: as it is at rest, or smeared on its way there."""
        motion = MAX_EXPOSURE_SHARE * motion_in_cells(before, rough)
        far = np.linalg.norm(motion, axis=1).max() > MIN_SMEARING_MOTION_CELLS
        if far and self.looks.sharpness_at(self.picture.grey, rough) < MAX_SMEARED_SHARPNESS:
            # Nothing at rest is found in that, and a failing search takes longest.
            return self._look_at_moving(rough, motion)
        sight = self._look(rough)
        return (self._look_at_moving(rough, motion) if sight.blurred else None) or sight

    def see_smeared(self, rough: GridLocation) -> bool:
        """Whether the grid is seen smeared in a direction that only the smear itself tells."""
        sight = look_at_smear(self.picture, self.looks, rough, self.sight.usual_share)
        if sight is not None:
            self._take(sight)
        return sight is not None

    def _look(self, rough: GridLocation) -> Sight:
        return look(self.picture, self.looks, rough, self.sight.usual_share)

    def _look_at_moving(self, rough: GridLocation, motion: Points) -> Sight | None:
        return look_at_moving(self.picture, self.looks, rough, self.sight.usual_share, motion)

    def _take(self, sight: Sight) -> None:
        self.sight, self.unseen = sight, int(sight.sighting is None)

    def _leap(self, last: Glance, before: GridLocation) -> GridLocation | None:
        """Where the grid's coarse picture is found: it may have jumped."""
        shift, score = leap(last, self.picture.glance, before)
        if score < MIN_COARSE_CORRELATION:
            return None
        return follow(last, self.picture.glance, before, shift) or before.moved(offset=shift)

    def _without_looks(self, carried: GridLocation) -> bool:
        """The place by its lines, or for a while by flow alone."""
        if self.unseen > MAX_UNSEEN_FRAMES:
            return False
        self.sight = self.sight.moved_to(refit(self.picture.frame, carried) or carried)
        return self.inside >= MIN_VISIBLE_SHARE

    def refine(self) -> None:
        """Brings the lattice nearer to its lines and renews the looks, where the frame is good enough for it."""
        self._checked += 1
        if (
            not self.clear
            or self.unseen
            or (self._refined >= AVERAGED_FRAMES and self._checked % COSTLY_INTERVAL_FRAMES)
        ):
            return
        fitted = refit(self.picture.frame, self.location)
        if (
            fitted is None
            or np.abs(fitted.lattice - self.location.lattice).max() > NEAR_CELLS * self.location.cell_side
        ):
            return
        self._refined = min(self._refined + 1, AVERAGED_FRAMES)
        lattice = self.location.lattice + (fitted.lattice - self.location.lattice) / self._refined
        place = GridLocation.from_lattice(lattice, fitted.score)
        looks = Appearance.of(self.picture.grey, place)
        if looks.sharpness >= MIN_RENEWAL_SHARPNESS * self.looks.sharpness:
            self.sight = self.sight.moved_to(place)
            self.looks = replace(looks, steps=np.maximum(looks.steps, DECAY * self.looks.steps))
