"""Fits the output layer for grids above 9×9, with all else as trained and the normalisation as in use.

In training, the statistics of a batch of one size tell the layers something that a single canvas cannot. So this layer
is fitted last, on the features that the finished network computes canvas by canvas.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from sudokulens.reading.preprocess import normalised
from training.check import at_resolution
from training.model import SHAPES, CellNetwork
from training.render.batch import Renderer
from training.render.content import PRINT_OR_HAND, UNKNOWN
from training.render.glyphs import TypeCase
from training.train import load_weights

Cached = list[Tensor]
"""Features (cells, width), symbols (cells,) and ink (cells,)."""


@torch.no_grad()
def cache(
    networks: dict[str, CellNetwork], renderer: Renderer, grids: int, seconds: float, seed: int
) -> dict[str, Cached]:
    """What each network knows of the cells of rendered 16×16, 12×12 and 10×10 grids."""
    torch.manual_seed(seed)
    rows: dict[str, list[list[Tensor]]] = {name: [] for name in networks}
    started, done = time.monotonic(), 0
    sizes = (16, 12, 16, 10, 16, 12, 16)
    count = 32 if renderer.device.type == "cuda" else 4
    while done < grids and time.monotonic() - started < seconds:
        canvas, labels = renderer.batch(count, sizes[done // count % len(sizes)], 0.15 + 0.7 * float(torch.rand(1)))
        done += len(canvas)
        symbols, ink = labels.digits.flatten(), labels.ink.flatten()
        for name, network in networks.items():
            cells, _ = network.features(normalised(at_resolution(canvas, network.shape.cell_pixels)))
            features = cells.permute(0, 2, 3, 1).reshape(len(symbols), -1)
            keep = symbols != UNKNOWN
            rows[name].append([features[keep], symbols[keep], ink[keep]])
    print(f"{done} grids in {time.monotonic() - started:.0f} s", flush=True)
    return {name: [torch.cat(column) for column in zip(*parts, strict=True)] for name, parts in rows.items()}


def fit(network: CellNetwork, cached: Cached, steps: int, pull: float) -> None:
    """Continues to train the layer, with `pull` as the weight of an L2 penalty towards where it was."""
    features, symbols, ink = cached
    rows = network.large_heads.out_channels
    layer = network.large_heads
    anchor = layer.weight.data.clone()
    optimiser = torch.optim.Adam(layer.parameters(), lr=3e-3)
    for step in range(steps):
        pick = torch.randint(0, len(features), (4096,), device=features.device)
        logits = F.linear(features[pick], layer.weight[:, :, 0, 0], layer.bias)
        classes = rows - 4
        known = torch.where(ink[pick] == PRINT_OR_HAND, UNKNOWN, ink[pick])
        loss = F.cross_entropy(logits[:, :classes], symbols[pick])
        loss = loss + 0.5 * F.cross_entropy(logits[:, classes:], known, ignore_index=UNKNOWN)
        loss = loss + pull * (layer.weight - anchor).square().sum()
        for group in optimiser.param_groups:
            group["lr"] = 3e-3 * (1 - step / steps)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


@torch.no_grad()
def right(network: CellNetwork, cached: Cached, layer: torch.nn.Conv2d) -> float:
    features, symbols, _ = cached
    rows = network.large_heads.out_channels - 4
    logits = F.linear(features, layer.weight[:rows, :, 0, 0], layer.bias[:rows])
    return float((logits.argmax(1) == symbols).float().mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", type=Path, default=Path("runs/reading"))
    parser.add_argument("--data", type=Path, default=Path(".data"))
    parser.add_argument("--networks", nargs="+", default=["fast", "careful"])
    parser.add_argument("--grids", type=int, default=2500)
    parser.add_argument("--seconds", type=float, default=600, help="render no longer than this")
    parser.add_argument("--steps", type=int, default=1500)
    options = parser.parse_args()
    networks = {}
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    for name in options.networks:
        network = CellNetwork(SHAPES[name])
        network.load_state_dict(load_weights(options.run / f"{name}.pt"), strict=False)
        networks[name] = network.eval().to(device)
    learn = cache(networks, Renderer(TypeCase(options.data, device)), options.grids, options.seconds, seed=21)
    held_out = Renderer(TypeCase(options.data, device, held_out=True))
    test = cache(networks, held_out, max(8, options.grids // 8), options.seconds / 8, seed=22)
    for name, network in networks.items():
        before = right(network, test[name], network.large_heads)
        fit(network, learn[name], options.steps, pull=1e-4)
        after = right(network, test[name], network.large_heads)
        print(f"{name}: symbols right on held-out fonts {before:.4f} → {after:.4f}")
        if after < before:
            continue
        saved = torch.load(options.run / f"{name}.pt", map_location="cpu", weights_only=True)
        for key, value in network.large_heads.state_dict().items():
            saved["weights"][f"large_heads.{key}"] = value.half().cpu()
        torch.save(saved, options.run / f"{name}.pt")


if __name__ == "__main__":
    main()
