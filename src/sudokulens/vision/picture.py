"""A scene as pixels: the same shapes that the SVG shows, for PNG files and for places that take no SVG."""

from __future__ import annotations

from functools import singledispatchmethod
from itertools import pairwise
from math import hypot

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor, ImageDraw, ImageFont

from sudokulens.logic.scene import Area, Disc, Label, Point, Scene, Shape, Stroke

_SUPERSAMPLING = 3
_MARGIN = 0.25
_CAPITAL_HEIGHT = 0.72


def render(scene: Scene, cell_pixels: int = 56) -> NDArray[np.uint8]:
    """The scene as an (H, W, 3) RGB picture with a quarter of a cell of margin."""
    painter = _Painter(scene, cell_pixels * _SUPERSAMPLING)
    for shape in scene.shapes:
        painter.paint(shape)
    side = round((scene.size + 2 * _MARGIN) * cell_pixels)
    return np.asarray(painter.image.resize((side, side), Image.Resampling.LANCZOS))


class _Painter:
    """Paints shapes at several times the wanted size; scaling down then smooths every edge alike."""

    def __init__(self, scene: Scene, scale: int) -> None:
        side = round((scene.size + 2 * _MARGIN) * scale)
        self.scale = scale
        self.image = Image.new("RGB", (side, side), scene.background)
        self.pen = ImageDraw.Draw(self.image, "RGBA")

    def at(self, point: Point) -> Point:
        return (point[0] + _MARGIN) * self.scale, (point[1] + _MARGIN) * self.scale

    @singledispatchmethod
    def paint(self, shape: Shape) -> None:
        raise TypeError(f"no way to paint {type(shape).__name__}")

    @paint.register
    def _(self, shape: Area) -> None:
        corners = (self.at((shape.x, shape.y)), self.at((shape.x + shape.width, shape.y + shape.height)))
        self.pen.rectangle(corners, fill=(*ImageColor.getrgb(shape.fill)[:3], round(255 * shape.opacity)))

    @paint.register
    def _(self, shape: Stroke) -> None:
        points = [self.at(point) for point in shape.points]
        width = max(1, round(shape.width * self.scale))
        pieces = _dashes(points, 3 * width, 2 * width) if shape.dashed else [points]
        for piece in pieces:
            self.pen.line(piece, fill=shape.colour, width=width, joint="curve")

    @paint.register
    def _(self, shape: Disc) -> None:
        (x, y), radius = self.at(shape.centre), shape.radius * self.scale
        box = (x - radius, y - radius, x + radius, y + radius)
        if shape.ring is None:
            self.pen.ellipse(box, fill=shape.colour)
        else:
            self.pen.ellipse(box, outline=shape.colour, width=max(1, round(shape.ring * self.scale)))

    @paint.register
    def _(self, shape: Label) -> None:
        font = ImageFont.load_default(size=shape.height * self.scale / _CAPITAL_HEIGHT)
        weight = round(0.05 * shape.height * self.scale) if shape.bold else 0
        self.pen.text(self.at(shape.centre), shape.text, fill=shape.colour, font=font, anchor="mm", stroke_width=weight)


def _dashes(points: list[Point], dash: float, gap: float) -> list[list[Point]]:
    """The polyline cut into dashes; each is a straight piece, which is enough for gentle curves."""
    pieces: list[list[Point]] = []
    travelled = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = hypot(x1 - x0, y1 - y0)
        position = 0.0
        while position < length:
            phase = (travelled + position) % (dash + gap)
            step = min(length - position, (dash if phase < dash else dash + gap) - phase)
            step = max(step, 1e-6)
            if phase < dash:
                ends = (position / length, (position + step) / length)
                pieces.append([(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for t in ends])
            position += step
        travelled += length
    return pieces
