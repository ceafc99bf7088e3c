"""Pencil marks: candidate digits noted small in a cell, in every order that people and programs use."""

from __future__ import annotations

from dataclasses import dataclass, fields

import torch
from torch import Tensor

from sudokulens.reading.details import MarkPlace
from training.render.content import chance, uniform
from training.render.glyph_set import TILE
from training.render.glyphs import TypeCase, place

CORNERS = torch.tensor(
    [[-0.3, -0.3], [0.3, -0.3], [-0.3, 0.3], [0.3, 0.3], [0.0, -0.3], [0.0, 0.3], [-0.3, 0.0], [0.3, 0.0], [0.0, 0.0]]
)
"""The order in which puzzle programs fill corners, then edges, in cells from the middle."""


@dataclass
class MarkHabits:
    """How each page's owner notes candidates; every tensor is (batch,)."""

    manner: Tensor
    density: Tensor
    row_length: Tensor
    level: Tensor
    """Height of a row of marks in the cell, -0.28 at the top, 0 in the middle, 0.28 at the bottom."""
    height: Tensor
    """Of 0 to 1, small to large."""
    numpad: Tensor
    """True where 7, 8, 9 stand at the top, as on a keypad."""
    ordered: Tensor
    careless: Tensor
    """How far marks stray from their places, in cells."""
    typed: Tensor
    habit: Tensor
    boldness: Tensor

    @staticmethod
    def draw(batch: int, app: Tensor) -> MarkHabits:
        device = app.device
        weights = torch.where(app[:, None], torch.tensor([0.62, 0.16, 0.22], device=device), 1 / 3)
        level = torch.tensor([-0.28, 0.0, 0.28], device=device)
        typed = torch.where(app, chance(batch, 0.97, device), chance(batch, 0.12, device))
        return MarkHabits(
            manner=torch.multinomial(weights, 1)[:, 0],
            density=uniform(batch, 0.1, 0.75, device),
            row_length=uniform(batch, 1.5, 6.0, device),
            level=level[torch.multinomial(torch.tensor([0.45, 0.45, 0.1], device=device), batch, replacement=True)],
            height=torch.rand(batch, device=device),
            numpad=chance(batch, 0.15, device),
            ordered=chance(batch, 0.8, device),
            careless=torch.where(typed, uniform(batch, 0.0, 0.012, device), uniform(batch, 0.008, 0.045, device)),
            typed=typed,
            habit=torch.rand(batch, device=device),
            boldness=uniform(batch, 0.8, 1.6, device),
        )

    def of(self, page: Tensor) -> MarkHabits:
        """The habits of these pages, one for each entry of `page`."""
        return MarkHabits(*(getattr(self, field.name)[page] for field in fields(self)))


@dataclass
class Marks:
    """Small digits of a batch of pages."""

    layer: Tensor
    """(batch, side, side) coverage."""
    lit: Tensor
    """(batch, side, side) coverage of those in another colour."""
    digits: Tensor
    """(batch, cells, cells, 9) True where a digit is noted."""
    manner: Tensor
    """(batch,) of MarkPlace."""


def draw_marks(case: TypeCase, marked: Tensor, app: Tensor, size: int) -> Marks:
    """Marks in the cells where `marked` (batch, cells, cells) is True, as digits of 1 to `size`."""
    batch, cells, _ = marked.shape
    device = marked.device
    habits = MarkHabits.draw(batch, app)
    where = marked.reshape(-1).nonzero()[:, 0]
    page = where // (cells * cells)
    own = habits.of(page)
    noted = _choose(own, size)
    rank, count = noted.long().cumsum(1) - 1, noted.sum(1)
    shuffled = torch.rand(len(where), 9, device=device).masked_fill(~noted, 2.0).argsort(1).argsort(1)
    rank = torch.where(own.ordered[:, None], rank, shuffled)
    favourite = torch.randint(0, 9, (batch,), device=device)
    coloured = chance(batch, 0.2, device)
    tiles, slots, pose, lit = [], [], [], []
    for digit in range(size):
        present = noted[:, digit].nonzero()[:, 0]
        mine = own.of(present)
        tiles.append(_tiles(case, mine, digit + 1))
        pose.append(_poses(mine, digit, rank[present, digit], count[present], size))
        slots.append(where[present])
        lit.append(coloured[page[present]] & (favourite[page[present]] == digit))
    all_tiles, all_slots, all_poses, all_lit = (torch.cat(parts) for parts in (tiles, slots, pose, lit))
    digits = torch.zeros(batch * cells * cells, 9, dtype=torch.bool, device=device)
    digits[where] = noted
    return Marks(
        place(all_tiles[~all_lit], all_slots[~all_lit], all_poses[~all_lit], batch, cells),
        place(all_tiles[all_lit], all_slots[all_lit], all_poses[all_lit], batch, cells),
        digits.reshape(batch, cells, cells, 9),
        habits.manner,
    )


def _choose(habits: MarkHabits, size: int) -> Tensor:
    """(cells, 9) the digits noted in each cell: many in ninths, few in rows and corners, at least one."""
    count, device = len(habits.manner), habits.manner.device
    free = torch.rand(count, 9, device=device)
    free[:, size:] = 2.0
    some = free < habits.density[:, None]
    length = (torch.rand(count, device=device) * habits.row_length).long().clamp(0, 6) + 1
    few = free.argsort(1).argsort(1) < torch.minimum(length, torch.tensor(size, device=device))[:, None]
    noted = torch.where((habits.manner == MarkPlace.NINTHS)[:, None], some, few)
    noted[:, size:] = False
    one = torch.zeros_like(noted).scatter(1, free.argmin(1, keepdim=True), True)
    return torch.where(noted.any(1, keepdim=True), noted, one)


def _poses(habits: MarkHabits, digit: int, rank: Tensor, count: Tensor, size: int) -> Tensor:
    """Where one digit's marks stand in their cells: (marks, 5) as `place` takes them."""
    device, marks = rank.device, len(rank)
    columns = 3 if size in (6, 9, 8, 7) else 2
    rows = -(-size // columns)
    across = (digit % columns - (columns - 1) / 2) * 0.9 / columns
    down = (digit // columns - (rows - 1) / 2) * 0.9 / rows
    down_here = torch.where(habits.numpad, -down, down)
    ninth = torch.stack([torch.full_like(down_here, across), down_here], dim=1)
    height = 0.14 + 0.15 * habits.height
    step = torch.minimum(height * 0.78, 0.88 / count)
    centred = (rank - (count - 1) / 2) * step
    left = -0.42 + height * 0.3 + rank * step
    row = torch.stack([torch.where(habits.level == 0, centred, left), habits.level], dim=1)
    corner = CORNERS.to(device)[rank]
    manner = habits.manner[:, None]
    at = torch.where(manner == MarkPlace.NINTHS, ninth, torch.where(manner == MarkPlace.ROW, row, corner))
    at = at + torch.randn(marks, 2, device=device) * habits.careless[:, None]
    squeezed = torch.minimum(height + 0.06, 1.25 * step)
    tall = torch.where(habits.manner == MarkPlace.ROW, squeezed, height + 0.04 * (habits.manner == MarkPlace.CORNERS))
    tall = tall * (1 + habits.careless * torch.randn(marks, device=device) * 3).clamp(0.7, 1.4)
    turn = torch.randn(marks, device=device) * habits.careless * 3
    return torch.stack([tall, at[:, 0], at[:, 1], turn, torch.ones_like(tall)], dim=1)


def _tiles(case: TypeCase, habits: MarkHabits, digit: int) -> Tensor:
    """Tiles for one digit, typed or written as the page's owner does."""
    count, device = len(habits.habit), habits.habit.device
    digits = torch.full((count,), digit, device=device)
    tiles = torch.empty(count, TILE, TILE, device=device)
    typed, by_hand = habits.typed, ~habits.typed
    fonts = (habits.habit * len(case.print)).long()
    tiles[typed] = case.printed(fonts[typed], digits[typed])
    manner = (habits.habit * 7).long() % 3
    tiles[by_hand] = case.handwritten(manner[by_hand], habits.habit[by_hand], digits[by_hand])
    return (tiles * habits.boldness[:, None, None]).clamp(max=1)
