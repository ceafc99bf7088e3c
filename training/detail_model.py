"""The detail network: pencil marks, cages, sums, regions and figures, on one upright canvas of any size."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

from sudokulens.reading.details import MarkPlace
from training.model import Shape, rim_of, stages
from training.render.figures import Figure

DETAIL_SHAPES = {
    "detail": Shape(cell_pixels=64, width=16, cell_width=128, blocks=(2, 3, 1)),
    "detail48": Shape(cell_pixels=48, width=20, cell_width=128, blocks=(1, 2, 1)),
}
"""The one that ships, and one at the careful network's resolution to compare it with, at about the same cost."""

HEADS = {
    "marks": 9,
    "place": len(MarkPlace),
    "caged": 1,
    "cage_sides": 4,
    "tens": 5,
    "units": 11,
    "region_sides": 4,
    "figures": len(Figure),
}
"""Outputs a cell, in the order of the head's channels."""


class Details(NamedTuple):
    """Logits: (batch, channels, n, n) a head, and (batch,) of being a Sudoku."""

    marks: Tensor
    place: Tensor
    caged: Tensor
    cage_sides: Tensor
    tens: Tensor
    units: Tensor
    region_sides: Tensor
    figures: Tensor
    sudoku: Tensor


class DetailNetwork(nn.Module):
    """Canvas (batch, 3, side, side) → the marks in every cell, what is printed around it and drawn through it."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.trunk, self.to_cells, self.cells = stages(shape)
        self.rim = rim_of(shape)
        self.heads = nn.Conv2d(shape.cell_width, sum(HEADS.values()), 1)
        self.page = nn.Sequential(nn.Linear(2 * shape.cell_width, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, canvas: Tensor) -> Details:
        features = self.trunk(canvas)[:, :, self.rim : -self.rim, self.rim : -self.rim]
        cells = self.cells(self.to_cells(features))
        page = torch.cat([cells.mean((2, 3)), cells.amax((2, 3))], dim=1)
        parts = self.heads(cells).split(list(HEADS.values()), dim=1)
        return Details(*parts, sudoku=self.page(page)[:, 0])
