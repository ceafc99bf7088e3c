"""Print and handwriting on drawn pages."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ImageDraw, ImageFont

from pages.camera import Pixels

Colour = tuple[int, int, int]

WORDS = ("tide", "ferry", "harbour", "lamp", "bread", "rope", "bell", "market", "window", "garden", "letter", "winter")


def mnist(folder: Path, part: Literal["train", "t10k"] = "t10k") -> tuple[Pixels, Pixels]:
    """Handwritten digits (count, 28, 28) and their values, of the half for training or of the one for tests."""
    images, labels = (
        np.frombuffer(gzip.decompress((folder / f"{part}-{name}-ubyte.gz").read_bytes()), np.uint8, offset=header)
        for name, header in (("images-idx3", 16), ("labels-idx1", 8))
    )
    return images.reshape(-1, 28, 28), labels


class Writers:
    """Handwritten digits by value: the test half of MNIST, whose writers no network has seen."""

    def __init__(self, folder: Path) -> None:
        self.shapes, self.values = mnist(folder)

    def digit(self, value: int, random: np.random.Generator) -> NDArray[np.float32]:
        """Coverage of 0 to 1, 28×28."""
        return self.shapes[random.choice(np.flatnonzero(self.values == value))].astype(np.float32) / 255


def fitted_font(face: Path | None, height: float) -> ImageFont.FreeTypeFont:
    """The typeface, Pillow's own without one, in the size at which an 8 is that many pixels high."""
    size = max(8, round(height * 1.4))
    top, bottom = (_font(face, size).getbbox("8")[side] for side in (1, 3))
    return _font(face, max(6, round(size * height / max(1, bottom - top))))


@lru_cache(maxsize=256)
def _font(face: Path | None, size: int) -> ImageFont.FreeTypeFont:
    found = ImageFont.truetype(str(face), size) if face else ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont)
    return found


def write(
    draw: ImageDraw.ImageDraw, font: ImageFont.FreeTypeFont, text: str, x: float, y: float, colour: Colour
) -> None:
    """Prints a text with its middle at a point."""
    left, top, right, bottom = font.getbbox(text)
    draw.text((x - (left + right) / 2, y - (top + bottom) / 2), text, font=font, fill=colour)


def stroke(
    pixels: Pixels, shape: NDArray[np.float32], side: int, corner: tuple[int, int], ink: Colour, press: float
) -> None:
    """Writes one handwritten digit, in place: a square of that side with its top left at the corner (x, y)."""
    cover = cv2.resize(shape, (side, side), interpolation=cv2.INTER_CUBIC).clip(0, 1)[..., None] * press
    x, y = corner
    part = pixels[y : y + side, x : x + side]
    cover = cover[: part.shape[0], : part.shape[1]]
    part[:] = (part * (1 - cover) + np.array(ink) * cover).astype(np.uint8)
