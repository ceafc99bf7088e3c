"""Real photos as training material: cut out along their outlines once, then warped differently in every batch."""

from __future__ import annotations

import argparse
import csv
import io
import json
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from training.render.content import PRINT_OR_HAND

PHOTO_CELL = 48
"""Pixels a cell of the packed photos, about what the cameras gave."""
MARGIN = 2.0
"""Cells of surroundings kept around each grid."""
TURNED = dict.fromkeys(("image1031", "image1036", "image1038", "image1039", "image1040", "image1043"), 1) | {
    "image1083": 2
}
"""Photos of wicht whose outlines are in EXIF-applied pixels; all others are in stored pixels.

With the corners by which the puzzle's top-left lies beyond the outline's first: stale EXIF tags turned the outlines.
"""


@dataclass
class Photo:
    """One labelled grid: pixels of the picture, corners from the puzzle's top-left, symbols and ink (81,)."""

    name: str
    source: str
    puzzle: str
    pixels: np.ndarray
    corners: np.ndarray
    symbols: np.ndarray
    ink: np.ndarray


def wicht(data: Path, part: str) -> list[Photo]:
    """The newspaper photos, printed (`train`) or with pasted handwriting (`mixed_train`)."""
    folder = data / "wicht"
    photos = []
    with (folder / "train" / "outlines.csv").open() as lines:
        outlines = {row["file"]: row for row in csv.DictReader(lines)}
    for name, row in sorted(outlines.items()):
        stem = Path(name).stem
        if not (folder / part / name).exists() or not (folder / "train" / f"{stem}.dat").exists():
            continue
        picture = Image.open(folder / part / name)
        corners = np.array([[float(row[f"p{i}_{axis}"]) for axis in "xy"] for i in range(1, 5)])
        if stem in TURNED:
            corners = _stored(corners, Image.open(folder / "train" / name))
        printed = _dat(folder / "train" / f"{stem}.dat")
        symbols = _dat(folder / part / f"{stem}.dat")
        ink = np.where(printed > 0, 1, np.where(symbols > 0, 2, 0))
        corners = np.roll(corners, -TURNED.get(stem, 0), axis=0)
        puzzle = "".join(map(str, printed))
        photos.append(Photo(stem, part, puzzle, np.asarray(picture.convert("RGB")), corners, symbols, ink))
    return photos


def _stored(corners: np.ndarray, picture: Image.Image) -> np.ndarray:
    """Corners in stored pixels from corners in pixels with the EXIF turn applied."""
    width, height = picture.size
    x, y = corners[:, 0], corners[:, 1]
    tag = picture.getexif().get(274, 1)
    if tag == 6:
        return np.stack([y, height - 1 - x], axis=1)
    return np.stack([width - 1 - x, height - 1 - y], axis=1) if tag == 3 else corners


def _dat(path: Path) -> np.ndarray:
    rows = path.read_text().split("\n")[2:11]
    return np.array([int(value) for row in rows for value in row.split()])


def kubiesa(data: Path, part: str) -> list[Photo]:
    """The calendar photos filled in by pencil; it is not known which digits are printed."""
    folder = data / "kubiesa" / part
    photos = []
    for name, label in sorted(json.loads((folder / "labels.json").read_text()).items()):
        cells = label["cells"]
        symbols = np.array([int(cell) if cell.isdigit() else 0 for cell in cells])
        ink = np.where(symbols > 0, PRINT_OR_HAND, np.array([3 if cell == "c" else 0 for cell in cells]))
        pixels = np.asarray(Image.open(folder / name).convert("RGB"))
        photos.append(Photo(name, f"kubiesa_{part}", label["puzzle"], pixels, np.array(label["corners"]), symbols, ink))
    return photos


def fold_of(puzzle: str, folds: int) -> int:
    """The validation fold of a puzzle: all photos of one puzzle share it."""
    return zlib.crc32(puzzle.encode()) % folds


def pack(photos: list[Photo], quality: int = 86) -> dict[str, np.ndarray]:
    """Photos cut out flat with their margin, as JPEG bytes, with their labels."""
    from sudokulens.vision.cells import rectify
    from sudokulens.vision.location import GridLocation

    encoded = []
    for photo in photos:
        lattice = GridLocation.from_corners(photo.corners, 9).lattice
        flat = rectify(photo.pixels, lattice, PHOTO_CELL, MARGIN)
        buffer = io.BytesIO()
        Image.fromarray(flat).save(buffer, "JPEG", quality=quality)
        encoded.append(np.frombuffer(buffer.getvalue(), dtype=np.uint8))
    return {
        "bytes": np.concatenate(encoded),
        "ends": np.cumsum([len(item) for item in encoded]),
        "symbols": np.stack([photo.symbols for photo in photos]).astype(np.uint8),
        "ink": np.stack([photo.ink for photo in photos]).astype(np.uint8),
        "puzzles": np.array([photo.puzzle for photo in photos]),
        "sources": np.array([photo.source for photo in photos]),
        "names": np.array([photo.name for photo in photos]),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Cut the training photos out flat and pack them into one file.")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    photos = wicht(options.data, "train") + wicht(options.data, "mixed_train")
    photos += kubiesa(options.data, "train") + kubiesa(options.data, "val")
    np.savez(options.out, **pack(photos))
    print(f"{len(photos)} photos, {options.out.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
