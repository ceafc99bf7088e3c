"""Batches for the detail network: pencil marks, cages and their sums, regions, and the figures of variants."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import torch
from torch import Tensor

from training.render import cages, camera, figures, page
from training.render.batch import LabelSet, PhotoBank, Renderer, half_steps, steps, surroundings
from training.render.cages import PartitionBank
from training.render.content import (
    BOXES,
    PRINT_OR_HAND,
    UNKNOWN,
    Content,
    chance,
    draw_content,
    uniform,
    with_letters,
)
from training.render.figures import Figure
from training.render.partitions import TINTS

NO_SUM = 10
"""The label of units where no sum is printed."""
MIN_CELL_PIXELS = 24
"""Pixels a cell of the coarsest picture: below, nobody reads marks."""


@dataclass
class DetailLabels(LabelSet):
    """What the detail network should say; UNKNOWN where a part is not to be learned."""

    marks: Tensor
    """(batch, 9, n, n)."""
    place: Tensor
    """(batch, n, n) of MarkPlace."""
    caged: Tensor
    """(batch, n, n)."""
    cage_sides: Tensor
    """(batch, 4, n, n): above, right, below, left."""
    tens: Tensor
    units: Tensor
    region_sides: Tensor
    """(batch, 4, n, n)."""
    figures: Tensor
    """(batch, Figure, n, n): the cells that a figure touches."""
    sudoku: Tensor
    """(batch,)."""


@dataclass
class Kinds:
    """What each page of a batch is; every tensor is (batch,)."""

    killer: Tensor
    kenken: Tensor
    jigsaw: Tensor
    noted: Tensor
    letters: Tensor
    moved: Tensor
    askew: Tensor
    figures: Tensor
    """(batch, Figure)."""

    @staticmethod
    def draw(batch: int, size: int, device: torch.device) -> Kinds:
        kind = torch.rand(batch, device=device)
        killer, kenken = kind < 0.34, (kind >= 0.34) & (kind < 0.39)
        letters = (kind >= 0.39) & (kind < 0.405)
        moved, askew = (kind >= 0.405) & (kind < 0.42), (kind >= 0.42) & (kind < 0.435)
        jigsaw = (kind >= 0.435) & (kind < 0.56) | (size == 7)
        shown = torch.rand(batch, len(Figure), device=device) < torch.tensor(
            [0.07, 0.06, 0.03, 0.03, 0.04, 0.04], device=device
        )
        shown[:, Figure.WINDOWS] &= size == 9
        shown[:, Figure.ARROWS] &= ~shown[:, Figure.THERMOMETERS]
        shown[killer | kenken | letters] = False
        noted = chance(batch, 0.6, device) & ~kenken & ~letters
        return Kinds(killer, kenken, jigsaw & ~killer & ~kenken, noted, letters, moved, askew, shown)


class DetailRenderer:
    """Makes batches of rendered pages with everything that people and variants add to a grid."""

    def __init__(self, renderer: Renderer, partitions: Path, app_share: float = 0.55, clean_share: float = 0.6) -> None:
        """`app_share` of the pages look like an application's; no camera has seen `clean_share` of them."""
        self.renderer = renderer
        self.app_share, self.clean_share = app_share, clean_share
        self.device = renderer.device
        self._bank = cache(partial(PartitionBank, partitions, device=self.device))

    @torch.no_grad()
    def batch(self, count: int, size: int, strength: float) -> tuple[Tensor, DetailLabels]:
        """Upright canvases (count, 3, side, side) of 0 to 255, and labels; `strength` is how bad the camera is."""
        device = self.device
        kinds = Kinds.draw(count, size, device)
        content = self._content(count, size, kinds)
        theme = page.draw_theme(count, device, self.app_share)
        flat, labels = self._page(content, theme, kinds)
        offset = torch.where(kinds.askew[:, None], half_steps(count, device), 0.0)
        grain = uniform(count, 0.01, 0.06, device) * chance(count, 0.15, device)
        rough = page.soft_noise(count, flat.shape[-1], flat.shape[-1] // 3, device) * grain[:, None, None]
        canvas = camera.warp(flat + rough[:, None], size, 1.0, offset, strength=0.8, reach=surroundings(count, device))
        real = torch.zeros(count, dtype=torch.bool, device=device)
        return camera.degrade(canvas, strength, real, MIN_CELL_PIXELS, self.clean_share), _hidden(labels, kinds)

    def _content(self, count: int, size: int, kinds: Kinds) -> Content:
        """Digits and marks: killers mostly without givens, noted pages with marks in most empty cells."""
        device = self.device
        content = with_letters(draw_content(count, size, device), kinds.letters)
        bare = (kinds.killer | kinds.kenken) & chance(count, 0.75, device)
        few = torch.rand(content.ink.shape, device=device) < uniform(count, 0.0, 0.3, device)[:, None, None]
        ink = torch.where(bare[:, None, None] & (content.ink == 1), torch.where(few, 2, 0), content.ink)
        empty = chance(count, 0.06, device)[:, None, None]
        ink = torch.where(empty | (ink == 3), 0, ink)
        share = uniform(count, 0.1, 1.1, device) * kinds.noted
        marks = (torch.rand(ink.shape, device=device) < share[:, None, None]) & (ink == 0)
        left_over = (torch.rand(ink.shape, device=device) < 0.02) & (ink == 2) & kinds.noted[:, None, None]
        symbols = torch.where((ink == 1) | (ink == 2), content.glyphs, 0)
        return replace(content, ink=ink, marks=marks | left_over, symbols=symbols)

    def _page(self, content: Content, theme: page.Theme, kinds: Kinds) -> tuple[Tensor, DetailLabels]:
        count, size, device = len(content.ink), content.size, self.device
        shift = torch.where(kinds.moved[:, None], steps(count, device), 0)
        lines = page.draw_lines(count, size, shift, device)
        regions, region_tints = self._bank(size=size, kind="regions").draw(count)
        region_sides = cages.sides(regions, kinds.jigsaw[:, None, None].expand_as(regions))
        lines, box_sides = _with_regions(lines, kinds, region_sides, size)
        cells = page.shading(theme, content.ink == 1, content.glyphs, size)
        cells = _tinted(cells, region_tints, theme, kinds.jigsaw & chance(count, 0.35, device))
        shaded = figures.shaded_cells(size, kinds.figures)
        cells = _shaded(cells, shaded, theme)
        owners, tints = self._bank(size=size, kind="cages").draw(count)
        style = cages.CageStyle.draw(count, device)
        style.inset = torch.where(kinds.kenken, 0.0, style.inset)
        style.duty = torch.where(kinds.kenken, 1.0, style.duty)
        style.width = torch.where(kinds.kenken, uniform(count, 0.05, 0.12, device), style.width)
        with_cages = kinds.killer | kinds.kenken
        held = self._held(owners, kinds.killer, with_cages)
        cells = _tinted(cells, tints, theme, with_cages & style.tinted, held)
        flat = self.renderer.lined(cells, theme, lines, size)
        flat, touched = self._with_figures(flat, theme, kinds, shaded, size)
        flat, sums, sides = self._with_cages(flat, theme, content, owners, held, style, kinds)
        marks = self.renderer.marks(content.marks, theme)
        flat = self.renderer.with_marks(flat, marks, theme)
        nothing = torch.zeros(count, dtype=torch.bool, device=device)
        flat, _ = self.renderer.with_digits(flat, cells, content, theme, nothing)
        noted = marks.digits[:, 1:-1, 1:-1].permute(0, 3, 1, 2)
        known = torch.where(kinds.jigsaw[:, None, None, None], region_sides, box_sides).float()
        flat_lines = (lines.heavy * 0.8 < 0.02)[:, None, None, None] & ~kinds.jigsaw[:, None, None, None]
        return flat, DetailLabels(
            marks=noted.float(),
            place=torch.where(noted.any(1), marks.manner[:, None, None], UNKNOWN),
            caged=held.float(),
            cage_sides=sides.float(),
            tens=torch.where(sums.units == NO_SUM, UNKNOWN, sums.tens),
            units=sums.units,
            region_sides=torch.where(flat_lines, float(UNKNOWN), known),
            figures=touched.float(),
            sudoku=torch.ones(count, device=device),
        )

    def _held(self, owners: Tensor, killer: Tensor, with_cages: Tensor) -> Tensor:
        """(batch, n, n) cells that lie in cages: all of them, or on some killers only those of some cages."""
        count = len(owners)
        partly = (killer & chance(count, 0.2, self.device))[:, None, None]
        chosen = (
            torch.rand(count, owners.shape[-1] ** 2, device=self.device)
            < uniform(count, 0.3, 0.9, self.device)[:, None]
        )
        some = chosen.gather(1, owners.reshape(count, -1)).reshape(owners.shape)
        return with_cages[:, None, None] & (~partly | some)

    def _with_cages(
        self, flat: Tensor, theme: page.Theme, content: Content, owners: Tensor, held: Tensor,
        style: cages.CageStyle, kinds: Kinds,
    ) -> tuple[Tensor, cages.Sums, Tensor]:  # fmt: skip
        """The page with cage outlines and sums; sums of KenKens carry a sign of arithmetic."""
        count = len(flat)
        sides = cages.sides(owners, held)
        colour = torch.where(
            chance(count, 0.7, self.device)[:, None], theme.thick, page.saturated(count, theme.dark, self.device)
        )
        flat = page.blend(flat, colour, cages.outline(sides, held, style))
        suffix = torch.where(kinds.kenken, 0, -1)
        sums = cages.draw_sums(self.renderer.case, content.glyphs, owners, held, style, suffix)
        ink = torch.where(chance(count, 0.75, self.device)[:, None], theme.given, theme.mark)
        return page.blend(flat, ink, sums.layer), sums, sides

    def _with_figures(
        self, flat: Tensor, theme: page.Theme, kinds: Kinds, shaded: Tensor, size: int
    ) -> tuple[Tensor, Tensor]:
        """The page with diagonals, thermometers, arrows, dots and shapes, and the cells each touches."""
        count = len(flat)
        faint = page.mixed(theme.paper, theme.thick, uniform(count, 0.15, 0.7, self.device)[:, None])
        colour = torch.where(
            chance(count, 0.4, self.device)[:, None], page.saturated(count, theme.dark, self.device), faint
        )
        flat = page.blend(flat, colour, figures.line_layer(size, kinds.figures, shaded))
        shapes, shaped = figures.shape_layer(size, kinds.figures)
        paths, crossed = figures.path_layer(size, kinds.figures)
        flat = page.blend(page.blend(flat, colour, shapes * 0.6), colour, paths * 0.8)
        fill, rim, dotted = figures.dot_layers(size, kinds.figures)
        flat = page.blend(page.blend(flat, theme.paper, fill), theme.thick, rim)
        touched = figures.lawful_cells(size, kinds.figures)
        touched[:, Figure.SHAPES], touched[:, Figure.DOTS] = shaped, dotted
        for path in (Figure.THERMOMETERS, Figure.ARROWS):
            touched[:, path] = crossed & kinds.figures[:, path, None, None]
        return flat, touched


def _with_regions(lines: page.Lines, kinds: Kinds, sides: Tensor, size: int) -> tuple[page.Lines, Tensor]:
    """The lines with thick ones round irregular regions on jigsaw pages; second, (batch, 4, n, n) sides of boxes."""
    across, down = lines.across.clone(), lines.down.clone()
    thick = (lines.heavy / 0.8).clamp(min=0.045)[:, None, None]
    thin = across.amin((1, 2)).clamp(min=0.012)[:, None, None]
    here = kinds.jigsaw[:, None, None]
    above = torch.cat([sides[:, 0], sides[:, 2, -1:]], dim=1)
    left = torch.cat([sides[:, 3], sides[:, 1, :, -1:]], dim=2)
    across[:, 1:-1, 1:-1] = torch.where(here, torch.where(above, thick, thin), across[:, 1:-1, 1:-1])
    down[:, 1:-1, 1:-1] = torch.where(here, torch.where(left, thick, thin), down[:, 1:-1, 1:-1])
    index = torch.arange(size, device=sides.device)
    rows, columns = BOXES[size]
    box = (index[:, None] // rows) * size + index[None, :] // columns
    boxes = cages.sides(box[None], torch.ones_like(box, dtype=torch.bool)[None]).expand(len(sides), -1, -1, -1)
    return page.Lines(across, down, torch.where(kinds.jigsaw, thick[:, 0, 0] * 0.8, lines.heavy)), boxes


def _tinted(cells: Tensor, tints: Tensor, theme: page.Theme, chosen: Tensor, held: Tensor | None = None) -> Tensor:
    """The grounds with one of a few colours for every tint number, on the chosen pages."""
    count = len(cells)
    base = torch.rand(count, TINTS, 3, device=cells.device)
    grey = base.mean(2, keepdim=True).expand_as(base)
    base = torch.where(chance(count, 0.3, cells.device)[:, None, None], grey, base)
    palette = page.mixed(theme.paper[:, None], base, uniform(count, 0.15, 0.6, cells.device)[:, None, None])
    inner = palette.gather(1, tints.reshape(count, -1, 1).expand(-1, -1, 3)).reshape(*tints.shape, 3)
    where = chosen[:, None, None] if held is None else chosen[:, None, None] & held
    cells = cells.clone()
    cells[:, 1:-1, 1:-1] = torch.where(where[..., None], inner, cells[:, 1:-1, 1:-1])
    return cells


def _shaded(cells: Tensor, shaded: Tensor, theme: page.Theme) -> Tensor:
    """The grounds with one tone in the shaded cells."""
    count = len(cells)
    tone = page.mixed(
        theme.paper, torch.rand(count, 3, device=cells.device), uniform(count, 0.15, 0.5, cells.device)[:, None]
    )
    cells = cells.clone()
    cells[:, 1:-1, 1:-1] = torch.where(shaded[..., None], tone[:, None, None], cells[:, 1:-1, 1:-1])
    return cells


def _hidden(labels: DetailLabels, kinds: Kinds) -> DetailLabels:
    """Look-alikes teach only that they are no Sudokus; windows beside the grid have no labels that fit."""
    false = kinds.kenken | kinds.letters | kinds.moved | kinds.askew
    for name in ("marks", "place", "caged", "cage_sides", "tens", "units", "region_sides", "figures"):
        values = getattr(labels, name)
        hidden = false.reshape(-1, *[1] * (values.dim() - 1))
        setattr(labels, name, torch.where(hidden, torch.full_like(values, UNKNOWN), values))
    labels.sudoku = torch.where(false, 0.0, labels.sudoku)
    return labels


@torch.no_grad()
def photo_batch(bank: PhotoBank, count: int, strength: float, renderer: Renderer) -> tuple[Tensor, DetailLabels]:
    """Real photos, which have neither cages nor figures, and no marks but where nobody has labelled them."""
    canvas, _, ink, askew = bank.upright(count, strength, renderer)
    device = canvas.device
    known = (ink != PRINT_OR_HAND) & (ink != 3) & ~askew[:, None, None]
    zero = torch.where(askew[:, None, None], float(UNKNOWN), torch.zeros_like(ink, dtype=torch.float32))
    nine = torch.arange(9, device=device)
    box = (nine[:, None] // 3) * 9 + nine[None, :] // 3
    boxes = cages.sides(box[None], torch.ones_like(box, dtype=torch.bool)[None]).float().expand(count, -1, -1, -1)
    hidden = askew[:, None, None, None]
    return canvas, DetailLabels(
        marks=torch.where(known, 0.0, float(UNKNOWN))[:, None].expand(-1, 9, -1, -1).clone(),
        place=torch.full_like(ink, UNKNOWN),
        caged=zero,
        cage_sides=zero[:, None].expand(-1, 4, -1, -1).clone(),
        tens=torch.full_like(ink, UNKNOWN),
        units=torch.where(askew[:, None, None], UNKNOWN, torch.full_like(ink, NO_SUM)),
        region_sides=torch.where(hidden, float(UNKNOWN), boxes),
        figures=torch.where(hidden, float(UNKNOWN), torch.zeros(count, len(Figure), 9, 9, device=device)),
        sudoku=(~askew).float(),
    )
