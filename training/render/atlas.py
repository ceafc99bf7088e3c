"""Glyphs of many typefaces as one array: the renderer's type case, built once on the CPU."""

from __future__ import annotations

import argparse
import re
import zlib
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from pages.typefaces import family_of, of_every_family
from training.render.glyph_set import CAPITALS, DIGIT_HEIGHT, GLYPHS, TILE

WRITTEN = re.compile(
    r"dkg|breip|bwht|dancing|ecolier|femke|humor|kristi|rufscript|tomson|yozfont|seto|kiloji|yusei|purisa|chilanka"
    r"|kaushan|klee|sjfonts|junkyard|winks|Delphine|SteveHand|NanumPen|NanumBrush|fonts-isabella"
    r"|Comic|staypuft|AndikaNew|havana|joscelyn",
    re.IGNORECASE,
)


def glyphs_of(path: Path) -> np.ndarray | None:
    """(glyphs, TILE, TILE) coverage of one font, None where it lacks a glyph or draws nothing."""
    try:
        size = round(DIGIT_HEIGHT * 1.35)
        for _ in range(3):
            font = ImageFont.truetype(str(path), max(size, 6))
            _, top, _, bottom = font.getbbox("8")
            if bottom - top < 3:
                return None
            size = round(size * DIGIT_HEIGHT / (bottom - top))
        font = ImageFont.truetype(str(path), size)
        tiles = [_tile(font, text, (top, bottom)) for text in GLYPHS]
    except (OSError, ValueError, ZeroDivisionError):
        return None
    stack = np.stack(tiles)
    upright = len(GLYPHS) - len(CAPITALS)  # Small letters may be drawn as capitals.
    distinct = {zlib.crc32(tile.tobytes()) for tile in stack[:upright]}
    return stack if len(distinct) > upright - 6 and stack.max(axis=(1, 2)).min() > 100 else None


def _tile(font: ImageFont.FreeTypeFont, text: str, rows: tuple[int, int]) -> np.ndarray:
    """One glyph centred across, at its height in the line of digits; shrunk where wider than the tile."""
    left, top, right, bottom = font.getbbox(text)
    width, height = max(right - left, 1), max(bottom - top, 1)
    middle = _font_middle(font)
    picture = Image.new("L", (max(width, TILE) + 8, max(height, TILE) + 40), 0)
    centre = picture.height / 2
    shift = min(max(centre - middle, 2 - top), picture.height - 2 - bottom)
    ImageDraw.Draw(picture).text(((picture.width - width) / 2 - left, shift), text, fill=255, font=font)
    pixels = np.asarray(picture)
    scale = min(1.0, (TILE - 2) / width, (TILE - 1) / height)
    if scale < 1:
        pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return _cropped(pixels)


def _font_middle(font: ImageFont.FreeTypeFont) -> float:
    _, top, _, bottom = font.getbbox("8")
    return (top + bottom) / 2


def _cropped(pixels: np.ndarray) -> np.ndarray:
    """The middle TILE×TILE of a picture, padded where it is smaller, moved as far as the ink needs."""
    padded = np.pad(pixels, [(max(0, (TILE - side + 1) // 2),) * 2 for side in pixels.shape])
    top, left = ((side - TILE) // 2 for side in padded.shape)
    inked = np.flatnonzero(padded.max(axis=1) > 40)
    if len(inked):
        top = min(max(top, inked[-1] + 1 - TILE), inked[0])
    return padded[top : top + TILE, left : left + TILE]


def legible(stacks: np.ndarray, least: int = 9) -> np.ndarray:
    """Which fonts draw at least `least` of the ten digits more like the mean of that digit than like any other mean."""
    digits = stacks[:, :10].reshape(-1, TILE, TILE)
    looks = np.stack([cv2.GaussianBlur(_fitted(tile), (0, 0), 1.2) for tile in digits]).reshape(len(stacks), 10, -1)
    looks /= np.linalg.norm(looks, axis=2, keepdims=True) + 1e-6
    keep = np.ones(len(stacks), dtype=bool)
    for _ in range(4):
        means = looks[keep].mean(axis=0)
        means /= np.linalg.norm(means, axis=1, keepdims=True)
        likeness = np.einsum("fdk,ek->fde", looks, means)
        keep = (likeness.argmax(axis=2) == np.arange(10)).sum(axis=1) >= least
    return keep


def _fitted(tile: np.ndarray) -> np.ndarray:
    """The glyph's box stretched to 20×20, so that only its shape counts."""
    rows, columns = np.where(tile > 60)
    box = tile[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return cv2.resize(box.astype(np.float32), (20, 20), interpolation=cv2.INTER_AREA)


def build(root: Path, per_family: int, held_out_share: float) -> dict[str, np.ndarray]:
    """Glyph stacks of all legible fonts, with names, whether they look written, and which are held out."""
    stacks, names = [], []
    for path in of_every_family(root, per_family):
        stack = glyphs_of(path)
        if stack is not None:
            stacks.append(stack)
            names.append(str(path.relative_to(root)))
    glyphs = np.stack(stacks)
    keep = legible(glyphs)
    kept = [name for name, good in zip(names, keep, strict=True) if good]
    families = [family_of(Path(name)) for name in kept]
    held = [zlib.crc32(family.encode()) % 1000 < held_out_share * 1000 for family in families]
    written = [bool(WRITTEN.search(name)) for name in kept]
    return {
        "glyphs": glyphs[keep] // 16 * 17,  # Sixteen greys pack to half the size.
        "names": np.array(kept),
        "written": np.array(written),
        "held_out": np.array(held),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Collect the glyphs of installed fonts.")
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--per-family", type=int, default=4)
    parser.add_argument("--held-out-share", type=float, default=0.12)
    options = parser.parse_args()
    atlas = build(options.fonts, options.per_family, options.held_out_share)
    np.savez_compressed(options.out, **atlas)
    print(f"{len(atlas['glyphs'])} fonts, {atlas['written'].sum()} written, {atlas['held_out'].sum()} held out")


if __name__ == "__main__":
    main()
