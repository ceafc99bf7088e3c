"""Takes the normalisation statistics of trained networks anew, over fresh batches of what they were trained on."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import nn

from training.model import SHAPES, CellNetwork
from training.render.batch import Labels, PhotoBank, Renderer
from training.render.glyphs import TypeCase
from training.train import REAL_SOURCES, load_weights, network_input


@torch.no_grad()
def settle(networks: dict[str, CellNetwork], renderer: Renderer, bank: PhotoBank, batches: int, grids: int) -> None:
    """Replace all running means and variances by plain averages over the batches."""
    for network in networks.values():
        for layer in network.modules():
            if isinstance(layer, nn.BatchNorm2d):
                layer.reset_running_stats()
                layer.momentum = None
        network.train()
    for _ in range(batches):
        real = round(grids * 0.35)
        rendered, labels = renderer.batch(grids - real, 9, 1.0)
        photos, photo_labels = bank.batch(real, 1.0, renderer)
        canvas = torch.cat([rendered, photos])
        Labels.joined([labels, photo_labels])
        for network in networks.values():
            with torch.autocast(canvas.device.type, torch.bfloat16):
                network(network_input(canvas, network.shape.cell_pixels))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--data", type=Path, default=Path(".data"))
    parser.add_argument("--held-fold", type=int)
    parser.add_argument("--folds", type=int, default=3)
    parser.add_argument("--batches", type=int, default=40)
    parser.add_argument("--grids", type=int, default=160, help="in a batch")
    parser.add_argument("--networks", nargs="+", default=["careful", "fast"])
    options = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(31)
    networks = {}
    for name in options.networks:
        networks[name] = CellNetwork(SHAPES[name])
        networks[name].load_state_dict(load_weights(options.run / f"{name}.pt"))
        networks[name].to(device, memory_format=torch.channels_last)
    bank = PhotoBank(options.data / "photos.npz", device, REAL_SOURCES, options.held_fold, options.folds)
    settle(networks, Renderer(TypeCase(options.data, device)), bank, options.batches, options.grids)
    for name, network in networks.items():
        path = options.run / f"{name}.pt"
        saved = torch.load(path, map_location="cpu", weights_only=True)
        for key, value in network.state_dict().items():
            if "running" in key:
                saved["weights"][key] = value.cpu()
        torch.save(saved, path)
        print(name, max(float(value.abs().max()) for value in network.buffers()), flush=True)


if __name__ == "__main__":
    main()
