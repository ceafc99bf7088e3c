"""What happens to a page or a picture in people's hands: each accident takes a picture with a grid's corners on it."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from pages import camera
from pages.camera import Pixels, Plane, Points, recompressed

Outcome = tuple[Pixels, Points]
Chance = np.random.Generator
Accident = Callable[[Pixels, Points, Chance], Outcome]


def _bytes(values: Plane) -> Pixels:
    return np.clip(values, 0, 255).astype(np.uint8)


def _grid_side(corners: Points) -> float:
    return float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))


def _from(pixels: Pixels, point: Points) -> tuple[Plane, Plane]:
    """x and y of every pixel, counted from a point."""
    height, width = pixels.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    return x - np.float32(point[0]), y - np.float32(point[1])


def _somewhere_in(corners: Points, chance: Chance) -> Points:
    weights = chance.dirichlet([1.5] * 4)
    return np.asarray(weights @ corners)


def _across(pixels: Pixels, corners: Points, chance: Chance) -> Plane:
    """The signed distance of every pixel from a line through the grid, in sides of the grid."""
    x, y = _from(pixels, _somewhere_in(corners, chance))
    angle = chance.uniform(0, 2 * np.pi)
    return np.asarray((x * np.cos(angle) + y * np.sin(angle)) / _grid_side(corners), dtype=np.float32)


def flash_spot(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """Specular glare: a lamp mirrored in glossy paper, which leaves a fifth of the contrast in its middle."""
    x, y = _from(pixels, _somewhere_in(corners, chance))
    reach = _grid_side(corners) * chance.uniform(0.1, 0.22)
    stretch = chance.uniform(0.5, 1.0)
    glare = chance.uniform(0.7, 0.85) * np.exp(-(np.square(x / reach) + np.square(y / reach / stretch)))
    return camera.lit(pixels, glare), corners


def phone_shadow(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """The shadow of the phone and its holder, with an edge neither hard nor soft."""
    side = _grid_side(corners)
    x, y = _from(pixels, _somewhere_in(corners, chance))
    angle, soft = chance.uniform(0, np.pi), chance.uniform(0.01, 0.04) * side
    along, beside = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    inside = np.minimum(0.3 * side - np.abs(beside), along + 0.3 * side)
    shade = chance.uniform(0.45, 0.75) / (1 + np.exp(-np.clip(inside / soft, -30, 30)))
    return _bytes(pixels * (1 - shade[..., None])), corners


def coffee(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """The ring of a cup and a few drops."""
    side = _grid_side(corners)
    stain = np.zeros(pixels.shape[:2], np.float32)
    for _ in range(int(chance.integers(2, 5))):
        x, y = _from(pixels, _somewhere_in(corners, chance))
        radius, width = side * chance.uniform(0.05, 0.4), side * chance.uniform(0.006, 0.02)
        beyond = np.clip((np.hypot(x, y) - radius) / width, -30, 30)
        ring = np.exp(-np.square(beyond)) + 0.3 / (1 + np.exp(beyond))
        stain = np.maximum(stain, ring.astype(np.float32))
    kept = 1 - chance.uniform(0.25, 0.55) * stain[..., None] * np.array([0.35, 0.6, 0.9], np.float32)
    return _bytes(pixels * kept), corners


def _moved(pixels: Pixels, corners: Points, x: Plane, y: Plane) -> Outcome:
    """The picture drawn again, each pixel from those places; corners go to the pixels that show them."""
    places = np.stack([x, y], axis=-1).astype(np.float32)
    photo = cv2.remap(pixels, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(photo, dtype=np.uint8), camera.followed(places, corners)


def fold(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """A newspaper folded once and opened: two planes that meet in a crease, lit differently."""
    side = _grid_side(corners)
    x, y = _from(pixels, np.zeros(2))
    middle = _somewhere_in(corners, chance)
    angle = chance.choice([0.0, np.pi / 2]) + chance.normal(0, 0.05)
    over = (x - middle[0]) * np.cos(angle) + (y - middle[1]) * np.sin(angle)
    lean = chance.uniform(0.03, 0.1) * np.abs(over)
    light = np.where(over > 0, 1.0, chance.uniform(0.7, 0.9)) * (1 - 0.3 * np.exp(-np.square(over / (0.006 * side))))
    creased = _bytes(pixels * light[..., None])
    return _moved(creased, corners, x - lean * np.sin(angle), y + lean * np.cos(angle))


def gutter(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """A page that curves into the gutter of a thick book at one side of the grid: narrower, raised and darker there."""
    side = _grid_side(corners)
    x, y = _from(pixels, np.zeros(2))
    left = bool(chance.integers(2))
    edge = corners[:, 0].min() - 0.05 * side if left else corners[:, 0].max() + 0.05 * side
    depth = np.exp(-np.abs(x - edge) / (chance.uniform(0.12, 0.25) * side))
    squeeze = chance.uniform(0.03, 0.07) * side * depth * (1 if left else -1)
    raised = chance.uniform(0.04, 0.09) * side * depth
    shaded = _bytes(pixels * (1 - 0.55 * np.square(depth))[..., None])
    return _moved(shaded, corners, x - squeeze, y + raised)


def messenger(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """Forwarded twice by a messaging app: small, and strongly compressed each time."""
    scale = chance.uniform(600, 900) / max(pixels.shape[:2])
    small = _resized(pixels, scale)
    for _ in range(2):
        small = recompressed(small, int(chance.integers(22, 45)))
    return small, corners * scale


def _resized(pixels: Pixels, scale: float) -> Pixels:
    height, width = pixels.shape[:2]
    size = max(1, round(width * scale)), max(1, round(height * scale))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(pixels, size, interpolation=way), dtype=np.uint8)


def monitor(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """Photographed off a screen, with moiré between its dots and the camera's pixels."""
    x, y = _from(pixels, np.zeros(2))
    angle, pitch = chance.normal(0, 0.12), chance.uniform(1.7, 3.4)
    across, down = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    phases = np.stack([across / pitch + third / 3 for third in range(3)], axis=-1)
    dots = (0.72 + 0.28 * np.cos(2 * np.pi * phases)) * (0.86 + 0.14 * np.cos(2 * np.pi * down / pitch))[..., None]
    glow = cv2.GaussianBlur((pixels * 0.85 + 20) * dots, (0, 0), 0.6)
    return recompressed(_bytes(glow + chance.normal(0, 4, glow.shape)), 80), corners


def coloured_paper(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    tints = [(255, 170, 180), (250, 220, 90), (130, 210, 150), (140, 190, 250), (240, 160, 70), (200, 150, 230)]
    tint = np.array(tints[int(chance.integers(len(tints)))], np.float32) / 255 * chance.uniform(0.6, 1.0)
    grey = pixels.astype(np.float32).mean(axis=2, keepdims=True)
    return _bytes((0.4 * pixels + 0.6 * grey) * tint), corners


def fax(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """Binarised to black and white, with specks."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    window = max(15, round(_grid_side(corners) / 12)) | 1
    flat = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY, window, 12)
    specks = chance.random(flat.shape)
    flat = np.where(specks < 0.004, 0, np.where(specks > 0.98, 255, flat))
    return np.repeat(flat[..., None], 3, axis=2).astype(np.uint8), corners


def inverted(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    return np.asarray(255 - pixels, dtype=np.uint8), corners


def tight(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """Cropped to the grid, with hardly a pixel to spare."""
    return _cropped(pixels, corners, chance.uniform(0.0, 0.01))


def _cropped(pixels: Pixels, corners: Points, margin: float) -> Outcome:
    """The picture around the grid, with a margin in sides of the grid."""
    spare = margin * _grid_side(corners)
    left, top = np.maximum(0, np.floor(corners.min(axis=0) - spare)).astype(int)
    right, bottom = np.ceil(corners.max(axis=0) + spare).astype(int)
    return np.ascontiguousarray(pixels[top:bottom, left:right]), corners - (left, top)


def thumbnail(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """The grid alone on a picture of about 250 pixels."""
    cut, corners = _cropped(pixels, corners, chance.uniform(0.04, 0.15))
    scale = chance.uniform(230, 290) / max(cut.shape[:2])
    return recompressed(_resized(cut, min(1.0, scale)), 85), corners * min(1.0, scale)


def overexposed(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """Overexposed: paper and faint lines are clipped to white."""
    paper = float(np.percentile(pixels, 90))
    gain = chance.uniform(1.05, 1.4) * 255 / max(paper, 60)
    return _bytes(pixels.astype(np.float32) * gain), corners


def show_through(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """Show-through: the print on the other side of thin paper, mirrored and blurred."""
    ghost = cv2.GaussianBlur(pixels[:, ::-1].astype(np.float32), (0, 0), max(pixels.shape) / 900)
    ghost = np.roll(ghost, int(chance.integers(0, pixels.shape[0])), axis=0)
    paper = np.percentile(ghost, 85, axis=(0, 1))
    kept = 1 - chance.uniform(0.2, 0.4) * np.clip(1 - ghost / paper, 0, 1)
    return _bytes(pixels * kept), corners


def dusk(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """Three hundredths to a tenth of the light, with a sensor's noise in it."""
    light = chance.uniform(0.03, 0.1)
    grain = chance.normal(0, chance.uniform(1.0, 2.5), pixels.shape)
    return recompressed(_bytes(pixels * light + 4 + grain), 85), corners


def shaken(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """Motion blur of three hundredths of the grid's side, a quarter of a cell."""
    length, angle = chance.uniform(0.022, 0.034) * _grid_side(corners), chance.uniform(0, np.pi)
    smeared = camera.shaken(pixels, length, angle)
    return _bytes(smeared + chance.normal(0, 2, smeared.shape)), corners


def desk(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """Twelve megapixels, of which the grid has a seventh of the side."""
    scale = 3000 / 7 / _grid_side(corners)
    small = _resized(pixels, scale)[:2900, :3900]
    x, y = _from(np.zeros((3000, 4000), np.uint8), np.zeros(2))
    grain = np.sin(y / 9 + 3 * np.sin(x / 310)) * 12
    wood = np.stack([150 + grain, 112 + grain, 80 + grain], axis=-1) + chance.normal(0, 5, (3000, 4000, 1))
    page = _bytes(wood)
    left = int(chance.integers(0, 4000 - small.shape[1]))
    top = int(chance.integers(0, 3000 - small.shape[0]))
    page[top : top + small.shape[0], left : left + small.shape[1]] = small
    return page, corners * scale + (left, top)


def deep_shadow(pixels: Pixels, corners: Points, chance: Chance) -> Outcome:
    """Sunlight on one part of the grid and a shadow with a tenth to a fifth of its light on the other."""
    over = _across(pixels, corners, chance) / chance.uniform(0.004, 0.03)
    shade = chance.uniform(0.8, 0.92) / (1 + np.exp(-np.clip(over, -30, 30)))
    return recompressed(_bytes(pixels * (1 - shade[..., None]) + chance.normal(0, 2, pixels.shape)), 88), corners


ACCIDENTS: dict[str, Accident] = {
    "flash spot": flash_spot,
    "phone's shadow": phone_shadow,
    "coffee": coffee,
    "fold": fold,
    "gutter": gutter,
    "messenger": messenger,
    "monitor": monitor,
    "coloured paper": coloured_paper,
    "fax": fax,
    "inverted": inverted,
    "tight crop": tight,
    "thumbnail": thumbnail,
    "overexposed": overexposed,
    "show-through": show_through,
    "dusk": dusk,
    "shaken hard": shaken,
    "12 megapixels": desk,
    "deep shadow": deep_shadow,
}
