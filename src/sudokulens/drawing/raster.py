"""Shapes as pixels: opaque for PNG files, transparent to be laid over a photo."""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache, singledispatchmethod
from itertools import pairwise
from math import hypot
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from sudokulens.drawing.layout import Margins, layout, margins
from sudokulens.drawing.lettering import Run, font_path, runs
from sudokulens.drawing.palette import PALETTES, Colour, Paint, Theme, rgb
from sudokulens.drawing.places import arrow_head
from sudokulens.drawing.scene import Scene
from sudokulens.drawing.shapes import LAYERS, Area, Disc, Label, Layer, Point, Shape, Stroke

Pixels: TypeAlias = NDArray[np.uint8]
_Box: TypeAlias = tuple[float, float, float, float]
_Stencil: TypeAlias = Callable[[ImageDraw.ImageDraw, tuple[int, int]], None]
"""Draws in white, its coordinates less the given corner."""

_SMOOTHING = 3
"""Shapes are painted this much larger and then averaged down, because Pillow's edges are hard."""

_CAPITAL_HEIGHT = 0.72
"""The height of a digit of the built-in typeface as a share of its nominal size."""

_NO_MARGINS = Margins(0.0, 0.0, 0.0, 0.0)


def render(scene: Scene, cell_pixels: int = 56, theme: Theme = "light") -> Pixels:
    """The scene as an (H, W, 3) RGB picture."""
    colours, drawing = PALETTES[theme], layout(scene)
    canvas = _Canvas((scene.shape.width, scene.shape.height), cell_pixels, colours, margins(scene), _SMOOTHING)
    canvas.cover(colours["paper"])
    canvas.paint_all(shape for layer in LAYERS for shape in drawing[layer])
    return np.ascontiguousarray(canvas.pixels()[..., :3])


def to_png(scene: Scene, cell_pixels: int = 56, theme: Theme = "light") -> bytes:
    """The scene as a PNG file."""
    target = io.BytesIO()
    Image.fromarray(render(scene, cell_pixels, theme)).save(target, "PNG", optimize=True)
    return target.getvalue()


def transparency(
    scene: Scene, cell_pixels: int, colours: Mapping[Paint, Colour], layers: Collection[Layer] = LAYERS
) -> Pixels:
    """The board's area alone as (side, side, 4): RGB premultiplied by the opacity in the last channel."""
    drawing = layout(scene)
    return film(
        (shape for layer in LAYERS if layer in layers for shape in drawing[layer]), scene.size, cell_pixels, colours
    )


def film(shapes: Iterable[Shape], size: int, cell_pixels: int, colours: Mapping[Paint, Colour]) -> Pixels:
    """Shapes on a transparent ground of `size` cells a side, premultiplied."""
    canvas = _Canvas((size, size), cell_pixels, colours, _NO_MARGINS, 2)
    canvas.paint_all(shapes)
    return canvas.pixels()


class _Canvas:
    """Paints shapes at several times the wanted size; averaging down then smooths every edge alike."""

    def __init__(
        self,
        cells: tuple[int, int],
        cell_pixels: int,
        colours: Mapping[Paint, Colour],
        margin: Margins,
        smoothing: int,
    ) -> None:
        self.colours, self.margin, self.scale = colours, margin, cell_pixels * smoothing
        width = round((cells[0] + margin.left + margin.right) * cell_pixels)
        height = round((cells[1] + margin.top + margin.bottom) * cell_pixels)
        self.extent = width, height
        self.image = Image.new("RGBA", (width * smoothing, height * smoothing), (0, 0, 0, 0))
        self.pen = ImageDraw.Draw(self.image)

    def cover(self, colour: Colour) -> None:
        self.image.paste((*rgb(colour), 255), (0, 0, *self.image.size))

    def paint_all(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            self.paint(shape)

    def pixels(self) -> Pixels:
        """(H, W, 4), premultiplied."""
        return np.asarray(cv2.resize(np.asarray(self.image), self.extent, interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def at(self, point: Point) -> Point:
        return (point[0] + self.margin.left) * self.scale, (point[1] + self.margin.top) * self.scale

    def ink(self, paint: Paint) -> tuple[int, int, int, int]:
        return (*rgb(self.colours[paint]), 255)

    def veil(self, box: _Box, paint: Paint, opacity: float, stencil: _Stencil) -> None:
        """Lays a colour over what is there, premultiplied, wherever the stencil draws within the box."""
        left, top, right, bottom = round(box[0]), round(box[1]), round(box[2]), round(box[3])
        if right <= left or bottom <= top:
            return
        mask = Image.new("L", (right - left, bottom - top), 0)
        stencil(ImageDraw.Draw(mask), (left, top))
        layer = np.asarray(mask, dtype=np.float32)[..., None] * (opacity / 255)
        under = np.asarray(self.image.crop((left, top, right, bottom)), dtype=np.float32)
        over = layer * np.array(self.ink(paint), dtype=np.float32)
        self.image.paste(Image.fromarray(np.rint(under * (1 - layer) + over).astype(np.uint8)), (left, top))

    @singledispatchmethod
    def paint(self, shape: Shape) -> None:
        raise TypeError(f"no way to paint {type(shape).__name__}")

    @paint.register
    def _(self, shape: Area) -> None:
        box = (*self.at((shape.x, shape.y)), *self.at((shape.x + shape.width, shape.y + shape.height)))
        radius = shape.radius * self.scale

        def stencil(pen: ImageDraw.ImageDraw, corner: tuple[int, int]) -> None:
            x, y = corner
            inner = (box[0] - x, box[1] - y, box[2] - x - 1, box[3] - y - 1)
            pen.rounded_rectangle(inner, radius, fill=255)

        self.veil(box, shape.paint, shape.opacity, stencil)

    @paint.register
    def _(self, shape: Stroke) -> None:
        points = [self.at(point) for point in shape.points]
        width = max(1, round(shape.width * self.scale))
        pieces = _dashes(points, 4 * width, 3 * width) if shape.dashed else [points]
        if shape.arrow:
            pieces.append([self.at(point) for point in arrow_head(shape.points)])
        if shape.opacity == 1:
            _draw_lines(self.pen, pieces, width, self.ink(shape.paint), rounded=not shape.dashed)
            return

        def stencil(pen: ImageDraw.ImageDraw, corner: tuple[int, int]) -> None:
            shifted = [[(x - corner[0], y - corner[1]) for x, y in piece] for piece in pieces]
            _draw_lines(pen, shifted, width, 255, rounded=True)

        self.veil(_around(pieces, width), shape.paint, shape.opacity, stencil)

    @paint.register
    def _(self, shape: Disc) -> None:
        (x, y), radius = self.at(shape.centre), shape.radius * self.scale
        box = (x - radius, y - radius, x + radius, y + radius)
        if shape.ring is not None:
            self.pen.ellipse(box, outline=self.ink(shape.paint), width=max(1, round(shape.ring * self.scale)))
        elif shape.opacity == 1:
            self.pen.ellipse(box, fill=self.ink(shape.paint))
        else:
            side = 2 * radius - 1
            self.veil(box, shape.paint, shape.opacity, lambda pen, _: pen.ellipse((0, 0, side, side), fill=255))

    @paint.register
    def _(self, shape: Label) -> None:
        points = max(1, round(shape.height * self.scale / _CAPITAL_HEIGHT))
        weight = round(0.05 * shape.height * self.scale) if shape.bold else 0
        pieces = runs(shape.text)
        if len(pieces) > 1 or any(run.font for run in pieces):
            self.write(pieces, shape, points)
            return
        font = _font(points)
        left, top, right, bottom = font.getbbox(shape.text)
        x, y = self.at(shape.centre)
        place = (x - (left + right) / 2, y - (top + bottom) / 2)
        self.pen.text(place, shape.text, fill=self.ink(shape.paint), font=font, stroke_width=weight)

    def write(self, pieces: list[Run], shape: Label, points: int) -> None:
        """Text in several fonts, on one base line."""
        lengths = [_font(points, run.font).getlength(run.text) for run in pieces]
        x, y = self.at(shape.centre)
        x -= sum(lengths) / 2
        for run, length in zip(pieces, lengths, strict=True):
            place, font = (x, y + shape.height * self.scale / 2), _font(points, run.font)
            self.pen.text(place, run.text, fill=self.ink(shape.paint), font=font, anchor="ls")
            x += length


def _draw_lines(
    pen: ImageDraw.ImageDraw, pieces: list[list[Point]], width: int, ink: int | tuple[int, ...], *, rounded: bool
) -> None:
    for piece in pieces:
        pen.line(piece, fill=ink, width=width, joint="curve")
        for x, y in (piece[0], piece[-1]) if rounded else ():
            pen.ellipse((x - width / 2, y - width / 2, x + width / 2 - 1, y + width / 2 - 1), fill=ink)


def _around(pieces: list[list[Point]], width: int) -> _Box:
    xs, ys = [x for piece in pieces for x, _ in piece], [y for piece in pieces for _, y in piece]
    return min(xs) - width, min(ys) - width, max(xs) + width, max(ys) + width


def _dashes(points: list[Point], dash: float, gap: float) -> list[list[Point]]:
    """The polyline cut into dashes; each is a straight piece, which is enough for gentle curves."""
    pieces: list[list[Point]] = []
    travelled = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = hypot(x1 - x0, y1 - y0)
        position = 0.0
        while position < length:
            phase = (travelled + position) % (dash + gap)
            step = max(1e-6, min(length - position, (dash if phase < dash else dash + gap) - phase))
            if phase < dash:
                ends = (position / length, (position + step) / length)
                pieces.append([(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for t in ends])
            position += step
        travelled += length
    return pieces


@lru_cache(maxsize=32)
def _font(points: int, name: str | None = None) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    if name:
        return ImageFont.truetype(font_path(name), points)
    # Pillow carries this typeface (Aileron, public domain), so none needs to be installed.
    return ImageFont.load_default(points)
