"""WebP, HEIC and AVIF files whose boxes lie, and JPEG files whose markers do."""

from __future__ import annotations

import struct

from PIL import Image

from tests.odd.base import OddFile, OddFiles, encoded, page, plain
from tests.odd.metadata import segment


def files() -> OddFiles:
    yield from _webps()
    yield from _media_boxes()
    yield from _jpeg_markers()
    yield from _jpeg_scans()


def _riff(body: bytes, size: int | None = None) -> bytes:
    return b"RIFF" + struct.pack("<I", len(body) + 4 if size is None else size) + b"WEBP" + body


def _part(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def _canvas(width: int, height: int, flags: int = 0) -> bytes:
    size = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return _part(b"VP8X", bytes((flags, 0, 0, 0)) + size)


def _webps() -> OddFiles:
    good = encoded(page(), "WEBP")
    picture = good[12:]
    yield OddFile("canvas-16-million-square.webp", _riff(_canvas(2**24, 2**24) + picture), "refused")
    yield OddFile("canvas-16383-square.webp", _riff(_canvas(16383, 16383) + picture), "refused")
    yield OddFile("canvas-of-another-size.webp", _riff(_canvas(100, 100) + picture))
    yield OddFile("riff-size-0.webp", _riff(picture, 0))
    yield OddFile("riff-size-4-gigabytes.webp", _riff(picture, 2**32 - 1))
    yield OddFile("no-picture.webp", _riff(b""), "refused")
    yield OddFile("only-canvas.webp", _riff(_canvas(64, 64)), "refused")
    yield OddFile("only-profile.webp", _riff(_canvas(64, 64, 0x20) + _part(b"ICCP", bytes(5000))), "refused")
    yield OddFile("parts-100000.webp", _riff(_canvas(*page().size) + _part(b"JUNK", b"") * 100_000 + picture))
    frame = bytes(6) + (9).to_bytes(3, "little") * 2 + bytes(4)
    moving = _canvas(8000, 6000, 2) + _part(b"ANIM", bytes(6))
    small = encoded(Image.new("RGB", (10, 10)), "WEBP", lossless=True)[12:]
    yield OddFile("animation-48-megapixels.webp", _riff(moving + _part(b"ANMF", frame + small) * 50))
    yield OddFile("animation-without-frames.webp", _riff(moving), "refused")
    lossless = struct.pack("<BI", 0x2F, 16383 | 16383 << 14)
    yield OddFile("lossless-16384-square.webp", _riff(_part(b"VP8L", lossless + bytes(50))), "refused")


def _media_boxes() -> OddFiles:
    for kind in ("HEIF", "AVIF"):
        good, suffix = plain(kind), kind.lower()
        place = good.index(b"ispe") + 8
        for name, width, height in (("huge", 60000, 60000), ("none", 0, 0), ("all-ones", 2**32 - 1, 2**32 - 1)):
            data = good[:place] + struct.pack(">II", width, height) + good[place + 8 :]
            yield OddFile(f"said-size-{name}.{suffix}", data)
        meta = good.index(b"meta") - 4
        yield OddFile(f"meta-size-0.{suffix}", good[:meta] + bytes(4) + good[meta + 4 :])
        yield OddFile(f"meta-size-huge.{suffix}", good[:meta] + b"\x7f\xff\xff\xff" + good[meta + 4 :])
        yield OddFile(f"only-brands.{suffix}", good[:meta], "refused")
        lost = good.index(b"iloc")
        yield OddFile(f"places-lost.{suffix}", good[:lost] + b"free" + good[lost + 4 :])
        data = good.index(b"mdat") + 4
        yield OddFile(f"pixels-blank.{suffix}", good[:data] + bytes(len(good) - data))
    yield OddFile("brands-only.avif", b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf", "refused")
    yield OddFile("brands-of-a-film.heif", b"\0\0\0\x18ftypisom\0\0\0\0isommp42" + bytes(500), "refused")


def _jpeg_markers() -> OddFiles:
    good = plain("JPEG")
    size = good.index(b"\xff\xc0") + 5
    for name, width, height in (
        ("65500-square", 65500, 65500),
        ("no-height", 440, 0),
        ("no-width", 0, 440),
        ("taller-than-its-data", 440, 60000),
        ("7000-square", 7000, 7000),
    ):
        yield OddFile(f"said-{name}.jpeg", good[:size] + struct.pack(">HH", height, width) + good[size + 4 :])
    frame = good.index(b"\xff\xc0")
    for code in (0xC3, 0xC9, 0xCA, 0xCF):
        yield OddFile(f"way-{code:x}.jpeg", good[: frame + 1] + bytes((code,)) + good[frame + 2 :])
    yield OddFile("twelve-bits.jpeg", good[: frame + 4] + b"\x0c" + good[frame + 5 :])
    yield OddFile("components-255.jpeg", good[: frame + 9] + b"\xff" + good[frame + 10 :], "refused")
    yield OddFile("sampling-4-by-4.jpeg", good[: frame + 11] + b"\x44" + good[frame + 12 :])
    tables = good.index(b"\xff\xc4")
    yield OddFile("no-tables.jpeg", good[:tables] + good[good.index(b"\xff\xda") :])
    yield OddFile("frame-twice.jpeg", good[:frame] + good[frame : frame + 19] * 2 + good[frame + 19 :])
    yield OddFile("tables-5000.jpeg", good[:tables] + segment(0xDB, b"\0" + b"\1" * 64) * 5000 + good[tables:])
    scan = good.index(b"\xff\xda")
    yield OddFile("scan-of-restarts.jpeg", good[: scan + 14] + b"\xff\xd0" * 30000 + b"\xff\xd9")
    yield OddFile("scan-of-zeros.jpeg", good[: scan + 14] + bytes(200_000) + b"\xff\xd9")


def _jpeg_scans() -> OddFiles:
    """Progressive pictures whose last scan comes again and again: few bytes, each of which costs the whole picture."""
    for side, times in ((440, 500), (7000, 60), (6000, 1500)):
        image = page() if side == 440 else Image.new("L", (side, side), 128)
        good = encoded(image, "JPEG", progressive=True, quality=50)
        last = good.rindex(b"\xff\xda")
        yield OddFile(f"scans-{times}-of-{side}.jpeg", good[:last] + good[last:-2] * times + b"\xff\xd9")
