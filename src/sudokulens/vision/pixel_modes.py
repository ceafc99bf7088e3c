"""Pixels of any mode made upright 8-bit RGB: alpha, palettes, 16 bits, CMYK, orientation tags."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from sudokulens.vision.pixels import Pixels, background_for, composite

ORIENTATION_TAG = 0x0112
STRIP_PIXELS = 4_000_000
"""Pictures are converted in strips of this many pixels: a 50-megapixel one then never has three full copies."""

SIDEWAYS = range(5, 9)
"""Orientation tags that exchange width and height."""

_AVERAGED = ("L", "RGB", "CMYK", "YCbCr", "LAB", "I", "F")
"""Modes in which neighbours can be averaged before they are converted."""

_DEEP_MODES = ("I", "F", "I;16", "I;16L", "I;16B", "I;16N")


def rgb_pixels(image: Image.Image, divisor: int = 1) -> Pixels:
    """The decoded picture as (H, W, 3) RGB, in the order in which it is stored; its sides divided, rounded up."""
    if divisor > 1 and (has_alpha(image) or image.mode in _AVERAGED):
        image, divisor = _smaller(image, divisor), 1
    convert = _converter(image)
    width, height = -(-image.width // divisor), -(-image.height // divisor)
    pixels = np.empty((height, width, 3), dtype=np.uint8)
    step = max(1, STRIP_PIXELS // image.width // divisor)
    for top in range(0, height, step):
        rows = min(step, height - top)
        strip = convert(image.crop((0, top * divisor, image.width, min((top + rows) * divisor, image.height))))
        if divisor > 1:
            strip = np.asarray(cv2.resize(strip, (width, rows), interpolation=cv2.INTER_AREA), dtype=np.uint8)
        pixels[top : top + rows] = strip
    return pixels


def _smaller(image: Image.Image, divisor: int) -> Image.Image:
    if not has_alpha(image):
        return image.reduce(divisor)
    # Averaging colours that are seen through to different degrees costs more than it gives in pictures this large.
    size = (-(-image.width // divisor), -(-image.height // divisor))
    smaller = image.resize(size, Image.Resampling.NEAREST)
    smaller.info = image.info
    return smaller


def _converter(image: Image.Image) -> Callable[[Image.Image], Pixels]:
    """What turns strips of this picture into RGB; decided once, so that all strips are treated alike."""
    if image.mode in _DEEP_MODES:
        low, high = _deep_range(image)
        return lambda strip: _grey_to_rgb(_eight_bits(np.asarray(strip), low, high))
    if image.mode == "LAB":
        return lambda strip: _grey_to_rgb(np.asarray(strip.getchannel(0)))
    if has_alpha(image):
        background = _background(image)
        return lambda strip: composite(np.asarray(strip.convert("RGBA")), background)
    return lambda strip: np.asarray(strip.convert("RGB"))


def turn_upright(pixels: Pixels, orientation: int) -> Pixels:
    """The picture turned as its EXIF orientation, 1 to 8, asks for; any other tag is ignored."""
    if orientation in SIDEWAYS:
        pixels = pixels.transpose(1, 0, 2)
    if orientation in (2, 3, 6, 7):
        pixels = pixels[:, ::-1]
    if orientation in (3, 4, 7, 8):
        pixels = pixels[::-1]
    return np.ascontiguousarray(pixels)


def has_alpha(image: Image.Image) -> bool:
    """Whether some part of the picture may be transparent."""
    return image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info


def _background(image: Image.Image) -> int:
    shrink = max(1, max(image.size) // 1500)
    small = image.resize((max(1, image.width // shrink), max(1, image.height // shrink)), Image.Resampling.NEAREST)
    return background_for(np.asarray(small.convert("RGBA")))


def _deep_range(image: Image.Image) -> tuple[float, float]:
    """The values that become black and white: a usual range that holds all of them, or else their own."""
    extremes = np.asarray(image.getextrema(), dtype=np.float64)
    if not np.isfinite(extremes).all():
        return 0.0, 1.0
    low, high = extremes
    for top in (1.0, 255.0, 65535.0) if image.mode == "F" else (65535.0,):
        if low >= 0 and high <= top:
            return 0.0, top
    return float(low), float(high)


def _eight_bits(values: NDArray[np.generic], low: float, high: float) -> Pixels:
    deep = np.nan_to_num(np.asarray(values, dtype=np.float32))
    with np.errstate(over="ignore"):
        scaled = (deep - low) * (255 / max(high - low, 1e-6))
    return np.asarray(np.clip(scaled.round(), 0, 255), dtype=np.uint8)


def _grey_to_rgb(grey: Pixels) -> Pixels:
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), dtype=np.uint8)
