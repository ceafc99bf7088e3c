"""The page around the digits: paper and interface colours, shading, grid lines, and what else is printed."""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from training.render.content import BOXES, chance, uniform
from training.render.glyphs import CELL


@dataclass
class Theme:
    """Colours of a batch of pages, each (batch, 3) of 0 to 1, and which pages are what."""

    paper: Tensor
    outside: Tensor
    thin: Tensor
    thick: Tensor
    given: Tensor
    entry: Tensor
    mark: Tensor
    app: Tensor
    dark: Tensor
    face: Tensor
    """(batch,) of 0 to 1: which typeface the givens are in."""
    height: Tensor
    """(batch,) the givens' height in cells."""
    bold: Tensor
    """(batch,) True where the givens are printed bolder than the typeface has them."""


def draw_theme(batch: int, device: torch.device, app_share: float = 0.35) -> Theme:
    """Newspapers, books, light and dark interfaces, coloured pages, with inks that can be told from the paper."""
    kind = torch.rand(batch, device=device)
    dark = kind < 0.1
    app = kind < app_share
    tint = torch.randn(batch, 3, device=device) * 0.05
    grey = uniform(batch, 0.55, 1.0, device)[:, None]
    paper = torch.where(app[:, None], torch.ones_like(tint) - tint.abs() * 0.5, grey + tint)
    coloured = chance(batch, 0.1, device)[:, None]
    paper = torch.where(coloured, torch.rand(batch, 3, device=device) * 0.5 + 0.5, paper)
    paper = torch.where(dark[:, None], torch.rand(batch, 1, device=device) * 0.22 + tint.abs(), paper).clamp(0, 1)
    black = torch.where(dark[:, None], 1.0, 0.0).expand(batch, 3)
    strength = uniform(batch, 0.55, 1.0, device)[:, None]
    faint = chance(batch, 0.12, device)[:, None]
    strength = torch.where(faint, uniform(batch, 0.25, 0.5, device)[:, None], strength)
    given = mixed(paper, black + torch.randn(batch, 3, device=device) * 0.06, strength)
    given = torch.where(chance(batch, 0.15, device)[:, None], saturated(batch, dark, device), given)
    outside = torch.where(chance(batch, 0.3, device)[:, None], torch.rand(batch, 3, device=device), paper)
    thin = mixed(paper, black, uniform(batch, 0.2, 1.0, device)[:, None])
    thick = mixed(paper, black, uniform(batch, 0.55, 1.0, device)[:, None])
    thin = torch.where(chance(batch, 0.08, device)[:, None], saturated(batch, dark, device), thin)
    mark = mixed(
        paper,
        torch.where(chance(batch, 0.4, device)[:, None], pen_colour(batch, dark, device), black),
        uniform(batch, 0.35, 0.9, device)[:, None],
    )
    given = given.clamp(0, 1)
    entry = torch.where(app[:, None], _typed_colour(given, paper, dark), pen_colour(batch, dark, device))
    alike = chance(batch, 0.12, device)[:, None] & ~app[:, None]  # A pen as black as the print.
    entry = torch.where(alike, (given + torch.randn(batch, 3, device=device) * 0.03).clamp(0, 1), entry)
    face, height = torch.rand(batch, device=device), uniform(batch, 0.36, 0.8, device)
    bold = chance(batch, 0.3, device) & app
    return Theme(paper, outside, thin, thick, given, entry, mark, app, dark, face, height, bold)


def _typed_colour(given: Tensor, paper: Tensor, dark: Tensor) -> Tensor:
    """What an interface types entries in: mostly a clear blue, always to be told from the givens' colour."""
    batch, device = len(given), given.device
    shade = torch.rand(batch, 3, device=device)
    deep = torch.tensor([0.0, 0.2, 0.6], device=device) + shade * torch.tensor([0.35, 0.4, 0.4], device=device)
    light = torch.tensor([0.25, 0.45, 0.8], device=device) + shade * torch.tensor([0.3, 0.35, 0.2], device=device)
    blue = torch.where(dark[:, None], light, deep)
    pale = mixed(given, paper, uniform(batch, 0.3, 0.6, device)[:, None])
    kind = torch.rand(batch, 1, device=device)
    entry = torch.where(kind < 0.45, blue, torch.where(kind < 0.65, saturated(batch, dark, device), pale))
    entry = torch.where(kind > 0.8, pen_colour(batch, dark, device), entry)
    near = (entry - given).abs().amax(1, keepdim=True) < 0.25
    return torch.where(near, pale, entry)


def mixed(first: Tensor, second: Tensor, share: Tensor) -> Tensor:
    return (first + (second - first) * share).clamp(0, 1)


def saturated(batch: int, dark: Tensor, device: torch.device) -> Tensor:
    """A strong colour, light enough on dark pages and dark enough on light ones."""
    colour = torch.rand(batch, 3, device=device)
    colour = (colour - colour.amin(1, keepdim=True)) / (colour.amax(1, keepdim=True) - colour.amin(1, keepdim=True))
    return torch.where(dark[:, None], 0.55 + 0.45 * colour, colour * uniform(batch, 0.3, 0.75, device)[:, None])


def pen_colour(batch: int, dark: Tensor, device: torch.device) -> Tensor:
    """Blue, black, pencil grey, red or any other ink."""
    kind = torch.rand(batch, 1, device=device)
    shade = torch.rand(batch, 3, device=device)
    low = torch.tensor([0.0, 0.05, 0.4], device=device)
    blue = low + shade * torch.tensor([0.3, 0.4, 0.55], device=device)
    black = 0.25 * shade[:, :1] + 0.04 * shade
    pencil = 0.25 + 0.3 * shade[:, :1] + 0.03 * shade
    red = torch.tensor([0.55, 0.0, 0.0], device=device) + shade * torch.tensor([0.4, 0.25, 0.25], device=device)
    pen = torch.where(kind < 0.38, blue, torch.where(kind < 0.6, black, torch.where(kind < 0.82, pencil, red)))
    pen = torch.where(kind > 0.92, saturated(batch, dark, device), pen)
    return torch.where(dark[:, None], 0.45 + 0.55 * pen / pen.amax(1, keepdim=True).clamp(min=0.1), pen).clamp(0, 1)


def coordinates(cells: int, device: torch.device) -> Tensor:
    """The place in cells of every pixel along a side, 0 at the grid's first line, with a margin of one cell."""
    return (torch.arange(cells * CELL, device=device) + 0.5) / CELL - 1


def spread_over(values: Tensor, cells: int) -> Tensor:
    """Per-cell values (batch, cells, cells, …) as pixels (batch, …, side, side) without smoothing."""
    planes = values if values.dim() == 4 else values[..., None]
    return planes.permute(0, 3, 1, 2).repeat_interleave(CELL, dim=2).repeat_interleave(CELL, dim=3)


def shading(theme: Theme, printed: Tensor, glyphs: Tensor, size: int) -> Tensor:
    """(batch, n+2, n+2, 3) background of every cell: plain, shaded boxes, shaded givens, highlights, patchwork."""
    batch, device = len(printed), printed.device
    kind = torch.rand(batch, device=device)
    index = torch.arange(size, device=device)
    rows, columns = BOXES[size]
    box = (index // rows)[:, None] * 7 + (index // columns)[None, :]
    checks = (((index // rows)[:, None] + (index // columns)[None, :]) % 2).bool().expand(batch, size, size)
    row, column = torch.randint(0, size, (2, batch, 1, 1), device=device)
    lit = (index[:, None] == row) | (index[None, :] == column)
    scattered = torch.rand(batch, size, size, device=device) < 0.15
    masks = [checks, printed, lit, scattered]
    shaded = torch.zeros(batch, size, size, dtype=torch.bool, device=device)
    for mask, low, high in zip(masks, (0, 0.09, 0.2, 0.26), (0.09, 0.2, 0.26, 0.32), strict=True):
        shaded |= mask & ((kind >= low) & (kind < high))[:, None, None]
    tint = torch.where(
        chance(batch, 0.5, device)[:, None],
        torch.rand(batch, 3, device=device),
        torch.where(theme.dark[:, None], 1.0, 0.0),
    )
    tone = mixed(theme.paper, tint, uniform(batch, 0.06, 0.4, device)[:, None])
    cells = torch.where(shaded[..., None], tone[:, None, None], theme.paper[:, None, None])
    patchwork = (kind > 0.95)[:, None, None, None]
    palette = mixed(
        theme.paper[:, None], torch.rand(batch, 60, 3, device=device), torch.full((1,), 0.45, device=device)
    )
    cells = torch.where(patchwork, palette[:, box.reshape(-1) % 60].reshape(batch, size, size, 3), cells)
    cells = _highlit(cells, glyphs, theme)
    framed = theme.outside[:, None, None].expand(batch, size + 2, size + 2, 3).clone()
    framed[:, 1:-1, 1:-1] = cells
    return framed


def _highlit(cells: Tensor, glyphs: Tensor, theme: Theme) -> Tensor:
    """Screens with a row and a column lit, with one digit everywhere or a chosen cell in a stronger colour."""
    batch, size = glyphs.shape[:2]
    device = glyphs.device
    index = torch.arange(size, device=device)
    row, column = torch.randint(0, size, (2, batch, 1, 1), device=device)
    here, there = index[None, :, None] == row, index[None, None, :] == column
    value = torch.randint(1, size + 1, (batch, 1, 1), device=device)
    parts = [(here | there, 0.3, 0.05, 0.4), (glyphs == value, 0.35, 0.15, 1.0), (here & there, 0.35, 0.15, 1.0)]
    for mask, share, least, most in parts:
        lit = mask & (theme.app & chance(batch, share, device))[:, None, None]
        strength = uniform(batch, least, most, device)[:, None, None, None]
        tone = torch.rand(batch, 3, device=device)[:, None, None]
        cells = torch.where(lit[..., None], mixed(cells, tone, strength), cells)
    return cells


def readable(ink: Tensor, cells: Tensor, theme: Theme) -> tuple[Tensor, Tensor]:
    """The ink (batch, 3) for every cell (batch, n, n, 3), black or white on screens where it would not show.

    The second part is True where the ink was changed so.
    """
    weights = torch.tensor([0.3, 0.59, 0.11], device=ink.device)
    ground = cells @ weights
    clash = (ground - (ink @ weights)[:, None, None]).abs() < 0.25
    clash &= theme.app[:, None, None] & ((cells - theme.paper[:, None, None]).abs().amax(-1) > 0.1)
    plain = (ground < 0.5).float()[..., None].expand_as(cells)
    return torch.where(clash[..., None], plain, ink[:, None, None].expand_as(cells)), clash


def one_digit_recoloured(glyphs: Tensor, theme: Theme) -> tuple[Tensor, Tensor]:
    """On some screens all cells of the chosen digit, (batch, n, n), and the ink (batch, 3) that they have in common."""
    batch, device = len(glyphs), glyphs.device
    value = torch.randint(1, glyphs.shape[-1] + 1, (batch, 1, 1), device=device)
    shown = (theme.app & chance(batch, 0.12, device))[:, None, None]
    plain = torch.where(theme.dark[:, None], 1.0, 0.0).expand(batch, 3)
    return (glyphs == value) & shown, torch.where(
        chance(batch, 0.5, device)[:, None], plain, saturated(batch, theme.dark, device)
    )


@dataclass
class Lines:
    """Widths in cells of every piece of line: across (batch, n+3, n+2) and down (batch, n+2, n+3), 0 for none."""

    across: Tensor
    down: Tensor
    heavy: Tensor


def draw_lines(batch: int, size: int, shift: Tensor, device: torch.device) -> Lines:
    """Thin and thick lines of a grid; `shift` (batch, 2) moves the whole pattern by cells, for look-alikes."""
    thin = uniform(batch, 0.012, 0.05, device)
    thick = thin + uniform(batch, 0.0, 0.09, device)
    thick = torch.where(chance(batch, 0.7, device), thick + 0.03, thick)
    outer = torch.where(chance(batch, 0.06, device), 0.0, thick * uniform(batch, 0.9, 1.5, device))
    thin = torch.where(chance(batch, 0.02, device), 0.0, thin)
    rows, columns = BOXES[size]
    across = _one_way(thin, thick, outer, size, rows, shift[:, 0], shift[:, 1])
    down = _one_way(thin, thick, outer, size, columns, shift[:, 1], shift[:, 0]).transpose(1, 2)
    jigsaw = chance(batch, 0.04, device)[:, None, None]
    across = torch.where(jigsaw & (across > 0), _patchy(across, thin, thick), across)
    down = torch.where(jigsaw & (down > 0), _patchy(down, thin, thick), down)
    return Lines(across, down, thick * 0.8)


def _one_way(thin: Tensor, thick: Tensor, outer: Tensor, size: int, box: int, shift: Tensor, along: Tensor) -> Tensor:
    """Widths (batch, n+3 lines, n+2 cells) of the lines of one direction; nothing outside the grid, mostly."""
    device, batch = thin.device, len(thin)
    line = torch.arange(-1, size + 2, device=device)[None] - shift[:, None]
    width = torch.where(line % box == 0, thick[:, None], thin[:, None])
    width = torch.where((line == 0) | (line == size), outer[:, None], width)
    beyond = chance(batch, 0.03, device)[:, None]
    width = torch.where(((line < 0) | (line > size)) & ~beyond, 0.0, width)
    cell = torch.arange(-1, size + 1, device=device)[None] - along[:, None]
    inside = ((cell >= 0) & (cell < size)) | chance(batch, 0.03, device)[:, None]
    return width[:, :, None] * inside[:, None, :]


def _patchy(widths: Tensor, thin: Tensor, thick: Tensor) -> Tensor:
    """Thick pieces here and there, as around irregular regions."""
    heavy = torch.rand_like(widths) < 0.35
    return torch.where(heavy, thick[:, None, None], thin[:, None, None])


def line_layers(lines: Lines, size: int) -> tuple[Tensor, Tensor]:
    """Coverage (batch, side, side) of thin and of thick lines."""
    device = lines.across.device
    place = coordinates(size + 2, device)
    nearest = place.round().long()
    cell = place.floor().long()
    width_across = lines.across[:, nearest + 1][:, :, cell + 1]
    width_down = lines.down[:, cell + 1][:, :, nearest + 1]
    away = (place - nearest).abs()
    across = _line_coverage(width_across, away[None, :, None])
    down = _line_coverage(width_down, away[None, None, :])
    gaps = _dashes(len(across), place)
    across, down = across * gaps[:, None, :], down * gaps[:, :, None]
    heavy = lines.heavy[:, None, None]
    thick = torch.maximum(across * (width_across >= heavy), down * (width_down >= heavy))
    thin = torch.maximum(across * (width_across < heavy), down * (width_down < heavy))
    return thin, thick


def _line_coverage(width: Tensor, away: Tensor) -> Tensor:
    return ((width / 2 - away) * CELL + 0.5).clamp(0, 1) * (width > 0)


def _dashes(batch: int, place: Tensor) -> Tensor:
    """(batch, side) 1 where the line is drawn; all of it on most pages."""
    device = place.device
    rate = uniform(batch, 5, 16, device)[:, None]
    dashed = ((place[None] * rate) % 1 < uniform(batch, 0.3, 0.7, device)[:, None]).float()
    return torch.where(chance(batch, 0.06, device)[:, None], dashed, 1.0)


def rounded_gaps(batch: int, size: int, device: torch.device) -> Tensor:
    """Coverage of the gaps between rounded cells, as some interfaces have; nothing on most pages."""
    place = coordinates(size + 2, device)
    local = (place - place.floor() - 0.5).abs()
    radius = uniform(batch, 0.02, 0.2, device)[:, None, None]
    inner = 0.5 - uniform(batch, 0.015, 0.06, device)[:, None, None] - radius
    x, y = (local[None, None, :] - inner).clamp(min=0), (local[None, :, None] - inner).clamp(min=0)
    distance = (x.square() + y.square()).sqrt() - radius
    inside = ((place > 0) & (place < size)).float()
    covered = (distance * CELL + 0.5).clamp(0, 1) * inside[None, None, :] * inside[None, :, None]
    return covered * chance(batch, 0.05, device)[:, None, None]


def overlays(batch: int, size: int, device: torch.device) -> Tensor:
    """Coverage of rings round cells, dots, strokes through cells and diagonals, on a few pages."""
    place = coordinates(size + 2, device)
    local = place - place.floor() - 0.5
    far = (local[None, :].square() + local[:, None].square()).sqrt()
    cells = size + 2
    ringed = (torch.rand(batch, cells, cells, device=device) < 0.12) & chance(batch, 0.06, device)[:, None, None]
    radius = uniform(batch, 0.3, 0.46, device)[:, None, None]
    ring = ((0.02 - (far[None] - radius).abs()) * CELL + 0.5).clamp(0, 1) * spread_over(ringed.float(), cells)[:, 0]
    dotted = (torch.rand(batch, cells, cells, device=device) < 0.05) & chance(batch, 0.15, device)[:, None, None]
    centre = spread_over(torch.rand(batch, cells, cells, 2, device=device) * 0.7 - 0.35, cells)
    dot_far = ((local[None, None, :] - centre[:, 0]).square() + (local[None, :, None] - centre[:, 1]).square()).sqrt()
    spot = uniform(batch, 0.015, 0.06, device)[:, None, None]
    dot = ((spot - dot_far) * CELL + 0.5).clamp(0, 1) * spread_over(dotted.float(), cells)[:, 0]
    slope = (place[None, :] - place[:, None]).abs()
    diagonal = ((0.02 - slope) * CELL + 0.5).clamp(0, 1)[None] * chance(batch, 0.02, device)[:, None, None]
    return torch.maximum(torch.maximum(ring, dot), diagonal)


def blend(page: Tensor, colour: Tensor, coverage: Tensor) -> Tensor:
    """The page (batch, 3, side, side) with a colour (batch, 3), or one for every pixel, laid over it where covered."""
    shade = colour[:, :, None, None] if colour.dim() == 2 else colour
    return page + (shade - page) * coverage[:, None]


def soft_noise(batch: int, side: int, coarse: int, device: torch.device) -> Tensor:
    """(batch, side, side) smooth noise of about unit spread with features of side / coarse pixels."""
    seeds = torch.randn(batch, 1, coarse, coarse, device=device)
    return F.interpolate(seeds, size=(side, side), mode="bicubic", align_corners=False)[:, 0]
