"""How a known grid looks while it moves or is out of focus.

Moving, it is the mean of what it passes through as long as the shutter is open.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.vision.appearance import CELL_PIXELS, Appearance
from sudokulens.vision.cells import MARGIN_CELLS, Pixels
from sudokulens.vision.location import GridLocation, Points, apply_homography

_LIMITS: dict[str, float] = fitted("live")["limits"]

LAYER_PIXELS, MAX_PAIRS = 2.0, 16
"""Pixels of the flat picture between two moments that are averaged, and how many of these there may be each way."""

GROWTH = _LIMITS["smear_growth"]
"""By how much one smear that is tried is longer than the one before."""

DEFOCUS, RADII = 1.5, 5
"""The smallest radius of a lens out of focus, in pixels of the flat picture, and how many radii are tried."""

MIN_CONTRAST = _LIMITS["smear_contrast"]
"""What is added to the contrast of a smeared look before it is divided by it."""


def find_smeared(
    looks: Appearance, grey: Pixels, rough: GridLocation, motion: Points
) -> tuple[Appearance, GridLocation]:
    """The look of the grid moving by some part of `motion` while it is seen, and a better place for it.

    `motion` (4, 2) is that of the corners, in cells. Smears repeat from cell to cell: part and place, up to a cell from
    the rough one, are found together.
    """
    return _best_fit(_smears(looks, motion), grey, rough)


def find_defocused(looks: Appearance, grey: Pixels, rough: GridLocation) -> tuple[Appearance, GridLocation]:
    """The same for a grid at rest that the lens has lost."""
    radii = (DEFOCUS * GROWTH ** (2 * step) for step in range(RADII))
    blurs = (np.asarray(cv2.GaussianBlur(looks.flat, (0, 0), radius), dtype=np.float32) for radius in radii)
    return _best_fit((looks.with_flat(_evened(flat)) for flat in blurs), grey, rough)


def _best_fit(tries: Iterator[Appearance], grey: Pixels, rough: GridLocation) -> tuple[Appearance, GridLocation]:
    looks = list(tries)
    seen = _halved(looks[0].flat_at(grey, rough)) * looks[0].inside(grey, rough)
    fits = [_fit(_halved(look.flat), seen) for look in looks]
    best = int(np.argmax([score for score, _ in fits]))
    middle = np.array([[looks[best].size / 2] * 2])
    near, far = (apply_homography(rough.homography, point)[0] for point in (middle, middle + fits[best][1]))
    return looks[best], rough.moved(offset=(float(far[0] - near[0]), float(far[1] - near[1])))


def _fit(look: NDArray[np.float32], seen: NDArray[np.float32]) -> tuple[float, NDArray[np.float64]]:
    """How well the look fits where it fits best, and how many cells away that is."""
    edge = CELL_PIXELS // 2
    _, score, _, best = cv2.minMaxLoc(cv2.matchTemplate(seen, look[edge:-edge, edge:-edge], cv2.TM_CCOEFF_NORMED))
    return score, np.array(best) / edge - 1


def _halved(flat: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(flat, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _smears(looks: Appearance, motion: Points) -> Iterator[Appearance]:
    """The look smeared over more and more of the motion; its middle stays where it is."""
    side, corners = looks.flat.shape[0], _corners(looks.size)
    ways = motion * CELL_PIXELS
    pairs = int(np.clip(np.linalg.norm(ways, axis=1).max() / (2 * LAYER_PIXELS), 1, MAX_PAIRS))
    total, last = looks.flat.copy(), 1
    for pair in range(1, pairs + 1):
        for moment in (0.5 * pair / pairs, -0.5 * pair / pairs):
            matrix = cv2.getPerspectiveTransform(corners, (corners + moment * ways).astype(np.float32))
            total += cv2.warpPerspective(looks.flat, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
        if pair >= GROWTH * last or pair == 1:
            last = pair
            yield looks.with_flat(_evened(total / np.float32(2 * pair + 1)))


def smear_direction(looks: Appearance, grey: Pixels, rough: GridLocation) -> Points:
    """(2,): the direction, of length 1 and in the grid's own axes, in which most of the sharpness is lost."""
    now, usual = (_gradients(flat) for flat in (looks.flat_at(grey, rough), looks.flat))
    values, vectors = np.linalg.eig(np.linalg.solve(usual, now))
    least = np.real(vectors[:, np.argmin(np.real(values))])
    return np.asarray(least / np.linalg.norm(least), dtype=np.float64)


def _gradients(flat: NDArray[np.float32]) -> NDArray[np.float64]:
    """(2, 2): the mean products of the steps across and down, noise taken out."""
    smooth = cv2.GaussianBlur(flat, (0, 0), 1.0)
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, x, 1 - x)[2:-2, 2:-2] for x in (1, 0))
    mixed = float((across * down).mean())
    return np.array([[float((across**2).mean()), mixed], [mixed, float((down**2).mean())]]) + 1e-6 * np.eye(2)


def motion_in_cells(before: GridLocation, now: GridLocation) -> Points:
    """(4, 2): how far the corners came from one frame to the next, in cells of the grid as it lies now."""
    back = np.asarray(np.linalg.inv(now.homography), dtype=np.float64)
    return np.asarray(apply_homography(back, now.corners) - apply_homography(back, before.corners))


def _corners(size: int) -> NDArray[np.float32]:
    near, far = MARGIN_CELLS * CELL_PIXELS - 0.5, (size + MARGIN_CELLS) * CELL_PIXELS - 0.5
    return np.array([[near, near], [far, near], [far, far], [near, far]], dtype=np.float32)


def _evened(flat: NDArray[np.float32]) -> NDArray[np.float32]:
    """The usual contrast made 1 again everywhere."""
    wide = (2 * CELL_PIXELS + 1, 2 * CELL_PIXELS + 1)
    centred = flat - cv2.blur(flat, wide)
    spread = np.sqrt(np.maximum(cv2.blur(centred * centred, wide), 0.0))  # Rounding may leave less than nothing.
    return np.asarray(centred / (spread + MIN_CONTRAST), dtype=np.float32)
