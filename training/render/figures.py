"""What variants print into a grid beside digits and cages: windows, diagonals, thermometers, arrows, dots, shapes."""

from __future__ import annotations

from enum import IntEnum
from itertools import pairwise

import torch
from torch import Tensor

from training.render.content import chance, uniform
from training.render.glyphs import CELL
from training.render.page import coordinates


class Figure(IntEnum):
    """The figures that the network names, in the order of its outputs."""

    DIAGONALS = 0
    WINDOWS = 1
    THERMOMETERS = 2
    ARROWS = 3
    DOTS = 4
    SHAPES = 5


def shaded_cells(size: int, figures: Tensor) -> Tensor:
    """(batch, n, n) cells that windows and shaded diagonals tint; `figures` (batch, Figure) says what a page has."""
    device = figures.device
    windows, crossed = _windows(size).to(device), _crossed(size).to(device)
    by_shade = chance(len(figures), 0.5, device)
    shade = figures[:, Figure.DIAGONALS] & by_shade
    return (windows & figures[:, Figure.WINDOWS, None, None]) | (crossed & shade[:, None, None])


def lawful_cells(size: int, figures: Tensor) -> Tensor:
    """(batch, Figure, n, n) the cells of diagonals and windows where a page has them."""
    touched = torch.zeros(len(figures), len(Figure), size, size, dtype=torch.bool, device=figures.device)
    for figure, cells in ((Figure.DIAGONALS, _crossed(size)), (Figure.WINDOWS, _windows(size))):
        touched[:, figure] = cells.to(figures.device) & figures[:, figure, None, None]
    return touched


def _crossed(size: int) -> Tensor:
    index = torch.arange(size)
    return (index[:, None] == index[None, :]) | (index[:, None] + index[None, :] == size - 1)


def _windows(size: int) -> Tensor:
    apart = (torch.arange(size) % 4 != 0) & (size == 9)
    return apart[:, None] & apart[None, :]


def line_layer(size: int, figures: Tensor, shaded: Tensor) -> Tensor:
    """(batch, side, side) coverage of lines along both diagonals, where they are not shown by shade alone."""
    place = coordinates(size + 2, figures.device)
    inside = (place > 0) & (place < size)
    square = inside[:, None] & inside[None, :]
    falling = (place[None, :] - place[:, None]).abs()
    rising = (place[None, :] + place[:, None] - size).abs()
    width = uniform(len(figures), 0.012, 0.07, figures.device)[:, None, None]
    away = torch.minimum(falling, rising)[None] / 2**0.5
    covered = ((width / 2 - away) * CELL + 0.5).clamp(0, 1) * square
    drawn = figures[:, Figure.DIAGONALS] & ~shaded[:, 0, 0]
    return covered * drawn[:, None, None]


def path_layer(size: int, figures: Tensor) -> tuple[Tensor, Tensor]:
    """Coverage of thermometers (a bulb and a thick line) and arrows (a ring, a thin line and its head), and cells."""
    device = figures.device
    layer = torch.zeros(len(figures), (size + 2) * CELL, (size + 2) * CELL, device=device)
    cells = torch.zeros(len(figures), size, size, dtype=torch.bool, device=device)
    place = coordinates(size + 2, device)
    grid = torch.stack(torch.meshgrid(place, place, indexing="xy"), dim=-1)
    for page in (figures[:, Figure.THERMOMETERS] | figures[:, Figure.ARROWS]).nonzero()[:, 0].tolist():
        arrow = bool(figures[page, Figure.ARROWS])
        for _ in range(1 + int(torch.randint(0, 4, (1,)))):
            walk = _walk(size)
            layer[page] = torch.maximum(layer[page], _one_path(grid, walk, arrow))
            for x, y in walk:
                cells[page, int(y), int(x)] = True
    return layer, cells


def _walk(size: int) -> list[tuple[float, float]]:
    """Centres (x, y) of three to six cells, each beside the last one, none twice."""
    cells = [tuple(torch.randint(0, size, (2,)).tolist())]
    for _ in range(2 + int(torch.randint(0, 4, (1,)))):
        steps = [(cells[-1][0] + x, cells[-1][1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        free = [(x, y) for x, y in steps if 0 <= x < size and 0 <= y < size and (x, y) not in cells]
        if free:
            cells.append(free[int(torch.randint(0, len(free), (1,)))])
    return [(x + 0.5, y + 0.5) for x, y in cells]


def _one_path(grid: Tensor, walk: list[tuple[float, float]], arrow: bool) -> Tensor:
    width = 0.02 + 0.05 * float(torch.rand(1)) if arrow else 0.14 + 0.22 * float(torch.rand(1))
    points = torch.tensor(walk, device=grid.device)
    bulb = 0.3 + 0.14 * float(torch.rand(1))
    far = (grid - points[0]).norm(dim=-1)
    round_ = (far - bulb).abs() - width / 2 if arrow else far - bulb
    distance = round_
    for first, second in pairwise(points):
        distance = torch.minimum(distance, _to_segment(grid, first, second) - width / 2)
    if arrow:
        distance = torch.where(far < bulb - width, round_, distance)
        back = (points[-2] - points[-1]) / (points[-2] - points[-1]).norm()
        side = torch.stack([-back[1], back[0]])
        for turn in (1, -1):
            barb = points[-1] + 0.2 * back + turn * 0.16 * side
            distance = torch.minimum(distance, _to_segment(grid, points[-1], barb) - width / 2)
    return (-distance * CELL + 0.5).clamp(0, 1)


def _to_segment(grid: Tensor, first: Tensor, second: Tensor) -> Tensor:
    along = second - first
    share = (((grid - first) @ along) / along.square().sum()).clamp(0, 1)
    return (grid - first - share[..., None] * along).norm(dim=-1)


def dot_layers(size: int, figures: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Coverage of discs on the borders between cells and of their rims (white dots have only a rim), and cells."""
    device = figures.device
    batch = len(figures)
    place = coordinates(size + 2, device)
    nearest, middle = place.round(), place.floor() + 0.5
    inside = (place > 0.3) & (place < size - 0.3)
    square = inside[None, None, :] & inside[None, :, None]
    radius = uniform(batch, 0.07, 0.16, device)[:, None, None]
    fill = torch.zeros(batch, len(place), len(place), device=device)
    rim = torch.zeros_like(fill)
    dotted = torch.zeros(batch, size + 2, size + 2, dtype=torch.bool, device=device)
    for upright in (False, True):
        x, y = (nearest, middle) if upright else (middle, nearest)
        far = ((place - x)[None, :].square() + (place - y)[:, None].square()).sqrt()[None]
        here = torch.rand(batch, size + 2, size + 2, device=device) < uniform(batch, 0.05, 0.4, device)[:, None, None]
        columns, rows = ((along.floor().long() + 1).clamp(0, size + 1) for along in (x, y))
        shown = here[:, rows][:, :, columns] & figures[:, Figure.DOTS, None, None]
        here[:, :, (0, 1, -1)] &= not upright
        here[:, (0, 1, -1)] &= upright
        before = torch.roll(here, -1, 2 if upright else 1)
        dotted |= (here | before) & figures[:, Figure.DOTS, None, None]
        black = torch.rand(batch, size + 2, size + 2, device=device)[:, rows][:, :, columns] < 0.5
        shown = shown & square
        disc = ((radius - far) * CELL + 0.5).clamp(0, 1) * shown
        ring = ((0.02 - (far - radius).abs()) * CELL + 0.5).clamp(0, 1) * shown
        fill = torch.maximum(fill, disc)
        rim = torch.maximum(rim, torch.maximum(ring, disc * black))
    return fill, rim, dotted[:, 1:-1, 1:-1]


def shape_layer(size: int, figures: Tensor) -> tuple[Tensor, Tensor]:
    """Coverage of grey squares and discs behind digits, as for even and odd cells, and those cells."""
    device, batch = figures.device, len(figures)
    place = coordinates(size + 2, device)
    local = (place - place.floor() - 0.5).abs()
    reach = uniform(batch, 0.3, 0.44, device)[:, None, None]
    square = reach - torch.maximum(local[None, :], local[:, None])[None]
    disc = reach - (local[None, :].square() + local[:, None].square()).sqrt()[None]
    cells = place.floor().long() + 1
    kind = torch.randint(0, 3, (batch, 1, 1), device=device)
    chosen = torch.rand(batch, size + 2, size + 2, device=device) < uniform(batch, 0.1, 0.5, device)[:, None, None]
    odd = torch.rand(batch, size + 2, size + 2, device=device) < 0.5
    round_ = (kind == 0) | ((kind == 2) & odd)
    distance = torch.where(round_[:, cells][:, :, cells], disc, square)
    inside = ((place > 0) & (place < size)).float()
    covered = (distance * CELL + 0.5).clamp(0, 1) * chosen[:, cells][:, :, cells]
    shown = figures[:, Figure.SHAPES, None, None]
    return covered * inside[None, None] * inside[None, :, None] * shown, chosen[:, 1:-1, 1:-1] & shown
