"""Labelled pictures to measure on: folders with labels.json or .dat files, read where they lie."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.line import digit_character
from sudokulens.scanned import ScannedGrid
from sudokulens.vision.frame import Frame, load_frame


@dataclass(frozen=True)
class Label:
    """One grid as it should be read: all its digits and, where known, the printed ones alone; 0 is empty."""

    digits: str
    givens: str | None = None


@dataclass(frozen=True)
class Case:
    """A picture with its grids; none for a picture without a Sudoku."""

    path: Path
    labels: tuple[Label, ...]
    kind: str
    puzzle: str
    quads: tuple[object, ...] = field(default=())

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def negative(self) -> bool:
        return not self.labels

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

    def frame(self) -> Frame: ...


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
        yield Case(
            folder / name, labels, _kind(entry), entry.get("puzzle", name), (entry.get("corners") or entry.get("quad"),)
        )


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
