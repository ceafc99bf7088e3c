"""What happens between page and pixels: bending, light, blur, noise, compression, screens."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from training.render.content import chance, uniform
from training.render.glyphs import CELL
from training.render.page import soft_noise

SCALED_FOR = 48
"""Pixels a cell for which the widths of blurs were chosen."""


def warp(
    page: Tensor, size: int, margin: float, offset: Tensor, strength: float = 1.0, reach: Tensor | None = None
) -> Tensor:
    """The flat canvas of (n+1)·CELL pixels that an imperfect locator would cut from the page.

    The page shows `margin` cells around the grid. Corners are off by up to about 0.14 cell each, sometimes twice
    that, the page is slightly bent, and `offset` (batch, 2) in cells moves the whole window. `reach` (batch, 4) is
    how many cells of surroundings the picture shows left, above, right and below; beyond, its last pixels repeat.
    """
    batch, device = len(page), page.device
    side = (size + 1) * CELL
    line = (torch.arange(side, device=device) + 0.5) / CELL - 0.5
    base = torch.stack(torch.meshgrid(line, line, indexing="xy"), dim=-1)
    scale = torch.where(chance(batch, 0.2, device), 0.14, uniform(batch, 0.0, 0.1, device)) * strength
    corners = (torch.randn(batch, 2, 2, 2, device=device) * scale[:, None, None, None]).clamp(-0.3, 0.3)
    moves = F.interpolate(corners, size=(side, side), mode="bilinear", align_corners=True)
    bent = uniform(batch, 0.0, 0.07, device) * chance(batch, 0.5, device) * strength
    bend = F.interpolate(torch.randn(batch, 2, 5, 5, device=device), size=(side, side), mode="bicubic")
    moves = moves + bend * bent[:, None, None, None] + _crumples(batch, size, side, device) * strength
    moves = moves + offset[:, :, None, None]
    places = base[None] + moves.permute(0, 2, 3, 1)
    if reach is not None:
        low, high = -reach[:, None, None, :2], size + reach[:, None, None, 2:]
        places = torch.maximum(torch.minimum(places, high), low)
    grid = (places + margin) / (size + 2 * margin) * 2 - 1
    return F.grid_sample(page, grid, mode="bilinear", padding_mode="border", align_corners=False)


def _crumples(batch: int, size: int, side: int, device: torch.device) -> Tensor:
    """Shifts (batch, 2, side, side) in cells that change within a cell: other people's hands out of the same digits."""
    level = uniform(batch, 0.0, 0.045, device) * chance(batch, 0.4, device)
    knots = torch.randn(batch, 2, 2 * size, 2 * size, device=device)
    return F.interpolate(knots, size=(side, side), mode="bicubic") * level[:, None, None, None]


def degrade(canvas: Tensor, strength: float, real: Tensor, least_pixels: int = 11, clean_share: float = 0.2) -> Tensor:
    """The canvas as a camera or a screenshot would give it, more so with `strength` (0 to 1), 0 to 255.

    Real photos (`real`, (batch,)) have been through a camera and get about half of it. `least_pixels` a cell is the
    coarsest picture, and `clean_share` of the pictures stay as they are.
    """
    batch, device = len(canvas), canvas.device
    share = torch.where(real, 0.5, 1.0) * strength
    clean = chance(batch, clean_share, device)
    share = torch.where(clean, 0.0, share)
    canvas = _lit(canvas, share)
    canvas = _moire(canvas, share)
    canvas = _blurred(canvas, share)
    canvas = _shaken(canvas, share)
    canvas = _coarsened(canvas, share, least_pixels)
    canvas = _darkened(canvas, share)
    canvas = canvas + torch.randn_like(canvas) * _noise_level(share)[:, None, None, None]
    canvas = _toned(canvas.clamp(0, 1), share)
    canvas = _compressed(canvas.clamp(0, 1), share)
    return (canvas.clamp(0, 1) * 255).round()


def _lit(canvas: Tensor, share: Tensor) -> Tensor:
    """Uneven illumination: gradients, soft blotches and the edge of a shadow."""
    batch, side, device = len(canvas), canvas.shape[-1], canvas.device
    slope = soft_noise(batch, side, 3, device) * (uniform(batch, 0, 0.25, device) * share)[:, None, None]
    blotch = soft_noise(batch, side, 8, device) * (uniform(batch, 0, 0.07, device) * share)[:, None, None]
    grain = soft_noise(batch, side, side // 4, device) * (uniform(batch, 0, 0.06, device) * share)[:, None, None]
    line = torch.linspace(-1, 1, side, device=device)
    angle = uniform(batch, 0, 2 * math.pi, device)
    across = angle.cos()[:, None, None] * line[None, None] + angle.sin()[:, None, None] * line[None, :, None]
    sharp = torch.exp(uniform(batch, 0.7, 4, device))[:, None, None]
    edge = torch.sigmoid((across - uniform(batch, -0.8, 0.8, device)[:, None, None]) * sharp)
    depth = uniform(batch, 0.1, 0.6, device) * chance(batch, 0.2, device) * share
    light = (1 + slope + blotch + grain) * (1 - depth[:, None, None] * edge)
    return canvas * light.clamp(0.15, 1.6)[:, None]


def _moire(canvas: Tensor, share: Tensor) -> Tensor:
    """Moiré stripes and colour fringes of a photographed screen, on a few."""
    batch, side, device = len(canvas), canvas.shape[-1], canvas.device
    line = torch.arange(side, device=device).float()
    rate = uniform(batch, 0.05, 2.8, device)[:, None, None]
    angle = uniform(batch, 0, math.pi, device)
    across = angle.cos()[:, None, None] * line[None, None] + angle.sin()[:, None, None] * line[None, :, None]
    phase = torch.rand(batch, 3, 1, 1, device=device) * 2
    stripes = torch.sin(across[:, None] * rate[:, None] + phase)
    level = uniform(batch, 0.02, 0.12, device) * chance(batch, 0.08, device) * (share > 0)
    return canvas * (1 + stripes * level[:, None, None, None])


def _blurred(canvas: Tensor, share: Tensor) -> Tensor:
    """Defocus and slight motion blur, each grid with its own kernel."""
    batch, device = len(canvas), canvas.device
    radius = 7 * CELL // SCALED_FOR
    line = torch.arange(-radius, radius + 1, device=device).float()
    x, y = line[None, None, :], line[None, :, None]
    coarser = CELL / SCALED_FOR
    long = (uniform(batch, 0.0, 1.0, device).square() * 2.9 * share + 0.3) * coarser
    moved = chance(batch, 0.12, device) & (share > 0)
    along = torch.where(moved, long + uniform(batch, 0.5, 3.0, device) * share * coarser, long)[:, None, None]
    long = long[:, None, None]
    angle = uniform(batch, 0, math.pi, device)[:, None, None]
    first = x * angle.cos() + y * angle.sin()
    second = y * angle.cos() - x * angle.sin()
    kernel = torch.exp(-first.square() / (2 * along.square()) - second.square() / (2 * long.square()))
    kernel = kernel / kernel.sum((1, 2), keepdim=True)
    kernels = kernel.repeat_interleave(3, dim=0)[:, None]
    side = canvas.shape[-1]
    flat = F.pad(canvas, [radius] * 4, mode="replicate").reshape(1, batch * 3, side + 2 * radius, side + 2 * radius)
    return F.conv2d(flat, kernels, groups=batch * 3).reshape(batch, 3, side, side)


def _shaken(canvas: Tensor, share: Tensor) -> Tensor:
    """Some of the grids with motion blur of up to 0.4 cell along a line, as from a moving hand."""
    chosen = (chance(len(canvas), 0.2, canvas.device) & (share > 0)).nonzero()[:, 0]
    if not len(chosen):
        return canvas
    part, steps = canvas[chosen], 9
    side = canvas.shape[-1]
    reach = uniform(len(part), 0.05, 0.4, canvas.device).mul(share[chosen]) * CELL / side
    angle = uniform(len(part), 0, math.pi, canvas.device)
    smeared = torch.zeros_like(part)
    identity = torch.eye(2, 3, device=canvas.device).repeat(len(part), 1, 1)
    for along in torch.linspace(-1, 1, steps).tolist():
        moved = identity.clone()
        moved[:, :, 2] = along * reach[:, None] * torch.stack([angle.cos(), angle.sin()], dim=1)
        grid = F.affine_grid(moved, list(part.shape), align_corners=False).to(part.dtype)
        smeared += F.grid_sample(part, grid, padding_mode="border", align_corners=False)
    return canvas.index_copy(0, chosen, (smeared / steps).to(canvas.dtype))


def _coarsened(canvas: Tensor, share: Tensor, least_pixels: int) -> Tensor:
    """A third of the grids as if seen from far away: downscaled and upscaled again."""
    side, cells = canvas.shape[-1], canvas.shape[-1] // CELL
    pixels = least_pixels + int(torch.randint(0, 26, (1,)))
    chosen = (chance(len(canvas), 0.35, canvas.device) & (share > 0)).nonzero()[:, 0]
    if len(chosen):
        small = F.interpolate(canvas[chosen], size=(cells * pixels,) * 2, mode="bilinear", antialias=True)
        large = F.interpolate(small, size=(side, side), mode="bicubic" if pixels % 2 else "bilinear")
        canvas = canvas.index_copy(0, chosen, large.to(canvas.dtype))
    return canvas


def _darkened(canvas: Tensor, share: Tensor) -> Tensor:
    """A few underexposed grids: dim, noisy, and in few grey levels."""
    dim = chance(len(canvas), 0.05, canvas.device) & (share > 0)
    light = torch.where(dim, uniform(len(canvas), 0.06, 0.4, canvas.device), 1.0)[:, None, None, None]
    grain = torch.where(dim, uniform(len(canvas), 0.002, 0.02, canvas.device), 0.0)[:, None, None, None]
    dimmed = ((canvas * light + torch.randn_like(canvas) * grain) * 255).round() / 255
    return torch.where(dim[:, None, None, None], dimmed / light.sqrt(), canvas)


def _noise_level(share: Tensor) -> Tensor:
    return uniform(len(share), 0, 1, share.device).square() * 0.09 * share


def _toned(canvas: Tensor, share: Tensor) -> Tensor:
    """Exposure, contrast, gamma, colour cast, and sometimes grey."""
    batch, device = len(canvas), canvas.device
    gamma = torch.exp(torch.randn(batch, device=device) * 0.3 * share)
    gain = torch.exp(torch.randn(batch, 3, device=device) * 0.08 * share[:, None])
    contrast = torch.where(chance(batch, 0.15, device) & (share > 0), uniform(batch, 0.25, 0.7, device), 1.0)
    lift = uniform(batch, 0, 1, device) * (1 - contrast)
    toned = canvas.clamp(1e-3, 1) ** gamma[:, None, None, None] * gain[:, :, None, None]
    toned = toned * contrast[:, None, None, None] + lift[:, None, None, None]
    grey = toned.mean(1, keepdim=True).expand_as(toned)
    return torch.where(chance(batch, 0.15, device)[:, None, None, None], grey, toned)


def _compressed(canvas: Tensor, share: Tensor) -> Tensor:
    """JPEG-like: the 8×8 DCT coefficients of some of the grids, quantised."""
    chosen = (chance(len(canvas), 0.4, canvas.device) & (share > 0)).nonzero()[:, 0]
    if not len(chosen):
        return canvas
    part = canvas[chosen]
    count, _, side, _ = part.shape
    blocks = part.reshape(count, 3, side // 8, 8, side // 8, 8)
    basis = _cosines(canvas.device, canvas.dtype)
    waves = torch.einsum("ui,bcxiyj,vj->bcxuyv", basis, blocks, basis)
    index = torch.arange(8, device=canvas.device)
    step = 0.01 + 0.012 * (index[:, None] + index[None, :])
    quality = (uniform(count, 0.3, 3.5, canvas.device) * share[chosen])[:, None, None, None, None, None]
    steps = step[None, None, None, :, None, :] * quality
    waves = (waves / steps).round() * steps
    restored = torch.einsum("ui,bcxuyv,vj->bcxiyj", basis, waves, basis).reshape(part.shape)
    return canvas.index_copy(0, chosen, restored.to(canvas.dtype))


def _cosines(device: torch.device, dtype: torch.dtype) -> Tensor:
    """The orthonormal 8-point DCT basis."""
    index = torch.arange(8, device=device, dtype=torch.float32)
    basis = torch.cos(math.pi / 8 * (index[None, :] + 0.5) * index[:, None]) / 2
    basis[0] /= math.sqrt(2)
    return basis.to(dtype)
