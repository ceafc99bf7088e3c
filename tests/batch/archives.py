"""An archive for the tests: pictures, pages, a zip and texts, good ones and bad ones, all made here."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from sudokulens.apps.cli.sample_puzzles import sample_puzzles
from sudokulens.puzzle.board import Board
from tests.pictures import Pixels, flat_grid, on_page, photographed

PUZZLES = sample_puzzles()
HOPELESS = "55" + "." * 79
SEVERAL = "." * 81


def picture(number: int, turn: float = 0.0) -> Pixels:
    """A page with the sample puzzle of that number."""
    return photographed(on_page([flat_grid(Board.parse(PUZZLES[number]), 50)], 560, 560), turn, tilt=2)


def encoded(pixels: Pixels, suffix: str = ".png") -> bytes:
    return bytes(cv2.imencode(suffix, pixels[..., ::-1])[1])


def make_pictures(folder: Path, count: int) -> None:
    """Good pictures, and among them: a truncated one, an empty one, one that is text, a broken link, a blank page."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        (folder / f"page{number:03}.jpg").write_bytes(encoded(picture(number, 3 * number), ".jpg"))
    good = (folder / "page000.jpg").read_bytes()
    (folder / "page000_truncated.jpg").write_bytes(good[: len(good) // 3])
    (folder / "page001_empty.png").write_bytes(b"")
    (folder / "page002_text.png").write_text("this is no picture")
    os.symlink(folder / "nowhere", folder / "page003_link.png")
    Image.new("RGB", (300, 300), "white").save(folder / "page004_blank.png")
    (folder / "notes.docx").write_bytes(b"left out")


BAD_PICTURES = {
    "page000_truncated.jpg": "ImageError",
    "page001_empty.png": "ImageError",
    "page002_text.png": "ImageError",
    "page003_link.png": "FileError",
}


def make_zip(path: Path) -> None:
    """Two pictures, some puzzles, a bomb, a truncated picture, a zip, and what a Mac leaves behind."""
    page = encoded(picture(0))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner/first.png", page)
        archive.writestr("../second.png", encoded(picture(1)))
        archive.writestr("cut.png", page[:500])
        archive.writestr("puzzles.txt", f"{PUZZLES[2]}\n{HOPELESS}\n")
        archive.writestr("bomb.bmp", bytes(20 << 20))
        archive.writestr("again.zip", b"PK\x03\x04")
        archive.writestr("__MACOSX/first.png", b"resource fork")
        archive.writestr("readme.md", "left out")


def make_pdf(path: Path, numbers: list[int]) -> None:
    """A page for each of the numbered puzzles."""
    pages = [Image.fromarray(np.asarray(picture(number))) for number in numbers]
    pages[0].save(path, save_all=True, append_images=pages[1:], resolution=72)


def make_puzzles(path: Path, count: int) -> None:
    """A collection with the odd faulty line; the samples come again and again."""
    lines = [PUZZLES[number % len(PUZZLES)] for number in range(count)]
    for place, odd in ((3, "# a remark"), (7, ""), (11, "12345"), (20, HOPELESS), (30, SEVERAL), (40, "x" * 81)):
        if place < count:
            lines[place] = odd
    path.write_text("\n".join(lines) + "\n")
