"""Drawn scenes with known lattices: every style of grid, page, light and look-alike that photos are short of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

BOXES = {
    4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4), 14: (2, 7), 15: (3, 5), 16: (4, 4), 25: (5, 5)
}  # fmt: skip
FONTS = (0, 2, 3, 4, 6, 7)


@dataclass
class Scene:
    """A picture and the lattice of every grid on it; none on a look-alike."""

    kind: str
    pixels: np.ndarray
    lattices: list[np.ndarray] = field(default_factory=list)


@dataclass
class Style:
    """How a grid is printed; widths are shares of a cell."""

    size: int = 9
    thin: float = 0.02
    thick: float = 0.06
    ink: tuple[int, int, int] = (30, 30, 35)
    thin_ink: tuple[int, int, int] = (60, 60, 65)
    paper: tuple[int, int, int] = (235, 232, 225)
    frame: bool = True
    dotted: bool = False
    shaded: float = 0.0
    digits: float = 0.4
    digit_ink: tuple[int, int, int] = (30, 30, 35)
    header: bool = False
    labels: str = ""
    board: np.ndarray | None = None
    """The digits to draw, 0 for an empty cell; without them a share of the cells gets random ones."""


def draw(page: np.ndarray, left: int, top: int, cell: float, style: Style, chance: np.random.Generator) -> np.ndarray:
    """Draw one grid onto a flat page; gives its lattice."""
    n = style.size
    steps = np.arange(n + 1) * cell
    lattice = np.stack(np.meshgrid(left + steps, top + steps), axis=-1)
    side = round(n * cell)
    page[top : top + side, left : left + side] = style.paper
    _shade(page, lattice, style, chance)
    _digits(page, lattice, cell, style, chance)
    rows, columns = BOXES.get(n, (n, n))
    for thick in (False, True):
        for line in range(n + 1):
            if line in (0, n) and not style.frame:
                continue
            for axis, box in ((0, rows), (1, columns)):
                if (line % box == 0) == thick:
                    _line(page, lattice, line, axis, cell, style, thick)
    _label(page, lattice, cell, style)
    if style.header:
        height = round(cell)
        cv2.rectangle(page, (left, top - height), (left + side, top), style.ink, max(1, round(style.thick * cell)))
        cv2.putText(page, "SUDOKU 417", (left + 9, top - height // 3), 4, cell / 45, style.ink, 2, cv2.LINE_AA)
    return lattice


def _label(page: np.ndarray, lattice: np.ndarray, cell: float, style: Style) -> None:
    """A ruled row of letters above the grid, and for "both" a column of numbers to its left."""
    step = np.array([0, cell])
    for axis in range(2 if style.labels == "both" else 1 if style.labels else 0):
        line = lattice[0] if axis == 0 else lattice[:, 0]
        away = line - (step if axis == 0 else step[::-1])
        for first, last in [*zip(line, away, strict=True), (away[0], away[-1])]:
            cv2.line(page, tuple(first.astype(int)), tuple(last.astype(int)), style.thin_ink, 1)
        for index, place in enumerate(away[:-1] + cell * np.array([0.3, 0.7])):
            text = "ABCDEFGHI"[index] if axis == 0 else str(index + 1)
            cv2.putText(page, text, tuple(place.astype(int)), 0, cell / 50, style.ink, 1, cv2.LINE_AA)


def _line(page: np.ndarray, lattice: np.ndarray, line: int, axis: int, cell: float, style: Style, thick: bool) -> None:
    ends = (lattice[line, 0], lattice[line, -1]) if axis == 0 else (lattice[0, line], lattice[-1, line])
    width = max(1, round((style.thick if thick else style.thin) * cell))
    ink = style.ink if thick else style.thin_ink
    start, end = (tuple(int(v) for v in point.round()) for point in ends)
    if style.dotted and not thick:
        count = int(style.size * 9)
        for k in range(0, count, 2):
            first, last = (np.array(start) + (np.array(end) - start) * (k + d) / count for d in (0, 1))
            cv2.line(page, tuple(first.round().astype(int)), tuple(last.round().astype(int)), ink, width)
    else:
        cv2.line(page, start, end, ink, width)


def _shade(page: np.ndarray, lattice: np.ndarray, style: Style, chance: np.random.Generator) -> None:
    tint = (np.array(style.paper) * chance.uniform(0.75, 0.9, 3)).astype(int).tolist()
    for row in range(style.size):
        for column in range(style.size):
            if chance.random() < style.shaded:
                first, last = lattice[row, column].round().astype(int), lattice[row + 1, column + 1].round().astype(int)
                cv2.rectangle(page, tuple(first), tuple(last), tint, -1)


def _digits(page: np.ndarray, lattice: np.ndarray, cell: float, style: Style, chance: np.random.Generator) -> None:
    font = int(chance.choice(FONTS))
    for row in range(style.size):
        for column in range(style.size):
            if style.board[row, column] if style.board is not None else chance.random() < style.digits:
                value = chance.integers(style.size) if style.board is None else style.board[row, column] - 1
                text = "123456789ABCDEFGHIJKLMNOP"[value]
                place = lattice[row, column] + cell * np.array([0.28, 0.76])
                width = max(1, round(cell / 18))
                cv2.putText(page, text, tuple(place.astype(int)), font, cell / 42, style.digit_ink, width, cv2.LINE_AA)


def _text(page: np.ndarray, box: tuple[int, int, int, int], height: int, chance: np.random.Generator) -> None:
    left, top, right, bottom = box
    for y in range(top + height, bottom, round(height * 1.6)):
        letters = "".join(chance.choice(list("abcdefghij klmnop qrstuv"), size=(right - left) // max(1, height // 2)))
        cv2.putText(page, letters, (left, y), 2, height / 28, (40, 40, 40), 1, cv2.LINE_AA)


def photographed(
    page: np.ndarray, lattices: list[np.ndarray], chance: np.random.Generator, bend: float, tilt: float, turn: float
) -> tuple[np.ndarray, list[np.ndarray]]:
    """The page curled, tilted and turned on a table, and its lattices with it."""
    height, width = page.shape[:2]
    phase, wave = chance.uniform(0, 3), 2 * np.pi * chance.uniform(0.3, 0.7) / width
    lift = bend * width

    def curl(x: np.ndarray) -> np.ndarray:
        return lift * np.sin(wave * x + phase)

    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    page = cv2.remap(page, x, y + curl(x).astype(np.float32), cv2.INTER_LINEAR, borderValue=(120, 110, 100))
    lattices = [np.stack([points[..., 0], points[..., 1] - curl(points[..., 0])], axis=-1) for points in lattices]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    moved = corners + chance.uniform(-tilt, tilt, (4, 2)) * width
    angle = np.deg2rad(turn)
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    moved = (moved - moved.mean(axis=0)) @ rotation.T
    moved -= moved.min(axis=0) - 20
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), moved.astype(np.float32))
    size = tuple((moved.max(axis=0) + 20).astype(int).tolist())
    seen = cv2.warpPerspective(page, matrix, size, flags=cv2.INTER_LINEAR, borderValue=(95, 85, 75))
    return seen, [
        cv2.perspectiveTransform(points.reshape(1, -1, 2), matrix).reshape(points.shape) for points in lattices
    ]


def degraded(pixels: np.ndarray, chance: np.random.Generator, noise: float, blur: float, contrast: float) -> np.ndarray:
    """Uneven light, motion blur, sensor noise and less contrast."""
    height, width = pixels.shape[:2]
    light = cv2.resize(
        chance.uniform(0.7, 1.1, (3, 3)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    picture = pixels.astype(np.float32) * light[..., None]
    if blur >= 1:
        kernel = np.zeros((9, 9), np.float32)
        angle = chance.uniform(0, np.pi)
        reach = blur / 2 * np.array([np.cos(angle), np.sin(angle)])
        cv2.line(kernel, tuple((4 - reach).round().astype(int)), tuple((4 + reach).round().astype(int)), 1.0, 1)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    picture = 128 + (picture - 128) * contrast
    return np.clip(picture + chance.normal(0, noise, picture.shape), 0, 255).astype(np.uint8)


STYLES: dict[str, Style] = {
    "plain": Style(),
    "thin lines": Style(thin=0.01, thick=0.025, thin_ink=(150, 150, 150)),
    "ghostly lines": Style(thin=0.015, thin_ink=(222, 219, 212)),
    "dotted": Style(dotted=True),
    "no frame": Style(frame=False),
    "all lines alike": Style(thin=0.025, thick=0.025),
    "shaded": Style(shaded=0.4),
    "coloured": Style(ink=(40, 60, 160), thin_ink=(90, 120, 200), paper=(250, 240, 215), digit_ink=(160, 30, 30)),
    "dark": Style(ink=(200, 200, 205), thin_ink=(90, 90, 95), paper=(25, 26, 30), digit_ink=(230, 230, 230)),
    "header": Style(header=True),
    "label row": Style(labels="row"),
    "labels": Style(labels="both"),
    "full": Style(digits=1.0),
    "empty": Style(digits=0.0),
    **{f"{n}×{n}": Style(size=n) for n in (4, 6, 8, 12, 16)},
}


def grid_scene(kind: str, style: Style, chance: np.random.Generator) -> Scene:
    """One grid of that style on a page, photographed with middling faults."""
    dark = style.paper[0] < 100
    page = np.full((1100, 900, 3), style.paper if dark else (238, 236, 230), np.uint8)
    if not dark:
        _text(page, (60, 20, 840, 120), 22, chance)
        _text(page, (60, 960, 840, 1080), 18, chance)
    lattice = draw(page, 110, 200, 680 / style.size, style, chance)
    if dark:
        return Scene(kind, page, [lattice])
    pixels, lattices = photographed(page, [lattice], chance, 0.01, 0.06, chance.uniform(-20, 20))
    return Scene(kind, degraded(pixels, chance, 4, chance.uniform(0, 2), 0.9), lattices)


def hard_scene(kind: str, chance: np.random.Generator) -> Scene:
    """A plain grid under one strong fault."""
    page = np.full((1000, 900, 3), (236, 233, 226), np.uint8)
    _text(page, (60, 20, 840, 120), 22, chance)
    lattices = [draw(page, 110, 160, 75, Style(), chance)]
    bend, tilt, turn, noise, blur, contrast = {
        "curled": (0.05, 0.04, 5, 4, 0, 0.9),
        "steep": (0.0, 0.2, 10, 4, 0, 0.9),
        "any angle": (0.01, 0.05, chance.uniform(0, 360), 4, 0, 0.9),
        "motion blur": (0.0, 0.05, 5, 4, 8, 0.9),
        "low contrast": (0.0, 0.05, 5, 3, 0, 0.2),
        "noisy": (0.0, 0.05, 5, 22, 0, 0.8),
    }[kind]
    pixels, lattices = photographed(page, lattices, chance, bend, tilt, turn)
    return Scene(kind, degraded(pixels, chance, noise, blur, contrast), lattices)


def tiled_scene(kind: str, chance: np.random.Generator) -> Scene:
    """An app whose cells are rounded tiles with gaps for lines."""
    ground, tile, ink = {
        "light tiles": ((170, 180, 200), (250, 250, 250), (30, 40, 60)),
        "dark tiles": ((18, 18, 22), (52, 54, 62), (230, 230, 235)),
        "tiles on white": ((255, 255, 255), (226, 232, 240), (30, 40, 60)),
    }[kind]
    page = np.full((1400, 900, 3), ground, np.uint8)
    cell, left, top = 88.0, 54, 300
    steps = np.arange(10) * cell
    lattice = np.stack(np.meshgrid(left + steps, top + steps), axis=-1)
    for row in range(9):
        for column in range(9):
            first = lattice[row, column] + np.where(np.array([column, row]) % 3 == 0, 6, 2)
            last = lattice[row + 1, column + 1] - np.where(np.array([column, row]) % 3 == 2, 6, 2)
            _rounded(page, first.astype(int), last.astype(int), 8, tile)
    _digits(page, lattice, cell, Style(digit_ink=ink), chance)
    return Scene(kind, page, [lattice])


def _rounded(page: np.ndarray, first: np.ndarray, last: np.ndarray, radius: int, colour: tuple[int, int, int]) -> None:
    (left, top), (right, bottom) = first.tolist(), last.tolist()
    cv2.rectangle(page, (left + radius, top), (right - radius, bottom), colour, -1)
    cv2.rectangle(page, (left, top + radius), (right, bottom - radius), colour, -1)
    for x in (left + radius, right - radius):
        for y in (top + radius, bottom - radius):
            cv2.circle(page, (x, y), radius, colour, -1, cv2.LINE_AA)


def wobbly_scene(kind: str, chance: np.random.Generator) -> Scene:
    """A grid ruled by hand: no line quite straight, none quite where it should be."""
    page = np.full((1000, 900, 3), (240, 238, 230), np.uint8)
    steps = np.arange(10) * 75.0
    lattice = np.stack(np.meshgrid(110 + steps, 160 + steps), axis=-1)
    bend = cv2.resize(chance.normal(0, 5, (4, 4, 2)).astype(np.float32), (10, 10), interpolation=cv2.INTER_CUBIC)
    lattice = lattice + bend
    for line in range(10):
        for points in (lattice[line], lattice[:, line]):
            width = 4 if line % 3 == 0 else 2
            rough = points + chance.normal(0, 0.8, points.shape)
            cv2.polylines(page, [(rough * 16).astype(np.int32)], False, (70, 70, 90), width, cv2.LINE_AA, 4)
    _digits(page, lattice, 75, Style(), chance)
    return Scene(kind, degraded(page, chance, 4, 0, 0.9), [lattice])


def spoilt_scene(kind: str, chance: np.random.Generator) -> Scene:
    """A plain grid with a finger on it, a crease through it, or photographed from a screen."""
    page = np.full((1000, 900, 3), (236, 233, 226), np.uint8)
    lattices = [draw(page, 110, 160, 75, Style(), chance)]
    pixels, lattices = photographed(page, lattices, chance, 0.01, 0.04, chance.uniform(-10, 10))
    height, width = pixels.shape[:2]
    if kind == "finger":
        middle = lattices[0][9, int(chance.integers(2, 8))]
        cv2.ellipse(pixels, tuple(middle.astype(int).tolist()), (60, 150), 10, 0, 360, (150, 110, 90), -1, cv2.LINE_AA)
    elif kind == "crease":
        first, last = (int(v) for v in chance.uniform(0.2, 0.8, 2) * width)
        shade = np.ones((height, width), np.float32)
        cv2.fillPoly(shade, [np.array([[first, 0], [last, height], [width, height], [width, 0]])], 0.72)
        pixels = (pixels * cv2.GaussianBlur(shade, (0, 0), 2)[..., None]).astype(np.uint8)
    else:
        y, x = np.mgrid[0:height, 0:width]
        waves = 1 + 0.12 * np.sin(x * 0.9 + 0.2 * y) * np.sin(y * 0.8) + 0.05 * np.sin((x + 2 * y) / 30)
        pixels = np.clip(pixels * waves[..., None], 0, 255).astype(np.uint8)
    return Scene(kind, degraded(pixels, chance, 4, 0, 0.9), lattices)


def page_scene(kind: str, chance: np.random.Generator) -> Scene:
    """Several grids on one page: side by side, with a small solution, or small on a newspaper page."""
    big = kind == "newspaper page"
    page = np.full((3400, 2500, 3) if big else (1200, 1700, 3), (236, 233, 226), np.uint8)
    if big:
        for left in (100, 900, 1700):
            _text(page, (left, 100, left + 700, 2200), 26, chance)
        lattices = [draw(page, 950, 2450, 66, Style(), chance)]
    elif kind == "two grids":
        lattices = [draw(page, x, 250, 75, Style(), chance) for x in (120, 900)]
    elif kind == "four grids":
        lattices = [draw(page, x, y, 50, Style(), chance) for x in (250, 900) for y in (80, 640)]
    else:
        solution = Style(digits=1.0, thin=0.03)
        lattices = [draw(page, 150, 200, 85, Style(), chance), draw(page, 1250, 700, 30, solution, chance)]
    pixels, lattices = photographed(page, lattices, chance, 0.005, 0.03, chance.uniform(-8, 8))
    return Scene(kind, degraded(pixels, chance, 4, 0, 0.9), lattices)


def look_alike(kind: str, chance: np.random.Generator) -> Scene:
    """Something ruled that is no Sudoku."""
    page = np.full((1000, 1000, 3), (240, 238, 232), np.uint8)
    LOOK_ALIKES[kind](page, chance)
    pixels, _ = photographed(page, [], chance, 0.005, 0.04, chance.uniform(-10, 10))
    return Scene(kind, degraded(pixels, chance, 4, 0, 0.9))


def _ruled(page: np.ndarray, rows: int, columns: int, height: float, width: float, line: int = 2) -> None:
    left, top = 70, 70
    for row in range(rows + 1):
        y = round(top + row * height)
        cv2.line(page, (left, y), (round(left + columns * width), y), (40, 40, 40), line)
    for column in range(columns + 1):
        x = round(left + column * width)
        cv2.line(page, (x, top), (x, round(top + rows * height)), (40, 40, 40), line)


def _crossword(page: np.ndarray, chance: np.random.Generator) -> None:
    _ruled(page, 13, 13, 64, 64)
    for row in range(13):
        for column in range(13):
            if chance.random() < 0.2:
                first = (70 + column * 64, 70 + row * 64)
                cv2.rectangle(page, first, (first[0] + 64, first[1] + 64), (20, 20, 20), -1)


def _chessboard(page: np.ndarray, chance: np.random.Generator) -> None:
    for row in range(8):
        for column in range(8):
            if (row + column) % 2:
                first = (100 + column * 100, 100 + row * 100)
                cv2.rectangle(page, first, (first[0] + 100, first[1] + 100), (70, 60, 50), -1)


def _words(page: np.ndarray, rows: int, columns: int, height: int, width: int, chance: np.random.Generator) -> None:
    for row in range(rows):
        for column in range(columns):
            text = str(chance.integers(1, 32)) if chance.random() < 0.8 else ""
            cv2.putText(page, text, (78 + column * width, 100 + row * height), 0, 0.8, (30, 30, 30), 2, cv2.LINE_AA)


def _calendar(page: np.ndarray, chance: np.random.Generator) -> None:
    _ruled(page, 6, 7, 130, 120)
    _words(page, 6, 7, 130, 120, chance)


def _spreadsheet(page: np.ndarray, chance: np.random.Generator) -> None:
    _ruled(page, 20, 6, 42, 140, 1)
    _words(page, 20, 6, 42, 140, chance)


def _keyboard(page: np.ndarray, chance: np.random.Generator) -> None:
    for row in range(5):
        for column in range(10):
            x, y = 80 + column * 82 + row * 20, 250 + row * 84
            cv2.rectangle(page, (x, y), (x + 70, y + 70), (50, 50, 50), 3)
            cv2.putText(page, chr(65 + (row * 10 + column) % 26), (x + 20, y + 48), 0, 1, (30, 30, 30), 2)


LOOK_ALIKES: dict[str, Callable[[np.ndarray, np.random.Generator], None]] = {
    "crossword": _crossword,
    "chessboard": _chessboard,
    "calendar": _calendar,
    "spreadsheet": _spreadsheet,
    "keyboard": _keyboard,
    "10×10": lambda page, chance: (_ruled(page, 10, 10, 84, 84), _words(page, 10, 10, 84, 84, chance))[0],
    "13×13": lambda page, chance: _ruled(page, 13, 13, 64, 64),
    "graph paper": lambda page, chance: _ruled(page, 29, 29, 30, 30, 1),
    "7×9 table": lambda page, chance: (_ruled(page, 7, 9, 90, 90), _words(page, 7, 9, 90, 90, chance))[0],
    "3×3": lambda page, chance: _ruled(page, 3, 3, 250, 250),
    "text": lambda page, chance: _text(page, (60, 60, 940, 940), 24, chance),
}

HARD = ("curled", "steep", "any angle", "motion blur", "low contrast", "noisy")
TILES = ("light tiles", "dark tiles", "tiles on white")
SPOILT = ("finger", "crease", "moiré")
PAGES = ("two grids", "four grids", "with solution", "newspaper page")


def scenes(per_kind: int, seed: int = 1) -> Iterator[Scene]:
    """`per_kind` scenes of every kind, the same for the same seed."""
    for number in range(per_kind):
        chance = np.random.default_rng([seed, number])
        yield from (grid_scene(kind, style, chance) for kind, style in STYLES.items())
        yield from (hard_scene(kind, chance) for kind in HARD)
        yield from (tiled_scene(kind, chance) for kind in TILES)
        yield from (spoilt_scene(kind, chance) for kind in SPOILT)
        yield wobbly_scene("ruled by hand", chance)
        yield from (page_scene(kind, chance) for kind in PAGES)
        yield from (look_alike(kind, chance) for kind in LOOK_ALIKES)
