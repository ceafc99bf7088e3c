"""PNG files written by hand: depths and interlacing that Pillow does not write, damage, and bombs."""

from __future__ import annotations

import random
import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from tests.odd.base import OddFile, OddFiles, page, plain

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, RGB, PALETTE, GREY_ALPHA, RGB_ALPHA = 0, 2, 3, 4, 6
_ADAM7 = ((0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1))
"""First row, first column, row step, column step of each pass."""


def files() -> OddFiles:
    yield from _depths()
    yield from _header_faults()
    yield from _chunk_faults()
    yield from _bombs()


def chunk(name: bytes, data: bytes = b"") -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(
    width: int, height: int, depth: int, colour: int, body: bytes, *, extra: bytes = b"", interlace: int = 0
) -> bytes:
    """A whole file from its header's fields, chunks to put before the pixels, and the compressed pixels."""
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)
    return SIGNATURE + chunk(b"IHDR", header) + extra + chunk(b"IDAT", body) + chunk(b"IEND")


def _rows(samples: NDArray[np.generic]) -> bytes:
    """Scan lines without any filter, samples in network order."""
    wide = samples.astype(samples.dtype.newbyteorder(">"))
    return b"".join(b"\0" + row.tobytes() for row in wide)


def _depths() -> OddFiles:
    colours = np.asarray(page())
    grey = np.asarray(page().convert("L"))
    height, width = grey.shape
    opaque = np.full((height, width, 1), 255, np.uint8)
    for name, colour, samples in (
        ("grey-alpha", GREY_ALPHA, np.concatenate([grey[..., None], opaque], axis=2)),
        ("rgb", RGB, colours),
        ("rgb-alpha", RGB_ALPHA, np.concatenate([colours, opaque], axis=2)),
    ):
        body = zlib.compress(_rows(samples.astype(np.uint16) * 257))
        yield OddFile(f"sixteen-bits-{name}.png", png(width, height, 16, colour, body), "reads")
    for depth in (1, 2, 4):
        levels = (grey.astype(int) * (2**depth - 1) + 127) // 255
        body = zlib.compress(_rows(_packed(levels.astype(np.uint8), depth)))
        yield OddFile(f"grey-{depth}-bits.png", png(width, height, depth, GREY, body), "reads")
    body = zlib.compress(b"".join(_rows(colours[row::down, column::across]) for row, column, down, across in _ADAM7))
    yield OddFile("interlaced.png", png(width, height, 8, RGB, body, interlace=1), "reads")
    body = zlib.compress(_rows(colours), 0)
    yield OddFile("not-compressed.png", png(width, height, 8, RGB, body), "reads")
    white = chunk(b"tRNS", struct.pack(">HHH", *map(int, colours[0, 0])))
    yield OddFile("one-colour-see-through.png", png(width, height, 8, RGB, body, extra=white), "reads")
    for name, data in (("gAMA", b"\0\0\0\1"), ("gAMA", bytes(4)), ("cHRM", bytes(32)), ("pHYs", b"\xff" * 9)):
        extra = chunk(name.encode(), data)
        yield OddFile(f"{name}-{data[-1]}.png", png(width, height, 8, RGB, body, extra=extra), "reads")


def _packed(levels: NDArray[np.uint8], depth: int) -> NDArray[np.uint8]:
    """Samples of 1, 2 or 4 bits put together into bytes."""
    per_byte = 8 // depth
    padded = np.pad(levels, ((0, 0), (0, -levels.shape[1] % per_byte))).reshape(len(levels), -1, per_byte)
    shifts = np.arange(8 - depth, -1, -depth)
    return np.asarray((padded << shifts).sum(axis=2), dtype=np.uint8)


def _header_faults() -> OddFiles:
    body = zlib.compress(bytes(20))
    for name, width, height, depth, colour in (
        ("no-width", 0, 4, 8, GREY),
        ("no-height", 4, 0, 8, GREY),
        ("width-beyond-31-bits", 2**31, 4, 8, GREY),
        ("all-ones", 2**32 - 1, 2**32 - 1, 8, RGB),
        ("depth-3", 4, 4, 3, GREY),
        ("depth-255", 4, 4, 255, GREY),
        ("colour-5", 4, 4, 8, 5),
        ("rgb-of-4-bits", 4, 4, 4, RGB),
        ("palette-missing", 4, 4, 8, PALETTE),
        ("50k-square", 50000, 50000, 8, RGB),
        ("50k-square-bits", 50000, 50000, 1, GREY),
    ):
        outcome = "either" if name == "palette-missing" else "refused"
        yield OddFile(f"header-{name}.png", png(width, height, depth, colour, body), outcome)
    yield OddFile("interlace-7.png", png(4, 4, 8, GREY, body, interlace=7))
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 0, 0, 0, 0))
    yield OddFile("header-twice.png", SIGNATURE + header + header + chunk(b"IDAT", body) + chunk(b"IEND"))
    yield OddFile("header-short.png", SIGNATURE + chunk(b"IHDR", b"\0\0\0\4") + chunk(b"IEND"), "refused")
    yield OddFile("header-missing.png", SIGNATURE + chunk(b"IDAT", body) + chunk(b"IEND"), "refused")


def _chunk_faults() -> OddFiles:
    good = plain("PNG")
    pixels = good.index(b"IDAT")
    wrong_sum = bytearray(good)
    wrong_sum[-20] ^= 0xFF
    yield OddFile("wrong-sum.png", bytes(wrong_sum))
    yield OddFile("no-end.png", good[:-12])
    yield OddFile("chunk-of-4-gigabytes.png", good[:33] + b"\xff\xff\xff\xfftEXt" + good[33:], "refused")
    yield OddFile("chunk-name-zero.png", good[:33] + chunk(b"\0\0\0\0") + good[33:])
    yield OddFile("unknown-critical-chunk.png", good[:33] + chunk(b"ABCD", b"x") + good[33:])
    yield OddFile("no-pixels.png", good[: pixels - 4] + chunk(b"IEND"), "refused")
    yield OddFile("empty-pixels.png", png(440, 440, 8, RGB, b""), "refused")
    yield OddFile("too-few-pixels.png", png(440, 440, 8, RGB, zlib.compress(bytes(5000))))
    yield OddFile("filter-9.png", png(40, 40, 8, GREY, zlib.compress((b"\x09" + bytes(40)) * 40)))
    yield OddFile("pixels-of-noise.png", png(40, 40, 8, GREY, random.Random(2).randbytes(900)))
    yield OddFile(
        "palette-of-300.png", png(40, 40, 8, PALETTE, zlib.compress(bytes(1640)), extra=chunk(b"PLTE", bytes(900)))
    )
    yield OddFile(
        "palette-index-out.png",
        png(4, 4, 8, PALETTE, zlib.compress(b"\0\xff\xff\xff\xff" * 4), extra=chunk(b"PLTE", bytes(6))),
    )
    animation = chunk(b"acTL", struct.pack(">II", 1_000_000, 0))
    yield OddFile("a-million-frames.png", good[:33] + animation + good[33:])
    control = struct.pack(">IIIIIHHBB", 0, 5000, 5000, 9, 9, 1, 10, 0, 0)
    yield OddFile(
        "frame-outside.png", good[:33] + chunk(b"acTL", struct.pack(">II", 2, 0)) + chunk(b"fcTL", control) + good[33:]
    )


def _bombs() -> OddFiles:
    good = plain("PNG")
    zeros = zlib.compress(bytes(60_000_000), 9)
    for name, data in (
        ("zTXt", b"Comment\0\0" + zeros),
        ("iTXt", b"Comment\0\1\0\0\0" + zeros),
        ("iCCP", b"profile\0\0" + zeros),
    ):
        yield OddFile(f"bomb-{name}.png", good[:33] + chunk(name.encode(), data) + good[33:])
    yield OddFile("bomb-twenty-zTXt.png", good[:33] + chunk(b"zTXt", b"c\0\0" + zeros) * 20 + good[33:])
    yield OddFile("bomb-behind-the-pixels.png", png(440, 440, 8, RGB, zeros))
    yield OddFile("bomb-in-one-row.png", png(60000, 1, 8, RGB, zeros))
    pixels = good.index(b"IDAT")
    length = struct.unpack(">I", good[pixels - 4 : pixels])[0]
    body = good[pixels + 4 : pixels + 4 + length]
    pieces = b"".join(chunk(b"IDAT", body[place : place + 1]) for place in range(len(body)))
    yield OddFile("pixels-byte-by-byte.png", good[: pixels - 4] + pieces + chunk(b"IEND"), "reads")
    yield OddFile("empty-pieces-100000.png", good[: pixels - 4] + chunk(b"IDAT") * 100_000 + good[pixels - 4 :])
    yield OddFile("texts-100000.png", good[:33] + chunk(b"tEXt", b"a\0b") * 100_000 + good[33:])
    yield OddFile("unknown-chunks-100000.png", good[:33] + chunk(b"xyZz") * 100_000 + good[33:])
    yield OddFile("text-of-15-megabytes.png", good[:33] + chunk(b"tEXt", b"a\0" + b"b" * 15_000_000) + good[33:])
