"""From trained weights of the detail network to the ONNX file that ships, with its pedigree in the metadata."""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from sudokulens.reading.preprocess import normalised
from sudokulens.reading.weights_file import preprocessing_facts
from training.check import at_resolution
from training.detail_model import DETAIL_SHAPES, HEADS, DetailNetwork
from training.export import assert_agreement, finish, quantise, run_onnx, write_float
from training.pedigree import DATA, pedigree
from training.render.batch import PhotoBank, Renderer
from training.render.detail import DetailRenderer, photo_batch
from training.render.figures import Figure
from training.render.glyphs import TypeCase
from training.train import REAL_SOURCES

OUTPUTS = (*HEADS, "sudoku")


class SpokenDetails(nn.Module):
    """The network with probabilities in place of logits, cells in one row-major list."""

    def __init__(self, network: DetailNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, canvas: Tensor) -> tuple[Tensor, ...]:
        details = self.network(canvas)
        cells = []
        for name in HEADS:
            logits = getattr(details, name).flatten(2).transpose(1, 2)
            cells.append(logits.softmax(2) if name in ("place", "tens", "units") else torch.sigmoid(logits))
        return (*cells, torch.sigmoid(details.sudoku))


def canvases(data: Path, count: int) -> Tensor:
    """Canvases of training renders and photos to calibrate the quantisation with, at full resolution."""
    torch.manual_seed(5)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    renderer = Renderer(TypeCase(data, device))
    pages = DetailRenderer(renderer, data / "partitions.npz")
    bank = PhotoBank(data / "photos.npz", device, REAL_SOURCES, None, 3)
    parts = []
    for _ in range(max(1, count // 16)):
        parts.append(pages.batch(12, 9, 0.5)[0])
        parts.append(photo_batch(bank, 4, 0.5, renderer)[0])
    return torch.cat(parts).cpu()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", type=Path, default=Path("runs/detail"), help="folder with trained weights")
    parser.add_argument("--data", type=Path, default=Path(".data"))
    parser.add_argument("--out", type=Path, default=Path("src/sudokulens/reading/weights"))
    parser.add_argument("--network", default="detail", choices=sorted(DETAIL_SHAPES))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    saved = torch.load(options.run / f"{options.network}.pt", map_location="cpu", weights_only=True)
    network = DetailNetwork(DETAIL_SHAPES[options.network])
    network.load_state_dict(saved["weights"])
    spoken = SpokenDetails(network).eval()
    pixels = network.shape.cell_pixels
    inputs = normalised(at_resolution(canvases(options.data, 80), pixels))
    with tempfile.TemporaryDirectory() as folder:
        plain, small = Path(folder) / "float.onnx", Path(folder) / "int8.onnx"
        write_float(spoken, pixels, plain, OUTPUTS, tuple(HEADS))
        assert_agreement(spoken, plain, inputs[:8], 2e-4)
        quantise(plain, small, inputs[:-16])
        before, after = run_onnx(plain, inputs[-16:]), run_onnx(small, inputs[-16:])
        changed = {
            name: float(((first > 0.5) != (second > 0.5)).mean())
            for name, first, second in zip(OUTPUTS, before, after, strict=True)
        }
        print("outputs that quantisation carries over one half:", json.dumps(changed))
        target = finish(small, options.network, facts(options, saved, pixels), options.out)
    print(f"{target.name}: {target.stat().st_size / 2**20:.2f} MiB")


def facts(options: argparse.Namespace, saved: dict[str, Any], pixels: int) -> dict[str, str]:
    """What the weights need to be used, and where they come from."""
    form = {
        "name": options.network,
        "cell_pixels": str(pixels),
        "figures": json.dumps([figure.name.lower() for figure in Figure]),
    }
    return preprocessing_facts() | form | pedigree(saved, options.data, (*DATA, "partitions.npz"))


if __name__ == "__main__":
    main()
