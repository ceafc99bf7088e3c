"""Pictures made clearer: the smear of a moving camera undone, shadows and darkness lit."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.vision.cells import PAPER_SAMPLES, Pixels
from sudokulens.vision.frame import Frame
from sudokulens.vision.ink import GRAIN_SHARE, INK_SHARE, MIN_LINE_GREY, MIN_PAPER_GREY, grey_levels

NOISE = 0.02
"""The power of noise against that of the picture: what the smear left less of than this is given up, not blown up."""

MARGIN = 32
"""Pixels mirrored beyond every side, because the transform treats the canvas as periodic."""


PAPER, DEEP = 210, 0.45
"""The grey level of evenly lit paper; the share of the light that is left in a deep shadow."""

SOFT_SHADOW_CELLS = 1 / 6
"""In cells: the standard deviation of a blur that light passes, and the gaps that digits leave in the paper do not."""

DIM, MAX_PIXELS = 20, 16_000_000
"""Grey levels between the darkest and the brightest parts of a picture below which it is hardly more than black.

Larger pictures are left as they are: averaging them down smooths them, too, and memory is to stay small.
"""

HALVED_BLUR_PIXELS = 2.0
"""Standard deviation of a blur that leaves nothing which half the size could not show."""

SPECKS = 0.003
"""The share of the pixels that may be darker, or brighter, than all ink and paper."""

EXTREME_PARTS = 0.1
"""The share of a picture's parts that may be darker than its dark ones, and brighter than its bright ones."""

MIN_STRIP_PIXELS = 64
"""A strip of fewer pixels across shows no grid, and may be millions long."""


@dataclass(frozen=True, slots=True)
class Smear:
    """How a camera moved while it took a picture: over `length`, in cells, along `angle`, in radians."""

    length: float
    angle: float


DIRECTIONS, SHORTEST, STEP = 6, 0.15, 0.09
"""Directions of smears that are tried; in cells, how long the shortest is, and how much longer each of two others."""

LIKELY_SMEARS = tuple(
    Smear(SHORTEST + more * STEP, turn * np.pi / DIRECTIONS) for more in range(3) for turn in range(DIRECTIONS)
)


def near(smear: Smear) -> tuple[Smear, ...]:
    """Smears around one of the likely ones, to find the one that fits best."""
    turned = (Smear(smear.length, smear.angle + turn * np.pi / DIRECTIONS / 2) for turn in (-1, 1))
    return (*turned, *(Smear(smear.length + more * STEP / 2, smear.angle) for more in (-1, 1)))


def range_of_light(grey: Pixels, parts: int) -> tuple[float, float]:
    """The grey levels of the darker and of the brighter parts of a picture, of so many along each side."""
    means = np.asarray(cv2.resize(grey, (parts, parts), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    dark, bright = grey_levels(means, (EXTREME_PARTS, 1 - EXTREME_PARTS))
    return dark, bright


def out_of_shadow(canvas: Pixels, cell_pixels: int) -> Pixels:
    """An RGB canvas with its paper equally bright everywhere, if a deep shadow lies on a part of it; else as it is."""
    grey = cv2.cvtColor(canvas, cv2.COLOR_RGB2GRAY)
    cells = len(canvas) // cell_pixels
    dark, bright = range_of_light(np.asarray(grey, dtype=np.uint8), cells)
    if dark > DEEP * bright:
        return canvas
    paper = cv2.dilate(grey, np.ones((cell_pixels // 2, cell_pixels // 2), np.uint8))
    # Light is smooth: a quarter of the size shows it as well, in a tenth of the time.
    soft = cv2.resize(paper, (len(canvas) // 4, len(canvas) // 4), interpolation=cv2.INTER_AREA).astype(np.float32)
    calm = cv2.GaussianBlur(soft, (0, 0), SOFT_SHADOW_CELLS * len(soft) / cells)
    gain = PAPER / np.maximum(calm, MIN_PAPER_GREY)
    gains = cv2.merge([cv2.resize(gain, grey.shape[::-1], interpolation=cv2.INTER_LINEAR)] * 3)
    return np.asarray(cv2.multiply(canvas, gains, dtype=cv2.CV_8U), dtype=np.uint8)


class WienerFilter:
    """Deconvolves one canvas for any smear by the Wiener filter; the canvas is transformed once for all of them."""

    def __init__(self, canvas: Pixels, cell_pixels: int) -> None:
        self._cell = cell_pixels
        wide = cv2.copyMakeBorder(canvas, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_REFLECT_101)
        planes = np.asarray(wide, dtype=np.float32).reshape(*wide.shape[:2], -1)
        self._shape = planes.shape[:2]
        self._grey = canvas.ndim == 2
        self._spectra = [np.fft.rfft2(planes[..., plane]) for plane in range(planes.shape[2])]

    def without(self, smear: Smear) -> Pixels:
        """The canvas as it may have been before."""
        response = np.fft.rfft2(_kernel(self._shape, smear, self._cell))
        undo = (1 + NOISE) * np.conj(response) / (np.square(np.abs(response)) + NOISE)
        planes = [np.fft.irfft2(spectrum * undo, self._shape) for spectrum in self._spectra]
        inner = [np.clip(plane[MARGIN:-MARGIN, MARGIN:-MARGIN], 0, 255) for plane in planes]
        pixels = np.stack(inner, axis=-1).astype(np.uint8)
        return np.ascontiguousarray(pixels[..., 0] if self._grey else pixels)


def _kernel(shape: tuple[int, ...], smear: Smear, cell_pixels: int) -> NDArray[np.float32]:
    """Where the light of one point went, around the first pixel; the sum is 1."""
    pixels = smear.length * cell_pixels
    steps = np.linspace(-0.5, 0.5, 2 * int(pixels) + 1) * pixels
    points = np.stack([steps * np.cos(smear.angle), steps * np.sin(smear.angle)], axis=1)
    kernel = np.zeros(shape, np.float32)
    whole = np.floor(points).astype(int)
    part = points - whole
    for x in (0, 1):
        for y in (0, 1):
            weights = np.abs(1 - x - part[:, 0]) * np.abs(1 - y - part[:, 1])
            np.add.at(kernel, ((whole[:, 1] + y) % shape[0], (whole[:, 0] + x) % shape[1]), weights)
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def brightened(frame: Frame) -> Frame:
    """A picture with next to no light in it stretched over all grey levels, its grain smoothed; any other as it is."""
    if frame.width * frame.height > MAX_PIXELS or min(frame.width, frame.height) < MIN_STRIP_PIXELS:
        return frame
    step = max(1, round((frame.width * frame.height) ** 0.5 / PAPER_SAMPLES))
    sample = np.ascontiguousarray(frame.pixels[::step, ::step])
    grey = np.asarray(cv2.cvtColor(sample, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
    if grey.min() == grey.max():
        return frame  # Nothing to bring out; smoothing 12 megapixels of nothing takes 0.4 s.
    darkest, low, high, brightest = grey_levels(grey, (SPECKS, INK_SHARE, 1 - INK_SHARE, 1 - SPECKS))
    # A white screenshot may have ink on a hundredth of its area only.
    if high - low >= DIM or brightest - darkest >= 2 * DIM:
        return frame
    # Smoothed before rounding, so that a handful of grey levels become many; plane by plane, for photos can be large.
    width, gain = max(frame.pixels.shape) * GRAIN_SHARE, PAPER / max(high - low, MIN_LINE_GREY)
    level = np.uint16(low * 256)
    pixels = np.empty_like(frame.pixels)
    for plane in range(3):
        calm = _blurred(np.left_shift(frame.pixels[..., plane], 8, dtype=np.uint16), width)
        pixels[..., plane] = cv2.convertScaleAbs(np.maximum(calm, level) - level, alpha=gain / 256)
    return Frame(pixels, frame.timestamp)


def _blurred(deep: NDArray[np.uint16], width: float) -> NDArray[np.uint16]:
    """A Gaussian blur; a wide one is computed at half the size, which is five times as fast and looks the same."""
    if width < HALVED_BLUR_PIXELS:
        return np.asarray(cv2.GaussianBlur(deep, (0, 0), width), np.uint16)
    half = cv2.resize(deep, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    calm = cv2.GaussianBlur(half, (0, 0), width / 2)
    return np.asarray(cv2.resize(calm, deep.shape[::-1], interpolation=cv2.INTER_LINEAR), np.uint16)
