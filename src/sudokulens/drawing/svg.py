"""A scene as an SVG text that stands alone: no scripts, no fonts of its own, nothing fetched."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from html import escape
from typing import Literal, TypeAlias

from sudokulens.drawing.layout import layout, margins
from sudokulens.drawing.palette import DARK, LIGHT, PALETTES, Colour, Paint, Theme
from sudokulens.drawing.places import arrow_head
from sudokulens.drawing.scene import Scene
from sudokulens.drawing.shapes import LAYERS, Area, Disc, Label, Point, Shape, Stroke

CELL_PIXELS = 56
_CAPITAL_HEIGHT = 0.72
"""Height of a digit in the usual sans-serif typefaces, as a part of the font size."""

SvgTheme: TypeAlias = Theme | Literal["auto"]
_Colours: TypeAlias = Callable[[Paint], Colour]


def to_svg(scene: Scene, title: str = "Sudoku", theme: SvgTheme = "light") -> str:
    """The scene as an SVG document; `title` is what screen readers say; `auto` follows the reader's own theme."""
    margin = margins(scene)
    width = round((scene.shape.width + margin.left + margin.right) * CELL_PIXELS)
    height = round((scene.shape.height + margin.top + margin.bottom) * CELL_PIXELS)
    colours: _Colours = (lambda paint: f"var(--{paint})") if theme == "auto" else PALETTES[theme].__getitem__
    drawing = layout(scene)
    body = "\n".join(_element(shape, colours) for layer in LAYERS for shape in drawing[layer])
    place = f"translate({margin.left * CELL_PIXELS:g} {margin.top * CELL_PIXELS:g}) scale({CELL_PIXELS})"
    text = 'font-family="Helvetica, Arial, sans-serif" text-anchor="middle"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">\n'
        f"<title>{escape(title, quote=False)}</title>\n{_style() if theme == 'auto' else ''}"
        f'<rect width="{width}" height="{height}" fill="{colours("paper")}"/>\n'
        f'<g transform="{place}" {text}>\n{body}\n</g>\n</svg>\n'
    )


def _style() -> str:
    """Both palettes; in a page that has the properties of `palette.css`, its own choice of theme wins."""
    light, dark = ("".join(f"--{p}:var(--scene-{p},{c});" for p, c in palette.items()) for palette in (LIGHT, DARK))
    return f"<style>svg{{{light}}}@media(prefers-color-scheme:dark){{svg{{{dark}}}}}</style>\n"


@singledispatch
def _element(shape: Shape, colours: _Colours) -> str:
    raise TypeError(f"no SVG element for {type(shape).__name__}")


@_element.register
def _(shape: Area, colours: _Colours) -> str:
    place = f'x="{shape.x:g}" y="{shape.y:g}" width="{shape.width:g}" height="{shape.height:g}"'
    rounded = f' rx="{shape.radius:g}"' if shape.radius else ""
    return f'<rect {place}{rounded} fill="{colours(shape.paint)}"{_opacity("fill", shape.opacity)}/>'


@_element.register
def _(shape: Stroke, colours: _Colours) -> str:
    dashes = f' stroke-dasharray="{4 * shape.width:.3f} {3 * shape.width:.3f}"' if shape.dashed else ""
    cap = "butt" if shape.dashed else "round" if shape.opacity < 1 or shape.arrow else "square"
    style = f'fill="none" stroke="{colours(shape.paint)}" stroke-width="{shape.width:g}" stroke-linecap="{cap}"'
    style += f' stroke-linejoin="round"{_opacity("stroke", shape.opacity)}'
    line = f'<polyline points="{_points(shape.points)}" {style}{dashes}/>'
    return line + (f'<polyline points="{_points(arrow_head(shape.points))}" {style}/>' if shape.arrow else "")


@_element.register
def _(shape: Disc, colours: _Colours) -> str:
    x, y = shape.centre
    colour = colours(shape.paint)
    paint = (
        f'fill="{colour}"{_opacity("fill", shape.opacity)}'
        if shape.ring is None
        else f'fill="none" stroke="{colour}" stroke-width="{shape.ring:g}"{_opacity("stroke", shape.opacity)}'
    )
    return f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{shape.radius:.3g}" {paint}/>'


@_element.register
def _(shape: Label, colours: _Colours) -> str:
    x, y = shape.centre
    size = shape.height / _CAPITAL_HEIGHT
    weight = ' font-weight="bold"' if shape.bold else ""
    place = f'x="{x:.3f}" y="{y + shape.height / 2:.3f}" font-size="{size:.3f}"'
    return f'<text {place} fill="{colours(shape.paint)}"{weight}>{escape(shape.text, quote=False)}</text>'


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{x:.3f},{y:.3f}" for x, y in points)


def _opacity(kind: str, opacity: float) -> str:
    return "" if opacity == 1 else f' {kind}-opacity="{opacity:g}"'
