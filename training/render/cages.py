"""Killer cages and irregular regions: their borders, outlines and printed sums."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from pages.partitions import NEIGHBOURS
from training.render.content import chance, uniform
from training.render.glyph_set import TILE
from training.render.glyphs import CELL, TypeCase, place
from training.render.page import coordinates


class PartitionBank:
    """Partitions of a grid to draw from: cages, or regions of equal size; `partitions.py` makes the file."""

    def __init__(self, path: Path, size: int, kind: str, device: torch.device) -> None:
        packed = np.load(path)
        self.owners = torch.from_numpy(packed[f"{kind}_{size}_owners"]).long().to(device)
        self.tints = torch.from_numpy(packed[f"{kind}_{size}_tints"]).long().to(device)

    def draw(self, batch: int) -> tuple[Tensor, Tensor]:
        """Owners and tint numbers, each (batch, n, n), turned and mirrored at random."""
        pick = torch.randint(0, len(self.owners), (batch,), device=self.owners.device)
        owners, tints = self.owners[pick], self.tints[pick]
        turn = torch.randint(0, 8, (batch,), device=owners.device)
        for code in range(1, 8):
            some = (turn == code).nonzero()[:, 0]
            for planes in (owners, tints):
                part = torch.rot90(planes[some], code % 4, (1, 2))
                planes[some] = part.transpose(1, 2) if code >= 4 else part
        return owners, tints


def sides(owners: Tensor, held: Tensor) -> Tensor:
    """(batch, 4, n, n) True where a cell's side borders on another owner; never for cells that are not `held`."""
    size = owners.shape[-1]
    framed = torch.full((len(owners), size + 2, size + 2), -1, device=owners.device, dtype=owners.dtype)
    framed[:, 1:-1, 1:-1] = torch.where(held, owners, -1)
    inner = framed[:, 1:-1, 1:-1]
    planes = [framed[:, 1 + down : size + 1 + down, 1 + across : size + 1 + across] for down, across in NEIGHBOURS]
    return torch.stack([plane != inner for plane in planes], dim=1) & held[:, None]


@dataclass
class CageStyle:
    """How each page draws its cages; every tensor is (batch,)."""

    inset: Tensor
    """From the cell's edge, in cells."""
    width: Tensor
    rate: Tensor
    """Dashes a cell."""
    duty: Tensor
    lines: Tensor
    """True where cages are outlined."""
    tinted: Tensor
    sum_height: Tensor
    sum_at: Tensor
    """0 the first cell's top left, 1 the last cell's bottom right, 2 the first cell's top right."""
    face: Tensor

    @staticmethod
    def draw(batch: int, device: torch.device) -> CageStyle:
        kind = torch.rand(batch, device=device)
        on_lattice = chance(batch, 0.08, device)
        solid = chance(batch, 0.2, device)
        corner = torch.rand(batch, device=device)
        return CageStyle(
            inset=torch.where(on_lattice, 0.0, uniform(batch, 0.03, 0.14, device)),
            width=torch.where(on_lattice, uniform(batch, 0.05, 0.12, device), uniform(batch, 0.012, 0.045, device)),
            rate=uniform(batch, 4.0, 16.0, device),
            duty=torch.where(solid | on_lattice, 1.0, uniform(batch, 0.3, 0.75, device)),
            lines=kind < 0.87,
            tinted=kind > 0.6,
            sum_height=uniform(batch, 0.14, 0.3, device),
            sum_at=torch.where(corner < 0.85, 0, torch.where(corner < 0.95, 1, 2)),
            face=torch.rand(batch, device=device),
        )


def outline(borders: Tensor, held: Tensor, style: CageStyle) -> Tensor:
    """(batch, side, side) coverage of dashed lines inside the cages' edges, on a page with a margin of one cell.

    `borders` is what `sides` gave. A pixel lies on the line when the nearest foreign cell is `inset` away.
    """
    batch, _, size, _ = borders.shape
    device = borders.device
    place_ = coordinates(size + 2, device)[CELL:-CELL]
    local = place_ - place_.floor()
    x, y = local[None, None, :], local[None, :, None]
    far = torch.tensor(9.0, device=device)
    above, right, below, left = (_pixels(borders[:, side]) for side in range(4))
    vertical = torch.minimum(torch.where(above, y, far), torch.where(below, 1 - y, far))
    across = torch.minimum(torch.where(left, x, far), torch.where(right, 1 - x, far))
    nearest = torch.minimum(vertical, across)
    for down, over, foreign in _inner_corners(borders, held):
        corner = torch.maximum(1 - y if down > 0 else y, 1 - x if over > 0 else x)
        nearest = torch.where(_pixels(foreign), torch.minimum(nearest, corner), nearest)
    phase = torch.where(vertical <= across, place_[None, None, :], place_[None, :, None])
    shown = (phase * style.rate[:, None, None]) % 1 < style.duty[:, None, None]
    covered = ((style.width[:, None, None] / 2 - (nearest - style.inset[:, None, None]).abs()) * CELL + 0.5).clamp(0, 1)
    layer = torch.zeros(batch, (size + 2) * CELL, (size + 2) * CELL, device=device)
    layer[:, CELL:-CELL, CELL:-CELL] = covered * shown * style.lines[:, None, None]
    return layer


def _inner_corners(borders: Tensor, held: Tensor) -> list[tuple[int, int, Tensor]]:
    """Each corner of a cell, down and over, and where both sides there are open, yet the cell across is foreign."""
    above, right, below, left = borders.unbind(1)
    corners = []
    for down, over in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        vertical, horizontal = (above if down < 0 else below), (left if over < 0 else right)
        beside = torch.roll(vertical, -over, 2)  # The open neighbour's side that faces the cell across.
        corners.append((down, over, held & ~vertical & ~horizontal & beside))
    return corners


def _pixels(plane: Tensor) -> Tensor:
    return plane.repeat_interleave(CELL, 1).repeat_interleave(CELL, 2)


@dataclass
class Sums:
    """Printed sums of a batch of pages; tens and units are (batch, n, n), units 10 where nothing is printed."""

    layer: Tensor
    tens: Tensor
    units: Tensor


def draw_sums(
    case: TypeCase, values: Tensor, owners: Tensor, held: Tensor, style: CageStyle, suffix: Tensor | None = None
) -> Sums:
    """Each cage's sum in the corner of one of its cells; `suffix` (batch,) adds an arithmetic sign, as KenKens have."""
    batch, size, _ = values.shape
    device = values.device
    flat = owners.reshape(batch, -1)
    totals = torch.zeros(batch, size * size, dtype=torch.long, device=device)
    totals.scatter_add_(1, flat, values.reshape(batch, -1))
    cell = torch.arange(size * size, device=device)[None].expand(batch, -1)
    first = torch.full_like(totals, size * size).scatter_reduce(1, flat, cell, "amin")
    last = torch.full_like(totals, -1).scatter_reduce(1, flat, cell, "amax")
    speaker = torch.where((style.sum_at == 1)[:, None], last, first).gather(1, flat)
    shown = (speaker == cell) & held.reshape(batch, -1)
    sums = totals.gather(1, flat).clamp(max=49)
    layer = _sum_layer(case, sums, shown, style, suffix, size)
    tens = torch.where(shown, sums // 10, 0).reshape(batch, size, size)
    units = torch.where(shown, sums % 10, 10).reshape(batch, size, size)
    return Sums(layer, tens, units)


def _sum_layer(
    case: TypeCase, sums: Tensor, shown: Tensor, style: CageStyle, suffix: Tensor | None, size: int
) -> Tensor:
    batch = len(sums)
    page, cell = shown.nonzero().unbind(1)
    value = sums[page, cell]
    height = style.sum_height[page] * uniform(len(page), 0.97, 1.03, sums.device)
    step = height * 0.62
    two = value > 9
    length = two.long() + 1 + (0 if suffix is None else (suffix[page] >= 0).long())
    corner = style.sum_at[page]
    left = torch.where(corner == 0, -0.46 + step * 0.55, 0.46 - step * (length - 0.5))
    top = torch.where(corner == 1, 0.47 - height * 0.55, -0.47 + height * 0.55)
    slots = page * (size + 2) ** 2 + (cell // size + 1) * (size + 2) + cell % size + 1
    fonts = (style.face[page] * len(case.print)).long()
    tiles = [case.printed(fonts[two], (value // 10)[two]), case.printed(fonts, value % 10)]
    at = [left[two], left + step * two]
    rows = [two.nonzero()[:, 0], torch.arange(len(page), device=sums.device)]
    if suffix is not None:
        signed = (suffix[page] >= 0).nonzero()[:, 0]
        pick = torch.randint(0, 4, (len(signed),), device=sums.device)
        tiles.append(signs(sums.device)[pick])
        at.append((left + step * (two.long() + 1))[signed])
        rows.append(signed)
    row = torch.cat(rows)
    pose = torch.stack(
        [height[row], torch.cat(at), top[row], torch.zeros_like(height[row]), torch.ones_like(height[row])], dim=1
    )
    return place(torch.cat(tiles), slots[row], pose, batch, size + 2)


def signs(device: torch.device) -> Tensor:
    """(4, TILE, TILE) coverage of plus, minus, times and divided by."""
    line = (torch.arange(TILE, device=device) + 0.5) / TILE - 0.5
    x, y = line[None, :], line[:, None]
    across = (y.abs() < 0.045) & (x.abs() < 0.3)
    down = (x.abs() < 0.045) & (y.abs() < 0.3)
    slopes = [((x + turn * y).abs() < 0.065) & (x.abs() < 0.24) for turn in (1, -1)]
    dots = (x.square() + (y.abs() - 0.2).square()).sqrt() < 0.07
    return torch.stack([across | down, across.clone(), slopes[0] | slopes[1], across | dots]).float()
