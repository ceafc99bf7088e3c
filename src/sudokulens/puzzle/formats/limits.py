"""What a format cannot hold. A writer may leave out who wrote a digit, and pencil marks, but never a rule."""

from __future__ import annotations

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.geometry import Geometry, box_shapes

MAX_TEXT_CHARACTERS = 2_000_000
"""Characters of a text with one board, a link or an XML file: far more than any real one has."""


def require_usual(geometry: Geometry, title: str) -> None:
    """Raises InvalidBoard unless the geometry follows from the size alone."""
    require_one_grid(geometry, title)
    shapes = box_shapes(geometry.size)
    if geometry.extras or geometry.rules or not shapes or geometry.box_shape != shapes[0]:
        raise InvalidBoard(f"{title} cannot hold this variant", expected="the format line, grid, commas or share")


def require_one_grid(geometry: Geometry, title: str) -> None:
    """Raises InvalidBoard for overlapping grids, such as a samurai's."""
    if geometry.overlaps:
        raise InvalidBoard(f"{title} cannot hold overlapping grids", expected="the format line, grid or share")


def require_classic(geometry: Geometry, title: str) -> None:
    """Raises InvalidBoard unless this is a 9×9 with 3×3 boxes and nothing extra."""
    require_one_grid(geometry, title)
    if not geometry.is_classic:
        raise InvalidBoard(f"{title} holds only 9×9 boards", expected="the format line, grid, commas or share")


def require_short(text: str) -> None:
    if len(text) > MAX_TEXT_CHARACTERS:
        raise InvalidBoard(f"a text of {len(text)} characters is too long", expected=f"at most {MAX_TEXT_CHARACTERS}")
