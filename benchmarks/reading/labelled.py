"""Labelled pictures to measure on: folders with labels.json or .dat files, read where they lie."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from pages.camera import Pixels, Points
from pages.paper import Page
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.line import digit_character
from sudokulens.scanned import ScannedGrid
from sudokulens.vision.frame import Frame, load_frame
from sudokulens.vision.location import GridLocation, quad_area


@dataclass(frozen=True)
class Label:
    """One grid as it should be read: all its digits and, where known, the printed ones alone; 0 is empty."""

    digits: str
    givens: str | None = None


@dataclass(frozen=True, eq=False)
class Truth:
    """One grid that a person would find: its digits, where known, its crossings or corners; and its nature."""

    label: Label
    crossings: Points | None = None
    nature: str = "ordinary"

    @property
    def corners(self) -> Points:
        assert self.crossings is not None
        return self.crossings if self.crossings.ndim == 2 else self.crossings[[0, 0, -1, -1], [0, -1, -1, 0]]


@dataclass(frozen=True)
class Case:
    """A picture with its grids; none for a picture without a Sudoku."""

    path: Path
    labels: tuple[Label, ...]
    kind: str
    puzzle: str
    corners: list[list[float]] | None = None
    """Of its grid, where they are labelled."""

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def truths(self) -> tuple[Truth, ...]:
        return tuple(map(Truth, self.labels))

    def frame(self) -> Frame:
        return load_frame(self.path)


class Picture(Protocol):
    """Anything with labelled grids on it."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def labels(self) -> tuple[Label, ...]: ...

    @property
    def truths(self) -> tuple[Truth, ...]: ...

    def frame(self) -> Frame: ...


@dataclass(frozen=True, eq=False)
class Drawn:
    """A picture made for measuring, with the grids on it; none on a look-alike."""

    kind: str
    name: str
    pixels: Pixels
    truths: tuple[Truth, ...] = ()

    @property
    def labels(self) -> tuple[Label, ...]:
        return tuple(truth.label for truth in self.truths)

    def frame(self) -> Frame:
        return Frame(self.pixels)


def drawn(kind: str, page: Page, nature: str = "ordinary", name: str = "") -> Drawn:
    """The page as a picture, labelled with its boards; where all digits are entries, nobody can say what was given."""
    truths = []
    for grid in page.grids:
        label = label_of(grid.board)
        known = any(grid.board.givens) or not any(grid.board.values)
        truths.append(Truth(label if known else Label(label.digits), grid.crossings, nature))
    return Drawn(kind, name, page.pixels, tuple(truths))


def overlap(first: Points, second: Points) -> float:
    """Intersection over union of two convex quadrilaterals."""
    area, _ = cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))
    return float(area / max(quad_area(first) + quad_area(second) - area, 1e-9))


MAX_CROSSING_ERROR_CELLS = 0.2
"""What the reader forgives."""


def crossing_error(grid: GridLocation, lattice: Points) -> float:
    """The largest distance of any crossing from its true place, in cells, at the best quarter turn."""
    if grid.size != len(lattice) - 1:
        return 9.0
    distances = (np.hypot(*(np.rot90(grid.lattice, k) - lattice).transpose(2, 0, 1)).max() for k in range(4))
    return float(min(distances) / grid.cell_side)


SETS = ("wicht/train", "wicht/mixed_train", "kubiesa/train", "kubiesa/val", "photos")


def load_set(data: Path, name: str) -> list[Case]:
    """The cases of one set, empty where the data are not there."""
    folder = data / name
    if not folder.is_dir():
        return []
    return list(_from_json(folder) if (folder / "labels.json").exists() else _from_dat(folder))


def _from_json(folder: Path) -> Iterator[Case]:
    for name, entry in json.loads((folder / "labels.json").read_text()).items():
        if entry.get("negative"):
            labels: tuple[Label, ...] = ()
        elif "grids" in entry:
            labels = tuple(written_label(grid["givens"], grid.get("entries")) for grid in entry["grids"])
        elif "cells" in entry:
            labels = (Label(_digits(entry["cells"])),)
        elif entry.get("givens") and entry.get("split", "exact") == "exact":
            boards = (entry, *entry.get("other_boards", ()))
            labels = tuple(
                written_label(board["givens"], board.get("entries")) for board in boards if board.get("givens")
            )
        elif entry.get("all_digits"):
            labels = (Label(_digits(entry["all_digits"])),)
        else:
            continue  # Nobody has labelled its digits.
        corners = entry.get("corners") or entry.get("quad")
        yield Case(folder / name, labels, _kind(entry), entry.get("puzzle", name), corners)


def _from_dat(folder: Path) -> Iterator[Case]:
    for dat in sorted(folder.glob("*.dat"), key=lambda path: int("".join(filter(str.isdigit, path.stem)))):
        text = _dat_digits(dat)
        printed = folder.parent / "train" / dat.name
        givens = _dat_digits(printed) if printed.exists() else None
        kind = "print" if folder.name == "train" else "pasted handwriting"
        if len(text) == 81:
            yield Case(dat.with_suffix(".jpg"), (Label(text, givens),), kind, givens or text)


def _dat_digits(path: Path) -> str:
    return "".join(c for line in path.read_text().splitlines()[2:] for c in line if c.isdigit())


def label_of(board: Board) -> Label:
    """The digits of a board that was drawn or read."""
    digits, givens = ("".join(digit_character(value, "0") for value in each.values) for each in (board, board.puzzle))
    return Label(digits, givens)


def is_silent(grid: ScannedGrid) -> bool:
    """Whether nobody is told that this reading, which is wrong, may be."""
    return grid.status == "unique" and not grid.doubts


def written_label(givens: str, entries: str | None) -> Label:
    """The label of a board whose givens and entries are told apart."""
    printed, written = _digits(givens), _digits(entries or "0" * len(givens))
    return Label("".join(e if g == "0" else g for g, e in zip(printed, written, strict=True)), printed)


def _digits(text: str) -> str:
    return "".join("0" if c in ".-_c" else c for c in text)


def _kind(entry: dict[str, object]) -> str:
    if entry.get("negative"):
        return "negative"
    if "cells" in entry:
        return "pencil"
    if entry.get("size") not in (9, None):
        return "other size"
    if "JIGSAW" in str(entry.get("notes", "")).upper():
        return "jigsaw"
    if entry.get("handwriting"):
        return "handwriting"
    return "screen" if entry.get("kind") in ("screenshot", "render") or entry.get("photo_of_screen") else "print"
