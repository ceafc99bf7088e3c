"""Pictures of what went wrong, and of how far confidences can be trusted."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.drawing.laying import lay
from sudokulens.drawing.palette import LIGHT
from sudokulens.drawing.photo import cell_tint, flat_view
from sudokulens.drawing.raster import film
from sudokulens.drawing.shapes import Label, Shape
from sudokulens.scanned import ScannedGrid
from sudokulens.vision.frame import Frame

TILE = 420
ACROSS = 4
ROWS_PER_SHEET = 6


@dataclass(frozen=True)
class Failure:
    """One picture that was not read right."""

    title: str
    frame: Frame
    grid: ScannedGrid | None
    digits: str | None


def write_sheet(failures: list[Failure], folder: Path) -> None:
    """Sheets of all failures: the whole picture beside the flat view, with wrong cells tinted red."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("failures-*.png"):
        old.unlink()
    per_sheet = ACROSS // 2 * ROWS_PER_SHEET
    for number in range(0, len(failures), per_sheet):
        rows = [_pair(failure) for failure in failures[number : number + per_sheet]]
        while len(rows) % (ACROSS // 2):
            rows.append(np.full_like(rows[0], 255))
        lines = [np.hstack(rows[at : at + ACROSS // 2]) for at in range(0, len(rows), ACROSS // 2)]
        Frame(np.vstack(lines)).save(folder / f"failures-{number // per_sheet + 1:02d}.png")
    print(f"{len(failures)} failures" + (f"; sheets in {folder}" if failures else ""))
    for failure in failures:
        print("   ", failure.title)


def write_reliability(points: list[tuple[float, bool]], folder: Path) -> None:
    """The reliability curve: how often grids of a given confidence were right."""
    if not points:
        return
    edges = np.array([0.0, 0.5, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 1.0001])
    confidence, right = np.array([p for p, _ in points]), np.array([r for _, r in points])
    rows = []
    for low, high in itertools.pairwise(edges):
        inside = (confidence >= low) & (confidence < high)
        if inside.any():
            rows.append((float(confidence[inside].mean()), float(right[inside].mean()), int(inside.sum())))
    print("confidence → right (grids): " + ", ".join(f"{c:.3f} → {r:.3f} ({n})" for c, r, n in rows))
    _draw_reliability(rows).save(folder / "reliability.png")


def _draw_reliability(rows: list[tuple[float, float, int]]) -> Frame:
    side, edge = 560, 60
    pixels = np.full((side + 2 * edge, side + 2 * edge, 3), 255, dtype=np.uint8)
    cv2.rectangle(pixels, (edge, edge), (edge + side, edge + side), (90, 90, 90), 1)
    cv2.line(pixels, (edge, edge + side), (edge + side, edge), (190, 190, 190), 1, cv2.LINE_AA)
    for step in range(0, 11, 2):
        place = round(step / 10 * side)
        _write(pixels, f"{step / 10:.1f}", (edge + place - 10, edge + side + 20))
        _write(pixels, f"{step / 10:.1f}", (edge - 34, edge + side - place + 4))
    centres = [(round(edge + c * side), round(edge + side - r * side)) for c, r, _ in rows]
    for start, end in itertools.pairwise(centres):
        cv2.line(pixels, start, end, (17, 82, 214), 2, cv2.LINE_AA)
    for centre, (_, _, count) in zip(centres, rows, strict=True):
        cv2.circle(pixels, centre, 4 + round(np.log1p(count)), (17, 82, 214), -1, cv2.LINE_AA)
    _write(pixels, "confidence", (edge + side // 2 - 40, edge + side + 44))
    _write(pixels, "share of grids that are right", (edge, edge - 16))
    return Frame(pixels)


def _pair(failure: Failure) -> NDArray[np.uint8]:
    """The picture and the flat view side by side under a title."""
    flat = np.full((TILE, TILE, 3), 200, dtype=np.uint8)
    if failure.grid is not None:
        flat = _fitted(_marked(failure).pixels)
    pair = np.hstack([_fitted(failure.frame.pixels), flat])
    title = np.full((26, pair.shape[1], 3), 255, dtype=np.uint8)
    _write(title, failure.title.replace("°", ""), (6, 18))
    return np.vstack([title, pair])


def _marked(failure: Failure) -> Frame:
    """The flat view with wrong cells tinted and the right digit written into them."""
    grid = failure.grid
    assert grid is not None
    view = flat_view(failure.frame, grid, {doubt.cell for doubt in grid.doubts})
    if failure.digits is None or len(failure.digits) != len(grid.board.values):
        return view
    shapes: list[Shape] = []
    for cell, character in enumerate(failure.digits):
        true = int(character, 36)
        if grid.board.values[cell] != true:
            shapes.append(cell_tint(grid.size, cell, "wrong"))
            shapes.append(Label((cell % grid.size + 0.17, cell // grid.size + 0.8), character, 0.24, "wrong"))
    side = grid.size * 56.0
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]]) - 0.5
    flat = type(grid.location).from_corners(corners, grid.size)
    return lay(view, flat, film(shapes, grid.size, 56, LIGHT), 56)


def _fitted(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    scale = TILE / max(pixels.shape[:2])
    small = cv2.resize(
        pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    )
    tile = np.full((TILE, TILE, 3), 255, dtype=np.uint8)
    tile[: small.shape[0], : small.shape[1]] = small[:TILE, :TILE]
    return tile


def _write(pixels: NDArray[np.uint8], text: str, place: tuple[int, int]) -> None:
    cv2.putText(pixels, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (30, 30, 30), 1, cv2.LINE_AA)
