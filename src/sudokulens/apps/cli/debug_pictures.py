"""Every stage of a scan as a picture, for finding out where a reading went wrong."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from sudokulens.drawing.photo import draw_solution, flat_view
from sudokulens.scanned import Scan, ScannedGrid
from sudokulens.vision.cells import rectify
from sudokulens.vision.frame import Frame
from sudokulens.vision.locate import locate
from sudokulens.vision.location import GridLocation

FOUND, OFFERED = (20, 160, 60), (220, 60, 40)


def write_debug_pictures(scan: Scan, folder: Path) -> list[Path]:
    """Writes the stages as numbered PNG files and returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    stages = {"1-frame": scan.frame, "2-places": _places(scan)}
    for number, grid in enumerate(scan.grids, 1):
        stages |= {f"grid{number}-{name}": picture for name, picture in _grid_stages(scan.frame, grid).items()}
    paths = []
    for name, picture in stages.items():
        paths.append(folder / f"{name}.png")
        picture.save(paths[-1])
    return paths


def _places(scan: Scan) -> Frame:
    """The places that the locator offered, red, and the lattices that were taken, green."""
    pixels = scan.frame.pixels.copy()
    for place in locate(scan.frame):
        _draw_lattice(pixels, place, OFFERED, outline_only=True)
    for grid in scan.grids:
        _draw_lattice(pixels, grid.location, FOUND)
    return Frame(pixels)


def _grid_stages(frame: Frame, grid: ScannedGrid) -> dict[str, Frame]:
    doubtful = {doubt.cell for doubt in grid.doubts}
    return {
        "3-flat": Frame(rectify(frame.pixels, grid.location.lattice, 48)),
        "4-read": flat_view(frame, grid, doubtful),
        "5-solved": draw_solution(frame, grid),
    }


def _draw_lattice(
    pixels: np.ndarray, place: GridLocation, colour: tuple[int, int, int], outline_only: bool = False
) -> None:
    lines = [*place.lattice, *place.lattice.swapaxes(0, 1)]
    if outline_only:
        lines = [place.lattice[0], place.lattice[-1], place.lattice[:, 0], place.lattice[:, -1]]
    width = max(1, round(max(pixels.shape) / 700))
    for line in lines:
        points = np.round(line).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(pixels, [points], False, colour, width, cv2.LINE_AA)
