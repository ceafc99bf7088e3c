"""Pages with grids, drawn for the tests: sizes, styles, perspective, bending."""

from __future__ import annotations

import cv2
import numpy as np

BOXES = {
    4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4), 14: (2, 7), 15: (3, 5), 16: (4, 4), 25: (5, 5)
}  # fmt: skip


def draw_grid(
    size: int = 9,
    cell: int = 40,
    *,
    ink: int = 40,
    paper: int = 235,
    thin: int = 1,
    thick: int = 3,
    digits: float = 0.4,
    margin: int = 60,
    frame: bool = True,
    seed: int = 7,
) -> tuple[np.ndarray, np.ndarray]:
    """A flat RGB page with one grid on it, and the grid's corners."""
    chance = np.random.default_rng(seed)
    side = size * cell
    page = np.full((side + 2 * margin, side + 2 * margin), paper, np.uint8)
    rows, columns = BOXES.get(size, (size, size))
    for line in range(size + 1):
        if not frame and line in (0, size):
            continue
        at = margin + line * cell
        across, down = (thick if line % box == 0 else thin for box in (rows, columns))
        if across:
            cv2.line(page, (margin, at), (margin + side, at), ink, across)
        if down:
            cv2.line(page, (at, margin), (at, margin + side), ink, down)
    for row in range(size):
        for column in range(size):
            if chance.random() < digits:
                at = (margin + column * cell + cell // 3, margin + row * cell + 3 * cell // 4)
                cv2.putText(page, str(chance.integers(1, 10)), at, 0, cell / 45, ink, 2, cv2.LINE_AA)
    corners = margin + side * np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
    return cv2.cvtColor(page, cv2.COLOR_GRAY2RGB), corners


def seen_from(page: np.ndarray, corners: np.ndarray, quad: np.ndarray, width: int, height: int) -> np.ndarray:
    """The page photographed so that the corners appear at the quad, on a dark table."""
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), quad.astype(np.float32))
    return cv2.warpPerspective(page, matrix, (width, height), flags=cv2.INTER_AREA, borderValue=(90, 80, 70))


def turned(page: np.ndarray, corners: np.ndarray, degrees: float) -> tuple[np.ndarray, np.ndarray]:
    """The page turned about its middle on a canvas that holds all of it."""
    height, width = page.shape[:2]
    side = int(np.hypot(height, width)) + 2
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    matrix[:, 2] += (side - np.array([width, height])) / 2
    picture = cv2.warpAffine(page, matrix, (side, side), borderValue=(200, 200, 200))
    return picture, corners @ matrix[:, :2].T + matrix[:, 2]


def corner_error(found: np.ndarray, true: np.ndarray, size: int) -> float:
    """The largest distance between corners in cells, at the best quarter turn."""
    cell = np.sqrt(cv2.contourArea(true.astype(np.float32))) / size
    return min(float(np.hypot(*(np.roll(found, k, axis=0) - true).T).max() / cell) for k in range(4))
