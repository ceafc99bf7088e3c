"""What the ink of each cell looks like, compared within one grid.

All givens of a page are printed alike: one colour, one height, one line to stand on. What the network is sure of shows
how print and handwriting look on this very page, and that settles the digits it is not sure of.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

LOOK_PIXELS = 48
"""Pixels a cell of the canvas on which looks are compared."""

INK, PAPER, CONTRAST, SHAPE, STROKE = slice(0, 3), slice(3, 6), slice(6, 9), slice(9, 12), slice(11, 12)
"""Columns of the looks; a colour is lightness and two chromatic axes, a shape height, middle and stroke in cells."""

SURE_INK = 3.0
"""Digits whose ink speaks for print or for hand by at least this many nats serve as examples."""

LIKELY_INK, FAR_APART = 1.0, 8.0
"""Where none are so sure, these nats will do if the colours of the two inks lie that many spreads apart."""

FEWEST_EXAMPLES = 4
LARGEST_VOICE, LARGEST_SUM = 2.5, 6.0
"""How many nats one feature, and all together, may add."""

COMPARED = (6, 7, 8, 9, 10, 11)
"""The columns by which digits are compared with examples: on paper, the shadows of a page make ink and paper vary."""

FAINTEST = 0.12
"""Cells with less contrast than this share of the strongest are empty, whatever the noise in them looks like."""

_SCALE = np.array([[100 / 255], [1], [1]], dtype=np.float32)
"""From eight bits to units of lightness."""

_GREY = np.array([0, 128, 128], dtype=np.float32)
"""Black, as eight bits have it."""

_LEAST_SPREAD = np.array([2.0, 1.0, 1.0, 2.0, 1.0, 1.0, 2.0, 1.0, 1.0, 0.02, 0.02, 0.008])
"""Differences smaller than these mean nothing."""


def ink_looks(canvas: NDArray[np.uint8], size: int) -> NDArray[np.float64]:
    """(cells, 12): colour of the ink, of its paper, of one against the other; height, middle and stroke width."""
    cells, cell = _cells(canvas, size), len(canvas) // (size + 1)
    some = cells[:, :, ::2, ::2].reshape(len(cells), 3, -1).astype(np.float32)
    paper = np.median(some, axis=2)
    strongest = _strongest(some - paper[:, :, None])
    looks = np.zeros((len(cells), 12))
    looks[:, PAPER] = paper
    inked = np.flatnonzero(strongest >= FAINTEST * strongest.max())
    apart = cells[inked].reshape(len(inked), 3, -1) - paper[inked, :, None]
    gap = np.sqrt(np.square(apart * _SCALE).sum(axis=1))
    cover = np.minimum(gap / np.maximum(strongest[inked], 1)[:, None], 1.0)
    core = (cover > 0.7).astype(np.float32)
    looks[inked, CONTRAST] = (apart @ core[:, :, None])[:, :, 0] / np.maximum(core.sum(axis=1), 1)[:, None]
    looks[inked, SHAPE] = _shape(cover.reshape(-1, *cells.shape[2:])) / cell
    looks[:, PAPER] = (looks[:, PAPER] - _GREY) * _SCALE[:, 0]
    looks[:, CONTRAST] *= _SCALE[:, 0]
    looks[:, INK] = looks[:, PAPER] + looks[:, CONTRAST]
    return looks


def _cells(canvas: NDArray[np.uint8], size: int) -> NDArray[np.uint8]:
    """(cells, 3, side, side): the inner part of every cell, lightness and two chromatic axes of eight bits each."""
    cell = len(canvas) // (size + 1)
    first, edge = cell // 2, cell // 8
    inner = np.ascontiguousarray(canvas[first : first + size * cell, first : first + size * cell])
    lab = np.asarray(cv2.cvtColor(inner, cv2.COLOR_RGB2LAB), dtype=np.uint8)
    cells = lab.reshape(size, cell, size, cell, 3)[:, edge:-edge, :, edge:-edge].transpose(0, 2, 4, 1, 3)
    return np.ascontiguousarray(cells).reshape(size * size, 3, cell - 2 * edge, cell - 2 * edge)


def _strongest(apart: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far the darkest fiftieth of each cell is from its paper."""
    gap = np.sqrt(np.square(apart * _SCALE).sum(axis=1))
    at = gap.shape[1] - gap.shape[1] // 50 - 1
    return np.asarray(np.partition(gap, at, axis=1)[:, at])


def _shape(cover: NDArray[np.float32]) -> NDArray[np.float64]:
    """(cells, 3): height, middle and stroke width of the ink, in pixels, from the share of each pixel it covers."""
    rows = np.asarray((cover > 0.5).any(axis=2))
    first, last = rows.argmax(axis=1), rows.shape[1] - 1 - rows[:, ::-1].argmax(axis=1)
    across, down = np.diff(cover[:, :-1], axis=2), np.diff(cover[:, :, :-1], axis=1)
    # Twice the area by the length of the outline: exact to parts of a pixel, as the soft edges of the ink are summed.
    outline = np.sqrt(across * across + down * down).sum(axis=(1, 2))
    stroke = 2 * cover.sum(axis=(1, 2)) / np.maximum(outline, 1)
    return np.stack([last - first + 1.0, (first + last) / 2, stroke], axis=1)


def has_examples(gain: NDArray[np.float64], filled: NDArray[np.bool_], sure: float = SURE_INK) -> bool:
    """True where enough digits are surely printed and enough surely written to compare others with them."""
    return bool(min(group.sum() for group in _examples(gain, filled, sure)) >= FEWEST_EXAMPLES)


def sharpened(
    gain: NDArray[np.float64],
    looks: NDArray[np.float64],
    filled: NDArray[np.bool_],
    sure: float = SURE_INK,
    columns: tuple[int, ...] = COMPARED,
) -> NDArray[np.float64]:
    """Nats for print, with what the looks of the sure digits say about the others."""
    printed, written = _examples(gain, filled, sure)
    compared, least = looks[:, columns], _LEAST_SPREAD[list(columns)]
    voices = _distance(compared, compared[written], least) - _distance(compared, compared[printed], least)
    voices = np.clip(voices, -LARGEST_VOICE, LARGEST_VOICE).sum(axis=1)
    return np.asarray(gain + np.clip(voices, -LARGEST_SUM, LARGEST_SUM))


def differ_in_colour(
    gain: NDArray[np.float64], looks: NDArray[np.float64], filled: NDArray[np.bool_], sure: float
) -> bool:
    """True where the inks of the two groups are so far apart that even doubtful examples can be trusted."""
    colours = [looks[group, CONTRAST] for group in _examples(gain, filled, sure)]
    (printed, spread), (written, other) = (_middle_and_spread(group, _LEAST_SPREAD[CONTRAST]) for group in colours)
    return bool((np.abs(printed - written) > FAR_APART * np.maximum(spread, other)).any())


def _examples(
    gain: NDArray[np.float64], filled: NDArray[np.bool_], sure: float
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Digits that are surely printed, and those that are surely written."""
    return filled & (gain >= sure), filled & (gain <= -sure)


def _middle_and_spread(
    examples: NDArray[np.float64], least: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    middle = np.median(examples, axis=0)
    return middle, np.maximum(1.48 * np.median(np.abs(examples - middle), axis=0), least)


def _distance(
    looks: NDArray[np.float64], examples: NDArray[np.float64], least: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(cells, features): how unlike the examples each cell is, in nats of a normal distribution."""
    middle, spread = _middle_and_spread(examples, least)
    return np.asarray(((looks - middle) / spread) ** 2 / 2 + np.log(spread))
