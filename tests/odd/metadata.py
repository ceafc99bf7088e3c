"""Orientation tags, right and wrong, and other data about pictures that decoders trip over."""

from __future__ import annotations

import random
import struct

from PIL import Image

from tests.odd.base import PUZZLE, OddFile, OddFiles, encoded, page, plain

_UNDOING = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def files() -> OddFiles:
    yield from _orientations()
    yield from _odd_orientations()
    yield from _broken_exif()
    yield from _other_segments()


def _orientations() -> OddFiles:
    for kind in ("JPEG", "PNG", "WEBP", "TIFF"):
        for orientation in range(1, 9):
            stored = page().transpose(_UNDOING[orientation]) if orientation > 1 else page()
            exif = Image.Exif()
            exif[0x0112] = orientation
            data = encoded(stored, kind, exif=exif.tobytes())
            yield OddFile(f"orientation-{orientation}.{kind.lower()}", data, "reads")


def _odd_orientations() -> OddFiles:
    for value in (0, 9, 77, 65535):
        exif = Image.Exif()
        exif[0x0112] = value
        yield OddFile(f"orientation-{value}.jpeg", encoded(page(), "JPEG", exif=exif.tobytes()), "reads")
    for name, kind, count in (("text", 2, 4), ("fraction", 5, 1), ("many", 3, 60000), ("unknown-type", 99, 1)):
        entry = struct.pack("<HHHI4s", 1, 0x0112, kind, count, b"\6\0\0\0") + bytes(4)
        yield OddFile(f"orientation-as-{name}.jpeg", with_exif(b"II*\0\x08\0\0\0" + entry))


def _broken_exif() -> OddFiles:
    noise = random.Random(1).randbytes(3000)
    loop = b"II*\0\x08\0\0\0" + struct.pack("<HHHII", 1, 0x8769, 4, 1, 8) + struct.pack("<I", 8)
    entries = struct.pack("<H", 4000) + struct.pack("<HHI4s", 0x010F, 2, 2**31, b"\xff\xff\xff\x7f") * 4000
    for name, tiff in (
        ("empty", b""),
        ("noise", noise),
        ("header-then-noise", b"II*\0\x08\0\0\0" + noise),
        ("far-offset", b"MM\0*\xff\xff\xff\xf0"),
        ("loop", loop),
        ("wrong-counts", b"II*\0\x08\0\0\0" + entries),
        ("hostile-text", b"II*\0\x08\0\0\0" + _text_tag("<script>alert(1)</script>\n../../etc/passwd")),
        ("full", b"II*\0\x08\0\0\0" + _text_tag("x" * 65400)),
    ):
        yield OddFile(f"exif-{name}.jpeg", with_exif(tiff), "reads")
    png = plain("PNG")
    for name, tiff in (("noise", noise), ("loop", loop)):
        chunk = struct.pack(">I", len(tiff)) + b"eXIf" + tiff + bytes(4)
        yield OddFile(f"exif-{name}.png", png[:33] + chunk + png[33:])


def _text_tag(text: str) -> bytes:
    data = text.encode() + b"\0"
    return struct.pack("<HHHII", 1, 0x010E, 2, len(data), 26) + bytes(4) + data


def _other_segments() -> OddFiles:
    jpeg = plain("JPEG")
    head, rest = jpeg[:2], jpeg[2:]
    profile = b"ICC_PROFILE\0"
    yield OddFile("comment-64k.jpeg", head + segment(0xFE, PUZZLE.encode() * 800) + rest, "reads")
    yield OddFile("comments-3000.jpeg", head + segment(0xFE, b"again") * 3000 + rest, "reads")
    yield OddFile("profile-noise.jpeg", head + segment(0xE2, profile + b"\1\1" + bytes(99)) + rest, "reads")
    yield OddFile("profile-255-parts.jpeg", head + _profile_parts() + rest, "reads")
    yield OddFile("profile-part-0-of-0.jpeg", head + segment(0xE2, profile + b"\0\0") + rest, "reads")
    xmp = b"http://ns.adobe.com/xap/1.0/\0<!DOCTYPE x [<!ENTITY a 'aa'>]><x:xmpmeta tiff:Orientation='6'>&a;"
    yield OddFile("xmp-with-entities.jpeg", head + segment(0xE1, xmp) + rest)
    yield OddFile("photoshop-noise.jpeg", head + segment(0xED, b"Photoshop 3.0\x008BIM" + bytes(90)) + rest, "reads")
    yield OddFile("picture-index-noise.jpeg", head + segment(0xE2, b"MPF\0MM\0*" + b"\xff" * 60) + rest)
    yield OddFile("fill-bytes.jpeg", head + b"\xff" * 5000 + rest[1:], "reads")
    yield OddFile("after-the-end.jpeg", jpeg + b"trailing" * 5000, "reads")
    yield OddFile("two-pictures.jpeg", jpeg + jpeg, "reads")


def _profile_parts() -> bytes:
    return b"".join(segment(0xE2, b"ICC_PROFILE\0" + bytes((part, 255)) + bytes(60)) for part in range(1, 256))


def segment(marker: int, data: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(data) + 2) + data


def with_exif(tiff: bytes) -> bytes:
    jpeg = plain("JPEG")
    return jpeg[:2] + segment(0xE1, b"Exif\0\0" + tiff) + jpeg[2:]
