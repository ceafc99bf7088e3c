"""Rough lattices from every source, in the order of their cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import cv2
import numpy as np

from sudokulens.fitted import fitted
from sudokulens.vision.appearance import MAX_TRIES
from sudokulens.vision.cell_walk import likely_sizes, walk_cells, white_cells, window_lattice, windows
from sudokulens.vision.cells import Pixels
from sudokulens.vision.grid_fit import CONVINCING_SCORE, GridFit, fit_lattice, is_regular
from sudokulens.vision.ink import darker_than_around, strokes
from sudokulens.vision.lattice_score import MOSTLY_LINES, likely_size
from sudokulens.vision.line_evidence import LINE_CELLS, LineEvidence, gather_evidence
from sudokulens.vision.location import GridLocation, Points, apply_homography, outer_corners
from sudokulens.vision.outlines import outline_quads

_NUMBERS: dict[str, float] = fitted("locator")["numbers"]

FILLING_SHARE: float = _NUMBERS["filling_share"]
"""Of the picture: a sure grid of this area leaves no room for others."""

THIN_WINDOW_SHARE: float = _NUMBERS["thin_window_share"]
"""Of the picture's longer side: surroundings so narrow that lines stay apart from digits and dark borders."""

Taken: TypeAlias = Callable[[Points], bool]
"""Whether a sure grid has already been found where a rough lattice lies."""

Start: TypeAlias = tuple[Points, LineEvidence | None]
"""A rough lattice, and the evidence there if it was gathered on the way."""

Source: TypeAlias = Callable[[Pixels, tuple[int, ...], Taken], Iterator[Start]]
"""Gives rough lattices to try on a grey picture with dark lines, for any of those sizes."""


def search(grey: Pixels, sizes: tuple[int, ...], sources: Sequence[Source], effort: float) -> list[GridFit]:
    """Grids with dark lines on a grey picture; later sources are asked only while there is reason to.

    `effort` is how many of each source's guesses at a 9×9 lattice may fail.
    """
    found: list[GridFit] = []
    tried: list[GridLocation] = []

    def taken(lattice: Points) -> bool:
        rough = GridLocation.from_lattice(lattice)
        sure = (fit for fit in found if fit.location.score >= CONVINCING_SCORE and (fit.of_its_size or rough.size != 9))
        return any(_same_place(rough, fit.location) for fit in sure)

    for number, source in enumerate(sources):
        if _enough(found, number):
            break
        left = effort
        for lattice, evidence in source(grey, sizes, taken):
            if is_regular(lattice) and not taken(lattice) and _is_new(lattice, tried):
                fit = _fit(grey, lattice, evidence)
                found += [fit] if fit else []
                left -= _looks(lattice, fit)
            if left <= 0:
                break
    return found


def _fit(grey: Pixels, lattice: Points, evidence: LineEvidence | None) -> GridFit | None:
    """The fit from a rough lattice, or the better one from where most of its lines say that the others are.

    The edge of a phone or a page beside a faint border draws the outer lines, and those next to them, away.
    """
    fit = fit_lattice(grey, lattice, evidence)
    if fit is None or not MOSTLY_LINES <= fit.location.score < 1:
        return fit
    straight = _by_most_lines(fit.location)
    if straight is None:
        return fit
    again = fit_lattice(grey, straight)
    return again if again and again.location.score > fit.location.score else fit


def _by_most_lines(location: GridLocation) -> Points | None:
    """The flat lattice that most crossings agree on; None where no outer crossing is far from it."""
    steps = np.arange(location.size + 1.0)
    places = np.stack(np.meshgrid(steps, steps), axis=-1)
    near = LINE_CELLS / 2 * location.cell_side
    crossings = location.lattice.reshape(-1, 2)
    homography, _ = cv2.findHomography(places.reshape(-1, 2), crossings, cv2.RANSAC, near, maxIters=MAX_TRIES)
    if homography is None:
        return None
    straight = apply_homography(np.asarray(homography, dtype=np.float64), places)
    pulled = np.abs(outer_corners(straight - location.lattice)).max() > 2 * LINE_CELLS * location.cell_side
    return straight if pulled and np.isfinite(straight).all() else None


def _looks(lattice: Points, fit: GridFit | None) -> float:
    """What a try has cost, in failures at a 9×9 lattice: fits take twice as long. A sure grid is what they are for."""
    if fit is not None and fit.location.score >= CONVINCING_SCORE:
        return 0.0
    return (2 if fit else 1) * ((len(lattice) - 1) / 9) ** 2


def _enough(found: list[GridFit], asked: int) -> bool:
    """Whether one sure grid fills the picture, or all but the last source were asked for others beside one."""
    sure = [fit for fit in keep_best(found, rivals=0) if fit.location.score >= CONVINCING_SCORE]
    # Where there are several grids, one more may be fainter than they are.
    filled = len(sure) == 1 and sure[0].of_its_size and sure[0].share >= FILLING_SHARE
    return filled or (bool(sure) and asked > len(CHEAP_SOURCES))


def keep_best(found: list[GridFit], rivals: int = 2) -> list[GridFit]:
    """The fits by rank, without those that lie on a better one.

    Where lines leave a doubt, up to that many rivals for the same place stay, for the digits to decide.
    """
    kept: list[GridFit] = []
    for fit in sorted(found, key=lambda fit: -fit.log_odds):
        others = [other for other in kept if _same_place(fit.location, other.location)]
        if not others or (len(others) <= rivals and not _settled(fit, others[0]) and not _alike(fit, others)):
            kept.append(fit)
    return kept


def _settled(fit: GridFit, better: GridFit) -> bool:
    """Whether lines alone decide between two guesses at one place; a small grid may be a part of a larger one."""
    decided = better.of_its_size or fit.location.size != 9
    return better.settled and decided and fit.location.size <= better.location.size


def _alike(fit: GridFit, others: list[GridFit]) -> bool:
    """Whether one of the others is the same lattice within half a cell."""
    near = 0.5 * fit.location.cell_side
    corners, size = fit.location.corners, fit.location.size
    return any(
        size == other.location.size and np.abs(corners - other.location.corners).max() < near for other in others
    )


def _is_new(lattice: Points, tried: list[GridLocation]) -> bool:
    """Whether no lattice like this was tried before; notes it down if so."""
    rough = GridLocation.from_lattice(lattice)
    near = LINE_CELLS * rough.cell_side
    if any(rough.size == other.size and np.abs(rough.corners - other.corners).max() < near for other in tried):
        return False
    tried.append(rough)
    return True


def _same_place(first: GridLocation, second: GridLocation) -> bool:
    """Whether the middle of one lies in the other, near enough for both to be guesses at one grid."""
    apart = np.hypot(*(first.corners.mean(axis=0) - second.corners.mean(axis=0)))
    sides = first.size * first.cell_side, second.size * second.cell_side
    return bool(apart < 0.5 * max(sides))


def _outlines(ink: Callable[[Pixels], Pixels]) -> Source:
    def source(grey: Pixels, sizes: tuple[int, ...], taken: Taken) -> Iterator[Start]:
        for quad in outline_quads(ink(grey)):
            start = GridLocation.from_corners(quad, sizes[0]).lattice
            if taken(start):
                continue
            evidence = gather_evidence(grey, start)
            yield start, evidence
            if not taken(start):
                other = likely_size(evidence, sizes[1:])
                if other is not None:
                    yield GridLocation.from_corners(quad, other).lattice, None

    return source


def _cells(ink: Callable[[Pixels], Pixels]) -> Source:
    def source(grey: Pixels, sizes: tuple[int, ...], taken: Taken) -> Iterator[Start]:
        cells = white_cells(ink(grey))
        found = [
            (promise, labels, start, size)
            for labels in walk_cells(cells)
            for size in likely_sizes(labels, sizes)
            for promise, start in windows(labels, size)
        ]
        for _, labels, start, size in sorted(found, key=lambda entry: -entry[0]):
            lattice = window_lattice(cells, labels, start, size)
            if lattice is not None:
                yield lattice, None

    return source


CHEAP_SOURCES: tuple[Source, ...] = (_outlines(strokes), _outlines(darker_than_around))
_thin_outlines = _outlines(lambda grey: darker_than_around(grey, THIN_WINDOW_SHARE))
_faint_cells = _cells(lambda grey: strokes(grey, 10))
ALL_SOURCES: tuple[Source, ...] = (*CHEAP_SOURCES, _faint_cells, _thin_outlines)
FEW_SOURCES: tuple[Source, ...] = (_outlines(strokes), _faint_cells)
