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

SURE_INK = 3.0
"""Digits whose ink speaks for print or for hand by at least this many nats serve as examples."""

LIKELY_INK, FAR_APART = 1.0, 8.0
"""Where none are so sure, these nats will do if the colours of the two inks lie that many spreads apart."""

FEWEST_EXAMPLES = 4
LARGEST_VOICE, LARGEST_SUM = 2.5, 6.0
"""How many nats one feature, and all together, may add."""

_LEAST_SPREAD = np.array([2.0, 1.0, 1.0, 0.02, 0.02, 0.014])
"""Differences smaller than these mean nothing: lightness, two colours, height, middle, stroke (in cells)."""


def ink_looks(canvas: NDArray[np.uint8], size: int) -> NDArray[np.float64]:
    """(cells, 6): lightness and colour of the ink against its paper, height, middle and stroke width of the digit."""
    cell = len(canvas) // (size + 1)
    inner = canvas[cell // 2 : cell // 2 + size * cell, cell // 2 : cell // 2 + size * cell]
    lab = cv2.cvtColor(inner.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    edge = cell // 8
    cells = lab.reshape(size, cell, size, cell, 3).swapaxes(1, 2)[:, :, edge:-edge, edge:-edge]
    pixels = np.ascontiguousarray(cells).reshape(size * size, cell - 2 * edge, cell - 2 * edge, 3)
    paper = np.median(pixels[:, ::3, ::3].reshape(len(pixels), -1, 3), axis=1)
    gap = np.sqrt(np.square(pixels - paper[:, None, None]).sum(axis=3))
    darkest = gap[:, ::2, ::2].reshape(len(gap), -1)
    strong = np.partition(darkest, -(len(darkest[0]) // 50) - 1, axis=1)[:, -(len(darkest[0]) // 50) - 1]
    inked = gap > 0.5 * strong[:, None, None]
    amount = np.maximum(inked.sum(axis=(1, 2)), 1)
    colour = (pixels * inked[..., None]).sum(axis=(1, 2)) / amount[:, None] - paper
    return np.hstack([colour, _shape(inked, amount) / [cell, cell, cell]])


def _shape(inked: NDArray[np.bool_], amount: NDArray[np.int64]) -> NDArray[np.float64]:
    """(cells, 3): height, middle and stroke width of the ink, in pixels."""
    rows = np.asarray(inked.any(axis=2))
    height = inked.shape[1]
    first, last = rows.argmax(axis=1), height - 1 - rows[:, ::-1].argmax(axis=1)
    outline = (inked[:, :, 1:] != inked[:, :, :-1]).sum(axis=(1, 2)) + (inked[:, 1:] != inked[:, :-1]).sum(axis=(1, 2))
    return np.stack([last - first + 1.0, (first + last) / 2, 2 * amount / np.maximum(outline, 1)], axis=1)


def has_examples(gain: NDArray[np.float64], filled: NDArray[np.bool_], sure: float = SURE_INK) -> bool:
    """True where enough digits are surely printed and enough surely written to compare others with them."""
    return bool(min(group.sum() for group in _examples(gain, filled, sure)) >= FEWEST_EXAMPLES)


def sharpened(
    gain: NDArray[np.float64], looks: NDArray[np.float64], filled: NDArray[np.bool_], sure: float = SURE_INK
) -> NDArray[np.float64]:
    """Nats for print, with what the looks of the sure digits say about the others."""
    printed, written = _examples(gain, filled, sure)
    voices = _distance(looks, looks[written]) - _distance(looks, looks[printed])
    voices = np.clip(voices, -LARGEST_VOICE, LARGEST_VOICE).sum(axis=1)
    return np.asarray(gain + np.clip(voices, -LARGEST_SUM, LARGEST_SUM))


def differ_in_colour(
    gain: NDArray[np.float64], looks: NDArray[np.float64], filled: NDArray[np.bool_], sure: float
) -> bool:
    """True where the inks of the two groups are so far apart that even doubtful examples can be trusted."""
    colours = [looks[group, :3] for group in _examples(gain, filled, sure)]
    (printed, spread), (written, other) = (_middle_and_spread(group, _LEAST_SPREAD[:3]) for group in colours)
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


def _distance(looks: NDArray[np.float64], examples: NDArray[np.float64]) -> NDArray[np.float64]:
    """(cells, features): how unlike the examples each cell is, in nats of a normal distribution."""
    middle, spread = _middle_and_spread(examples, _LEAST_SPREAD)
    return np.asarray(((looks - middle) / spread) ** 2 / 2 + np.log(spread))
