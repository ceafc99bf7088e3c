"""Clips for measuring: a real page moved in front of a virtual camera, hand-held, covered, blurred and compressed.

Its sheets and its kind determine a clip; every frame comes with the true place of every crossing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np

from pages.camera import Matrix, Pixels, curled
from pages.codecs import Codec, through_codec
from sudokulens.vision.cells import rectify
from sudokulens.vision.location import GridLocation, apply_homography

GRID_SIDE = 640
"""Pixels of a sheet's grid: about what the frames show of it, so that nothing is lost between samples."""

TILE_HEIGHT, TILE_WIDTH = 1500, 2200
"""Of the tile that noise is cut out of."""

SKIN = (186, 142, 120)
MIN_FACING_COSINE = 0.35
"""The cosine above which a sheet that is turned over counts as being in view."""

BANDS = 8
SMEAR_STEP = 3.0
"""Pixels between the moments whose mean is a motion-blurred frame."""


@dataclass(frozen=True, eq=False)
class Sheet:
    """A puzzle on paper: its picture, the crossings in it, and the solution."""

    name: str
    pixels: Pixels
    lattice: Matrix
    solution: str

    def flat(self) -> Sheet:
        """The same cut out along its margin, as a loose piece of paper."""
        return _flat(self)


@lru_cache(maxsize=64)
def _flat(sheet: Sheet) -> Sheet:
    cell, margin = GRID_SIDE // 9, 0.8
    lines = np.stack(np.meshgrid(*[(np.arange(10.0) + margin) * cell - 0.5] * 2), axis=-1)
    return Sheet(sheet.name, rectify(sheet.pixels, sheet.lattice, cell, margin), lines, sheet.solution)


@dataclass(frozen=True)
class Moment:
    """How a sheet lies in front of the camera: shift in shares of the frame, scale, radians, tilts; and its flaws."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    angle: float = 0.0
    tilt: tuple[float, float] = (0.0, 0.0)
    bend: float = 0.0
    sheet: int = 0
    neighbour: float | None = None
    """Where a second sheet lies beside the first, in widths of a grid."""
    hand: float | None = None
    """How far a hand with a pen has come on its way across, 0 to 1."""
    fingers: bool = False
    defocus: float = 0.0
    light: float = 1.0
    flip: float = 0.0
    """Radians by which the sheet is turned about its own upright axis; beyond a quarter turn its blank back is seen."""
    glare: float | None = None
    """How far a lamp's reflection has come on its way across, 0 to 1."""
    hidden: bool = False
    """Whether somebody stands in front of the camera."""
    source: int | None = None
    """The number of another frame that is delivered again in place of this one."""


Motion = Callable[[float, int], Moment]
"""A moment by frame number, which may lie between two frames, and the number of frames."""


@dataclass(frozen=True)
class Kind:
    """A kind of clip: how things move, and what the camera does to the picture."""

    name: str
    motion: Motion
    smear: float = 0.0
    """The share of the time between two frames during which the shutter is open."""
    shutter: float = 0.0
    """The share of that time by which the last row is exposed later than the first."""
    size: tuple[int, int] = (1280, 720)
    noise: float = 3.0
    codec: Codec | None = None
    held: bool = False
    frames: float = 1.0
    """Length as a multiple of the usual."""


@dataclass(frozen=True, eq=False)
class Exposure:
    """One frame; for every sheet in it its solution and its crossings."""

    pixels: Pixels
    sheets: tuple[tuple[str, Matrix], ...]
    shown: bool = True
    """Whether anything can be seen of them: neither only their backs nor somebody in front of the camera."""

    def whole(self, lattice: Matrix) -> bool:
        """Whether the whole grid is in view, even if under a hand."""
        height, width = self.pixels.shape[:2]
        return self.shown and bool((lattice > 0).all() and (lattice < (width - 1, height - 1)).all())


def shots(kind: Kind, sheets: Sequence[Sheet], frames: int) -> Iterator[Exposure]:
    """The frames of a clip, as they come out of its codec."""
    made = list(_rendered(kind, [sheet.flat() if kind.held else sheet for sheet in sheets], frames))
    pictures = [shot.pixels for shot in made]
    for shot, pixels in zip(made, through_codec(pictures, kind.codec) if kind.codec else pictures, strict=True):
        yield Exposure(pixels, shot.sheets, shot.shown)


def _rendered(kind: Kind, sheets: Sequence[Sheet], frames: int) -> Iterator[Exposure]:
    chance = np.random.default_rng(7)
    done: list[Exposure] = []
    for number in range(frames):
        moment = kind.motion(number, frames)
        if moment.source is not None:
            done.append(done[moment.source])
        else:
            done.append(exposure(kind, sheets, number, frames, chance))
        yield done[-1]


def exposure(kind: Kind, sheets: Sequence[Sheet], number: int, frames: int, chance: np.random.Generator) -> Exposure:
    """One frame, before any codec; `chance` settles its noise."""
    moment = kind.motion(number, frames)
    layers = _layers(kind, sheets, number, frames)
    moments = number - kind.smear * (np.arange(layers) + 0.5) / layers
    pixels = _exposed(kind, sheets, moments[0], frames)
    for count, when in enumerate(moments[1:], 1):
        layer = _exposed(kind, sheets, when, frames)
        pixels = np.asarray(cv2.addWeighted(pixels, count / (count + 1), layer, 1 / (count + 1), 0), dtype=np.uint8)
    if moment.defocus:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), moment.defocus), dtype=np.uint8)
    grain = _grain(pixels.shape[0], pixels.shape[1], int(chance.integers(64)))
    noisy = cv2.addWeighted(pixels, moment.light, grain, kind.noise / 32, -4 * kind.noise)
    places = tuple(_truth(kind, sheets, number - kind.smear / 2, frames))
    return Exposure(
        np.asarray(noisy, dtype=np.uint8), places, not moment.hidden and np.cos(moment.flip) > MIN_FACING_COSINE
    )


def _layers(kind: Kind, sheets: Sequence[Sheet], number: int, frames: int) -> int:
    """How many moments a motion-blurred frame is the mean of: enough for a blur without steps."""
    places = [next(_truth(kind, sheets, when, frames))[1] for when in (number - kind.smear, number)]
    return int(np.clip(np.linalg.norm(places[1] - places[0], axis=-1).max() / SMEAR_STEP, 1, 30))


@cache
def _grain_tile() -> Pixels:
    grain = np.random.default_rng(3).normal(128, 32, (TILE_HEIGHT, TILE_WIDTH, 3))
    return np.clip(grain, 0, 255).astype(np.uint8)


def _grain(height: int, width: int, seed: int) -> Pixels:
    """Noise cut out of one large tile: fresh noise in every frame is most of the work otherwise."""
    top, left = seed * 37 % (TILE_HEIGHT - height), seed * 53 % (TILE_WIDTH - width)
    return _grain_tile()[top : top + height, left : left + width]


def _exposed(kind: Kind, sheets: Sequence[Sheet], number: float, frames: int) -> Pixels:
    """The frame as it is at one moment, or band by band where the shutter rolls."""
    if not kind.shutter:
        return _composed(kind, sheets, kind.motion(number, frames), number)
    height = kind.size[1]
    picture = np.empty((height, kind.size[0], 3), np.uint8)
    for band in range(BANDS):
        rows = slice(height * band // BANDS, height * (band + 1) // BANDS)
        when = number + kind.shutter * (band + 0.5) / BANDS
        picture[rows] = _composed(kind, sheets, kind.motion(when, frames), number)[rows]
    return picture


def _composed(kind: Kind, sheets: Sequence[Sheet], moment: Moment, number: float) -> Pixels:
    picture = _background(kind, sheets, number) if kind.held else None
    for sheet, side in _lying(sheets, moment):
        matrix = camera(sheet, moment, kind.size, side)
        paper = bent(sheet.pixels, moment.bend)
        if np.cos(moment.flip) < 0:
            paper = np.full_like(paper, np.median(paper, axis=(0, 1)).astype(np.uint8))
        if moment.fingers:
            paper = _with_fingers(paper)
        if picture is None:
            picture = cv2.warpPerspective(paper, matrix, kind.size, flags=cv2.INTER_LINEAR, borderValue=(110, 100, 92))
        else:
            _lay(picture, paper, matrix)
    assert picture is not None
    if moment.hand is not None:
        pass_hand(picture, moment.hand)
    if moment.glare is not None:
        _shine(picture, moment.glare)
    if moment.hidden:
        picture[:] = (70, 62, 58)
    return np.asarray(picture, dtype=np.uint8)


def _lying(sheets: Sequence[Sheet], moment: Moment) -> list[tuple[Sheet, float]]:
    """The sheets in view, each with how many grid widths it lies to the right."""
    lying = [(sheets[moment.sheet % len(sheets)], 0.0)]
    if moment.neighbour is not None:
        lying.append((sheets[(moment.sheet + 1) % len(sheets)].flat(), moment.neighbour))
    return lying


def _lay(picture: Pixels, paper: Pixels, matrix: Matrix) -> None:
    """Lays a loose piece of paper onto the picture."""
    height, width = picture.shape[:2]
    outline = np.array([[0, 0], [paper.shape[1], 0], [paper.shape[1], paper.shape[0]], [0, paper.shape[0]]], float)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, (apply_homography(matrix, outline) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    laid = cv2.warpPerspective(paper, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    share = mask[..., None].astype(np.float32) / 255
    picture[:] = (picture * (1 - share) + laid * share).astype(np.uint8)


def _background(kind: Kind, sheets: Sequence[Sheet], number: float) -> Pixels:
    """A room behind the paper, out of focus, moving on its own."""
    room = _room(sheets[0], kind.size)
    x, y = 60 + 25 * np.sin(number / 11), 60 + 20 * np.cos(number / 7)
    shift = np.array([[1, 0, -x], [0, 1, -y]])
    return np.asarray(cv2.warpAffine(room, shift, kind.size, flags=cv2.INTER_LINEAR), dtype=np.uint8)


@lru_cache(maxsize=4)
def _room(sheet: Sheet, size: tuple[int, int]) -> Pixels:
    chance = np.random.default_rng(len(sheet.name))
    room = np.full((size[1] + 120, size[0] + 120, 3), chance.integers(60, 150, 3), np.uint8)
    for _ in range(30):
        colour = tuple(int(value) for value in chance.integers(20, 230, 3))
        first, last = (tuple(int(value) for value in chance.integers(0, room.shape[1], 2)) for _ in range(2))
        cv2.rectangle(room, first, last, colour, -1 if chance.random() < 0.6 else 12)
    return np.asarray(cv2.GaussianBlur(room, (0, 0), 5), dtype=np.uint8)


def bent(paper: Pixels, bend: float) -> Pixels:
    """The paper curled: its middle column shifted by that share of its height."""
    if not bend:
        return paper
    height, width = paper.shape[:2]
    return curled(paper, bend * height * np.sin(np.pi * np.arange(width, dtype=np.float32) / width))


def _with_fingers(paper: Pixels) -> Pixels:
    """Two thumbs on the lower edge and fingertips at the sides, reaching over the grid's border."""
    held = paper.copy()
    height, width = held.shape[:2]
    thumb = (round(0.045 * width), round(0.12 * height))
    for x, turn in ((0.04, 35), (0.96, -35)):
        _limb(held, (round(x * width), round(0.99 * height)), thumb, turn)
    for x, y in ((0.0, 0.3), (0.0, 0.45), (1.0, 0.35), (1.0, 0.5)):
        _limb(held, (round(x * width), round(y * height)), (round(0.1 * width), round(0.045 * height)), 0)
    return held


def _limb(picture: Pixels, centre: tuple[int, int], axes: tuple[int, int], turn: float) -> None:
    """A finger: an ellipse of skin, lighter in its middle."""
    for step, share in enumerate((1.0, 0.8, 0.55)):
        colour = tuple(int(min(255, value + 11 * step)) for value in SKIN)
        size = (max(1, round(axes[0] * share)), max(1, round(axes[1] * share)))
        cv2.ellipse(picture, centre, size, turn, 0, 360, colour, -1, cv2.LINE_AA)


def pass_hand(picture: Pixels, way: float) -> None:
    """A hand with a pen, its forearm and its shadow, that far across the picture."""
    height, width = picture.shape[:2]
    unit = height / 720
    x = round((way * 1.5 - 0.25) * width)
    y = round((0.55 + 0.12 * np.sin(7 * way)) * height)
    shade = np.zeros((height, width), np.uint8)
    cv2.ellipse(shade, (x - round(40 * unit), y + round(40 * unit)), _sizes(160, 130, unit), 30, 0, 360, 255, -1)
    shade = cv2.GaussianBlur(cv2.resize(shade, (width // 4, height // 4)), (0, 0), 6)
    dark = 1 - 0.4 / 255 * cv2.resize(shade, (width, height)).astype(np.float32)
    picture[:] = (picture * dark[..., None]).astype(np.uint8)
    _limb(picture, (x + round(110 * unit), y + round(330 * unit)), _sizes(105, 330, unit), -12)
    _limb(picture, (x, y), _sizes(125, 100, unit), 30)
    for finger in range(4):
        tip = (x - round((75 - 34 * finger) * unit), y - round((78 + 14 * (finger % 3)) * unit))
        _limb(picture, tip, _sizes(24, 78, unit), -22 + 9 * finger)
    pen = [(x - round(150 * unit), y - round(175 * unit)), (x + round(60 * unit), y + round(40 * unit))]
    cv2.line(picture, pen[0], pen[1], (28, 40, 120), max(3, round(13 * unit)), cv2.LINE_AA)


def _shine(picture: Pixels, way: float) -> None:
    """A reflection that burns out a part of the picture."""
    height, width = picture.shape[:2]
    x, y = np.meshgrid(np.arange(width // 4) * 4, np.arange(height // 4) * 4)
    away = np.hypot(x - way * width, y - (0.4 + 0.2 * way) * height) / height
    shine = cv2.resize((260 * np.exp(-((away / 0.13) ** 2))).astype(np.float32), (width, height))
    picture[:] = np.clip(picture + shine[..., None], 0, 255).astype(np.uint8)


def _sizes(first: float, second: float, unit: float) -> tuple[int, int]:
    return max(1, round(first * unit)), max(1, round(second * unit))


def _truth(kind: Kind, sheets: Sequence[Sheet], number: float, frames: int) -> Iterator[tuple[str, Matrix]]:
    """The solution and the crossings of every sheet in view."""
    for index, (sheet, side) in enumerate(_lying(sheets, kind.motion(number, frames))):
        lattice = _seen(kind, sheet, side, number, frames)
        if kind.shutter:
            # Each crossing is exposed when the shutter reaches its row.
            late = [
                _seen(kind, _lying(sheets, kind.motion(number + share, frames))[index][0], side, number + share, frames)
                for share in kind.shutter * (np.arange(BANDS) + 0.5) / BANDS
            ]
            band = np.clip(lattice[..., 1] * BANDS // kind.size[1], 0, BANDS - 1).astype(int)
            lattice = np.take_along_axis(np.stack(late), band[None, ..., None], axis=0)[0]
        yield sheet.solution, lattice


def _seen(kind: Kind, sheet: Sheet, side: float, number: float, frames: int) -> Matrix:
    moment = kind.motion(number, frames)
    height, width = sheet.pixels.shape[:2]
    curl = moment.bend * height * np.sin(np.pi * sheet.lattice[..., 0] / width)
    lattice = sheet.lattice - np.stack([np.zeros_like(curl), curl], axis=-1)
    return apply_homography(camera(sheet, moment, kind.size, side), lattice)


def camera(sheet: Sheet, moment: Moment, size: tuple[int, int], side: float = 0.0) -> Matrix:
    """From the sheet's pixels to the frame's: three quarters of the frame's height, then as the moment says."""
    width, height = size
    location = GridLocation.from_lattice(sheet.lattice)
    unit = 9 * location.cell_side
    scale = 0.72 * height / unit * moment.scale
    turn = np.array([[np.cos(moment.angle), -np.sin(moment.angle)], [np.sin(moment.angle), np.cos(moment.angle)]])
    flat = np.eye(3)
    flat[:2, :2] = turn * scale @ np.diag([np.cos(moment.flip), 1.0])
    centre = location.corners.mean(axis=0) - np.array([side * unit, 0.0])
    middle = np.array([width * (0.5 + moment.x), height * (0.5 + moment.y)])
    flat[:2, 2] = -flat[:2, :2] @ centre
    lean = np.eye(3)
    lean[2, :2] = (np.array(moment.tilt) + turn @ [0.35 * np.sin(moment.flip), 0.0]) / width
    shift = np.eye(3)
    shift[:2, 2] = middle
    matrix = shift @ lean @ flat
    return np.asarray(matrix / matrix[2, 2])
