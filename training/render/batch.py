"""Batches for training: rendered grids, look-alikes and warped photos, with their labels."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Self, TypeVar

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import Tensor

from training.render import camera, page
from training.render.content import (
    PRINT_OR_HAND,
    UNKNOWN,
    Content,
    chance,
    draw_content,
    uniform,
    with_letters,
)
from training.render.glyphs import CELL, TypeCase, bolder, outlined, place, poses, slanted
from training.render.marks import Marks, draw_marks
from training.render.photos import MARGIN, PHOTO_CELL, fold_of


class LabelSet:
    """Tensors that all have the batch as their first axis."""

    @classmethod
    def joined(cls, parts: list[Self]) -> Self:
        return cls(*(torch.cat([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))

    def picked(self, rows: Tensor) -> Self:
        return type(self)(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))

    def to(self, device: torch.device | str) -> Self:
        return type(self)(*(getattr(self, name).to(device) for name in self.__dataclass_fields__))


AnyLabels = TypeVar("AnyLabels", bound=LabelSet)


@dataclass
class Labels(LabelSet):
    """What the network should say; UNKNOWN where a part is not to be learned."""

    digits: Tensor
    ink: Tensor
    turn: Tensor
    sudoku: Tensor


class Renderer:
    """Makes batches of rendered grids of any size out of one type case."""

    def __init__(self, case: TypeCase) -> None:
        self.case = case
        self.device = case.device

    @torch.no_grad()
    def batch(self, count: int, size: int, strength: float) -> tuple[Tensor, Labels]:
        """Canvases (count, 3, side, side) of 0 to 255, and labels; `strength` is how bad the camera is."""
        device = self.device
        content = draw_content(count, size, device)
        kind = torch.rand(count, device=device)
        content = with_letters(content, kind < 0.02)
        board_like = (kind >= 0.02) & (kind < 0.03)
        moved = (kind >= 0.03) & (kind < 0.055)
        shift = torch.where(moved[:, None], steps(count, device), 0)
        theme = page.draw_theme(count, device)
        flat, alike = self._page(content, theme, shift, board_like)
        askew = (kind >= 0.055) & (kind < 0.065)
        offset = torch.where(askew[:, None], half_steps(count, device), 0.0)
        canvas = camera.warp(flat, size, 1.0, offset, reach=surroundings(count, device))
        real = torch.zeros(count, dtype=torch.bool, device=device)
        canvas = camera.degrade(canvas, strength, real)
        false = kind < 0.065
        unreadable = board_like | moved | askew
        bare = (theme.app & ~(content.ink == 1).flatten(1).any(1))[:, None, None]
        ink = torch.where(bare & (content.ink == 2), PRINT_OR_HAND, content.ink)  # Nothing tells typed from given.
        ink = torch.where(alike & ((ink == 1) | (ink == 2)), PRINT_OR_HAND, ink)
        labels = _labels(content.symbols, ink, ~false, unreadable)
        return turned(canvas, labels)

    def _page(self, content: Content, theme: page.Theme, shift: Tensor, board_like: Tensor) -> tuple[Tensor, Tensor]:
        """The flat page (count, 3, side, side) with a margin of one cell, in colours of 0 to 1.

        The second part (count, n, n) is True in cells whose colour no longer tells givens from entries.
        """
        cells = page.shading(theme, content.ink == 1, content.glyphs, content.size)
        index = torch.arange(content.size + 2, device=self.device)
        chess = ((index[:, None] + index[None]) % 2).bool()[None, :, :, None] & board_like[:, None, None, None]
        cells = torch.where(chess, theme.given[:, None, None], cells)
        lines = page.draw_lines(len(content.ink), content.size, shift, self.device)
        flat = self.lined(cells, theme, lines, content.size)
        some = content.marks & ~board_like[:, None, None]
        flat = self.with_marks(flat, self.marks(some, theme), theme)
        return self.with_digits(flat, cells, content, theme, board_like)

    def lined(self, cells: Tensor, theme: page.Theme, lines: page.Lines, size: int) -> Tensor:
        """The page with its grounds (batch, n+2, n+2, 3) and grid lines, and what else may be printed over them."""
        count = len(cells)
        flat = self._show_through(page.spread_over(cells, size + 2))
        thin, thick = page.line_layers(lines, size)
        flat = page.blend(flat, theme.thin, torch.maximum(thin, page.rounded_gaps(count, size, self.device)))
        flat = page.blend(flat, theme.thick, thick)
        extra = page.overlays(count, size, self.device) * uniform(count, 0.3, 1, self.device)[:, None, None]
        return page.blend(flat, page.saturated(count, theme.dark, self.device), extra)

    def marks(self, marked: Tensor, theme: page.Theme) -> Marks:
        """Pencil marks in these cells (batch, n, n)."""
        size = marked.shape[-1]
        framed = torch.zeros(len(marked), size + 2, size + 2, dtype=torch.bool, device=self.device)
        framed[:, 1:-1, 1:-1] = marked
        return draw_marks(self.case, framed, theme.app, min(size, 9))

    def with_marks(self, flat: Tensor, marks: Marks, theme: page.Theme) -> Tensor:
        """The page with pencil marks, some of them in another colour."""
        lit = page.saturated(len(flat), theme.dark, self.device)
        return page.blend(page.blend(flat, theme.mark, marks.layer), lit, marks.lit)

    def with_digits(
        self, flat: Tensor, cells: Tensor, content: Content, theme: page.Theme, board_like: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The page with givens and entries; second, (batch, n, n) True where colour no longer tells them apart."""
        size = content.size
        same, common = page.one_digit_recoloured(content.glyphs, theme)
        givens, changed = page.readable(theme.given, cells, theme)
        givens = _inked(givens, same, common)
        flat = page.blend(flat, page.spread_over(givens, size + 2), self._print_layer(content, board_like, theme))
        entries, also_changed = page.readable(theme.entry, cells, theme)
        entries = _inked(self._with_slips(entries, theme), same, common)
        flat = self.with_entries(flat, content, theme, page.spread_over(entries, size + 2))
        return flat, (changed | also_changed)[:, 1:-1, 1:-1] | same

    def _with_slips(self, entries: Tensor, theme: page.Theme) -> Tensor:
        """On some screens a few entries in red, as apps show wrong ones."""
        red = torch.tensor([0.85, 0.1, 0.1], device=self.device) + 0.15 * torch.rand(3, device=self.device)
        shown = (theme.app & chance(len(entries), 0.12, self.device))[:, None, None]
        slips = shown & (torch.rand(entries.shape[:3], device=self.device) < 0.08)
        return torch.where(slips[..., None], red, entries)

    def _show_through(self, flat: Tensor) -> Tensor:
        """Some pages with show-through: the mirrored print of the page behind."""
        other = flat.roll(1, 0).flip(3)
        level = uniform(len(flat), 0.03, 0.2, self.device) * chance(len(flat), 0.1, self.device)
        return flat - (1 - other) * level[:, None, None, None]

    def _print_layer(self, content: Content, board_like: Tensor, theme: page.Theme) -> Tensor:
        """The givens, and letters and digits in the margin as of a text around the grid."""
        count, size = len(content.ink), content.size
        device = self.device
        show = torch.zeros(count, size + 2, size + 2, dtype=torch.bool, device=device)
        show[:, 1:-1, 1:-1] = (content.ink == 1) & ~board_like[:, None, None]
        glyphs = torch.randint(1, 36, show.shape, device=device)
        glyphs[:, 1:-1, 1:-1] = content.glyphs
        rim = torch.ones_like(show)
        rim[:, 1:-1, 1:-1] = False
        text = uniform(count, 0, 1, device) * chance(count, 0.5, device)
        show |= rim & (torch.rand(show.shape, device=device) < text[:, None, None])
        where = show.reshape(-1).nonzero()[:, 0]
        grid = where // (size + 2) ** 2
        tiles = self.case.printed(self._faces(theme.face)[grid], glyphs.reshape(-1)[where])
        tiles[theme.bold[grid]] = bolder(tiles[theme.bold[grid]])
        hollow = chance(count, 0.03 if size <= 9 else 0.08, device)[grid]
        tiles[hollow] = outlined(tiles[hollow])
        tiles = (tiles * uniform(count, 0.8, 1.8, device)[grid][:, None, None]).clamp(max=1)
        pose = poses(grid, theme.height, 0.06, 0.015)
        small = rim.reshape(-1)[where]
        pose[:, 0] = torch.where(small, pose[:, 0] * uniform(len(where), 0.4, 1.1, device), pose[:, 0])
        layer = place(tiles, where, pose, count, size + 2)
        ghost = layer.flip(2).roll(1, 0)
        through = uniform(count, 0.04, 0.22, device) * chance(count, 0.12, device)
        return torch.maximum(layer, ghost * through[:, None, None])

    def _faces(self, face: Tensor) -> Tensor:
        return (face * len(self.case.print)).long()

    def with_entries(self, flat: Tensor, content: Content, theme: page.Theme, colour: Tensor) -> Tensor:
        """The page with what was filled in: by hand, or typed in another colour on screens."""
        count, device = len(content.ink), self.device
        cells = flat.shape[-1] // CELL
        rim = (cells - content.size) // 2
        show = torch.zeros(count, cells, cells, dtype=torch.bool, device=device)
        show[:, rim : cells - rim, rim : cells - rim] = content.ink == 2
        glyphs = torch.zeros(show.shape, dtype=torch.long, device=device)
        glyphs[:, rim : cells - rim, rim : cells - rim] = content.glyphs
        where = show.reshape(-1).nonzero()[:, 0]
        if not len(where):
            return flat
        grid = where // cells**2
        typed = (theme.app & chance(count, 0.8, device))[grid]
        same = chance(count, 0.65, device)
        face = torch.where(same, theme.face, torch.rand(count, device=device))
        tiles = self._entry_tiles(typed, grid, glyphs.reshape(-1)[where], face)
        low = slanted(poses(grid, uniform(count, 0.32, 0.85, device), 0.12, 0.08), grid, count)
        neat = poses(grid, torch.where(same, theme.height, uniform(count, 0.4, 0.75, device)), 0.03, 0.0, vary=0.01)
        layer = place(tiles, where, torch.where(typed[:, None], F.pad(neat, (0, 1)), low), count, cells)
        press = uniform(count, 0.5, 1.0, device)
        press = torch.where(chance(count, 0.1, device), press * 0.5, press)[:, None, None]
        rough = (1 + 0.25 * page.soft_noise(count, flat.shape[-1], flat.shape[-1] // 3, device)).clamp(0, 1)
        by_hand = ~(theme.app[:, None, None])
        layer = torch.where(by_hand, layer * rough * press, layer)
        return page.blend(flat, colour, layer)

    def _entry_tiles(self, typed: Tensor, grid: Tensor, glyphs: Tensor, face: Tensor) -> Tensor:
        device, count = self.device, len(face)
        fonts = self._faces(face)[grid]
        manner = torch.multinomial(torch.tensor([0.45, 0.42, 0.13], device=device), count, replacement=True)[grid]
        habit = torch.rand(count, device=device)[grid]
        tiles = torch.empty(len(grid), *self.case.print.shape[2:], device=device)
        tiles[typed] = self.case.printed(fonts[typed], glyphs[typed])
        hand = ~typed
        tiles[hand] = self.case.handwritten(manner[hand], habit[hand], glyphs[hand])
        return tiles


def _inked(inks: Tensor, where: Tensor, common: Tensor) -> Tensor:
    """The inks (batch, n+2, n+2, 3) with a common one (batch, 3) in the chosen cells (batch, n, n)."""
    inner = torch.where(where[..., None], common[:, None, None], inks[:, 1:-1, 1:-1])
    inks = inks.clone()
    inks[:, 1:-1, 1:-1] = inner
    return inks


NEWSPAPERS = ("train", "mixed_train")
"""The photos that have no validation set of their own, and are cross-validated by puzzle."""


class PhotoBank:
    """Real photos held on the device; `folds` and `held_fold` name the newspaper puzzles kept for validation."""

    def __init__(self, path: Path, device: torch.device, sources: tuple[str, ...], held_fold: int | None, folds: int):
        packed = np.load(path)
        starts = np.concatenate([[0], packed["ends"][:-1]])
        keep = [
            index
            for index, (source, puzzle) in enumerate(zip(packed["sources"], packed["puzzles"], strict=True))
            if source in sources and not (source in NEWSPAPERS and fold_of(str(puzzle), folds) == held_fold)
        ]
        data = packed["bytes"]
        pictures = [decoded(data[starts[index] : packed["ends"][index]]) for index in keep]
        self.pixels = torch.from_numpy(np.stack(pictures)).to(device)
        self.symbols = torch.from_numpy(packed["symbols"][keep]).long().to(device).reshape(-1, 9, 9)
        self.ink = torch.from_numpy(packed["ink"][keep]).long().to(device).reshape(-1, 9, 9)
        weights = {"train": 1.0, "mixed_train": 1.5, "kubiesa_train": 2.0}
        self.weights = torch.tensor([weights.get(str(packed["sources"][index]), 1.0) for index in keep], device=device)
        self.device = device

    @torch.no_grad()
    def batch(self, count: int, strength: float, renderer: Renderer) -> tuple[Tensor, Labels]:
        """Warped photos with their labels, some of them turned."""
        canvas, symbols, ink, askew = self.upright(count, strength, renderer)
        return turned(canvas, _labels(symbols, ink, ~askew, askew))

    def upright(self, count: int, strength: float, renderer: Renderer) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Warped photos, symbols, ink, and whether the window is off the grid; some get drawn handwriting as well."""
        device = self.device
        pick = torch.multinomial(self.weights, count, replacement=True)
        flat = self.pixels[pick].permute(0, 3, 1, 2).float() / 255
        flat = F.interpolate(flat, scale_factor=CELL / PHOTO_CELL, mode="bicubic").clamp(0, 1)
        symbols, ink = self.symbols[pick], self.ink[pick]
        content = draw_content(count, 9, device)
        content.ink = torch.where((ink == 0) & chance(count, 0.35, device)[:, None, None], content.ink, 0)
        content.ink = torch.where(content.ink == 2, 2, 0)
        theme = page.draw_theme(count, device)
        theme.app = torch.zeros_like(theme.app)
        theme.entry = page.pen_colour(count, torch.zeros_like(theme.dark), device)
        flat = renderer.with_entries(flat, content, theme, theme.entry)
        added = content.ink == 2
        symbols = torch.where(added, content.glyphs, symbols)
        ink = torch.where(added, 2, ink)
        flat = _recoloured(flat)
        askew = chance(count, 0.05, device)
        away = torch.where(chance(count, 0.5, device)[:, None], half_steps(count, device), steps(count, device))
        offset = torch.where(askew[:, None], away, 0.0)
        canvas = camera.warp(flat, 9, MARGIN, offset, strength=0.8)
        canvas = camera.degrade(canvas, strength, torch.ones(count, dtype=torch.bool, device=device))
        return canvas, symbols, ink, askew


class Replay(Generic[AnyLabels]):
    """The latest batches of each size, to draw grids from more than once: rendering is the more expensive half."""

    def __init__(self, keep: int) -> None:
        self.keep = keep
        self.batches: dict[int, list[tuple[Tensor, AnyLabels]]] = {}
        self.added: dict[int, int] = {}

    def holds(self, size: int) -> bool:
        return size in self.batches

    def add(self, size: int, canvas: Tensor, labels: AnyLabels) -> None:
        """Keep a batch, in place of the oldest where there are enough."""
        kept = self.batches.setdefault(size, [])
        number = self.added.get(size, 0)
        self.added[size] = number + 1
        batch = (canvas.byte(), labels)
        if len(kept) < self.keep:
            kept.append(batch)
        else:
            kept[number % self.keep] = batch

    def draw(self, size: int, count: int) -> tuple[Tensor, AnyLabels]:
        """Grids from eight random batches, mixed, the newest batch among them."""
        kept = self.batches[size]
        newest = (self.added[size] - 1) % self.keep
        chosen = [newest, *torch.randint(0, len(kept), (7,)).tolist()]
        canvases, labels = [], []
        for order, index in enumerate(chosen):
            share = count // 8 + (order < count % 8)
            canvas, label = kept[index]
            pick = torch.randperm(len(canvas), device=canvas.device)[:share]
            canvases.append(canvas[pick])
            labels.append(label.picked(pick))
        return torch.cat(canvases).float(), labels[0].joined(labels)


def decoded(data: np.ndarray) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data.tobytes())).convert("RGB"))


def _recoloured(flat: Tensor) -> Tensor:
    """Colour augmentation: channels swapped on some, and a few negatives, as from dark screens."""
    count, device = len(flat), flat.device
    order = torch.rand(count, 3, device=device).argsort(1)
    swapped = flat.gather(1, order[:, :, None, None].expand_as(flat))
    flat = torch.where(chance(count, 0.25, device)[:, None, None, None], swapped, flat)
    return torch.where(chance(count, 0.04, device)[:, None, None, None], 1 - flat, flat)


def surroundings(count: int, device: torch.device) -> Tensor:
    """(count, 4) cells of surroundings in the picture: all that the canvas shows, or next to nothing on some sides."""
    cut = torch.rand(count, 4, device=device) < torch.where(chance(count, 0.5, device), 0.6, 1.0)[:, None]
    cut &= chance(count, 0.25, device)[:, None]
    return torch.where(cut, torch.rand(count, 4, device=device) * 0.1, 1.0)


def steps(count: int, device: torch.device) -> Tensor:
    """(count, 2) whole cells by which a window sits beside the grid, never both zero."""
    steps = torch.randint(-1, 2, (count, 2), device=device)
    return torch.where((steps == 0).all(1, keepdim=True), torch.tensor([0, 1], device=device), steps)


def half_steps(count: int, device: torch.device) -> Tensor:
    """(count, 2) parts of a cell too far off to read."""
    sign = torch.randint(0, 2, (count, 2), device=device) * 2 - 1
    along = torch.rand(count, 2, device=device) * 0.15 + 0.42
    first = torch.randint(0, 2, (count, 1), device=device).bool()
    second = ~first | (torch.rand(count, 1, device=device) < 0.3)
    return sign * along * torch.cat([first, second], dim=1)


def _labels(symbols: Tensor, ink: Tensor, sudoku: Tensor, unreadable: Tensor) -> Labels:
    hidden = unreadable[:, None, None]
    enough = ((ink == 1) | (ink == 2) | (ink == PRINT_OR_HAND)).sum((1, 2)) >= 4
    turn = torch.where(enough & ~unreadable, 0, UNKNOWN)
    return Labels(
        torch.where(hidden, UNKNOWN, symbols),
        torch.where(hidden, UNKNOWN, ink),
        turn,
        torch.where(sudoku, torch.where(enough, 1, UNKNOWN), 0),
    )


def turned(canvas: Tensor, labels: Labels, share: float = 0.15) -> tuple[Tensor, Labels]:
    """Some of the canvases turned by quarter turns; from those only the turn and the ink are to be learned."""
    quarters = torch.randint(1, 4, (len(canvas),), device=canvas.device)
    quarters = torch.where(chance(len(canvas), share, canvas.device), quarters, 0)
    canvas = canvas.clone()
    for quarter in (1, 2, 3):
        chosen = (quarters == quarter).nonzero()[:, 0]
        canvas[chosen] = torch.rot90(canvas[chosen], -quarter, (2, 3))
        labels.ink[chosen] = torch.rot90(labels.ink[chosen], -quarter, (1, 2))
        labels.digits[chosen] = UNKNOWN
        labels.turn[chosen] = torch.where(labels.turn[chosen] == 0, quarter, UNKNOWN)
    return canvas, labels
