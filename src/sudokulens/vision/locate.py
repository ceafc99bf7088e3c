"""From a frame to the grids on it: cheap guesses first, costly ones only while nothing convincing was found."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from sudokulens.fitted import fitted
from sudokulens.vision.cell_walk import MIN_CELL_PIXELS
from sudokulens.vision.cells import Pixels
from sudokulens.vision.frame import Frame
from sudokulens.vision.grid_fit import CONVINCING_SCORE, GridFit, fit_lattice
from sudokulens.vision.ink import MIN_PAPER_GREY, brought_out
from sudokulens.vision.lattice_score import MOSTLY_LINES
from sudokulens.vision.location import GridLocation, Points
from sudokulens.vision.outlines import MAX_PLACES
from sudokulens.vision.restore import PAPER, range_of_light
from sudokulens.vision.search import (
    ALL_SOURCES,
    CHEAP_SOURCES,
    FEW_SOURCES,
    keep_best,
    search,
)

USUAL_SIZE = 9
SIZES = (USUAL_SIZE, *(size for size in (*range(4, 17), 25) if size != USUAL_SIZE))
"""Cells along a side of the grids that are looked for, the usual size first: all that are printed."""

WORK_SIDE = 1000
"""The longer side, in pixels, of the picture on which grids are looked for."""

SMALL_SIDE = 450
"""Pictures below this are enlarged: their lines are too thin to stay connected."""

_NUMBERS: dict[str, float] = fitted("locator")["numbers"]

MIN_LOG_ODDS: float = -_NUMBERS["log_odds_against"]
"""Places that are less probably grids are not returned; of the others the digits decide."""

DOUBTFUL_SCORE = MOSTLY_LINES
"""Below it lines are looked for in other forms of the picture, too, and a camera's next frame has lost the grid."""

SHADY: float = _NUMBERS["shady"]
"""Where the darker parts of a picture have less than this share of the light of the brighter ones, light is uneven."""

LIGHT_PIXELS = 7
"""Of a picture at an eighth of its size: a window that no ink fills, so that its brightest pixel is paper."""

LIGHT_PARTS = 12
"""Along each side of a picture: parts that ink does not darken, and in which a deep shadow fills at least one."""

EFFORT = 6
"""How many guesses of a source at the picture as it is may fail, and twice as many as at each other form of it."""


def locate(
    frame: Frame, *, size: int | None = None, limit: int = MAX_PLACES, thorough: bool = True
) -> list[GridLocation]:
    """The grids on the frame, best first: sure and large before doubtful and small.

    `size` restricts the search to grids of that many cells a side. Without `thorough` only the cheap guesses are made,
    which is enough for a camera that will deliver another frame. The lattice starts at the corner nearest the frame's
    top-left, for lines do not tell which way is up; `GridLocation.turned` relabels it once the digits have.
    """
    found = candidates(frame, size=size, thorough=thorough)
    return [fit.location for fit in keep_best(found) if _is_credible(fit)][:limit]


def candidates(frame: Frame, *, size: int | None = None, thorough: bool = True) -> list[GridFit]:
    """All lattices that were fitted to lines of the frame, in the order in which they were found."""
    if is_too_thin(frame):
        return []
    sizes = (size,) if size else SIZES
    found: list[GridFit] = []
    for turn, (scale, picture) in enumerate(_pictures(_grey(frame), thorough)):
        sources = (FEW_SOURCES if turn else ALL_SOURCES) if thorough else CHEAP_SOURCES
        effort = EFFORT / 2 if turn else EFFORT
        found += [fit.moved(scale) for fit in search(picture, sizes, sources, effort)]
        if turn == 0 and thorough and _below(found, CONVINCING_SCORE) and (lit := _lit_evenly(picture)) is not None:
            found += [fit.moved(scale) for fit in search(lit, sizes, FEW_SOURCES, EFFORT / 2)]
        if not _below(found, DOUBTFUL_SCORE):
            break
    return found


def is_too_thin(frame: Frame) -> bool:
    """True where even the smallest grid's cells would be too narrow in the finest picture that is looked at.

    To scale a row of 50 million pixels down for each look would take seconds.
    """
    shorter, longer = sorted((frame.width, frame.height))
    return bool(min(2.0, 2 * WORK_SIDE / longer) * shorter < min(SIZES) * MIN_CELL_PIXELS)


def _pictures(grey: Pixels, thorough: bool) -> Iterator[tuple[float, Pixels]]:
    """The frame in forms that show dark lines, each with its scale: as it is, inverted, brought out, finer."""
    scale, work = _scaled(grey, WORK_SIDE)
    yield scale, work
    if thorough:
        yield scale, np.asarray(255 - work)
        yield scale, brought_out(work)
        if scale > 1:
            yield _scaled(grey, 2 * WORK_SIDE)


def refit(frame: Frame, previous: GridLocation) -> GridLocation | None:
    """The same grid a moment later, from its place in the last frame; None where it is lost."""
    # On the same picture that grids are looked for on: averaging takes the camera's noise away.
    scale, grey = _scaled(_grey(frame), WORK_SIDE)
    start = _smoothed(previous.moved(1 / scale))
    fits = (fit_lattice(picture, start) for picture in (grey, np.asarray(255 - grey)))
    # Lines that were faint when the grid was found are no reason to lose it.
    least = min(DOUBTFUL_SCORE, previous.score)
    return next((fit.location.moved(scale) for fit in fits if fit and fit.location.score >= least), None)


def _smoothed(location: GridLocation) -> Points:
    """The lattice with its overall bend kept and the noise of single lines removed: fitting restores those."""
    flat = GridLocation.from_corners(location.corners, location.size).lattice
    u, v = np.meshgrid(*[np.linspace(-1, 1, location.size + 1)] * 2)
    terms = np.stack([u**i * v**j for i in range(4) for j in range(4 - i)], axis=-1).reshape(-1, 10)
    bend = (location.lattice - flat).reshape(-1, 2)
    weights, *_ = np.linalg.lstsq(terms, bend, rcond=None)
    return np.asarray(flat + (terms @ weights).reshape(flat.shape))


def _is_credible(fit: GridFit) -> bool:
    """Whether to return a grid at all."""
    return fit.log_odds >= MIN_LOG_ODDS


def _below(found: list[GridFit], score: float) -> bool:
    return all(fit.location.score < score or not _is_credible(fit) for fit in found)


def _lit_evenly(grey: Pixels) -> Pixels | None:
    """The picture with its paper equally bright everywhere; None where the light is even enough as it is."""
    height, width = grey.shape
    small = cv2.resize(grey, (max(1, width // 8), max(1, height // 8)), interpolation=cv2.INTER_AREA)
    dark, bright = range_of_light(np.asarray(small, dtype=np.uint8), parts=LIGHT_PARTS)
    if dark >= SHADY * bright:
        return None
    brightest = cv2.dilate(small, np.ones((LIGHT_PIXELS, LIGHT_PIXELS), np.uint8)).astype(np.float32)
    paper = cv2.GaussianBlur(brightest, (0, 0), LIGHT_PIXELS // 2)
    paper = cv2.resize(paper, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.clip(grey * (PAPER / np.maximum(paper, MIN_PAPER_GREY)), 0, 255).astype(np.uint8)


def _grey(frame: Frame) -> Pixels:
    return np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY), dtype=np.uint8)


def _scaled(grey: Pixels, side: int) -> tuple[float, Pixels]:
    """The picture averaged down by a whole factor to at most that side, or doubled where small, with the factor."""
    height, width = grey.shape
    factor = -(-max(height, width) // side)
    if factor > 1:
        small = cv2.resize(grey, (max(1, width // factor), max(1, height // factor)), interpolation=cv2.INTER_AREA)
        return float(factor), np.asarray(small, dtype=np.uint8)
    if max(height, width) < SMALL_SIDE:
        large = cv2.resize(grey, (2 * width, 2 * height), interpolation=cv2.INTER_CUBIC)
        return 0.5, np.asarray(large, dtype=np.uint8)
    return 1.0, grey
