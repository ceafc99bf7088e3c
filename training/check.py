"""Quick validation during training: grids and cells right on photos and renders that are not trained on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from sudokulens.reading.preprocess import normalised
from training.model import CellNetwork
from training.render.batch import Labels, Renderer, decoded
from training.render.content import PRINT_OR_HAND, UNKNOWN
from training.render.glyphs import CELL, TypeCase
from training.render.photos import MARGIN, PHOTO_CELL, fold_of


class PhotoCheck:
    """kubiesa/val, and the held-out fold of the newspaper photos where there is one."""

    def __init__(self, path: Path, device: torch.device, held_fold: int | None, folds: int) -> None:
        packed = np.load(path)
        starts = np.concatenate([[0], packed["ends"][:-1]])
        self.device = device
        self.sets: dict[str, tuple[Tensor, Tensor, Tensor]] = {}
        for source in ("train", "mixed_train", "kubiesa_val"):
            chosen = [
                index
                for index in np.flatnonzero(packed["sources"] == source)
                if source == "kubiesa_val" or fold_of(str(packed["puzzles"][index]), folds) == held_fold
            ]
            if chosen:
                rim = round((MARGIN - 0.5) * PHOTO_CELL)
                pictures = [decoded(packed["bytes"][starts[i] : packed["ends"][i]])[rim:-rim, rim:-rim] for i in chosen]
                photos = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float()
                pixels = resampled(photos, PHOTO_CELL, CELL).clamp(0, 255).byte()
                symbols = torch.from_numpy(packed["symbols"][chosen]).long().reshape(-1, 9, 9)
                ink = torch.from_numpy(packed["ink"][chosen]).long().reshape(-1, 9, 9)
                self.sets[source] = (pixels, symbols, ink)

    def measure(self, network: CellNetwork) -> dict[str, object]:
        figures: dict[str, object] = {}
        for name, (pixels, symbols, ink) in self.sets.items():
            turn = torch.zeros(len(pixels), dtype=torch.long)
            labels = Labels(symbols, ink, turn, torch.ones(len(pixels), dtype=torch.long))
            figures[name] = figures_of(network, pixels, labels, self.device)
        return figures


class RenderCheck:
    """Renders from fonts and writers that are held out, the same ones every time."""

    def __init__(self, data: Path, device: torch.device, count: int = 256) -> None:
        renderer = Renderer(TypeCase(data, device, held_out=True))
        state = torch.random.get_rng_state()
        cuda = torch.cuda.get_rng_state() if device.type == "cuda" else None
        torch.manual_seed(77)
        count = count if device.type == "cuda" else 8
        self.device = device
        self.parts = []
        for size, share in ((9, 1.0), (16, 0.125)):
            for _ in range(2):
                canvas, labels = renderer.batch(max(2, round(count * share / 2)), size, 0.7)
                self.parts.append((size, canvas.byte().cpu(), labels.to("cpu")))
        torch.random.set_rng_state(state)
        if cuda is not None:
            torch.cuda.set_rng_state(cuda)

    def measure(self, network: CellNetwork) -> dict[str, object]:
        figures: dict[str, object] = {}
        for size in (9, 16):
            parts = [part for part in self.parts if part[0] == size]
            pixels = torch.cat([part[1] for part in parts])
            labels = Labels.joined([part[2] for part in parts])
            figures[f"render_{size}"] = figures_of(network, pixels, labels, self.device)
        return figures


def at_resolution(canvas: Tensor, cell_pixels: int) -> Tensor:
    """Canvases of CELL pixels a cell at another resolution, averaged down where it is coarser."""
    return resampled(canvas, CELL, cell_pixels)


def resampled(canvas: Tensor, before: int, after: int) -> Tensor:
    """Canvases of `before` pixels a cell at `after` pixels a cell."""
    if before == after:
        return canvas
    side = canvas.shape[-1] * after // before
    return F.interpolate(canvas, size=(side, side), mode="bilinear", antialias=True)


@torch.no_grad()
def predict(network: CellNetwork, pixels: Tensor, device: torch.device, part: int = 64) -> list[Tensor]:
    """Logits of all heads for uint8 canvases (count, 3, side, side) at CELL pixels a cell, on the CPU."""
    outputs: list[tuple[Tensor, ...]] = []
    for some in pixels.split(part):
        canvas = at_resolution(some.to(device).float(), network.shape.cell_pixels)
        outputs.append(tuple(output.float().cpu() for output in network(normalised(canvas))))
    return [torch.cat(head) for head in zip(*outputs, strict=True)]


def figures_of(network: CellNetwork, pixels: Tensor, labels: Labels, device: torch.device) -> dict[str, float]:
    """Shares of whole grids, cells, ink, turns and Sudoku verdicts that are right, over what is labelled."""
    digits, ink, turn, sudoku = predict(network, pixels, device)
    known = labels.digits != UNKNOWN
    right = (digits.argmax(1) == labels.digits) | ~known
    readable = known.flatten(1).any(1)
    inked = (labels.ink != UNKNOWN) & known
    said = ink.argmax(1)
    ink_right = torch.where(labels.ink == PRINT_OR_HAND, (said == 1) | (said == 2), said == labels.ink) | ~inked
    turns = labels.turn != UNKNOWN
    judged = labels.sudoku != UNKNOWN
    return {
        "grids": round(float(right.flatten(1).all(1)[readable].float().mean()), 4),
        "cells": round(float(right[known].float().mean()), 5),
        "ink_grids": round(float(ink_right.flatten(1).all(1)[readable].float().mean()), 4),
        "ink_cells": round(float(ink_right[inked].float().mean()), 5),
        "turn": round(float((turn.argmax(1) == labels.turn)[turns].float().mean()), 4),
        "sudoku": round(float(((sudoku > 0) == (labels.sudoku == 1))[judged].float().mean()), 4),
        "count": int(readable.sum()),
    }
