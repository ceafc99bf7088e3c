"""Real photos made harder: labels stay what they are, the corners follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np

from benchmarks.reading.labelled import Case, Drawn, Truth, label_of, load_set
from benchmarks.reading.wild.accidents import ACCIDENTS
from pages.camera import Pixels, Points, Shot, followed, photograph
from pages.grids import crossings
from pages.paper import Grid, Page
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import Scanner
from sudokulens.vision.cells import rectify
from sudokulens.vision.frame import Frame

Shots = Callable[[np.random.Generator], Shot]

SHOTS: dict[str, Shots] = {
    "tilt 40°": lambda random: Shot(tilt=40, turn=random.normal(0, 10)),
    "tilt 48°": lambda random: Shot(tilt=48, turn=random.normal(0, 10)),
    "tilt 55°": lambda random: Shot(tilt=55, turn=random.normal(0, 10)),
    "bent": lambda random: Shot(bend=random.uniform(0.02, 0.05), tilt=10),
    "crumpled": lambda random: Shot(crumple=random.uniform(0.003, 0.006)),
    "shadow edge": lambda random: Shot(shadow=random.uniform(0.4, 0.75)),
    "any turn": lambda random: Shot(turn=random.uniform(0, 360)),
    "shaken": lambda random: Shot(shake=random.uniform(0.004, 0.009)),
    "out of focus": lambda random: Shot(focus=random.uniform(1.8, 3.2)),
    "low light": lambda random: Shot(light=random.uniform(0.12, 0.25), noise=random.uniform(3, 6), quality=80),
    "noise": lambda random: Shot(noise=random.uniform(18, 32), quality=70),
    "low contrast": lambda random: Shot(contrast=random.uniform(0.12, 0.25), noise=2),
    "hard JPEG": lambda random: Shot(quality=int(random.integers(8, 18))),
    "small": lambda random: Shot(side=int(random.integers(330, 460))),
    "far away": lambda random: Shot(tilt=20),
    "cut by the edge": lambda random: Shot(tilt=5),
    "everything": lambda random: Shot(
        tilt=30, turn=random.uniform(0, 360), bend=0.015, shadow=0.4, light=0.6, noise=8, focus=1.2, quality=40
    ),
}

RUINED: dict[str, Shots] = {
    "ruined by shaking": lambda random: Shot(shake=random.uniform(0.012, 0.018)),
    "ruined by focus": lambda random: Shot(focus=random.uniform(3.5, 5.5)),
    "ruined by noise": lambda random: Shot(noise=random.uniform(45, 80), quality=60),
    "ruined by JPEG": lambda random: Shot(quality=int(random.integers(3, 8))),
    "ruined by distance": lambda random: Shot(side=int(random.integers(200, 300))),
    "ruined by darkness": lambda random: Shot(light=random.uniform(0.04, 0.08), noise=5, quality=70),
}
"""Faults beyond what anybody could read in full: there, doubts should name the cells that came out wrong."""


def real_pictures(
    data: Path, names: tuple[str, ...], per_kind: int, seed: int = 0, shots: dict[str, Shots] | None = None
) -> Iterator[Drawn]:
    """Each kind of fault on `per_kind` photos of those sets; photos that we cannot read as they are stay out."""
    shots = shots or SHOTS
    photos = _Photos(data, names, seed)
    for shift, number, kind in _all(shots, per_kind):
        if (found := photos.read(shift * 37 + number * 5)) is not None:
            random = np.random.default_rng([seed, shift, number])
            yield _spoilt(kind, shots[kind](random), *found, random)
    if shots is SHOTS:
        yield from _collages(photos.all_read(), per_kind)


def accident_pictures(
    data: Path, names: tuple[str, ...], per_kind: int, seed: int = 0, only: list[str] | None = None
) -> Iterator[Drawn]:
    """Each accident on `per_kind` photos of those sets, as `real_pictures` has its faults."""
    photos = _Photos(data, names, seed)
    for shift, number, kind in _all(ACCIDENTS, per_kind):
        if only and kind not in only:
            continue
        if (found := photos.read(shift * 41 + number * 5)) is not None:
            case, frame, grid = found
            random = np.random.default_rng([seed, 7, shift, number])
            pixels, corners = ACCIDENTS[kind](frame.pixels, grid.location.corners, random)
            yield Drawn(kind, case.name, pixels, (Truth(case.labels[0], corners),))


def _all(kinds: Iterable[str], per_kind: int) -> list[tuple[int, int, str]]:
    return [(shift, number, kind) for shift, kind in enumerate(kinds) for number in range(per_kind)]


Photo = tuple[Case, Frame, ScannedGrid]


class _Photos:
    """The photos of some sets in a random order, each read once, when it is first asked for."""

    def __init__(self, data: Path, names: tuple[str, ...], seed: int) -> None:
        self._cases = [case for name in names for case in load_set(data, name) if len(case.labels) == 1]
        self._order = np.random.default_rng(seed).permutation(len(self._cases))
        self._known: dict[int, Photo | None] = {}
        self._scanner = Scanner()

    def read(self, place: int) -> Photo | None:
        """The photo at that place of the order with its grid; None where it cannot be read as it is."""
        index = int(self._order[place % len(self._cases)])
        if index not in self._known:
            case = self._cases[index]
            found = _read(self._scanner, case)
            self._known[index] = (case, *found) if found else None
        return self._known[index]

    def all_read(self) -> list[Photo]:
        return [photo for photo in self._known.values() if photo]


def _read(scanner: Scanner, case: Case) -> tuple[Frame, ScannedGrid] | None:
    frame = case.frame()
    grids = [grid for grid in scanner(frame).grids if label_of(grid.board).digits == case.labels[0].digits]
    return (frame, grids[0]) if grids else None


def _spoilt(kind: str, shot: Shot, case: Case, frame: Frame, grid: ScannedGrid, random: np.random.Generator) -> Drawn:
    corners = grid.location.corners
    pixels = frame.pixels
    if kind == "far away":
        pixels, corners = _far(pixels, corners)
    pixels, places = photograph(pixels, shot, random, corners.mean(axis=0))
    corners = followed(places, corners)
    if kind == "cut by the edge":
        pixels, corners = _cut(pixels, corners, random)
    return Drawn(kind, case.name, pixels, (Truth(case.labels[0], corners),))


def _far(pixels: Pixels, corners: Points) -> tuple[Pixels, Points]:
    """The photo in the middle of an empty table, so wide that the grid's side is a fifth of it."""
    side = float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))
    margin = max(0, round(2.2 * side - max(pixels.shape[:2]) / 2))
    ground = tuple(float(value) for value in np.median(pixels[::8, ::8].reshape(-1, 3), axis=0) * 0.6)
    wide = cv2.copyMakeBorder(pixels, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=ground)
    return np.asarray(wide, dtype=np.uint8), corners + margin


def _cut(pixels: Pixels, corners: Points, random: np.random.Generator) -> tuple[Pixels, Points]:
    """The picture cropped so that one or two of its edges run up to a sixth of a cell within the grid."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    inside = (high - low) / 9 * random.uniform(0.0, 0.17)
    first, last = np.zeros(2), np.array(pixels.shape[1::-1], float)
    sides = random.permutation(4)[: int(random.integers(1, 3))]
    ordered = corners[np.argsort(corners[:, 0])], corners[np.argsort(corners[:, 1])]
    for side in sides:
        axis, far = int(side % 2), side >= 2
        if far:
            last[axis] = ordered[axis][2:, axis].max() - inside[axis]
        else:
            first[axis] = ordered[axis][:2, axis].min() + inside[axis]
    left, top, right, bottom = (int(max(0, value)) for value in (*first, *last))
    return np.ascontiguousarray(pixels[top:bottom, left:right]), corners - (left, top)


def _collages(read: list[Photo], count: int) -> Iterator[Drawn]:
    """Two to six real grids cut out along their lattices and pasted on one page."""
    for number in range(count):
        random = np.random.default_rng([99, number])
        chosen = random.choice(len(read), min(len(read), [2, 4, 6][number % 3]), replace=False)
        page = Page.blank(1400, 1800)
        page.pixels = np.clip(page.pixels + random.normal(0, 3, page.pixels.shape), 0, 255).astype(np.uint8)
        labels = []
        for place, index in enumerate(chosen):
            case, frame, grid = read[int(index)]
            if grid.size != 9:
                continue
            cut = Page(rectify(frame.pixels, grid.location.lattice, 52), [Grid(grid.board, crossings(9, 52, (26, 26)))])
            page.lay(cut, (80 + place % 2 * 660, 40 + place // 2 * 580))
            labels.append(case.labels[0])
        photo = page.taken(Shot(tilt=15, turn=random.normal(0, 6), side=1800), random)
        truths = (Truth(label, each.crossings) for label, each in zip(labels, photo.grids, strict=True))
        yield Drawn("collage", f"collage {number}", photo.pixels, tuple(truths))
