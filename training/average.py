"""The mean of several checkpoints of one run: more stable than the last one, which has overfitted its own photos.

Averaged weights do not fit averaged normalisation statistics, so these are recomputed from fresh batches.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor, nn

from training.model import SHAPES, CellNetwork
from training.render.batch import PhotoBank, Renderer
from training.render.glyphs import TypeCase
from training.train import REAL_SOURCES, load_weights, network_input


def averaged(stops: list[dict[str, Tensor]]) -> dict[str, Tensor]:
    """The mean of every tensor over the checkpoints; counters are those of the last."""
    return {
        name: torch.stack([stop[name] for stop in stops]).mean(0) if value.is_floating_point() else value
        for name, value in stops[-1].items()
    }


@torch.no_grad()
def settle(networks: list[CellNetwork], renderer: Renderer, bank: PhotoBank, batches: int, count: int) -> None:
    """Computes the statistics of all normalisation layers again, as the mean over this many fresh batches."""
    for network in networks:
        network.train()
        for layer in network.modules():
            if isinstance(layer, nn.BatchNorm2d):
                layer.reset_running_stats()
                layer.momentum = None
    for _ in range(batches):
        rendered, _ = renderer.batch(count * 3 // 5, 9, 1.0)
        photos, _ = bank.batch(count - len(rendered), 1.0, renderer)
        for network in networks:
            network(network_input(torch.cat([rendered, photos]), network.shape.cell_pixels))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="+", type=Path, help="folders with the weights of the stops, oldest first")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path, default=Path(".data"))
    parser.add_argument("--held-fold", type=int, help="puzzle fold of the wicht photos kept out")
    parser.add_argument("--folds", type=int, default=3)
    parser.add_argument("--batches", type=int, default=60, help="fresh batches for the statistics")
    parser.add_argument("--batch", type=int, default=160, help="grids in each")
    options = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(9)
    networks = {}
    for name, shape in SHAPES.items():
        networks[name] = CellNetwork(shape).to(device, memory_format=torch.channels_last)
        networks[name].load_state_dict(averaged([load_weights(run / f"{name}.pt") for run in options.runs]))
    renderer = Renderer(TypeCase(options.data, device))
    bank = PhotoBank(options.data / "photos.npz", device, REAL_SOURCES, options.held_fold, options.folds)
    settle(list(networks.values()), renderer, bank, options.batches, options.batch)
    options.out.mkdir(parents=True, exist_ok=True)
    for name, network in networks.items():
        last = torch.load(options.runs[-1] / f"{name}.pt", map_location="cpu", weights_only=True)
        torch.save(last | {"weights": network.cpu().state_dict()}, options.out / f"{name}.pt")


if __name__ == "__main__":
    main()
