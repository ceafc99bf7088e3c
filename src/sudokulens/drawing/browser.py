"""A scene as JSON for the browser: shapes with the names of their paints, and what they mean."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from typing import Any

from sudokulens.drawing.layout import layout, margins, tint_paint
from sudokulens.drawing.palette import role_paint
from sudokulens.drawing.scene import Scene
from sudokulens.drawing.shapes import LAYERS, Area, Disc, Label, Layer, Shape, Stroke

HINT_LAYERS: tuple[Layer, ...] = ("tints", "links", "marks", "answer")
"""What a page needs that draws its own board, its rules, its digits and its pencil marks."""

_TYPES: dict[type[Shape], str] = {Area: "area", Stroke: "stroke", Disc: "disc", Label: "label"}
_PRECISION = 3


def scene_to_dict(scene: Scene, layers: Collection[Layer] = LAYERS) -> dict[str, Any]:
    """The scene as plain values: what is shown by role, and the shapes of the wanted layers in painting order."""
    drawing = layout(scene, layers)
    return {
        "size": scene.size,
        "height": scene.shape.height,
        "width": scene.shape.width,
        "margins": margins(scene)._asdict(),
        "roles": list(scene.roles),
        "tints": [{"cell": t.cell, "role": t.role, "paint": tint_paint(t.role)[0]} for t in scene.tints],
        "marks": [
            {"cell": m.candidate.cell, "digit": m.candidate.digit, "role": m.role, "paint": role_paint(m.role)}
            for m in scene.marks
        ],
        "answer": [[cell, digit] for cell, digit in scene.answer],
        "removed": [[cell, digit] for cell, digit in scene.removed],
        "layers": [
            {"layer": layer, "shapes": [shape_to_dict(shape) for shape in drawing[layer]]}
            for layer in LAYERS
            if drawing.get(layer)
        ],
    }


def shape_to_dict(shape: Shape) -> dict[str, Any]:
    """A shape as plain values without those that have their defaults; lengths in cells, rounded to a thousandth."""
    values = ((field.name, getattr(shape, field.name), field.default) for field in fields(shape))
    return {"type": _TYPES[type(shape)], **{name: _rounded(value) for name, value, usual in values if value != usual}}


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, _PRECISION)
    return [_rounded(item) for item in value] if isinstance(value, tuple) else value
