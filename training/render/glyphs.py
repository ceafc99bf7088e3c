"""Glyphs set into the cells of a page: typefaces, handwriting, and small pencil marks."""

from __future__ import annotations

import gzip
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from training.render.content import chance, uniform
from training.render.glyph_set import TILE
from training.render.strokes import Pen

CELL = 48
PATCH = 72
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
        part = "t10k" if held_out else "train"
        images = _idx(folder / f"{part}-images-idx3-ubyte.gz", 16).reshape(-1, 1, 28, 28)
        labels = torch.from_numpy(_idx(folder / f"{part}-labels-idx1-ubyte.gz", 8).copy()).long()
        order = labels.argsort(stable=True)
        self.mnist = torch.from_numpy(images.copy())[order].to(device)
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


def _idx(path: Path, header: int) -> np.ndarray:
    """The bytes of a gzipped idx file after its header."""
    return np.frombuffer(gzip.decompress(path.read_bytes()), dtype=np.uint8, offset=header)


def place(tiles: Tensor, slots: Tensor, pose: Tensor, batch: int, cells: int) -> Tensor:
    """A layer (batch, cells·CELL, cells·CELL) with every tile set into its cell.

    `slots` (count,) number the cells of the whole batch; `pose` (count, 5) is height in cells, offset x and y in
    cells, turn in radians, and stretch.
    """
    patches = torch.zeros(batch * cells * cells, PATCH, PATCH, device=tiles.device, dtype=tiles.dtype)
    for part in torch.arange(len(tiles), device=tiles.device).split(8192):
        drawn = F.grid_sample(
            tiles[part, None], _sampling(pose[part], PATCH / CELL).to(tiles.dtype), align_corners=False
        )
        patches.index_add_(0, slots[part], drawn[:, 0])
    return folded(patches.clamp_(max=1), batch, cells)


def _sampling(pose: Tensor, reach: float) -> Tensor:
    """Where each patch pixel looks into its tile; a digit is three quarters of a tile high."""
    height, x, y, turn, stretch = pose.unbind(1)
    half = height * (TILE / 36) / 2
    cosine, sine = turn.cos(), turn.sin()
    span = reach / 2
    across, down = half * stretch, half
    rows = [
        torch.stack([cosine * span / across, sine * span / across, -(cosine * x + sine * y) / across], dim=1),
        torch.stack([-sine * span / down, cosine * span / down, (sine * x - cosine * y) / down], dim=1),
    ]
    return F.affine_grid(torch.stack(rows, dim=1), [len(pose), 1, PATCH, PATCH], align_corners=False)


def folded(patches: Tensor, batch: int, cells: int) -> Tensor:
    """Overlapping cell patches added up to whole layers."""
    columns = patches.reshape(batch, cells * cells, PATCH * PATCH).transpose(1, 2)
    side = (cells - 1) * CELL + PATCH
    layer = F.fold(columns, (side, side), PATCH, stride=CELL)[:, 0]
    rim = (PATCH - CELL) // 2
    return layer[:, rim : side - rim, rim : side - rim].clamp(max=1)


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


@dataclass
class MarkHabits:
    """How each grid's owner notes candidates; every tensor is (batch,)."""

    nine: Tensor
    corner: Tensor
    density: Tensor
    high: Tensor
    large: Tensor
    typed: Tensor
    habit: Tensor

    @staticmethod
    def draw(batch: int, device: torch.device) -> MarkHabits:
        return MarkHabits(
            nine=chance(batch, 0.4, device),
            corner=chance(batch, 0.4, device),
            density=uniform(batch, 0.15, 0.65, device),
            high=chance(batch, 0.7, device),
            large=torch.rand(batch, device=device),
            typed=chance(batch, 0.4, device),
            habit=torch.rand(batch, device=device),
        )

    def of(self, grid: Tensor) -> MarkHabits:
        """The habits of these grids, one for each entry of `grid`."""
        return MarkHabits(*(getattr(self, field.name)[grid] for field in fields(self)))


def small_marks(case: TypeCase, marked: Tensor) -> Tensor:
    """A layer of candidate digits: nine small places, or a row of one to four at the top or in the middle.

    `marked` (batch, cells, cells) says which cells hold marks.
    """
    batch, cells, _ = marked.shape
    where = marked.reshape(-1).nonzero()[:, 0]
    habits = MarkHabits.draw(batch, marked.device).of(where // (cells * cells))
    length = 1 + (torch.rand(len(where), device=where.device) * 3.3).long().clamp(max=3)
    tiles, slots, pose = [], [], []
    for number in range(9):
        noted = torch.rand(len(where), device=where.device) < habits.density
        present = torch.where(habits.nine, noted, number < length).nonzero()[:, 0]
        own = habits.of(present)
        tiles.append(_mark_tiles(case, own, number))
        pose.append(_mark_poses(own, number))
        slots.append(where[present])
    return place(torch.cat(tiles), torch.cat(slots), torch.cat(pose), batch, cells)


def _mark_poses(habits: MarkHabits, number: int) -> Tensor:
    """Where mark `number` stands: its own ninth of the cell, its place in a row, or any corner."""
    device, count = habits.large.device, len(habits.large)
    row_height = 0.24 + 0.22 * habits.large
    x = torch.where(habits.nine, (number % 3 - 1) * 0.3, (number - 0.5) * row_height * 0.62 - 0.08 * habits.large)
    high = torch.where(habits.high, -0.27, 0.0)
    y = torch.where(habits.nine, torch.full_like(high, (number // 3 - 1) * 0.29), high)
    height = torch.where(habits.nine, 0.17 + 0.09 * habits.large, row_height)
    anywhere = (0.2 + 0.12 * torch.rand(2, count, device=device)) * (
        torch.randint(0, 2, (2, count), device=device) * 2 - 1
    )
    corner = habits.corner & ~habits.nine
    x, y = torch.where(corner, anywhere[0], x), torch.where(corner, anywhere[1], y)
    jitter = torch.randn(2, count, device=device) * 0.02
    angle = torch.randn(count, device=device) * 0.05
    return torch.stack([height, x + jitter[0], y + jitter[1], angle, torch.ones_like(height)], dim=1)


def _mark_tiles(case: TypeCase, habits: MarkHabits, number: int) -> Tensor:
    """Tiles for mark `number` in each cell, typed or written as the grid's owner does."""
    device, count = habits.habit.device, len(habits.habit)
    digits = torch.where(habits.nine, number + 1, torch.randint(1, 10, (count,), device=device))
    tiles = torch.empty(count, TILE, TILE, device=device)
    fonts = (habits.habit * len(case.print)).long()
    typed, by_hand = habits.typed, ~habits.typed
    tiles[typed] = case.printed(fonts[typed], digits[typed])
    manner = torch.where(chance(count, 0.3, device), 0, 1)
    tiles[by_hand] = case.handwritten(manner[by_hand], habits.habit[by_hand], digits[by_hand])
    return tiles
