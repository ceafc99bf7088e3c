"""Good files of unusual kinds: depths, colours, transparency, scans, animations."""

from __future__ import annotations

import numpy as np
from PIL import Image

from tests.odd.base import OddFile, OddFiles, encoded, page


def files() -> OddFiles:
    yield from _jpegs()
    yield from _with_alpha()
    yield from _few_colours()
    yield from _animations()
    yield from _media()


def _jpegs() -> OddFiles:
    grey = page().convert("L")
    options = {
        "grey": (grey, {}),
        "progressive": (page(), {"progressive": True}),
        "whole-colour": (page(), {"subsampling": 0, "quality": 95}),
        "half-colour": (page(), {"subsampling": 1}),
        "poor": (page(), {"quality": 12}),
        "own-tables": (page(), {"optimize": True}),
        "restarts": (page(), {"restart_marker_blocks": 1}),
        "rgb-stored": (page(), {"keep_rgb": True}),
        "inks": (page().convert("CMYK"), {}),
        "inks-progressive": (page().convert("CMYK"), {"progressive": True}),
    }
    for name, (image, how) in options.items():
        yield OddFile(f"{name}.jpeg", encoded(image, "JPEG", **how), "reads")
    yield OddFile("inks-as-brightness.jpeg", _ycck(grey), "reads")
    yield OddFile("inks-without-marker.jpeg", _without_adobe(encoded(page().convert("CMYK"), "JPEG")))
    two = encoded(page(), "MPO", save_all=True, append_images=[page().rotate(90)])
    yield OddFile("two-views.mpo", two, "reads")


def _ycck(grey: Image.Image) -> bytes:
    """A picture all in black ink, stored as brightness, two differences and black: what Adobe calls YCCK."""
    size = grey.size
    parts = [Image.new("L", size, 255), Image.new("L", size, 127), Image.new("L", size, 127)]
    black = Image.eval(grey, lambda value: 255 - value)
    data = bytearray(encoded(Image.merge("CMYK", [*parts, black]), "JPEG"))
    data[data.index(b"Adobe") + 11] = 2
    return bytes(data)


def _without_adobe(data: bytes) -> bytes:
    place = data.index(b"Adobe") - 4
    return data[:place] + data[place + 16 :]


def _with_alpha() -> OddFiles:
    ink = Image.eval(page().convert("L"), lambda value: 255 - value)
    black = Image.new("L", page().size, 0)
    see_through = Image.merge("RGBA", (black, black, black, ink))
    for kind in ("PNG", "WEBP", "TIFF"):
        options = {"lossless": True} if kind == "WEBP" else {}
        yield OddFile(f"ink-on-nothing.{kind.lower()}", encoded(see_through, kind, **options), "reads")
    yield OddFile("ink-on-nothing-grey.png", encoded(Image.merge("LA", (black, ink)), "PNG"), "reads")
    nothing = Image.new("RGBA", page().size, (0, 0, 0, 0))
    yield OddFile("nothing-at-all.png", encoded(nothing, "PNG"))
    opaque = page().convert("RGBA")
    for kind in ("PNG", "WEBP", "AVIF", "HEIF"):
        yield OddFile(f"opaque-alpha.{kind.lower()}", encoded(opaque, kind), "reads")


def _few_colours() -> OddFiles:
    bits = page().convert("1", dither=Image.Dither.NONE)
    for kind, options in (("PNG", {}), ("BMP", {}), ("GIF", {}), ("TIFF", {})):
        yield OddFile(f"two-colours.{kind.lower()}", encoded(bits, kind, **options), "reads")
    for colours in (2, 4, 16, 256):
        image = page().quantize(colours)
        yield OddFile(f"palette-{colours}.png", encoded(image, "PNG"), "reads")
        yield OddFile(f"palette-{colours}.bmp", encoded(image, "BMP"), "reads")
    image = page().quantize(16)
    lightest = int(np.argmax([sum(image.getpalette()[3 * n : 3 * n + 3]) for n in range(16)]))
    yield OddFile("palette-see-through.png", encoded(image, "PNG", transparency=lightest), "reads")
    yield OddFile("palette-see-through.gif", encoded(image, "GIF", transparency=lightest), "reads")
    yield OddFile("palette-many-see-through.png", encoded(image, "PNG", transparency=bytes(range(0, 240, 16))))
    yield OddFile("deep-grey.png", encoded(_deep(page()), "PNG"), "reads")
    yield OddFile("deep-grey.tiff", encoded(_deep(page()), "TIFF"), "reads")
    yield OddFile("interlaced.gif", encoded(image, "GIF", interlace=1), "reads")


def _deep(image: Image.Image) -> Image.Image:
    return Image.fromarray(np.asarray(image.convert("L")).astype(np.uint16) * 257)


def _animations() -> OddFiles:
    others = [Image.new("RGB", page().size, colour) for colour in ("red", "green", "blue")]
    for kind in ("GIF", "WEBP", "PNG", "TIFF"):
        data = encoded(page(), kind, save_all=True, append_images=others)
        yield OddFile(f"animated.{kind.lower()}", data, "reads")
    small = [Image.new("L", (8, 8), number % 2 * 255) for number in range(3000)]
    for kind in ("GIF", "PNG"):
        data = encoded(small[0], kind, save_all=True, append_images=small[1:], duration=10)
        yield OddFile(f"3000-frames.{kind.lower()}", data)
    frames = [image.convert("RGB") for image in small[:300]]
    yield OddFile("300-frames.webp", encoded(frames[0], "WEBP", save_all=True, append_images=frames[1:]))
    yield OddFile("300-pages.tiff", encoded(page(), "TIFF", save_all=True, append_images=frames), "reads")


def _media() -> OddFiles:
    grey = page().convert("L")
    for kind in ("HEIF", "AVIF"):
        yield OddFile(f"plain.{kind.lower()}", encoded(page(), kind), "reads")
        yield OddFile(f"grey.{kind.lower()}", encoded(grey, kind), "reads")
        yield OddFile(f"poor.{kind.lower()}", encoded(page(), kind, quality=30))
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        yield OddFile(f"orientation-{orientation}.heif", encoded(page(), "HEIF", exif=exif.tobytes()))
    both = encoded(page(), "HEIF", save_all=True, append_images=[page().rotate(180)])
    yield OddFile("two-pictures.heif", both)
    yield OddFile("lossy.webp", encoded(page(), "WEBP", quality=60), "reads")
    yield OddFile("lossless.webp", encoded(page(), "WEBP", lossless=True), "reads")
