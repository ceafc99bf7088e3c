"""What the page draws or shades of further rules: diagonals, windows, and figures that can only be named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import LogisticRegression, fitted
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry, diagonal_cells, window_cells
from sudokulens.reading.cages import likeliest_cages, neighbours, price_as_seen
from sudokulens.reading.chance import EVEN, FLOOR, log_odds
from sudokulens.reading.details import Details, Side
from sudokulens.reading.rules import RuleEvidence
from sudokulens.vision.ink import connected

NAMED = ("thermometers", "arrows", "dots", "shapes")
"""Figures that the program can name but not read."""
DARKEST_SHARE = 0.98
"""The share of a cell's pixels that are lighter than the ink by which the others are judged."""
OUTER_SHARE = 0.14
"""The share of a cell cut off on each side, so that lines do not affect its shade."""


def find_evidence(
    details: Details, canvas: NDArray[np.uint8], geometry: Geometry, solved: Board | None = None
) -> RuleEvidence:
    """What the details and the shades of one canvas say about rules beyond those of the geometry.

    `solved` is the solution by the ordinary rules, where there is one alone.
    """
    shades = cell_shades(canvas, details.size)
    shown = {name: _probability(name, features) for name, features in rule_features(details, shades).items()}
    choices = likeliest_cages(details, shades, geometry, solved)
    return RuleEvidence(
        diagonals=shown["diagonals"],
        windows=shown.get("windows", 0.0),
        cages=choices[0] if choices else (),
        other_sums=choices[1:],
        figures=named_figures(details),
    )


def named_figures(details: Details) -> tuple[str, ...]:
    """What the page shows of figures that can only be named."""
    features = figure_features(details)
    return tuple(name for name in NAMED if _probability(name, features) >= EVEN)


def _probability(name: str, features: Mapping[str, float]) -> float:
    return LogisticRegression.of(fitted("drawn")[name]).probability(features)


def figure_features(details: Details) -> dict[str, float]:
    """What speaks for figures of each kind: the logarithm of how many cells they touch, by their probabilities.

    `bulbs` is high where both lines and discs are there: a thermometer is a line that begins in a disc.
    """
    touched = {name: float(np.log1p(details.figures[name].sum())) for name in NAMED}
    return touched | {"bulbs": min(touched["thermometers"], touched["shapes"])}


def rule_features(details: Details, shades: NDArray[np.float64]) -> dict[str, dict[str, float]]:
    """By rule, what speaks for the page showing it: diagonals and, on 9×9 boards, windows.

    - inside, outside: the log-odds of the mean that the network gives such a drawing in the rule's cells and elsewhere;
    - shade: the logarithm of how far the grounds of these cells lie from those of others, to the spread among each;
    - outline: how much likelier a border is around the rule's cells than elsewhere within boxes; 0 for diagonals.
    """
    size = details.size
    rules = {"diagonals": diagonal_cells(size)} | ({"windows": window_cells(size)} if size == 9 else {})
    features = {}
    for name, units in rules.items():
        cells = np.zeros(size * size, dtype=np.bool_)
        cells[[cell for unit in units for cell in unit]] = True
        touched = details.figures[name]
        outline = _outline(details, units) if name == "windows" else 0.0
        features[name] = {
            "inside": float(log_odds(touched[cells].mean())),
            "outside": float(log_odds(touched[~cells].mean())),
            "shade": shade_contrast(shades, cells),
            "outline": outline,
        }
    return features


def _outline(details: Details, units: Sequence[Sequence[int]]) -> float:
    """The mean probability of a border where a unit ends, less that of one anywhere else, the lines of boxes apart."""
    size = details.size
    owner = np.full(size * size, -1)
    for number, unit in enumerate(units):
        owner[list(unit)] = number
    boxes = np.array(Geometry.standard(size).regions)
    ends: dict[bool, list[float]] = {True: [], False: []}
    for cell, other in neighbours(size):
        if boxes[cell] == boxes[other]:
            side, facing = (Side.RIGHT, Side.LEFT) if other == cell + 1 else (Side.BELOW, Side.ABOVE)
            seen = max(details.region_sides[cell, side], details.region_sides[other, facing])
            ends[bool(owner[cell] != owner[other])].append(float(seen))
    return float(np.mean(ends[True]) - np.mean(ends[False]))


def turn_price(details: Details, canvas: NDArray[np.uint8], share: float) -> float:
    """Nats for a bare grid standing upright on this canvas: its cages there, and the share that the reader gives it."""
    return price_as_seen(details, cell_shades(canvas, details.size)) - float(np.log(max(share, FLOOR)))


def cell_shades(canvas: NDArray[np.uint8], size: int) -> NDArray[np.float64]:
    """(n·n, 3) the median colour of every cell's inside: its ground, since ink covers less than half of it."""
    pixels = len(canvas) // (size + 1)
    cut = round(OUTER_SHARE * pixels)
    inner = canvas[pixels // 2 : pixels // 2 + size * pixels, pixels // 2 : pixels // 2 + size * pixels]
    tiles = inner.reshape(size, pixels, size, pixels, -1).swapaxes(1, 2)[:, :, cut:-cut:2, cut:-cut:2]
    return np.asarray(np.median(tiles.reshape(size * size, -1, tiles.shape[-1]), axis=1), dtype=np.float64)


def has_corner_ink(canvas: NDArray[np.uint8], size: int) -> bool:
    """True where as many cells as a side has hold a small blot of ink in the same corner, as sums of cages are."""
    pixels = len(canvas) // (size + 1)
    grey = cv2.cvtColor(np.ascontiguousarray(canvas), cv2.COLOR_RGB2GRAY) if canvas.ndim == 3 else canvas
    inner = grey[pixels // 2 : pixels // 2 + size * pixels, pixels // 2 : pixels // 2 + size * pixels]
    cells = (
        inner.reshape(size, pixels, size, pixels).swapaxes(1, 2).reshape(size * size, pixels, pixels).astype(np.int16)
    )
    # A quarter of the pixels tells levels as well, and short integers are partitioned thirty times faster than floats.
    few = cells[:, ::2, ::2].reshape(size * size, -1)
    ground = _ranked(few, EVEN)
    deep = EVEN * _ranked(np.abs(few - ground), DARKEST_SHARE)
    inked = np.abs(cells - ground[..., None]) >= deep[..., None]
    squares = np.zeros((size, size, pixels, pixels), dtype=np.uint8)
    # Without the outermost pixels, where the lines lie: sums often touch them.
    squares[..., 1:-1, 1:-1] = inked.reshape(squares.shape)[..., 1:-1, 1:-1]
    _, boxes = connected(squares.swapaxes(1, 2).reshape(inner.shape), 8)
    left, top, wide, high = boxes[1:, : cv2.CC_STAT_AREA].T / pixels
    centres = np.stack([left + wide / 2, top + high / 2], axis=1)
    from_middle = centres % 1 - EVEN
    small = (high >= OUTER_SHARE / 2) & (high <= 2 * OUTER_SHARE) & (wide * pixels >= 2)
    small &= np.abs(from_middle).min(axis=1) >= OUTER_SHARE
    corners = (from_middle > 0) @ [1, 2]
    places = np.floor(centres) @ [1, size]
    return any(len(np.unique(places[small & (corners == corner)])) >= size for corner in range(4))


def _ranked(levels: NDArray[np.int16], share: float) -> NDArray[np.int16]:
    """(cells, 1): the level that so large a share of every cell's pixels stays below."""
    place = int(share * levels.shape[1])
    return np.partition(levels, place, axis=1)[:, place, None]


def shade_contrast(shades: NDArray[np.float64], chosen: NDArray[np.bool_]) -> float:
    """The logarithm of how far the ground of the chosen cells lies from that of all others, to the spread among each.

    Grey levels, of which less than one is no difference.
    """
    ours, theirs = np.median(shades[chosen], axis=0), np.median(shades[~chosen], axis=0)
    apart = float(np.linalg.norm(ours - theirs))
    distances = (np.linalg.norm(shades[chosen] - ours, axis=1), np.linalg.norm(shades[~chosen] - theirs, axis=1))
    spread = max(float(np.percentile(each, 90)) for each in distances)
    return float(np.log1p(apart) - np.log1p(spread))
