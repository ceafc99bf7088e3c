"""A scene as an SVG text that stands alone: no scripts, no fonts of its own, nothing fetched."""

from __future__ import annotations

from functools import singledispatch
from xml.sax.saxutils import escape

from sudokulens.logic.scene import Area, Disc, Label, Scene, Shape, Stroke

CELL_PIXELS = 56
MARGIN_PIXELS = 14
_CAPITAL_HEIGHT = 0.72
"""Height of a digit in the usual sans-serif typefaces, as a part of the font size."""


def to_svg(scene: Scene, title: str = "Sudoku") -> str:
    """The scene as an SVG document; `title` is what screen readers say."""
    side = scene.size * CELL_PIXELS + 2 * MARGIN_PIXELS
    body = "\n".join(_element(shape) for shape in scene.shapes)
    box = f'viewBox="0 0 {side} {side}" width="{side}" height="{side}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="{side}" height="{side}" fill="{scene.background}"/>\n'
        f'<g transform="translate({MARGIN_PIXELS} {MARGIN_PIXELS}) scale({CELL_PIXELS})" '
        f'font-family="Helvetica, Arial, sans-serif" text-anchor="middle">\n{body}\n</g>\n</svg>\n'
    )


@singledispatch
def _element(shape: Shape) -> str:
    raise TypeError(f"no SVG element for {type(shape).__name__}")


@_element.register
def _(shape: Area) -> str:
    place = f'x="{shape.x:g}" y="{shape.y:g}" width="{shape.width:g}" height="{shape.height:g}"'
    return f'<rect {place} fill="{shape.fill}" fill-opacity="{shape.opacity:g}"/>'


@_element.register
def _(shape: Stroke) -> str:
    points = " ".join(f"{x:.3f},{y:.3f}" for x, y in shape.points)
    dashes = f' stroke-dasharray="{3 * shape.width:.3f} {2 * shape.width:.3f}"' if shape.dashed else ""
    style = f'fill="none" stroke="{shape.colour}" stroke-width="{shape.width:g}"'
    return f'<polyline points="{points}" {style} stroke-linecap="square" stroke-linejoin="round"{dashes}/>'


@_element.register
def _(shape: Disc) -> str:
    x, y = shape.centre
    paint = (
        f'fill="{shape.colour}"'
        if shape.ring is None
        else f'fill="none" stroke="{shape.colour}" stroke-width="{shape.ring:g}"'
    )
    return f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{shape.radius:g}" {paint}/>'


@_element.register
def _(shape: Label) -> str:
    x, y = shape.centre
    size = shape.height / _CAPITAL_HEIGHT
    weight = ' font-weight="bold"' if shape.bold else ""
    place = f'x="{x:.3f}" y="{y + shape.height / 2:.3f}" font-size="{size:.3f}"'
    return f'<text {place} fill="{shape.colour}"{weight}>{escape(shape.text)}</text>'
