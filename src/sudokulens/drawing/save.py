"""A scene written to a file: the name's ending chooses the painter."""

from __future__ import annotations

from pathlib import Path

from sudokulens.drawing.palette import Theme
from sudokulens.drawing.scene import Scene
from sudokulens.drawing.svg import to_svg

SUFFIXES = (".svg", ".png", ".pdf")


def save(scene: Scene, target: Path, theme: Theme = "light") -> None:
    """Writes an SVG, PNG or PDF file; raises ValueError for any other ending. Paper is always light."""
    suffix = target.suffix.lower()
    if suffix == ".svg":
        target.write_text(to_svg(scene, theme=theme), encoding="utf-8")
    elif suffix == ".png":
        from sudokulens.drawing.raster import to_png

        target.write_bytes(to_png(scene, theme=theme))
    elif suffix == ".pdf":
        from sudokulens.drawing.pdf import to_pdf

        target.write_bytes(to_pdf(scene))
    else:
        raise ValueError(f"its name does not end in {', '.join(SUFFIXES)}")
