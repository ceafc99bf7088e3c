"""What the makers of odd files share: the page that good ones show, and encoders."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, TypeAlias

from PIL import Image

from sudokulens.puzzle.board import Board
from sudokulens.vision.decoding import load_decoders
from tests.pictures import flat_grid

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
Outcome: TypeAlias = Literal["reads", "refused", "either"]


@dataclass(frozen=True)
class OddFile:
    """A file and what must come of it: the puzzle read, a refusal, or either of the two without harm."""

    name: str
    data: bytes = field(repr=False)
    outcome: Outcome = "either"


OddFiles: TypeAlias = Iterator[OddFile]


@cache
def page() -> Image.Image:
    """A small page with PUZZLE; to be copied before it is changed."""
    return Image.fromarray(flat_grid(Board.parse(PUZZLE), 44))


def encoded(image: Image.Image, kind: str, **options: Any) -> bytes:
    target = io.BytesIO()
    load_decoders()
    image.save(target, kind, **options)
    return target.getvalue()


@cache
def plain(kind: str) -> bytes:
    """The page in a usual file of this kind."""
    if kind == "GIF":
        return encoded(page().quantize(16), kind)
    return encoded(page(), kind)


KINDS = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF", "HEIF", "AVIF")
