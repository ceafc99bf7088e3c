"""What a glyph is by its shape alone: digits, capitals and small letters, told by a linear model over its pixels.

The reading networks know 0–9, 10–16 and A–G. Small letters and those from H on they have never seen: of these this
model speaks alone. It sees a glyph stretched over a small raster, its proportions, and how it stands among the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted

RASTER = (12, 16)
"""Columns and rows that a glyph is stretched over."""

NUMBER = "number"
CLASSES = (*"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYabcdefg", NUMBER)
"""Two digits side by side are a number of their own kind: the networks read it whole."""

KNOWN = np.array([symbol in "0123456789ABCDEFG" or symbol == NUMBER for symbol in CLASSES])
"""The classes that the networks have learned."""


@dataclass(frozen=True, slots=True, eq=False)
class _Model:
    weights: NDArray[np.float64]
    mean: NDArray[np.float64]
    spread: NDArray[np.float64]


@cache
def _model() -> _Model:
    numbers = fitted("letters")
    return _Model(*(np.array(numbers[name]) for name in ("weights", "mean", "spread")))


def shape_shares(ink: NDArray[np.float32]) -> NDArray[np.float64]:
    """(glyphs, classes): the probability of every class of `CLASSES` for glyphs (n, side, side) of one page."""
    model = _model()
    seen = (shape_features(ink) - model.mean) / model.spread
    nats = np.hstack([seen, np.ones((len(seen), 1))]) @ model.weights
    likely = np.exp(nats - nats.max(axis=1, keepdims=True))
    return np.asarray(likely / likely.sum(axis=1, keepdims=True))


def number_shares(ink: NDArray[np.float32], largest: int) -> NDArray[np.float64]:
    """(glyphs, largest): the probability of every number, were each glyph one of two digits."""
    halves = np.concatenate([_halves(glyph) for glyph in ink])
    digits = shape_shares(halves)[:, :10].reshape(len(ink), 2, 10)
    digits /= digits.sum(axis=2, keepdims=True)
    shares = np.zeros((len(ink), largest))
    for number in range(10, largest + 1):
        shares[:, number - 1] = digits[:, 0, number // 10] * digits[:, 1, number % 10]
    return np.asarray(shares / np.maximum(shares.sum(axis=1, keepdims=True), 1e-12))


def _halves(glyph: NDArray[np.float32]) -> NDArray[np.float32]:
    """(2, side, side): what lies left and right of the emptiest column of the glyph's middle third."""
    _, _, left, right = _box(glyph)
    first, last = left + (right - left) // 3, right - (right - left) // 3
    gap = first + int(glyph[:, first : max(last, first + 1)].sum(axis=0).argmin())
    before = np.arange(len(glyph)) < gap
    return np.stack([np.where(before, glyph, np.float32(0)), np.where(before, np.float32(0), glyph)])


def shape_features(ink: NDArray[np.float32]) -> NDArray[np.float64]:
    """(glyphs, features): raster, proportions, and height, top and foot beside the page's median glyph."""
    boxes = np.array([_box(glyph) for glyph in ink])
    top, foot, left, right = boxes.T.astype(np.float64)
    height, width = foot - top, right - left
    usual = max(1.0, float(np.median(height)))
    placed = np.stack(
        [width / height, height / usual, (top - np.median(top)) / usual, (foot - np.median(foot)) / usual], axis=1
    )
    rasters = np.stack([_raster(glyph, box) for glyph, box in zip(ink, boxes, strict=True)])
    return np.hstack([rasters, placed])


def _box(glyph: NDArray[np.float32]) -> tuple[int, int, int, int]:
    """Top, foot, left and right of what is at least half as dark as the strongest ink."""
    strong = glyph > max(float(glyph.max()), 1e-6) / 2
    if not strong.any():
        return 0, len(glyph), 0, len(glyph)
    rows, columns = np.flatnonzero(strong.any(axis=1)), np.flatnonzero(strong.any(axis=0))
    return int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1


def _raster(glyph: NDArray[np.float32], box: NDArray[np.integer]) -> NDArray[np.float64]:
    top, foot, left, right = (int(side) for side in box)
    shape = cv2.resize(glyph[top:foot, left:right], RASTER, interpolation=cv2.INTER_AREA)
    return np.asarray(shape.ravel() / max(float(glyph.max()), 1e-6), dtype=np.float64)
