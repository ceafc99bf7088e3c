"""A scene written to a file: the name's ending chooses the painter."""

from __future__ import annotations

import os
from pathlib import Path

from sudokulens.drawing.palette import Theme
from sudokulens.drawing.scene import Scene
from sudokulens.drawing.svg import to_svg

SUFFIXES = (".svg", ".png", ".pdf")


def save(scene: Scene, target: Path, theme: Theme = "light") -> None:
    """Writes an SVG, PNG or PDF file; raises ValueError for any other ending. Paper is always light."""
    suffix = target.suffix.lower()
    if suffix == ".svg":
        _write_whole(target, to_svg(scene, theme=theme).encode())
    elif suffix == ".png":
        from sudokulens.drawing.raster import to_png

        _write_whole(target, to_png(scene, theme=theme))
    elif suffix == ".pdf":
        from sudokulens.drawing.pdf import to_pdf

        _write_whole(target, to_pdf(scene))
    else:
        raise ValueError(f"its name does not end in {', '.join(SUFFIXES)}")


def _write_whole(target: Path, content: bytes) -> None:
    """The file takes its name when it is whole; where that fails, what was there before stays."""
    if target.exists() and not target.is_file():
        target.write_bytes(content)  # A device or a pipe cannot be replaced by a file.
        return
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        unfinished.write_bytes(content)
        os.replace(unfinished, target)
    finally:
        unfinished.unlink(missing_ok=True)
