"""Glyphs set into the cells of a page: typefaces and handwriting."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from pages.writing import mnist
from training.render.content import chance, uniform
from training.render.glyph_set import TILE
from training.render.strokes import Pen

CELL = int(os.environ.get("RENDERED_CELL_PIXELS", "64"))
"""Pixels a cell on rendered pages: as fine as the finest network in training reads; the coarser ones average it down.

64 for the network of details, 48 for the two that read digits, which learn almost twice as fast so. It comes from the
environment because the size of every buffer follows from it.
"""
PATCH = CELL * 3 // 2
"""A glyph may reach a quarter of a cell beyond its own."""


class TypeCase:
    """All glyph sources on one device; `held_out` picks the fonts and writers kept for validation."""

    def __init__(self, folder: Path, device: torch.device, held_out: bool = False) -> None:
        atlas = np.load(folder / "atlas.npz")
        mine = atlas["held_out"] == held_out
        fonts = torch.from_numpy(atlas["glyphs"]).to(device)
        self.print = fonts[torch.from_numpy(mine & ~atlas["written"]).to(device)]
        self.written = fonts[torch.from_numpy(mine & atlas["written"]).to(device)]
        if not len(self.written):
            self.written = self.print
        images, values = mnist(folder, "t10k" if held_out else "train")
        labels = torch.from_numpy(values.copy()).long()
        order = labels.argsort(stable=True)
        self.mnist = torch.from_numpy(images[:, None].copy())[order].to(device)
        counts = torch.bincount(labels, minlength=10)
        self.mnist_first = (counts.cumsum(0) - counts).to(device)
        self.mnist_count = counts.to(device)
        self.device = device
        self.pen = Pen(device)
        self.slots = 4096 if device.type == "cuda" else 128
        self.stroked = torch.zeros(10, self.slots, TILE, TILE, dtype=torch.uint8, device=device)
        for digit in range(1, 10):
            self._redraw(digit)

    def printed(self, fonts: Tensor, glyphs: Tensor) -> Tensor:
        """(count, TILE, TILE) coverage of these glyphs in these print fonts."""
        return self.print[fonts, glyphs].float() / 255

    def handwritten(self, manner: Tensor, habit: Tensor, glyphs: Tensor) -> Tensor:
        """Coverage of glyphs by hand: manner 0 samples of real writers, 1 pen strokes, 2 handwriting fonts.

        Only fonts know letters and numbers above 9, so those always come from fonts.
        """
        tiles = torch.empty(len(glyphs), TILE, TILE, device=self.device)
        manner = torch.where((glyphs < 1) | (glyphs > 9), 2, manner)
        for kind, source in enumerate((self._sampled, self._stroked, self._scripted)):
            where = manner == kind
            if where.any():
                tiles[where] = source(glyphs[where], habit[where])
        return tiles

    def _sampled(self, digits: Tensor, _habit: Tensor) -> Tensor:
        pick = (torch.rand(len(digits), device=self.device) * self.mnist_count[digits]).long()
        tiles = self.mnist[self.mnist_first[digits] + pick].float() / 255
        tiles = F.interpolate(tiles, size=(TILE, TILE), mode="bicubic", align_corners=False)[:, 0]
        threshold = uniform(len(digits), 0.25, 0.65, self.device)[:, None, None]  # Higher makes the pen finer.
        return ((tiles - threshold) * 3.5 + 0.5).clamp(0, 1)

    def _stroked(self, digits: Tensor, habit: Tensor) -> Tensor:
        """From the bank of drawn strokes, whose slots are ordered by habit; some digits stray from it."""
        place_ = habit * self.slots + torch.rand(len(digits), device=self.device) * self.slots / 16
        stray = chance(len(digits), 0.2, self.device)
        place_ = torch.where(stray, torch.rand(len(digits), device=self.device) * self.slots, place_)
        return self.stroked[digits, place_.long() % self.slots].float() / 255

    def _redraw(self, digit: int) -> None:
        """A new set of strokes for one digit."""
        habit = torch.arange(self.slots, device=self.device) / self.slots
        digits = torch.full((self.slots,), digit, device=self.device)
        self.stroked[digit] = (self.pen.draw(digits, habit) * 255).round().byte()

    def refresh(self, step: int) -> None:
        """Redraw the strokes of one digit now and then, so that no stroke is seen for long."""
        if step % 20 == 0:
            self._redraw(1 + step // 20 % 9)

    def _scripted(self, glyphs: Tensor, habit: Tensor) -> Tensor:
        return self.written[(habit * len(self.written)).long(), glyphs].float() / 255


def bolder(tiles: Tensor) -> Tensor:
    """The tiles (count, TILE, TILE) with strokes about two pixels wider."""
    return F.max_pool2d(tiles[:, None], 3, stride=1, padding=1)[:, 0]


def place(tiles: Tensor, slots: Tensor, pose: Tensor, batch: int, cells: int) -> Tensor:
    """A layer (batch, cells·CELL, cells·CELL) with every tile set into its cell.

    `slots` (count,) number the cells of the whole batch; `pose` (count, 5 or 6) is height in cells, offset x and y in
    cells, turn in radians, stretch, and slant in widths a height.
    """
    patches = torch.zeros(batch * cells * cells, PATCH, PATCH, device=tiles.device, dtype=tiles.dtype)
    for part in torch.arange(len(tiles), device=tiles.device).split(8192) if len(tiles) else ():
        drawn = F.grid_sample(
            tiles[part, None], _sampling(pose[part], PATCH / CELL).to(tiles.dtype), align_corners=False
        )
        patches.index_add_(0, slots[part], drawn[:, 0])
    return folded(patches.clamp_(max=1), batch, cells)


def _sampling(pose: Tensor, reach: float) -> Tensor:
    """Where each patch pixel looks into its tile; a digit is three quarters of a tile high."""
    height, x, y, turn, stretch, *slant = pose.unbind(1)
    half = height * (TILE / 36) / 2
    cosine, sine = turn.cos(), turn.sin()
    span = reach / 2
    across, down = half * stretch, half
    rows = [
        torch.stack([cosine * span / across, sine * span / across, -(cosine * x + sine * y) / across], dim=1),
        torch.stack([-sine * span / down, cosine * span / down, (sine * x - cosine * y) / down], dim=1),
    ]
    if slant:
        rows[0] = rows[0] + slant[0][:, None] * rows[1]
    return F.affine_grid(torch.stack(rows, dim=1), [len(pose), 1, PATCH, PATCH], align_corners=False)


def folded(patches: Tensor, batch: int, cells: int) -> Tensor:
    """Overlapping cell patches added up to whole layers."""
    columns = patches.reshape(batch, cells * cells, PATCH * PATCH).transpose(1, 2)
    side = (cells - 1) * CELL + PATCH
    layer = F.fold(columns, (side, side), PATCH, stride=CELL)[:, 0]
    rim = (PATCH - CELL) // 2
    return layer[:, rim : side - rim, rim : side - rim].clamp(max=1)


def outlined(tiles: Tensor) -> Tensor:
    """The tiles (count, TILE, TILE) as the contours of their glyphs, empty inside."""
    return (F.max_pool2d(tiles[:, None], 5, stride=1, padding=2)[:, 0] - tiles).clamp(min=0)


def slanted(pose: Tensor, grid: Tensor, grids: int) -> Tensor:
    """The poses (count, 5) of glyphs by hand with a slant: a habit of each grid's writer, and a little by glyph."""
    habit = torch.randn(grids, device=pose.device)[grid] * 0.18
    slant = habit + torch.randn(len(grid), device=pose.device) * 0.05
    return torch.cat([pose, slant.clamp(-0.5, 0.5)[:, None]], dim=1)


def poses(count: Tensor, heights: Tensor, shift: float, turn: float, vary: float = 0.05) -> Tensor:
    """Poses for glyphs of grids: `count` (count,) is each glyph's grid; size and place vary by grid and glyph."""
    device = count.device
    grids = len(heights)
    height = heights[count] * (1 + vary * torch.randn(len(count), device=device))
    common = torch.randn(grids, 2, device=device)[count] * shift * 0.5
    place_ = common + torch.randn(len(count), 2, device=device) * shift * 0.5
    angle = torch.randn(len(count), device=device) * turn
    stretch = uniform(grids, 0.8, 1.2, device)[count]
    return torch.stack([height.clamp(0.15, 1.05), *place_.clamp(-0.3, 0.3).unbind(1), angle, stretch], dim=1)
