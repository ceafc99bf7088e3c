"""A transparent sheet the shape of a flat grid: drawn on cell by cell, then laid over the photo along the page's bends.

Colours on the sheet are premultiplied by their opacity, so that smooth edges stay clean when the sheet is bent.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from sudokulens.puzzle.formats.line import digit_character
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation, Points

Colour: TypeAlias = tuple[int, int, int]

Place: TypeAlias = tuple[float, float]
"""Column and row in cells, from the grid's top-left corner."""

_SMOOTHING = 2
"""The sheet is drawn this much larger and then averaged down, because Pillow's lines have hard edges."""

_DIGIT_HEIGHT = 0.72
"""The height of a digit of the built-in typeface as a share of its nominal size."""


class Sheet:
    """A transparent drawing of one grid, `cell_pixels` a cell."""

    def __init__(self, size: int, cell_pixels: int) -> None:
        self.size = size
        self.cell_pixels = cell_pixels
        self._unit = cell_pixels * _SMOOTHING
        self._image = Image.new("RGBA", (size * self._unit, size * self._unit), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image)

    def digit(self, cell: Cell, digit: Digit, colour: Colour, height: float = 0.55, at: Place = (0.5, 0.5)) -> None:
        """A digit of that height, in cells, centred at a place within its cell."""
        row, column = divmod(cell, self.size)
        self.text((column + at[0], row + at[1]), digit_character(digit), colour, height)

    def text(self, centre: Place, text: str, colour: Colour, height: float) -> None:
        font = _font(max(1, round(height / _DIGIT_HEIGHT * self._unit)))
        left, top, right, bottom = font.getbbox(text)
        place = (centre[0] * self._unit - (left + right) / 2, centre[1] * self._unit - (top + bottom) / 2)
        self._draw.text(place, text, font=font, fill=(*colour, 255))

    def fill(self, cell: Cell, colour: Colour, opacity: float, inset: float = 0.03) -> None:
        """A tint over the cell."""
        row, column = divmod(cell, self.size)
        corners = [column + inset, row + inset, column + 1 - inset, row + 1 - inset]
        self._draw.rounded_rectangle(
            [value * self._unit for value in corners], radius=0.08 * self._unit, fill=premultiplied(colour, opacity)
        )

    def outline(self, cell: Cell, colour: Colour, width: float = 0.06) -> None:
        row, column = divmod(cell, self.size)
        corners = [column + 0.05, row + 0.05, column + 0.95, row + 0.95]
        self._draw.rounded_rectangle(
            [value * self._unit for value in corners],
            radius=0.08 * self._unit,
            outline=(*colour, 255),
            width=max(1, round(width * self._unit)),
        )

    def disc(self, centre: Place, radius: float, colour: Colour, opacity: float = 1.0) -> None:
        x, y, reach = centre[0] * self._unit, centre[1] * self._unit, radius * self._unit
        self._draw.ellipse([x - reach, y - reach, x + reach, y + reach], fill=premultiplied(colour, opacity))

    def line(self, start: Place, end: Place, colour: Colour, width: float = 0.04, dashed: bool = False) -> None:
        """A straight stroke between two places; dashes are 0.12 cells long."""
        length = math.dist(start, end)
        pieces = max(1, round(length / 0.24)) if dashed else 1
        for piece in range(pieces):
            first, last = piece / pieces, (piece + (0.5 if dashed else 1.0)) / pieces
            ends = [
                tuple((s + (e - s) * t) * self._unit for s, e in zip(start, end, strict=True)) for t in (first, last)
            ]
            self._draw.line([*ends[0], *ends[1]], fill=(*colour, 255), width=max(1, round(width * self._unit)))

    def pixels(self) -> NDArray[np.uint8]:
        """(side, side, 4): premultiplied RGB and opacity."""
        side = self.size * self.cell_pixels
        full = np.asarray(self._image)
        return np.asarray(cv2.resize(full, (side, side), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def premultiplied(colour: Colour, opacity: float) -> tuple[int, int, int, int]:
    red, green, blue = (round(channel * opacity) for channel in colour)
    return red, green, blue, round(255 * opacity)


def lay_over(frame: Frame, location: GridLocation, sheet: Sheet) -> Frame:
    """A new frame with the sheet on the grid, following the lattice cell by cell."""
    left, top, right, bottom = _bounds(location.lattice, frame)
    if right <= left or bottom <= top:
        return frame
    places = _sheet_places(location, sheet.cell_pixels, (left, top, right, bottom))
    laid = cv2.remap(sheet.pixels(), places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    pixels = frame.pixels.copy()
    under = pixels[top:bottom, left:right].astype(np.uint16)
    opacity = laid[..., 3:].astype(np.uint16)
    blended = (under * (255 - opacity) + 127) // 255 + laid[..., :3]
    pixels[top:bottom, left:right] = np.minimum(blended, 255).astype(np.uint8)
    return Frame(pixels, frame.timestamp)


def _sheet_places(location: GridLocation, cell_pixels: int, bounds: tuple[int, int, int, int]) -> NDArray[np.float32]:
    """For every frame pixel within the bounds its place on the sheet, far outside where it lies in no cell."""
    left, top, right, bottom = bounds
    places = np.full((bottom - top, right - left, 2), -10.0, dtype=np.float32)
    for row in range(location.size):
        for column in range(location.size):
            quad = location.lattice[[row, row, row + 1, row + 1], [column, column + 1, column + 1, column]]
            _place_cell(places, quad - (left, top), (column, row), cell_pixels)
    return places


def _place_cell(places: NDArray[np.float32], quad: Points, corner: tuple[int, int], cell_pixels: int) -> None:
    """Fills in the sheet places of the pixels inside one cell's outline."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    inverse = cv2.getPerspectiveTransform(quad.astype(np.float32), square)
    height, width = places.shape[:2]
    left, top = np.clip(np.floor(quad.min(axis=0)).astype(int), 0, (width, height))
    right, bottom = np.clip(np.ceil(quad.max(axis=0)).astype(int) + 1, 0, (width, height))
    x, y = np.arange(left, right)[None, :], np.arange(top, bottom)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        depth = inverse[2, 0] * x + inverse[2, 1] * y + inverse[2, 2]
        u = (inverse[0, 0] * x + inverse[0, 1] * y + inverse[0, 2]) / depth
        v = (inverse[1, 0] * x + inverse[1, 1] * y + inverse[1, 2]) / depth
        inside = (u >= 0) & (u <= 1) & (v >= 0) & (v <= 1)
    part = places[top:bottom, left:right]
    part[inside, 0] = ((u + corner[0]) * cell_pixels - 0.5)[inside]
    part[inside, 1] = ((v + corner[1]) * cell_pixels - 0.5)[inside]


def _bounds(lattice: Points, frame: Frame) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the part of the frame that the grid covers."""
    flat = lattice.reshape(-1, 2)
    left, top = np.clip(np.floor(flat.min(axis=0)).astype(int), 0, (frame.width, frame.height))
    right, bottom = np.clip(np.ceil(flat.max(axis=0)).astype(int) + 1, 0, (frame.width, frame.height))
    return int(left), int(top), int(right), int(bottom)


@lru_cache(maxsize=32)
def _font(points: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    # Pillow carries this typeface (Aileron, public domain), so none needs to be installed.
    return ImageFont.load_default(points)
