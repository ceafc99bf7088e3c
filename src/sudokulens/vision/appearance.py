"""How a grid looked at a good moment: to find it again, under a hand or at the picture's edge, and to tell it apart.

Lines alone repeat from cell to cell; the digits between them do not. What is compared is laid flat and freed of its
light, so that shade, exposure and a moderate blur do not count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.vision.cells import MARGIN_CELLS, Pixels, rectify
from sudokulens.vision.follow import MIN_POINTS
from sudokulens.vision.ink import MIN_LINE_GREY
from sudokulens.vision.location import GridLocation, Points, apply_homography

_LIMITS: dict[str, float] = fitted("live")["limits"]

CELL_PIXELS = 20
"""Pixels a cell of the flat picture."""

MIN_FOUND_SHARE = _LIMITS["found_share"]
"""A smaller share of places found again, of all that the look has, is chance."""

MAX_RETURN_ERROR_PIXELS, MAX_MISS_PIXELS = _LIMITS["return_error_pixels"], _LIMITS["miss_pixels"]
"""In pixels of the flat picture: how far a place may be off on the way there and back, and off the common motion."""

FLOW_WINDOW_PIXELS = 15
"""The side of what is looked for again around every place of the flat picture: less than a cell, which has digits."""

GREYS = 40
"""Grey levels of the flat picture for its usual contrast: three times that fits into a byte."""

MAX_TRIES = 200
"""For a common motion: enough where two places in five share it."""

INNER = 3
"""Pixels at the sides of a cell that are left out where digits are compared: lines are everywhere the same."""

BEND_RIDGE = _LIMITS["bend_ridge"]
"""How much a bend must be worth: what few points say about a high degree is noise."""

MIN_STRUCTURE = _LIMITS["structure"]
"""A cell with less contrast, in units of what is usual around it, is empty paper."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """Where a grid was found again, and which of its crossings (size + 1, size + 1) were really seen."""

    location: GridLocation
    seen: NDArray[np.bool_]
    share: float
    """Of all places that were looked for."""

    def cells_in_view(self) -> NDArray[np.bool_]:
        """(cells,): true for a cell with more than half of its corners seen: nothing lies on it."""
        seen = self.seen.astype(np.int8)
        corners = seen[:-1, :-1] + seen[:-1, 1:] + seen[1:, :-1] + seen[1:, 1:]
        return np.asarray((corners > 2).ravel())

    def cells_in_the_open(self) -> NDArray[np.bool_]:
        """(cells,): true for a cell that is seen with all its neighbours' corners: nothing lies near it."""
        free = cv2.erode(self.seen.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        return np.asarray((free[:-1, :-1] & free[:-1, 1:] & free[1:, :-1] & free[1:, 1:]).ravel())


@dataclass(frozen=True, slots=True, eq=False)
class Appearance:
    """A grid laid flat, freed of its light, with the places on it that can be found again."""

    flat: NDArray[np.float32]
    places: Points
    size: int
    steps: NDArray[np.float64]
    """(2, cells): the mean step between neighbouring pixels, down and across."""

    @staticmethod
    def of(grey: Pixels, location: GridLocation) -> Appearance:
        """The look of the grid at that place of a grey picture."""
        flat = _flat(grey, location)
        cells = _cells(flat, location.size)
        structured = cells.std(axis=1) >= MIN_STRUCTURE
        places = np.concatenate([_crossings(location.size), _centres(location.size)[structured]])
        return Appearance(flat, places, location.size, _steps(flat, location.size))

    def with_flat(self, flat: NDArray[np.float32]) -> Appearance:
        """The same grid with another picture of it, smeared, say; its places and steps stay."""
        return replace(self, flat=flat)

    @property
    def structured(self) -> NDArray[np.bool_]:
        """(cells,): true for cells with something in them to compare."""
        return np.asarray(_cells(self.flat, self.size).std(axis=1) >= MIN_STRUCTURE)

    def found(self, grey: Pixels, rough: GridLocation) -> Sighting | None:
        """The grid's exact place near a rough one; None where too little of it is there."""
        fewest = max(MIN_POINTS, MIN_FOUND_SHARE * len(self.places))
        visible = np.flatnonzero(_inside(grey, rough, self.places))
        if len(visible) < fewest:
            return None
        start = self.places[visible].astype(np.float32)
        moved, kept = _flow(_as_picture(self.flat), _as_picture(_flat(grey, rough)), start)
        if kept.sum() < fewest:
            return None
        matrix, agreed = cv2.findHomography(start[kept], moved[kept], cv2.RANSAC, MAX_MISS_PIXELS, maxIters=MAX_TRIES)
        if matrix is None or agreed.sum() < fewest:
            return None
        good = np.flatnonzero(kept)[agreed.ravel() == 1]
        carried = _carried(np.asarray(matrix, dtype=np.float64), start[good], moved[good], self.size)
        return self._sighting(_frame_places(rough, carried), visible[good], rough.score)

    def _sighting(self, crossings: Points, seen: NDArray[np.intp], score: float) -> Sighting | None:
        lines = self.size + 1
        mask = np.zeros(len(self.places), dtype=np.bool_)
        mask[seen] = True
        lattice = crossings.reshape(lines, lines, 2)
        if not np.isfinite(lattice).all():
            return None
        location = GridLocation.from_lattice(lattice, score)
        return Sighting(location, mask[: lines * lines].reshape(lines, lines), len(seen) / len(mask))

    @property
    def sharpness(self) -> float:
        """The mean step in the direction in which it is less: motion blurs in one."""
        return float(self.steps.mean(axis=1).min())

    def compared(self, grey: Pixels, location: GridLocation) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """For every cell the normalised cross-correlation of its inside, -1 to 1, and its steps, as in `steps`.

        Where the look has nothing to compare, the correlation is 1.
        """
        flat = _flat(grey, location)
        return self._cross_correlation(flat), _steps(flat, self.size)

    def sharpness_at(self, grey: Pixels, location: GridLocation) -> float:
        """How sharp a picture is at a place, in units of the look's own sharpness."""
        return float(_steps(_flat(grey, location), self.size).mean(axis=1).min()) / max(self.sharpness, 1e-6)

    def flat_at(self, grey: Pixels, location: GridLocation) -> NDArray[np.float32]:
        """What a picture shows at a place, laid flat as the look is."""
        return _flat(grey, location)

    def inside(self, grey: Pixels, location: GridLocation) -> NDArray[np.bool_]:
        """Which pixels of what is laid flat lie within the picture, at half the resolution."""
        steps = np.arange(0.5, len(self.flat), 2)
        places = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        return _inside(grey, location, places).reshape(len(steps), len(steps))

    def best_turn(self, grey: Pixels, location: GridLocation) -> tuple[int, float]:
        """The quarter turns that make the location lie as the look does, and its cells' median correlation then."""
        flat, compared = _flat(grey, location), self.structured
        if not compared.any():
            return 0, 0.0
        turns = [self._cross_correlation(np.ascontiguousarray(np.rot90(flat, turn)))[compared] for turn in range(4)]
        medians = [float(np.median(alike)) for alike in turns]
        best = int(np.argmax(medians))
        return best, medians[best]

    def _cross_correlation(self, flat: NDArray[np.float32]) -> NDArray[np.float64]:
        """For every cell the normalised cross-correlation with the look, 1 where the look is empty."""
        mine, theirs = (_cells(picture, self.size) for picture in (self.flat, flat))
        mine, theirs = (cells - cells.mean(axis=1, keepdims=True) for cells in (mine, theirs))
        spread = np.sqrt((mine**2).sum(axis=1) * (theirs**2).sum(axis=1))
        alike = (mine * theirs).sum(axis=1) / np.maximum(spread, 1e-6)
        return np.where(mine.std(axis=1) >= MIN_STRUCTURE, alike, 1.0).astype(np.float64)


def _flat(grey: Pixels, location: GridLocation) -> NDArray[np.float32]:
    """The grid laid flat; everywhere the mean is 0 and the usual contrast 1."""
    canvas = rectify(grey, location.lattice, CELL_PIXELS, MARGIN_CELLS).astype(np.float32)
    wide = (2 * CELL_PIXELS + 1, 2 * CELL_PIXELS + 1)
    centred = canvas - cv2.blur(canvas, wide)
    spread = np.sqrt(np.maximum(cv2.blur(centred * centred, wide), 0.0))  # Rounding may leave less than nothing.
    return np.asarray(centred / (spread + MIN_LINE_GREY), dtype=np.float32)


def _steps(flat: NDArray[np.float32], size: int) -> NDArray[np.float64]:
    """(2, cells): the mean step between neighbouring pixels, down and across, noise taken out."""
    smooth = np.asarray(cv2.blur(flat, (2, 2)), dtype=np.float32)
    edge = round(MARGIN_CELLS * CELL_PIXELS)
    down = np.abs(smooth[edge:-edge, edge:-edge] - smooth[edge - 1 : -edge - 1, edge:-edge])
    across = np.abs(smooth[edge:-edge, edge:-edge] - smooth[edge:-edge, edge - 1 : -edge - 1])
    parts = np.stack([down, across]).reshape(2, size, CELL_PIXELS, size, CELL_PIXELS)
    return np.asarray(parts.mean(axis=(2, 4), dtype=np.float64).reshape(2, size * size))


def _as_picture(flat: NDArray[np.float32]) -> Pixels:
    return np.asarray(np.clip(160 + GREYS * flat, 0, 255), dtype=np.uint8)


def _cells(flat: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """(cells, pixels): the inside of every cell."""
    edge = round(MARGIN_CELLS * CELL_PIXELS)
    grid = flat[edge:-edge, edge:-edge].reshape(size, CELL_PIXELS, size, CELL_PIXELS)
    inner = grid[:, INNER:-INNER, :, INNER:-INNER].transpose(0, 2, 1, 3)
    return np.ascontiguousarray(inner).reshape(size * size, -1)


@lru_cache(maxsize=16)
def _crossings(size: int) -> Points:
    steps = (np.arange(size + 1.0) + MARGIN_CELLS) * CELL_PIXELS - 0.5
    return np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)


@lru_cache(maxsize=16)
def _centres(size: int) -> Points:
    steps = (np.arange(size) + 0.5 + MARGIN_CELLS) * CELL_PIXELS - 0.5
    return np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)


def _carried(matrix: NDArray[np.float64], start: NDArray[np.float32], moved: NDArray[np.float32], size: int) -> Points:
    """Every crossing in the present flat picture: carried by perspective, then by what is left of the motion."""
    left = moved - apply_homography(matrix, start.astype(np.float64))
    return apply_homography(matrix, _crossings(size)) + _bend(start, left, size)


def _bend(places: NDArray[np.float32], left: NDArray[np.float64], size: int) -> Points:
    """What perspective leaves of the motion, smoothed, at every crossing: paper bends."""
    side = (size + 2 * MARGIN_CELLS) * CELL_PIXELS
    terms, wanted = (_terms(2 * points / side - 1) for points in (places.astype(np.float64), _crossings(size)))
    ridge = BEND_RIDGE * len(places) * np.diag(_degrees())
    weights = np.linalg.solve(terms.T @ terms + ridge, terms.T @ left)
    return np.asarray(wanted @ weights)


def _degrees() -> NDArray[np.float64]:
    return np.array([float(i + j) ** 2 + 0.1 for i in range(4) for j in range(4 - i)])


def _terms(points: Points) -> NDArray[np.float64]:
    x, y = points[:, 0], points[:, 1]
    return np.stack([x**i * y**j for i in range(4) for j in range(4 - i)], axis=1)


def _inside(grey: Pixels, rough: GridLocation, places: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which places of the flat picture lie within the frame."""
    seen = _frame_places(rough, places)
    return np.asarray(((seen > 1) & (seen < np.array(grey.shape[::-1]) - 2)).all(axis=1))


def _frame_places(location: GridLocation, places: Points) -> Points:
    """From the flat picture's pixels to the frame's: perspective, and the bend interpolated between crossings."""
    cells = (places + 0.5) / CELL_PIXELS - MARGIN_CELLS
    bend = (location.lattice - GridLocation.from_corners(location.corners, location.size).lattice).astype(np.float32)
    x, y = (np.clip(cells[:, axis], 0, location.size).astype(np.float32)[None] for axis in (0, 1))
    bent = cv2.remap(bend, x, y, cv2.INTER_LINEAR)[0]
    return np.asarray(apply_homography(location.homography, cells) + bent)


def _flow(before: Pixels, now: Pixels, start: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Where the places went, and which of them come back to where they started."""
    points = start.reshape(-1, 1, 2)
    flow = partial(cv2.calcOpticalFlowPyrLK, winSize=(FLOW_WINDOW_PIXELS,) * 2, maxLevel=2)
    moved, found, _ = flow(before, now, points, points.copy())
    home, returned, _ = flow(now, before, moved, points.copy())
    error = np.linalg.norm((home - points).reshape(-1, 2), axis=1)
    kept = (found.ravel() == 1) & (returned.ravel() == 1) & (error < MAX_RETURN_ERROR_PIXELS)
    return np.asarray(moved.reshape(-1, 2)), np.asarray(kept)
