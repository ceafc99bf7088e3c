"""A flat page as a camera sees it: tilted, turned, bent, crumpled, badly lit, shaken; points on it are followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Plane = NDArray[np.float32]
Points = NDArray[np.float64]
Matrix = NDArray[np.float64]

LONG_SIDE = 1280


@dataclass(frozen=True)
class Shot:
    """How a page is photographed; lengths are shares of the page's longer side, angles degrees."""

    tilt: float = 12.0
    turn: float = 0.0
    bend: float = 0.0
    crumple: float = 0.0
    shadow: float = 0.0
    light: float = 0.95
    noise: float = 3.0
    focus: float = 0.6
    shake: float = 0.0
    moire: float = 0.0
    contrast: float = 1.0
    quality: int = 88
    zoom: float = 1.0
    side: int = LONG_SIDE


def photograph(
    page: Pixels, shot: Shot, random: np.random.Generator, middle: Points | None = None
) -> tuple[Pixels, Plane]:
    """The photo, and the place on the page (height, width, 2) that each of its pixels shows.

    `middle` is the point that the camera looks at; the page's middle if not given.
    """
    return through(page, *_view(page, shot, random, middle), shot, random)


def through(
    page: Pixels,
    matrix: Matrix,
    size: tuple[int, int],
    shot: Shot,
    random: np.random.Generator,
    table: Plane | None = None,
) -> tuple[Pixels, Plane]:
    """The photo of that width and height through a homography, and its places; the page may lie on a table."""
    places = _page_places(matrix, size)
    places, shade = _bent(places, max(page.shape[:2]), shot, random)
    ground = tuple(float(value) for value in random.integers(30, 190, 3))
    coarser = max(1.0, max(page.shape[:2]) / shot.side / shot.zoom)
    source = cv2.GaussianBlur(page, (0, 0), 0.4 * coarser) if coarser > 1.2 else page
    photo = cv2.remap(source, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderValue=ground).astype(np.float32)
    photo *= shade[..., None]
    if table is not None:
        photo = _laid_on(photo, ((places >= 0) & (places < page.shape[1::-1])).all(axis=-1), table)
    return _exposed(photo, shot, random), places


def _laid_on(photo: Plane, inside: NDArray[np.bool_], table: Plane) -> Plane:
    """The page, where it is, on a table with its shadow."""
    sheet = inside.astype(np.float32)
    shadow = cv2.GaussianBlur(np.roll(sheet, (10, 14), axis=(0, 1)), (0, 0), 12)[..., None]
    share = cv2.GaussianBlur(sheet, (0, 0), 0.8)[..., None]
    return np.asarray(table * (1 - 0.5 * shadow) * (1 - share) + photo * share, dtype=np.float32)


def _view(
    page: Pixels, shot: Shot, random: np.random.Generator, middle: Points | None
) -> tuple[Matrix, tuple[int, int]]:
    """The homography from page to photo for a camera tilted about a random axis, and the photo's size."""
    height, width = page.shape[:2]
    centre = np.array([width / 2, height / 2]) if middle is None else np.asarray(middle, dtype=np.float64)
    distance = 1.6 * max(height, width)
    axis, angle, turn = random.uniform(0, 2 * np.pi), np.deg2rad(shot.tilt), np.deg2rad(shot.turn)
    leaning = _rotation(axis) @ np.array(
        [[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]]
    )
    pose = _rotation(turn) @ leaning @ _rotation(-axis)
    lens = np.diag([distance, distance, 1.0])
    matrix = lens @ np.column_stack([pose[:, 0], pose[:, 1], [0, 0, distance]])
    matrix = matrix @ np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1]])
    corners = _mapped(matrix, np.array([[0, 0], [width, 0], [width, height], [0, height]], float))
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = shot.zoom * shot.side / (high - low).max()
    extent = (high - low) * scale
    size = tuple(int(min(side, shot.side)) for side in extent)
    offset = -low * scale - (extent - size) / 2 if shot.zoom > 1 else -low * scale
    return np.array([[scale, 0, offset[0]], [0, scale, offset[1]], [0, 0, 1]]) @ matrix, (size[0], size[1])


def _rotation(angle: float) -> Matrix:
    return np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])


def _mapped(matrix: Matrix, points: Points) -> Points:
    ahead = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(ahead[:, :2] / ahead[:, 2:])


def _page_places(matrix: Matrix, size: tuple[int, int]) -> Plane:
    inverse = np.linalg.inv(matrix)
    x, y = np.meshgrid(np.arange(size[0], dtype=np.float64), np.arange(size[1], dtype=np.float64))
    depth = inverse[2, 0] * x + inverse[2, 1] * y + inverse[2, 2]
    planes = [(inverse[row, 0] * x + inverse[row, 1] * y + inverse[row, 2]) / depth for row in (0, 1)]
    return np.stack(planes, axis=-1).astype(np.float32)


def _bent(places: Plane, side: int, shot: Shot, random: np.random.Generator) -> tuple[Plane, Plane]:
    """The places after the page was curled and crumpled, and the light that its slopes leave on it."""
    shade = np.ones(places.shape[:2], np.float32)
    if shot.bend:
        angle = random.choice([0.0, np.pi / 2]) + random.normal(0, 0.15)
        along = (places[..., 0] * np.cos(angle) + places[..., 1] * np.sin(angle)) / side
        wave = np.pi * random.uniform(0.9, 1.6) * along + random.uniform(0, np.pi)
        lift = shot.bend * side * np.sin(wave)
        places = places + np.stack([-lift * np.sin(angle), lift * np.cos(angle)], axis=-1)
        shade = shade * (1 - 0.25 * (0.5 + 0.5 * np.cos(wave)))
    if shot.crumple:
        field = sum(_noise_field(places, side, cells, random) / (cells / 4) for cells in (4, 9))
        places = places + shot.crumple * side * field[..., :2]
        shade = shade * np.clip(1 + 0.12 * field[..., 2] * 4, 0.5, 1.3)
    return places.astype(np.float32), shade.astype(np.float32)


def _noise_field(places: Plane, side: int, cells: int, random: np.random.Generator) -> Plane:
    """Smooth noise over the page, `cells` bumps along its side, looked up at every place; three planes."""
    seeds = random.normal(0, 1, (cells + 3, cells + 3, 3)).astype(np.float32)
    x, y = (places[..., axis] / side * cells + 1 for axis in (0, 1))
    return np.asarray(cv2.remap(seeds, x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT_101), dtype=np.float32)


def _exposed(photo: Plane, shot: Shot, random: np.random.Generator) -> Pixels:
    height, width = photo.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32))
    angle = random.uniform(0, 2 * np.pi)
    across = x * np.cos(angle) + y * np.sin(angle)
    light = shot.light * (1 - 0.12 * across)
    if shot.shadow:
        edge = across + 0.15 * np.sin(3 * (y * np.cos(angle) - x * np.sin(angle)) + random.uniform(0, 6))
        light = light * (
            1 - shot.shadow / (1 + np.exp(-(edge - random.uniform(-0.4, 0.4)) / random.uniform(0.004, 0.06)))
        )
    if shot.moire:
        light = light[..., None] * (1 + _stripes(x * width, y * height, shot.moire, random))
    photo = 128 + (photo - 128) * shot.contrast
    photo = cv2.GaussianBlur(photo * (light[..., None] if light.ndim == 2 else light), (0, 0), max(0.3, shot.focus))
    if shot.shake:
        photo = shaken(photo, shot.shake * shot.side, random.uniform(0, np.pi))
    pixels = np.clip(photo + random.normal(0, shot.noise, photo.shape), 0, 255).astype(np.uint8)
    return recompressed(pixels, shot.quality)


def _stripes(x: Plane, y: Plane, level: float, random: np.random.Generator) -> Plane:
    """Moiré between the screen's pixels and the camera's, different for every colour."""
    planes = []
    for _ in range(3):
        angle, rate = random.uniform(0, np.pi), random.uniform(0.05, 1.4)
        fine = np.sin((x * np.cos(angle) + y * np.sin(angle)) * rate + 2 * np.sin(x / 130) + 2 * np.sin(y / 170))
        planes.append(level * fine)
    return np.stack(planes, axis=-1).astype(np.float32)


def shaken(photo: NDArray[Any], length: float, angle: float) -> Plane:
    """The photo with motion blur of that many pixels in that direction, in radians."""
    radius = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * radius + 1, 2 * radius + 1), np.float32)
    for step in np.linspace(-length / 2, length / 2, 4 * radius + 1):
        x, y = radius + step * np.cos(angle), radius + step * np.sin(angle)
        kernel[round(y), round(x)] += 1
    kernel = cv2.GaussianBlur(kernel, (3, 3), 0)
    return np.asarray(cv2.filter2D(photo.astype(np.float32), cv2.CV_32F, kernel / kernel.sum()), dtype=np.float32)


def lit(picture: Pixels, glare: NDArray[np.floating[Any]]) -> Pixels:
    """The picture with a lamp mirrored in it that covers so much of every pixel, 0 to 1."""
    share = glare[..., None]
    return np.clip(picture * (1 - share) + 255 * share, 0, 255).astype(np.uint8)


def turned(picture: Pixels, degrees: float, ground: Sequence[float] = (128,) * 3) -> tuple[Pixels, Matrix]:
    """The picture turned clockwise on a canvas that holds all of it, and the affine map (2, 3) of its points."""
    height, width = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), -degrees, 1.0)
    reach = np.abs(matrix[:, :2]) @ (width, height)
    matrix[:, 2] += reach / 2 - np.array([width, height]) / 2
    size = (int(reach[0]), int(reach[1]))
    pixels = cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_LINEAR, borderValue=tuple(ground))
    return np.asarray(pixels, dtype=np.uint8), np.asarray(matrix)


def homography(corners: Points, seen: Points) -> Matrix:
    """The one that takes four points to where they are seen."""
    return np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), seen.astype(np.float32)))


def projected(
    picture: Pixels, corners: Points, seen: Points, size: tuple[int, int], ground: Sequence[float] = (128,) * 3
) -> tuple[Pixels, Matrix]:
    """A view of that width and height in which four points of the picture are seen elsewhere, and its homography."""
    matrix = homography(corners, seen)
    return np.asarray(cv2.warpPerspective(picture, matrix, size, borderValue=tuple(ground))), matrix


def curled(picture: Pixels, lift: NDArray[np.floating[Any]]) -> Pixels:
    """The picture with every column moved up by so many pixels."""
    height, width = picture.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    places = y + lift.astype(np.float32)
    return np.asarray(cv2.remap(picture, x, places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def jpeg(pixels: Pixels, quality: int = 95) -> bytes:
    """The picture as a JPEG file of that quality."""
    return bytes(cv2.imencode(".jpg", pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1])


def recompressed(pixels: Pixels, quality: int) -> Pixels:
    """The picture after JPEG of that quality."""
    packed = np.frombuffer(jpeg(pixels, quality), np.uint8)
    return np.ascontiguousarray(cv2.imdecode(packed, cv2.IMREAD_COLOR)[..., ::-1])


def followed(places: Plane, points: Points) -> Points:
    """Where in the photo points (…, 2) of the page lie, to a fraction of a pixel; off the page, near the closest."""
    step = max(2, max(places.shape) // 160)
    small = np.ascontiguousarray(places[::step, ::step])
    last_y, last_x = np.array(places.shape[:2]) - 2
    found = []
    for point in points.reshape(-1, 2).astype(np.float32):
        apart = np.square(small - point).sum(axis=2)
        row, column = np.unravel_index(int(apart.argmin()), apart.shape)
        y, x = min(step * int(row), last_y), min(step * int(column), last_x)
        for _ in range(2):  # Newton's method: the page is smooth.
            slopes = np.stack([places[y, x + 1] - places[y, x], places[y + 1, x] - places[y, x]], axis=1)
            exact = np.array([x, y]) + np.clip(np.linalg.solve(slopes, point - places[y, x]), -step, step)
            x, y = (int(v) for v in np.clip(exact, 0, (last_x, last_y)))
        found.append(exact)
    return np.array(found).reshape(points.shape)
