"""BMP and GIF files written by hand."""

from __future__ import annotations

import struct
from itertools import pairwise

import numpy as np

from tests.odd.base import OddFile, OddFiles, encoded, page

RAW, RLE8, RLE4, BITFIELDS, JPEG, PNG = range(6)


def files() -> OddFiles:
    yield from _good_bitmaps()
    yield from _bad_bitmaps()
    yield from _gifs()


def bitmap(
    width: int, height: int, bits: int, body: bytes, *, how: int = RAW, after: bytes = b"", start: int | None = None
) -> bytes:
    """A file with the usual header of 40 bytes; `after` is what lies between the header and the pixels."""
    header = struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, how, len(body), 2835, 2835, 0, 0)
    place = 14 + len(header) + len(after) if start is None else start
    return b"BM" + struct.pack("<IHHI", 14 + len(header) + len(after) + len(body), 0, 0, place) + header + after + body


GREYS = b"".join(bytes((value, value, value, 0)) for value in range(256))


def _good_bitmaps() -> OddFiles:
    grey = np.asarray(page().convert("L"))
    colours = np.asarray(page())[..., ::-1]
    height, width = grey.shape
    yield OddFile("top-down.bmp", bitmap(width, -height, 24, colours.tobytes()), "reads")
    four = np.concatenate([colours, np.zeros((height, width, 1), np.uint8)], axis=2)
    yield OddFile("thirty-two-bits.bmp", bitmap(width, -height, 32, four.tobytes()), "reads")
    yield OddFile("grey-palette.bmp", bitmap(width, -height, 8, grey.tobytes(), after=GREYS), "reads")
    red, green, blue = (colours[..., channel].astype(np.uint16) for channel in (2, 1, 0))
    packed = (red >> 3 << 11) | (green >> 2 << 5) | (blue >> 3)
    masks = struct.pack("<III", 0xF800, 0x07E0, 0x001F)
    yield OddFile("sixteen-bits.bmp", bitmap(width, -height, 16, packed.tobytes(), how=BITFIELDS, after=masks), "reads")
    yield OddFile("runs.bmp", bitmap(width, height, 8, _runs(grey[::-1]), how=RLE8, after=GREYS), "reads")
    old = struct.pack("<IHHHH", 12, width, height, 1, 24)
    yield OddFile("os2.bmp", b"BM" + struct.pack("<IHHI", 0, 0, 0, 26) + old + colours[::-1].tobytes(), "reads")


def _runs(rows: np.ndarray) -> bytes:
    """Run lengths of each row, at most 255 of one value, then an end of line; an end of picture at last."""
    found = bytearray()
    for row in rows:
        edges = [0, *(np.flatnonzero(np.diff(row)) + 1).tolist(), len(row)]
        for start, end in pairwise(edges):
            for place in range(start, end, 255):
                found += bytes((min(255, end - place), int(row[start])))
        found += b"\0\0"
    return bytes(found) + b"\0\1"


def _bad_bitmaps() -> OddFiles:
    some = bytes(4000)
    for name, width, height, bits, how in (
        ("wide", 2**31 - 1, 1, 24, RAW),
        ("negative-width", -40, 40, 24, RAW),
        ("lowest-height", 40, -(2**31), 24, RAW),
        ("no-size", 0, 0, 24, RAW),
        ("30000-square", 30000, 30000, 24, RAW),
        ("bits-0", 20, 20, 0, RAW),
        ("bits-7", 20, 20, 7, RAW),
        ("bits-64", 20, 20, 64, RAW),
        ("jpeg-inside", 20, 20, 24, JPEG),
        ("png-inside", 20, 20, 24, PNG),
        ("way-99", 20, 20, 24, 99),
        ("runs-of-nothing", 2000, 2000, 8, RLE8),
        ("runs-of-4-bits", 50, 50, 4, RLE4),
    ):
        yield OddFile(f"{name}.bmp", bitmap(width, height, bits, some, how=how, after=GREYS))
    yield OddFile("pixels-in-the-header.bmp", bitmap(20, 20, 24, some, start=2))
    yield OddFile("pixels-far-away.bmp", bitmap(20, 20, 24, some, start=2**32 - 1))
    jumps = b"\0\2\xff\xff" * 3000 + b"\0\1"
    yield OddFile("runs-that-jump.bmp", bitmap(3000, 3000, 8, jumps, how=RLE8, after=GREYS))
    yield OddFile("runs-never-end.bmp", bitmap(3000, 3000, 8, b"\xff\1" * 40000, how=RLE8, after=GREYS))
    yield OddFile("header-of-2-gigabytes.bmp", b"BM" + struct.pack("<IHHII", 99, 0, 0, 54, 2**31) + some, "refused")
    yield OddFile("header-of-3.bmp", b"BM" + struct.pack("<IHHII", 99, 0, 0, 54, 3) + some, "refused")


def _gifs() -> OddFiles:
    good = encoded(page().quantize(16), "GIF")
    for name, width, height in (("no-size", 0, 0), ("65535-square", 65535, 65535), ("one-pixel", 1, 1)):
        yield OddFile(f"canvas-{name}.gif", good[:6] + struct.pack("<HH", width, height) + good[10:])
    picture = good.index(b",", 13 + 48)
    yield OddFile("frame-65535-square.gif", good[: picture + 5] + b"\xff" * 4 + good[picture + 9 :])
    yield OddFile("frame-outside.gif", good[: picture + 1] + b"\xf0\xff\xf0\xff" + good[picture + 5 :])
    yield OddFile("code-size-0.gif", good[: picture + 10] + b"\0" + good[picture + 11 :])
    yield OddFile("code-size-12.gif", good[: picture + 10] + b"\x0c" + good[picture + 11 :])
    yield OddFile("code-size-200.gif", good[: picture + 10] + b"\xc8" + good[picture + 11 :], "refused")
    comment = b"!\xfe\xff" + b"c" * 255 + b"\0"
    yield OddFile("comments-20000.gif", good[:61] + comment * 20_000 + good[61:])
    control = b"!\xf9\4\5\0\0\0\0"
    yield OddFile("controls-200000.gif", good[:61] + control * 200_000 + good[61:])
    yield OddFile("no-pictures.gif", good[:61] + b";", "refused")
    yield OddFile("only-a-header.gif", good[:13], "refused")
    tiny = struct.pack("<BHHHHB", 0x2C, 0, 0, 1, 1, 0) + b"\2\2\x44\1\0"
    yield OddFile("200000-frames.gif", good[:6] + b"\1\0\1\0" + good[10:61] + tiny * 200_000 + b";")
    yield OddFile("old-kind.gif", b"GIF87a" + good[6:], "reads")
