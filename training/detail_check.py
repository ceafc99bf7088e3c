"""Validation of the detail network on pages whose fonts, writers and partitions are held out."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor

from training.detail_model import DetailNetwork, Details
from training.render.batch import Renderer
from training.render.content import UNKNOWN
from training.render.detail import DetailLabels, DetailRenderer
from training.render.figures import Figure, lawful_cells
from training.render.glyphs import TypeCase


class DetailCheck:
    """The same held-out pages every time."""

    def __init__(self, data: Path, device: torch.device, count: int = 256, strength: float = 0.5) -> None:
        pages = DetailRenderer(Renderer(TypeCase(data, device, held_out=True)), data / "partitions.npz")
        state = torch.random.get_rng_state()
        cuda = torch.cuda.get_rng_state() if device.type == "cuda" else None
        torch.manual_seed(78)
        self.device = device
        parts = (
            [pages.batch(32, 9, strength) for _ in range(count // 32)]
            if count >= 32
            else [pages.batch(count, 9, strength)]
        )
        self.canvas = torch.cat([canvas.byte().cpu() for canvas, _ in parts])
        self.labels = DetailLabels.joined([labels.to("cpu") for _, labels in parts])
        torch.random.set_rng_state(state)
        if cuda is not None:
            torch.cuda.set_rng_state(cuda)

    @torch.no_grad()
    def measure(self, network: DetailNetwork) -> dict[str, object]:
        from training.train import network_input

        said = []
        for some in self.canvas.split(32):
            outputs = network(network_input(some.to(self.device), network.shape.cell_pixels))
            said.append(Details(*(output.float().cpu() for output in outputs)))
        return figures_of(Details(*(torch.cat(parts) for parts in zip(*said, strict=True))), self.labels)


def figures_of(said: Details, labels: DetailLabels) -> dict[str, object]:
    """Shares of cells, cages and pages that are right, over what is labelled."""
    known = labels.marks >= 0
    wrong = (((said.marks > 0) != (labels.marks > 0)) & known).any(1)
    noted = (labels.marks == 1).any(1)
    plain = known.all(1) & ~noted
    sides_known = labels.cage_sides >= 0
    sides_wrong = ((said.cage_sides > 0) != (labels.cage_sides > 0)) & sides_known
    sums_known = labels.units != UNKNOWN
    sums_wrong = (said.units.argmax(1) != labels.units) & sums_known
    summed = sums_known & (labels.units < 10)
    sums_wrong |= summed & (said.tens.argmax(1) != labels.tens)
    killers = (labels.caged == 1).flatten(1).any(1)
    boards_wrong = sides_wrong.flatten(1).any(1) | sums_wrong.flatten(1).any(1)
    regions_wrong = ((said.region_sides > 0) != (labels.region_sides > 0)) & (labels.region_sides >= 0)
    judged = labels.sudoku >= 0
    figures = labels.figures >= 0
    shown, drawn = _pages(labels.figures > 0), _pages(torch.sigmoid(said.figures) * figures)
    return {
        "marked_cells_exact": _share(~wrong[noted]),
        "false_marks": _share(wrong[plain]),
        "place": _share((said.place.argmax(1) == labels.place)[labels.place != UNKNOWN]),
        "cage_sides": _share(~sides_wrong[sides_known]),
        "sums": _share(~sums_wrong[summed]),
        "false_sums": _share(sums_wrong[sums_known & ~summed]),
        "killer_boards": _share(~boards_wrong[killers]),
        "region_sides": _share(~regions_wrong[labels.region_sides >= 0]),
        "sudoku": _share(((said.sudoku > 0) == (labels.sudoku > 0))[judged]),
        **{
            figure.name.lower(): _recall(drawn[:, figure], shown[:, figure], figures[:, figure].flatten(1).all(1))
            for figure in Figure
        },
    }


def _share(right: Tensor) -> float:
    return round(float(right.float().mean()), 5) if right.numel() else float("nan")


def _pages(cells: Tensor) -> Tensor:
    """(batch, Figure) how clearly a page shows each figure: its mean over the cells that it must touch, or its peak."""
    fixed = lawful_cells(cells.shape[-1], torch.ones(1, len(Figure), dtype=torch.bool))[0]
    weights = torch.where(fixed.flatten(1).any(1)[:, None, None], fixed.float(), 0.0)
    means = (cells.float() * weights).sum((2, 3)) / weights.sum((1, 2)).clamp(min=1)
    peaks = cells.float().flatten(2).topk(3).values.mean(2)
    return torch.where(fixed.flatten(1).any(1), means, peaks)


def _recall(said: Tensor, labels: Tensor, known: Tensor) -> str:
    shown, named = (labels > 0.5) & known, (said > 0.5) & known
    return f"{int((shown & named).sum())}/{int(shown.sum())} +{int((named & ~shown).sum())}"
