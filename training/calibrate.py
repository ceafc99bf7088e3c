"""Temperature scaling: fits the temperatures that calibrate the probabilities, on photos that the weights never saw."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import onnxruntime

from sudokulens.reading.preprocess import tensor_from_canvas
from training.evaluate import Sample, labelled_photos
from training.render.content import PRINT_OR_HAND, UNKNOWN


def spoken(path: Path, samples: list[Sample]) -> tuple[np.ndarray, np.ndarray]:
    """Probabilities of symbols and of ink for all cells of the samples, in order."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    pixels = int(session.get_modelmeta().custom_metadata_map["cell_pixels"])
    rows = [
        session.run(["symbols", "ink"], {"canvas": tensor_from_canvas(sample.canvas(pixels))}) for sample in samples
    ]
    return np.concatenate([row[0][0] for row in rows]), np.concatenate([row[1][0] for row in rows])


def best_temperature(shares: np.ndarray, labels: np.ndarray) -> float:
    """The temperature with the least cross-entropy, never below 1: doubt is cheaper than a silent error."""
    known = labels != UNKNOWN
    logs = np.log(np.maximum(shares[known], 1e-12))
    picked = labels[known]
    losses = {}
    for step in range(60):
        temperature = round(1 + 0.02 * step, 2)
        scaled = logs / temperature
        total = np.log(np.exp(scaled).sum(axis=1))
        losses[temperature] = float((total - scaled[np.arange(len(picked)), picked]).mean())
    return min(losses, key=lambda temperature: losses[temperature])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, required=True, help="ONNX files of a run without the held fold")
    parser.add_argument("--out", type=Path, required=True, help="where to write temperatures.json")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--held-fold", type=int, default=0)
    parser.add_argument("--folds", type=int, default=3)
    options = parser.parse_args()
    everything = labelled_photos(options.data, options.folds, options.held_fold)
    samples = [sample for sample in everything if not sample.kind.startswith("photos")]
    values = np.concatenate([sample.values for sample in samples])
    ink = np.concatenate([sample.ink for sample in samples])
    ink = np.where(ink == PRINT_OR_HAND, UNKNOWN, ink)
    found = {}
    for name in ("fast", "careful"):
        symbols, inks = spoken(sorted(options.weights.glob(f"{name}-v*.onnx"))[-1], samples)
        found[name] = {"digits": best_temperature(symbols, values), "ink": best_temperature(inks, ink)}
        print(name, found[name], flush=True)
    options.out.write_text(json.dumps(found))


if __name__ == "__main__":
    main()
