"""The one door for pixels: any picture in, an upright RGB frame out, or an ImageError that says why not."""

from __future__ import annotations

import io
import os
import stat
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import BinaryIO, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError, features

from sudokulens.display import ShownAsPng
from sudokulens.errors import ImageError, ImageTooLarge
from sudokulens.vision.file_kind import HEADER_BYTES, picture_kind
from sudokulens.vision.jpeg_scans import check_scans
from sudokulens.vision.pixel_modes import (
    ORIENTATION_TAG,
    SIDEWAYS,
    Pixels,
    background_for,
    composite,
    rgb_pixels,
    turn_upright,
)

MAX_PIXELS = 50_000_000
MAX_STREAM_BYTES = 512 * 1024 * 1024

ImageSource: TypeAlias = (
    "str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO | Image.Image | NDArray[np.generic] | Frame"
)

_opening = threading.Lock()


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
        return Image.fromarray(self.pixels)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the frame as a picture file; the name's ending chooses the format."""
        try:
            self.image().save(path)
        except (OSError, ValueError) as error:
            raise ImageError(f"{os.fspath(path)} cannot be written: {error}") from error


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
    limits = Limits(max_pixels, work_pixels)
    if isinstance(source, Image.Image):
        return _upright(_decoded(source, limits, source.size), timestamp)
    with _stream(source) as stream:
        return _upright(_decoded_file(stream, limits), timestamp)


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


@dataclass(frozen=True, slots=True, eq=False)
class _Decoded:
    """Pixels as stored, the orientation tag that says how to turn them, and the picture's own size as stored."""

    pixels: Pixels
    orientation: int
    size: tuple[int, int]


def _upright(found: _Decoded, timestamp: float | None) -> Frame:
    pixels = turn_upright(found.pixels, found.orientation)
    if found.size == (found.pixels.shape[1], found.pixels.shape[0]):
        return Frame(pixels, timestamp)
    width, height = found.size
    return Frame(pixels, timestamp, (height, width) if found.orientation in SIDEWAYS else (width, height))


@contextmanager
def _stream(source: object) -> Iterator[BinaryIO]:
    """The bytes of a path, bytes or file object as a seekable stream at its start."""
    if isinstance(source, (str, os.PathLike)):
        with _open_path(Path(source)) as file:
            yield file
    elif isinstance(source, (bytes, bytearray, memoryview)):
        yield io.BytesIO(source)
    elif hasattr(source, "read"):
        yield io.BytesIO(_read_all(cast(BinaryIO, source)))
    else:
        raise ImageError(
            f"expected a path, bytes, a binary file, a Pillow image or an RGB array, got {type(source).__name__}"
        )


def _open_path(path: Path) -> BinaryIO:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise ImageError(f"{path} is a folder; give a picture file")
        if not stat.S_ISREG(mode):
            raise ImageError(f"{path} is not a regular file")
        return path.open("rb")
    except FileNotFoundError:
        raise ImageError(f"{path} does not exist") from None
    except (OSError, ValueError) as error:
        if isinstance(error, ImageError):
            raise
        raise ImageError(f"{path} cannot be opened: {getattr(error, 'strerror', None) or error}") from None


def _read_all(file: BinaryIO) -> bytes:
    try:
        data = file.read(MAX_STREAM_BYTES + 1)
    except (OSError, ValueError) as error:
        raise ImageError(f"the file cannot be read: {error}") from error
    if not isinstance(data, bytes):
        raise ImageError(f"expected a file opened in binary mode, got one that reads {type(data).__name__}")
    if len(data) > MAX_STREAM_BYTES:
        raise ImageError(f"the file is larger than {MAX_STREAM_BYTES // 2**20} MiB")
    return data


def _decoded_file(stream: BinaryIO, limits: Limits) -> _Decoded:
    """Header first, then size, then pixels: nothing is decoded that was not announced and allowed."""
    kind = picture_kind(stream.read(HEADER_BYTES))
    stream.seek(0)
    try:
        image = _open_header(stream, kind)
        size = image.size
        if kind == "JPEG":
            check_scans(stream, size[0] * size[1])
            # This format alone can compute a smaller picture in the first place.
            image.draft(None, limits.shrunk(size))
        return _decoded(image, limits, size)
    except ImageError:
        raise
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise ImageTooLarge(_too_large(limits.max_pixels)) from None
    except UnidentifiedImageError:
        raise ImageError(f"the {kind} file is damaged: its header cannot be read") from None
    except MemoryError:
        raise ImageError(f"there is not enough memory to open this {kind} file") from None
    except Exception as error:  # Decoders raise nearly every type there is on damaged files.
        raise ImageError(f"the {kind} file is damaged or cut short: {error}") from error


def _open_header(stream: BinaryIO, kind: str) -> Image.Image:
    """The picture with its header read and its pixels not yet decoded."""
    _register(kind)
    # Changing warning filters is not safe between threads, so one picture at a time; reading headers is quick.
    with _opening, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        return Image.open(stream, formats=[kind])


def load_decoders() -> None:
    """Loads the decoders of all allowed formats now, which is else done when each is first needed."""
    Image.init()
    for kind in ("HEIF", "AVIF"):
        with suppress(ImageError, ImportError):
            _register(kind)


@cache
def _register(kind: str) -> None:
    """Make Pillow know the formats that come by plug-in."""
    if kind == "HEIF" or (kind == "AVIF" and not _pillow_opens_avif()):
        import pillow_heif

        register = getattr(pillow_heif, f"register_{kind.lower()}_opener", None)
        if register is None:
            raise ImageError(f"this installation cannot open {kind} files; save the picture as PNG or JPEG")
        register()


def _pillow_opens_avif() -> bool:
    # Pillow before 11.2 does not know the feature's name, and warns when asked for it.
    return "avif" in features.modules and features.check("avif") is True


def _decoded(image: Image.Image, limits: Limits, size: tuple[int, int]) -> _Decoded:
    """The pixels of an image that may already be a smaller version of a picture of this size."""
    if min(size) < 1:
        raise ImageError(f"the picture is empty: {size[0]}×{size[1]} pixels")
    if size[0] * size[1] > limits.max_pixels:
        raise ImageTooLarge(_too_large(limits.max_pixels, size))
    image.load()
    # The tag after loading: some plug-ins turn the picture themselves and then drop it.
    return _Decoded(rgb_pixels(image, limits.divisor(image.size)), _orientation(image), size)


def _orientation(image: Image.Image) -> int:
    try:
        tag = image.getexif().get(ORIENTATION_TAG, 1)
        return int(tag)
    except Exception:  # A broken tag must not cost the picture; the digits decide which way is up.
        return 1


def _array_pixels(array: NDArray[np.generic], max_pixels: int) -> Pixels:
    """A copy of the caller's array as RGB, so that later changes to it do not reach the frame."""
    if array.ndim not in (2, 3) or array.dtype != np.uint8 or (array.ndim == 3 and array.shape[2] not in (1, 3, 4)):
        raise ImageError(
            f"expected an array of shape (H, W, 3), (H, W, 4) or (H, W) and type uint8, "
            f"got {array.shape} of {array.dtype}"
        )
    if array.shape[0] * array.shape[1] > max_pixels:
        raise ImageTooLarge(_too_large(max_pixels, (array.shape[1], array.shape[0])))
    pixels = np.array(array, dtype=np.uint8)
    if pixels.ndim == 2 or pixels.shape[2] == 1:
        return np.repeat(pixels.reshape(*pixels.shape[:2], 1), 3, axis=2)
    if pixels.shape[2] == 4:
        return composite(pixels, background_for(pixels))
    return pixels


def _too_large(max_pixels: int, size: tuple[int, int] | None = None) -> str:
    found = f" ({size[0]}×{size[1]})" if size else ""
    return f"the picture has more than {max_pixels / 1e6:g} million pixels{found}; make it smaller first"
