"""Counts over labelled pictures: what was found, read right, doubted and taken for a Sudoku, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.reading.failure_sheet import Failure, write_sheet
from benchmarks.reading.labelled import (
    MAX_CROSSING_ERROR_CELLS,
    Label,
    Picture,
    Truth,
    crossing_error,
    is_silent,
    label_of,
    overlap,
)
from pages import camera
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame

MIN_OVERLAP, MIN_TOUCH = 0.8, 0.1
"""Of the true place and the one found, over both: to be found, and to be meant at all."""

HEADER = (
    f"{'pictures':<28} {'whole grids':>17} found exact  cells % {'givens alone':>17} silent doubted  named nature "
    "stray  negat.     ms  worst"
)


@dataclass
class Tally:
    """Counts over some pictures."""

    grids: int = 0
    right: int = 0
    found: int = 0
    exact: int = 0
    """Placed with every crossing within a fifth of a cell."""
    cells: int = 0
    of_cells: int = 0
    split: int = 0
    of_split: int = 0
    silent: int = 0
    doubted: int = 0
    named: int = 0
    natures: int = 0
    stray: int = 0
    negatives: int = 0
    of_negatives: int = 0
    seconds: list[float] = field(default_factory=list)

    def row(self, name: str) -> str:
        middle, most = 1000 * float(np.median(self.seconds or [0])), 1000 * max(self.seconds, default=0.0)
        return (
            f"{name:<28} {_share(self.right, self.grids)} {self.found:>5} {self.exact:>5} "
            f"{100 * self.cells / max(1, self.of_cells):>8.3f} {_share(self.split, self.of_split)} {self.silent:>6} "
            f"{self.doubted:>7} {self.named:>3}/{self.grids - self.right:<3} {self.natures:>5} {self.stray:>5} "
            f"{self.negatives:>3}/{self.of_negatives:<3} {middle:>6.0f} {most:>6.0f}"
        )

    def add(self, truth: Truth, grid: ScannedGrid | None) -> None:
        """Counts what was read of one grid."""
        label, read = truth.label, label_of(grid.board) if grid is not None else Label("")
        right = read.digits == label.digits
        self.grids += 1
        self.of_cells += len(label.digits)
        self.of_split += label.givens is not None
        self.right += right
        self.cells += _cells_right(grid, label)
        self.split += label.givens is not None and read.givens == label.givens
        if grid is not None:
            self.found += truth.crossings is None or overlap(truth.corners, grid.location.corners) >= MIN_OVERLAP
            known = truth.crossings is not None and truth.crossings.ndim == 3
            self.exact += known and crossing_error(grid.location, truth.crossings) < MAX_CROSSING_ERROR_CELLS
            self.natures += grid.kind == truth.nature
            self.doubted += right and bool(grid.doubts)
            self.silent += not right and is_silent(grid)
            self.named += not right and (wrong := _wrong(read, label)) is not None and wrong <= _doubted(grid)


class Results:
    """What was read on some pictures: tallies by kind, and "all"; failures; and how sure each grid was, and right."""

    def __init__(self) -> None:
        self.tallies = {"all": Tally()}
        self.failures: list[Failure] = []
        self.points: list[tuple[float, bool]] = []

    def add(self, scanner: Scanner, picture: Picture, turn: int = 0, also: Sequence[str] = ()) -> None:
        """Reads a picture, turned by degrees, and counts it under its kind and others."""
        frame, start = turned(picture.frame(), turn), time.process_time()
        grids = scanner(frame).grids
        seconds, name = time.process_time() - start, f"{picture.kind} {picture.name}" + (f" {turn:+d}°" if turn else "")
        tallies = [self.tallies.setdefault(kind, Tally()) for kind in ("all", picture.kind, *also)]
        matched = [(truth, _meant(truth, grids)) for truth in picture.truths]
        stray = [grid for grid in grids if not any(grid is each for _, each in matched)]
        for tally in tallies:
            tally.seconds.append(seconds)
            tally.stray += len(stray)
            tally.of_negatives += not matched
            tally.negatives += not matched and not grids
            for truth, grid in matched:
                tally.add(truth, grid)
        for truth, grid in matched:
            if fault := fault_of(truth.label, grid):
                self.failures.append(Failure(f"{name}: {fault}", frame, grid, truth.label.digits))
            if grid is not None and grid.status == "unique":
                self.points.append((grid.confidence, label_of(grid.board).digits == truth.label.digits))
        if not matched or matched[0][0].crossings is not None:
            self.failures += [Failure(f"{name}: a grid where there is none", frame, grid, None) for grid in stray]

    def show(self, name: str, kinds: bool = True) -> None:
        """Prints the row of all and those of the kinds."""
        print(self.tallies["all"].row(name), flush=True)
        if kinds and len(self.tallies) > 2:
            for kind in sorted(self.tallies.keys() - {"all"}):
                print(self.tallies[kind].row(f"  {kind}"))


def measured(readers: Iterable[tuple[Scanner, Iterable[Picture]]], turn: int = 0) -> Results:
    """The pictures of every reader, read by it."""
    results = Results()
    for scanner, pictures in readers:
        for picture in pictures:
            results.add(scanner, picture, turn)
    return results


def write_failures(results: Sequence[Results], out: Path) -> None:
    write_sheet([failure for each in results for failure in each.failures], out)


def turned(frame: Frame, degrees: int) -> Frame:
    """The picture turned clockwise; odd angles keep everything and fill the corners with the picture's mean."""
    if degrees % 90 == 0:
        return Frame(np.ascontiguousarray(np.rot90(frame.pixels, -degrees // 90)))
    return Frame(camera.turned(frame.pixels, degrees, frame.pixels.mean(axis=(0, 1)))[0])


def fault_of(label: Label, grid: ScannedGrid | None) -> str:
    """What is wrong with what was read; empty if nothing is."""
    if grid is None:
        return "no grid"
    read = label_of(grid.board)
    if read.digits != label.digits:
        wrong = _wrong(read, label)
        why = f"size {grid.size}" if wrong is None else f"{len(wrong)} cells wrong"
        return why + (", SILENT" if is_silent(grid) else "")
    pairs = list(zip(label.givens or read.givens or "", read.givens or "", strict=True))
    missed, taken = sum(a != "0" == b for a, b in pairs), sum(a == "0" != b for a, b in pairs)
    return f"{missed} givens taken for entries, {taken} entries for givens" if missed or taken else ""


def _meant(truth: Truth, grids: Sequence[ScannedGrid]) -> ScannedGrid | None:
    """The grid that lies at the true place or, where that is not known, has the most digits in common."""
    if truth.crossings is None:
        return max(grids, key=lambda grid: _cells_right(grid, truth.label), default=None)
    touching = [grid for grid in grids if overlap(truth.corners, grid.location.corners) > MIN_TOUCH]
    return max(touching, key=lambda grid: overlap(truth.corners, grid.location.corners), default=None)


def _wrong(read: Label, label: Label) -> set[int] | None:
    """The cells that were misread; None if the sizes differ."""
    if len(read.digits) != len(label.digits):
        return None
    return {cell for cell, (a, b) in enumerate(zip(read.digits, label.digits, strict=True)) if a != b}


def _doubted(grid: ScannedGrid) -> set[int]:
    return {doubt.cell for doubt in grid.doubts}


def _cells_right(grid: ScannedGrid | None, label: Label) -> int:
    wrong = _wrong(label_of(grid.board), label) if grid is not None else None
    return 0 if wrong is None else len(label.digits) - len(wrong)


def _share(part: int, whole: int) -> str:
    return f"{part:>4}/{whole:<4} {100 * part / whole:>6.2f}%" if whole else f"{'–':>17}"
