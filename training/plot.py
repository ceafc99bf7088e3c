"""Plots of a training run: the learning curves and the confusion matrix of symbols."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import matplotlib as mpl
import numpy as np

from sudokulens.reading.network import CellNetwork
from training.evaluate import Sample, labelled_photos

mpl.use("Agg")
from matplotlib import pyplot as plt

COLOURS = {"fast": "tab:orange", "careful": "tab:blue"}


def learning_curves(runs: list[Path], target: Path) -> None:
    """Digit losses in training and cells wrong on kubiesa/val, one training leg after another."""
    figure, (above, below) = plt.subplots(2, 1, figsize=(8, 6), sharex=True)
    offset = 0.0
    for run in runs:
        entries = json.loads((run / "curve.json").read_text())
        for name, colour in COLOURS.items():
            losses = [
                (entry["seconds"], entry["losses"][f"all {name}"]["digits"]) for entry in entries if "losses" in entry
            ]
            checks = [
                (entry["seconds"], 100 * (1 - entry["checks"]["kubiesa_val"]["cells"]))
                for entry in entries
                if entry.get("network") == f"all {name}"
            ]
            for axes, points, mark in ((above, losses, "-"), (below, checks, "o-")):
                x, y = np.array(points).T
                axes.plot((x + offset) / 60, y, mark, color=colour, label=name if offset == 0 else None, alpha=0.8)
        offset += max(entry["seconds"] for entry in entries)
        for axes in (above, below):
            axes.axvline(offset / 60, color="0.8", zorder=0)
    above.set(yscale="log", ylabel="digit loss in training")
    below.set(ylabel="cells wrong on kubiesa/val, %", xlabel="minutes on one GPU", ylim=(0, 2))
    above.legend()
    figure.tight_layout()
    figure.savefig(target, dpi=110)
    plt.close(figure)


def confusions(network: CellNetwork, samples: list[Sample]) -> np.ndarray:
    """(10, 10) counts of true against read values on 9×9 grids."""
    counts = np.zeros((10, 10), dtype=int)
    for sample in samples:
        if sample.size == 9:
            np.add.at(counts, (sample.values, network.read(sample.canvas(network.cell_pixels)).values()), 1)
    return counts


def confusion_picture(counts: np.ndarray, target: Path, title: str) -> None:
    figure, axes = plt.subplots(figsize=(6, 5.4))
    axes.imshow(np.log1p(counts), cmap="Blues")
    for row, column in zip(*np.nonzero(counts), strict=True):
        shade = "white" if counts[row, column] > 200 else "black"
        axes.text(column, row, counts[row, column], ha="center", va="center", fontsize=8, color=shade)
    names = ["empty", *map(str, range(1, 10))]
    axes.set(xticks=range(10), yticks=range(10), xticklabels=names, yticklabels=names)
    axes.set(xlabel="read as", ylabel="is", title=title)
    figure.tight_layout()
    figure.savefig(target, dpi=110)
    plt.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", nargs="+", type=Path, required=True, help="training legs in order")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--weights", type=Path, help="folder with weights trained without the held fold")
    parser.add_argument("--out", type=Path, default=Path("docs/images"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    learning_curves(options.runs, options.out / "reading-curves.png")
    if options.weights:
        samples = labelled_photos(options.data, folds=3, fold=0)
        network = CellNetwork.open(sorted(options.weights.glob("careful-v*.onnx"))[-1])
        title = f"careful, {len(samples)} unseen photos, no rules"
        confusion_picture(confusions(network, samples), options.out / "reading-confusions.png", title)


if __name__ == "__main__":
    main()
