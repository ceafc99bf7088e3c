"""TIFF files: everything the format allows that somebody uses, and directories that lie, loop or never end."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from PIL import Image

from tests.odd.base import OddFile, OddFiles, encoded, page, plain

WIDTH, HEIGHT, BITS, COMPRESSION, PHOTOMETRIC, OFFSETS = 256, 257, 258, 259, 262, 273
SAMPLES, ROWS, COUNTS, PLANAR, PREDICTOR = 277, 278, 279, 284, 317
TILE_WIDTH, TILE_HEIGHT, TILE_OFFSETS, TILE_COUNTS, SAMPLE_FORMAT = 322, 323, 324, 325, 339
_LETTERS = {3: "H", 4: "I", 16: "Q"}


@dataclass
class Tiff:
    """A directory and the data that it points to, written in one go; `tags` are {tag: values}."""

    tags: dict[int, Sequence[int]]
    strips: Sequence[bytes]
    order: str = "<"
    big: bool = False
    offsets_tag: int = OFFSETS
    counts_tag: int = COUNTS
    next_directory: int | None = 0
    wrong: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Tags whose type and count are written as these instead."""

    def data(self) -> bytes:
        head = 16 if self.big else 8
        places = head + np.cumsum([0, *map(len, self.strips)])
        tags = {**self.tags}
        tags.setdefault(self.offsets_tag, [int(place) for place in places[:-1]])
        tags.setdefault(self.counts_tag, [len(strip) for strip in self.strips])
        start = int(places[-1])
        mark = b"II" if self.order == "<" else b"MM"
        if self.big:
            first = mark + struct.pack(self.order + "HHHQ", 43, 8, 0, start)
        else:
            first = mark + struct.pack(self.order + "HI", 42, start)
        return first + b"".join(self.strips) + self._directory(tags, start)

    def _directory(self, tags: dict[int, Sequence[int]], start: int) -> bytes:
        entry, inline, count_letter = (20, 8, "Q") if self.big else (12, 4, "I")
        number = struct.pack(self.order + ("Q" if self.big else "H"), len(tags))
        room = start + len(number) + entry * len(tags) + inline
        entries, spilled = b"", b""
        for tag, values in sorted(tags.items()):
            kind = 16 if self.big else 4 if max(values, default=0) > 65535 else 3
            packed = struct.pack(f"{self.order}{len(values)}{_LETTERS[kind]}", *values)
            said_kind, said_count = self.wrong.get(tag, (kind, len(values)))
            if len(packed) > inline:
                place = struct.pack(self.order + count_letter, room + len(spilled))
                spilled, packed = spilled + packed, place
            entries += struct.pack(f"{self.order}HH{count_letter}", tag, said_kind, said_count)
            entries += packed.ljust(inline, b"\0")
        after = start if self.next_directory is None else self.next_directory
        return number + entries + struct.pack(self.order + count_letter, after) + spilled


def grey_tags(**changes: Sequence[int]) -> dict[int, Sequence[int]]:
    """The directory of the grey page in one strip; keywords are the names above in lower case."""
    width, height = page().size
    tags = {
        WIDTH: [width],
        HEIGHT: [height],
        BITS: [8],
        COMPRESSION: [1],
        PHOTOMETRIC: [1],
        SAMPLES: [1],
        ROWS: [height],
    }
    return tags | {globals()[name.upper()]: value for name, value in changes.items()}


def files() -> OddFiles:
    yield from _compressions()
    yield from _layouts()
    yield from _depths()
    yield from _directory_faults()
    yield from _size_faults()
    yield from _chains()


def _compressions() -> OddFiles:
    bits = page().convert("1", dither=Image.Dither.NONE)
    for name in ("tiff_lzw", "tiff_adobe_deflate", "tiff_deflate", "packbits", "jpeg", "zstd", "webp", "lzma"):
        try:
            data = encoded(page(), "TIFF", compression=name)
        except (ValueError, OSError):
            continue  # Not every build of libtiff has every codec.
        yield OddFile(f"{name}.tiff", data, "reads" if name in ("tiff_lzw", "packbits", "jpeg") else "either")
    for name in ("group3", "group4", "tiff_ccitt"):
        yield OddFile(f"{name}.tiff", encoded(bits, "TIFF", compression=name), "reads")
    for mode in ("CMYK", "LAB", "YCbCr", "P", "LA"):
        image = _lab() if mode == "LAB" else page().convert(mode)
        yield OddFile(f"mode-{mode.lower()}.tiff", encoded(image, "TIFF"))
    for number in (0, 2, 6, 9, 34712, 65535):
        data = Tiff(grey_tags(compression=[number]), [bytes(999)]).data()
        yield OddFile(f"compression-{number}.tiff", data)


def _lab() -> Image.Image:
    grey = page().convert("L")
    middle = Image.new("L", grey.size, 128)
    return Image.merge("LAB", (grey, middle, middle))


def _layouts() -> OddFiles:
    grey = np.asarray(page().convert("L"))
    colours = np.asarray(page())
    raw = grey.tobytes()
    yield OddFile("big-endian.tiff", Tiff(grey_tags(), [raw], order=">").data(), "reads")
    yield OddFile("bigtiff.tiff", Tiff(grey_tags(), [raw], big=True).data(), "reads")
    yield OddFile("bigtiff-big-endian.tiff", Tiff(grey_tags(), [raw], big=True, order=">").data())
    yield OddFile("white-is-zero.tiff", Tiff(grey_tags(photometric=[0]), [(255 - grey).tobytes()]).data(), "reads")
    rows = [row.tobytes() for row in grey]
    yield OddFile("a-strip-a-row.tiff", Tiff(grey_tags(rows=[1]), rows).data(), "reads")
    planes = [colours[..., channel].tobytes() for channel in range(3)]
    rgb = grey_tags(bits=[8, 8, 8], photometric=[2], samples=[3])
    yield OddFile("planes-apart.tiff", Tiff(rgb | {PLANAR: [2]}, planes).data(), "reads")
    yield OddFile("tiled.tiff", _tiled(grey), "reads")
    differences = np.diff(grey, axis=1, prepend=np.zeros((len(grey), 1), np.uint8)).astype(np.uint8)
    body = zlib.compress(differences.tobytes())
    yield OddFile("differences.tiff", Tiff(grey_tags(compression=[8], predictor=[2]), [body]).data(), "reads")


def _tiled(grey: np.ndarray, side: int = 64) -> bytes:
    height, width = grey.shape
    padded = np.pad(grey, ((0, -height % side), (0, -width % side)), mode="edge")
    tiles = [
        padded[top : top + side, left : left + side].tobytes()
        for top in range(0, height, side)
        for left in range(0, width, side)
    ]
    tags = {tag: value for tag, value in grey_tags().items() if tag != ROWS}
    tags |= {TILE_WIDTH: [side], TILE_HEIGHT: [side]}
    return Tiff(tags, tiles, offsets_tag=TILE_OFFSETS, counts_tag=TILE_COUNTS).data()


def _depths() -> OddFiles:
    grey = np.asarray(page().convert("L"))
    share = grey.astype(np.float32) / 255
    for name, samples, bits, kind in (
        ("float32", share, 32, 3),
        ("float32-wide", share * 1e6 - 5e5, 32, 3),
        ("float32-not-numbers", np.where(grey > 128, np.nan, np.inf).astype(np.float32), 32, 3),
        ("float64", share.astype(np.float64), 64, 3),
        ("uint16", grey.astype(np.uint16) * 257, 16, 1),
        ("int16", grey.astype(np.int16) * 100, 16, 2),
        ("uint32", grey.astype(np.uint32) * 16_843_009, 32, 1),
        ("int32", grey.astype(np.int32) * 257, 32, 2),
    ):
        data = Tiff(grey_tags(bits=[bits], sample_format=[kind]), [samples.tobytes()]).data()
        yield OddFile(f"samples-{name}.tiff", data)
    deep = np.asarray(page()).astype(np.uint16) * 257
    tags = grey_tags(bits=[16, 16, 16], photometric=[2], samples=[3])
    yield OddFile("samples-rgb16.tiff", Tiff(tags, [deep.tobytes()]).data(), "reads")


def _directory_faults() -> OddFiles:
    raw = np.asarray(page().convert("L")).tobytes()
    for name, changes in (
        ("no-rows", {"rows": [0]}),
        ("rows-4-billion", {"rows": [2**32 - 1]}),
        ("bits-0", {"bits": [0]}),
        ("bits-255", {"bits": [255]}),
        ("samples-0", {"samples": [0]}),
        ("samples-65535", {"samples": [65535]}),
        ("photometric-99", {"photometric": [99]}),
        ("planar-7", {"planar": [7]}),
        ("predictor-9", {"predictor": [9]}),
        ("offset-far", {"offsets": [2**32 - 16]}),
        ("offset-itself", {"offsets": [0]}),
        ("count-0", {"counts": [0]}),
        ("count-4-billion", {"counts": [2**32 - 1]}),
        ("offsets-100000", {"offsets": [8] * 100_000, "counts": [1] * 100_000}),
    ):
        yield OddFile(f"directory-{name}.tiff", Tiff(grey_tags(**changes), [raw]).data())
    for name, tag, wrong in (
        ("width-as-text", WIDTH, (2, 4)),
        ("width-as-fraction", WIDTH, (5, 1)),
        ("width-twice", WIDTH, (3, 2)),
        ("offsets-count-huge", OFFSETS, (4, 2**31)),
        ("bits-count-huge", BITS, (3, 2**32 - 1)),
        ("type-unknown", COMPRESSION, (77, 1)),
    ):
        yield OddFile(f"directory-{name}.tiff", Tiff(grey_tags(), [raw], wrong={tag: wrong}).data())
    for tag in (WIDTH, HEIGHT, BITS, COMPRESSION, PHOTOMETRIC):
        tags = {other: value for other, value in grey_tags().items() if other != tag}
        yield OddFile(f"directory-without-{tag}.tiff", Tiff(tags, [raw]).data())
    good = Tiff(grey_tags(), [raw]).data()
    for cut in (1, 30, 60, 100):
        yield OddFile(f"directory-cut-by-{cut}.tiff", good[:-cut])


def _size_faults() -> OddFiles:
    body = zlib.compress(bytes(30_000_000), 9)
    for name, width, height in (
        ("50k-square", 50000, 50000),
        ("4-billion-square", 2**32 - 1, 2**32 - 1),
        ("no-width", 0, 100),
        ("negative-height", 100, 2**31 + 5),
    ):
        data = Tiff(grey_tags(compression=[8], width=[width], height=[height], rows=[height]), [body]).data()
        yield OddFile(f"size-{name}.tiff", data, "refused")
    bomb = grey_tags(compression=[8], width=[7000], height=[7000], rows=[1])
    yield OddFile(
        "every-row-the-same-bomb.tiff", Tiff(bomb | {OFFSETS: [8] * 7000, COUNTS: [len(body)] * 7000}, [body]).data()
    )
    lone = grey_tags(compression=[8], width=[440], height=[440], rows=[440])
    yield OddFile("more-than-the-page.tiff", Tiff(lone, [body]).data())
    tile = {tag: value for tag, value in grey_tags().items() if tag != ROWS} | {
        TILE_WIDTH: [2**31],
        TILE_HEIGHT: [2**31],
    }
    data = Tiff(tile, [bytes(100)], offsets_tag=TILE_OFFSETS, counts_tag=TILE_COUNTS).data()
    yield OddFile("tile-of-4-exapixels.tiff", data)


def _chains() -> OddFiles:
    raw = np.asarray(page().convert("L")).tobytes()
    yield OddFile("next-is-itself.tiff", Tiff(grey_tags(), [raw], next_directory=None).data(), "reads")
    yield OddFile("next-is-far.tiff", Tiff(grey_tags(), [raw], next_directory=2**32 - 2).data(), "reads")
    yield OddFile("50000-directories.tiff", _chain(50_000))
    good = plain("TIFF")
    yield OddFile("first-directory-at-0.tiff", good[:4] + bytes(4) + good[8:], "refused")
    yield OddFile("first-directory-far.tiff", good[:4] + b"\xff\xff\xff\x7f" + good[8:], "refused")
    loop = b"II*\0\x08\0\0\0" + struct.pack("<HHHII", 1, 330, 4, 1, 8) + struct.pack("<I", 8)
    yield OddFile("sub-directory-is-itself.tiff", loop)


def _chain(length: int) -> bytes:
    """Empty directories, each pointing to the next, with no picture at all."""
    step = struct.calcsize("<HHHIII")
    links = (
        struct.pack("<HHHIII", 1, WIDTH, 4, 1, 5, 8 + (number + 1) * step if number + 1 < length else 0)
        for number in range(length)
    )
    return b"II*\0\x08\0\0\0" + b"".join(links)
