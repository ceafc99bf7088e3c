"""The one door for pixels: any picture in, an upright RGB frame out, or an ImageError that says why not.

Pixels that somebody else has decoded, as a browser does, need no decoder here: `decoding.py` is loaded for files.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudokulens.display import ShownAsPng
from sudokulens.errors import ImageError, ImageTooLarge
from sudokulens.vision.pixels import Pixels, background_for, composite

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 50_000_000

ImageSource: TypeAlias = (
    "str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO | Image.Image | NDArray[np.generic] | Frame"
)


@dataclass(frozen=True, slots=True, eq=False)
class Frame(ShownAsPng):
    """An upright RGB picture, (H, W, 3) uint8 and read-only, with the time in seconds at which it was taken."""

    pixels: Pixels
    timestamp: float | None = None
    full_size: tuple[int, int] | None = None
    """Width and height of the picture itself, where it was made smaller while it was opened."""

    def __post_init__(self) -> None:
        shape = np.shape(self.pixels)
        if len(shape) != 3 or shape[2] != 3 or 0 in shape or self.pixels.dtype != np.uint8:
            kind = getattr(self.pixels, "dtype", type(self.pixels).__name__)
            raise ImageError(f"expected RGB pixels of shape (H, W, 3) and type uint8, got {shape} of {kind}")
        view = self.pixels.view()
        view.setflags(write=False)
        object.__setattr__(self, "pixels", view)

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])

    def image(self) -> Image.Image:
        """The frame as a Pillow image."""
        from PIL import Image

        return Image.fromarray(self.pixels)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the frame as a picture file; the name's ending chooses the format."""
        try:
            self.image().save(path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ImageError(f"{os.fspath(path)} cannot be written: {reason}") from error


def load_frame(
    source: ImageSource,
    *,
    max_pixels: int = MAX_PIXELS,
    work_pixels: int | None = None,
    timestamp: float | None = None,
) -> Frame:
    """The upright frame in a path, bytes, binary file object, Pillow image or array (RGB, RGBA or grey, uint8).

    Anything that cannot be opened, is larger than `max_pixels` or is of a kind that is not allowed raises ImageError.
    A file or Pillow image with more than `work_pixels` is opened at half, a quarter … of its size, which is quicker.
    """
    if isinstance(source, Frame):
        return source
    if isinstance(source, np.ndarray):
        return Frame(_array_pixels(source, max_pixels), timestamp)
    from sudokulens.vision.decoding import decode

    found = decode(source, Limits(max_pixels, work_pixels))
    return Frame(found.pixels, timestamp, found.full_size)


@dataclass(frozen=True, slots=True)
class Limits:
    """How many pixels a picture may have, and from how many on it is made smaller."""

    max_pixels: int
    work_pixels: int | None

    def divisor(self, size: tuple[int, int]) -> int:
        """By how much to divide the sides of a picture of this size: a power of two."""
        divisor = 1
        while self.work_pixels and -(-size[0] // divisor) * -(-size[1] // divisor) > self.work_pixels:
            divisor *= 2
        return divisor

    def shrunk(self, size: tuple[int, int]) -> tuple[int, int]:
        divisor = self.divisor(size)
        return size[0] // divisor, size[1] // divisor


def _array_pixels(array: NDArray[np.generic], max_pixels: int) -> Pixels:
    """A copy of the caller's array as RGB, so that later changes to it do not reach the frame."""
    if array.ndim not in (2, 3) or array.dtype != np.uint8 or (array.ndim == 3 and array.shape[2] not in (1, 3, 4)):
        raise ImageError(
            f"expected an array of shape (H, W, 3), (H, W, 4) or (H, W) and type uint8, "
            f"got {array.shape} of {array.dtype}"
        )
    if array.shape[0] * array.shape[1] > max_pixels:
        raise ImageTooLarge(too_large_message(max_pixels, (array.shape[1], array.shape[0])))
    if array.ndim == 3 and array.shape[2] == 4:
        rgba = np.ascontiguousarray(array, dtype=np.uint8)
        return composite(rgba, background_for(rgba))  # which makes pixels of its own
    pixels = np.array(array, dtype=np.uint8)
    if pixels.ndim == 2 or pixels.shape[2] == 1:
        return np.repeat(pixels.reshape(*pixels.shape[:2], 1), 3, axis=2)
    return pixels


def too_large_message(max_pixels: int, size: tuple[int, int] | None = None) -> str:
    found = f" ({size[0]}×{size[1]})" if size else ""
    return f"the picture has more than {max_pixels / 1e6:g} million pixels{found}; make it smaller first"
