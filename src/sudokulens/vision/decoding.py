"""Files of pictures opened by Pillow, each kind behind the checks that a stranger's file needs."""

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
from typing import BinaryIO, cast

from PIL import Image, UnidentifiedImageError, features

from sudokulens.errors import ImageError, ImageTooLarge
from sudokulens.vision.file_kind import HEADER_BYTES, picture_kind
from sudokulens.vision.frame import Limits, too_large_message
from sudokulens.vision.jpeg_scans import check_head, check_scans
from sudokulens.vision.pixel_modes import ORIENTATION_TAG, SIDEWAYS, rgb_pixels, turn_upright
from sudokulens.vision.pixels import Pixels

MAX_STREAM_BYTES = 512 * 1024 * 1024

_opening = threading.Lock()


@dataclass(frozen=True, slots=True, eq=False)
class Decoded:
    """Upright pixels, and the picture's own width and height where they were made smaller."""

    pixels: Pixels
    full_size: tuple[int, int] | None


def decode(source: object, limits: Limits) -> Decoded:
    """The picture in a path, bytes, binary file object or Pillow image."""
    if isinstance(source, Image.Image):
        return _decoded(source, limits, source.size)
    with _stream(source) as stream:
        return _decoded_file(stream, limits)


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


def _decoded_file(stream: BinaryIO, limits: Limits) -> Decoded:
    """Header first, then size, then pixels: nothing is decoded that was not announced and allowed."""
    kind = picture_kind(stream.read(HEADER_BYTES))
    stream.seek(0)
    try:
        if kind == "JPEG":
            check_head(stream)
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
        raise ImageTooLarge(too_large_message(limits.max_pixels)) from None
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


def _decoded(image: Image.Image, limits: Limits, size: tuple[int, int]) -> Decoded:
    """The pixels of an image that may already be a smaller version of a picture of this size."""
    if min(size) < 1:
        raise ImageError(f"the picture is empty: {size[0]}×{size[1]} pixels")
    if size[0] * size[1] > limits.max_pixels:
        raise ImageTooLarge(too_large_message(limits.max_pixels, size))
    image.load()
    # The tag after loading: some plug-ins turn the picture themselves and then drop it.
    return _upright(rgb_pixels(image, limits.divisor(image.size)), _orientation(image), size)


def _upright(pixels: Pixels, orientation: int, size: tuple[int, int]) -> Decoded:
    """The stored pixels turned as the orientation tag says; `size` is the picture's own, as stored."""
    upright = turn_upright(pixels, orientation)
    if size == (pixels.shape[1], pixels.shape[0]):
        return Decoded(upright, None)
    return Decoded(upright, (size[1], size[0]) if orientation in SIDEWAYS else size)


def _orientation(image: Image.Image) -> int:
    try:
        tag = image.getexif().get(ORIENTATION_TAG, 1)
        return int(tag)
    except Exception:  # A broken tag must not cost the picture; the digits decide which way is up.
        return 1
