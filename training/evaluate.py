"""How well the shipped networks read, given the true corners: by kind of picture, turned, calibrated."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from PIL import Image, ImageOps

from sudokulens.reading.network import CellNetwork
from sudokulens.reading.reading import Ink, Reading
from sudokulens.reading.weights_file import WEIGHTS
from sudokulens.vision.cells import rectify
from sudokulens.vision.location import GridLocation
from training.render import photos
from training.render.batch import Renderer
from training.render.content import PRINT_OR_HAND, UNKNOWN
from training.render.glyphs import CELL, TypeCase


@dataclass
class Sample:
    """A picture with a grid: values (n·n,), ink (n·n,) with UNKNOWN or PRINT_OR_HAND where the label is silent."""

    name: str
    kind: str
    pixels: np.ndarray
    corners: np.ndarray
    values: np.ndarray
    ink: np.ndarray
    size: int = 9

    def canvas(self, cell_pixels: int) -> np.ndarray:
        return rectify(self.pixels, GridLocation.from_corners(self.corners, self.size).lattice, cell_pixels)


def labelled_photos(data: Path, folds: int, fold: int) -> list[Sample]:
    """kubiesa/val, the held-out puzzles of wicht, and the pictures of every other kind."""
    newspapers = {"wicht": photos.wicht(data, "train"), "mixed": photos.wicht(data, "mixed_train")}
    samples = [
        _sample(photo, kind)
        for kind, found in newspapers.items()
        for photo in found
        if photos.fold_of(photo.puzzle, folds) == fold
    ]
    samples += [_sample(photo, "kubiesa/val") for photo in photos.kubiesa(data, "val")]
    return samples + _other_photos(data / "photos")


def _sample(photo: photos.Photo, kind: str) -> Sample:
    return Sample(photo.name, kind, photo.pixels, photo.corners, photo.symbols, photo.ink)


def _other_photos(folder: Path) -> list[Sample]:
    samples = []
    for name, label in json.loads((folder / "labels.json").read_text()).items():
        if label.get("size"):
            picture = ImageOps.exif_transpose(Image.open(folder / name)).convert("RGB")
            values, ink = _values(label["all_digits"]), _ink(label)
            kind = "photos/" + ("hand" if label.get("handwriting") else label["kind"])
            corners = np.array(label["quad"], dtype=float)
            samples.append(Sample(name, kind, np.asarray(picture), corners, values, ink, label["size"]))
    return samples


def _values(text: str) -> np.ndarray:
    return np.array([0 if cell in "0." else int(cell, 36) for cell in text])


def _ink(label: dict[str, str]) -> np.ndarray:
    """Print, hand or nothing; empty cells may hold marks where the picture has any."""
    values, givens = _values(label["all_digits"]), label.get("givens")
    empty = UNKNOWN if label.get("pencil_marks") else 0
    if label.get("split") != "exact" or not givens:
        return np.where(values > 0, PRINT_OR_HAND, empty)
    return np.where(_values(givens) > 0, 1, np.where(values > 0, 2, empty))


def rendered(
    data: Path, count: int, strength: float, seed: int = 11
) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Canvases of 48 pixels a cell with values and ink, from fonts and writers that were held out."""
    torch.manual_seed(seed)
    renderer = Renderer(TypeCase(data, torch.device("cpu"), held_out=True))
    found = []
    while len(found) < count:
        canvases, labels = renderer.batch(8, 9, strength)
        for canvas, digits, ink, turn, sudoku in zip(
            canvases, labels.digits, labels.ink, labels.turn, labels.sudoku, strict=True
        ):
            if turn == 0 and sudoku == 1:
                pixels = canvas.byte().permute(1, 2, 0).numpy()
                found.append((pixels, digits.flatten().numpy(), ink.flatten().numpy()))
    return found[:count]


@dataclass
class Tally:
    """Counts of what was right for one kind of picture."""

    grids: int = 0
    right: int = 0
    cells: int = 0
    cells_right: int = 0
    split: int = 0
    split_right: int = 0
    turned: int = 0
    turned_right: int = 0
    sudoku: int = 0

    def add(self, reading: Reading, values: np.ndarray, ink: np.ndarray) -> None:
        correct = reading.values() == values
        self.grids += 1
        self.right += bool(correct.all())
        self.cells += len(values)
        self.cells_right += int(correct.sum())
        self.sudoku += reading.sudoku > 0.5
        if (ink == Ink.PRINT).any() and not (ink == PRINT_OR_HAND).any():
            self.split += 1
            filled = (ink == Ink.PRINT) | (ink == Ink.HAND)
            printed = reading.ink[:, Ink.PRINT] > reading.ink[:, Ink.HAND]
            self.split_right += bool((printed == (ink == Ink.PRINT))[filled].all())

    def line(self, kind: str) -> str:
        split = f"{self.split_right}/{self.split}" if self.split else "–"
        turned = f"{self.turned_right}/{self.turned}" if self.turned else "–"
        return (
            f"| {kind} | {self.right}/{self.grids} | {100 * self.cells_right / max(1, self.cells):.3f} % | {split} | "
            f"{turned} | {self.sudoku}/{self.grids} |"
        )


def measure(network: CellNetwork, samples: list[Sample], turns: bool) -> tuple[dict[str, Tally], list[Reading]]:
    """Tallies by kind, and the upright readings; with `turns` every canvas is also tried turned."""
    tallies: dict[str, Tally] = {}
    readings = []
    for sample in samples:
        canvas = sample.canvas(network.cell_pixels)
        reading = network.read(canvas)
        readings.append(reading)
        tally = tallies.setdefault(sample.kind, Tally())
        tally.add(reading, sample.values, sample.ink)
        for quarters in range(4 if turns else 1):
            found, upright = network.read_upright(np.ascontiguousarray(np.rot90(canvas, -quarters)))
            tally.turned += 1
            tally.turned_right += found == quarters and np.array_equal(upright.values(), reading.values())
        wrong = np.flatnonzero(reading.values() != sample.values)
        if len(wrong) and not sample.kind.startswith("mixed"):
            print(
                f"{sample.name}: "
                + ", ".join(
                    f"{cell}: {sample.values[cell]}→{reading.values()[cell]} ({reading.digits[cell].max():.2f})"
                    for cell in wrong[:8]
                )
            )
    return tallies, readings


def reliability(readings: list[Reading], truths: list[np.ndarray], bins: int = 10) -> list[tuple[float, float, int]]:
    """Mean confidence, share right and number of cells for bins of confidence, the surest cells in the last."""
    confidence = np.concatenate([reading.digits.max(axis=1) for reading in readings])
    right = np.concatenate([reading.values() == truth for reading, truth in zip(readings, truths, strict=True)])
    edges = np.array([0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.01])
    rows = []
    for low, high in pairwise(edges):
        inside = (confidence >= low) & (confidence < high)
        if inside.any():
            rows.append((float(confidence[inside].mean()), float(right[inside].mean()), int(inside.sum())))
    return rows[-bins:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--material", type=Path, default=Path(".data"), help="the atlas, for held-out renders")
    parser.add_argument("--networks", nargs="+", default=["fast", "careful"])
    parser.add_argument("--weights", type=Path, default=WEIGHTS)
    parser.add_argument("--renders", type=int, default=0)
    parser.add_argument("--turns", action="store_true")
    parser.add_argument("--fold", type=int, default=0)
    parser.add_argument("--folds", type=int, default=3)
    options = parser.parse_args()
    samples = labelled_photos(options.data, options.folds, options.fold)
    for choice in options.networks:
        network = CellNetwork.open(sorted(options.weights.glob(f"{choice}-v*.onnx"))[-1])
        tallies, readings = measure(network, samples, options.turns)
        for pixels, values, ink in rendered(options.material, options.renders, 0.4) if options.renders else []:
            side = len(pixels) * network.cell_pixels // CELL
            canvas = np.asarray(Image.fromarray(pixels).resize((side, side), Image.Resampling.BOX))
            tallies.setdefault("renders held out", Tally()).add(network.read(canvas), values, ink)
        print(f"\n{network.name}\n| kind | grids right | cells right | split right | turned alike | Sudoku |")
        print("|---|---|---|---|---|---|")
        for kind, tally in sorted(tallies.items()):
            print(tally.line(kind))
        print("\n| confidence | right | cells |\n|---|---|---|")
        for confidence, right, count in reliability(readings, [sample.values for sample in samples]):
            print(f"| {confidence:.4f} | {right:.4f} | {count} |")


if __name__ == "__main__":
    main()
