"""Pictures of extreme shapes and sizes, flat ones and full ones."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from PIL import Image

from tests.odd.base import OddFile, OddFiles, encoded, page
from tests.odd.pngs import GREY, RGB, RGB_ALPHA, png

LARGE = (7000, 7000)
"""49 megapixels, just below the limit."""

TOO_LARGE = (7100, 7060)


def files() -> OddFiles:
    yield from _lines()
    yield from _too_large()
    yield from _large()
    yield from _busy()


def _lines() -> OddFiles:
    for width, height in ((1, 1), (2, 2), (1, 65500), (65500, 1), (3, 16000), (16000, 3), (65500, 760), (700, 65500)):
        flat = Image.new("L", (width, height), 200)
        for kind in ("PNG", "JPEG"):
            yield OddFile(f"flat-{width}x{height}.{kind.lower()}", encoded(flat, kind))
    for width, height in ((1, 2_000_000), (2_000_000, 1), (10, 4_900_000), (4_900_000, 10)):
        body = zlib.compress(bytes((width + 1) * height), 1)
        yield OddFile(f"flat-{width}x{height}.png", png(width, height, 8, GREY, body))


def _too_large() -> OddFiles:
    grey = Image.new("L", TOO_LARGE, 200)
    for kind in ("PNG", "JPEG", "GIF", "TIFF", "WEBP"):
        options = {"compression": "tiff_adobe_deflate"} if kind == "TIFF" else {}
        yield OddFile(f"over-50-megapixels.{kind.lower()}", encoded(grey, kind, **options), "refused")
    bits = Image.new("1", TOO_LARGE, 1)
    yield OddFile("over-50-megapixels.bmp", encoded(bits, "BMP"), "refused")


def _large() -> OddFiles:
    rows, width = LARGE[1], LARGE[0]
    for name, depth, colour, row_bytes in (
        ("bits", 1, GREY, width // 8),
        ("grey", 8, GREY, width),
        ("rgb", 8, RGB, 3 * width),
        ("rgb-alpha", 8, RGB_ALPHA, 4 * width),
        ("sixteen-bits", 16, GREY, 2 * width),
        ("sixteen-bits-rgb", 16, RGB, 6 * width),
        ("sixteen-bits-rgb-alpha", 16, RGB_ALPHA, 8 * width),
    ):
        row = b"\0" + b"\xc8" * row_bytes
        yield OddFile(f"large-{name}.png", png(width, rows, depth, colour, _deflated(row, rows)))
    filtered = b"\4" + b"\0" * (3 * width)
    yield OddFile("large-filtered.png", png(width, rows, 8, RGB, _deflated(filtered, rows)))
    grey, bits = Image.new("L", LARGE, 200), Image.new("1", LARGE, 1)
    for kind, image, options in (
        ("GIF", grey, {}),
        ("WEBP", grey, {"method": 0}),
        ("TIFF", grey, {"compression": "tiff_lzw"}),
        ("TIFF", grey.convert("F"), {"compression": "tiff_adobe_deflate"}),
        ("TIFF", bits, {"compression": "group4"}),
        ("BMP", bits, {}),
        ("JPEG", grey, {}),
        ("JPEG", grey.convert("CMYK"), {}),
        ("JPEG", grey.convert("RGB"), {"progressive": True, "subsampling": 0}),
        ("AVIF", grey, {"speed": 10}),
    ):
        name = f"large-{image.mode.lower()}{'-progressive' if 'progressive' in options else ''}.{kind.lower()}"
        yield OddFile(name, encoded(image, kind, **options))


def _deflated(row: bytes, rows: int) -> bytes:
    deflate = zlib.compressobj(1)
    parts = [deflate.compress(row * 100) for _ in range(rows // 100)]
    return b"".join((*parts, deflate.compress(row * (rows % 100)), deflate.flush()))


def _busy() -> OddFiles:
    """Photos of 49 megapixels as large telephones take them, and pages that a search for grids may trip over."""
    photo = page().resize(LARGE, Image.Resampling.BICUBIC)
    yield OddFile("photo-49-megapixels.jpeg", encoded(photo, "JPEG", quality=80), "reads")
    yield OddFile("photo-49-megapixels-turned.jpeg", _turned(encoded(photo, "JPEG", quality=60)), "reads")
    yield OddFile("photo-49-megapixels.png", encoded(photo, "PNG", compress_level=1), "reads")
    noise = np.random.default_rng(5).integers(0, 256, (1200, 1600, 3), dtype=np.uint8)
    yield OddFile("noise.jpeg", encoded(Image.fromarray(noise), "JPEG", quality=70))
    yield OddFile("noise.png", encoded(Image.fromarray(noise), "PNG", compress_level=1))
    rows, columns = np.indices((3000, 4000))
    for name, pattern in (
        ("checks", (rows // 4 + columns // 4) % 2),
        ("stripes", columns // 3 % 2),
        ("squared-paper", (rows % 20 == 0) | (columns % 20 == 0)),
        ("rings", (np.hypot(rows - 1500, columns - 2000) // 6).astype(int) % 2),
    ):
        image = Image.fromarray((255 * pattern).astype(np.uint8))
        yield OddFile(f"{name}.png", encoded(image, "PNG", compress_level=1))


def _turned(jpeg: bytes) -> bytes:
    """The file with an orientation tag that asks for half a turn; the digits alone can tell that it is wrong."""
    entry = struct.pack("<HHHII", 1, 0x0112, 3, 1, 3) + bytes(4)
    data = b"Exif\0\0II*\0\x08\0\0\0" + entry
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(data) + 2) + data + jpeg[2:]
