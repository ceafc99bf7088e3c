"""The contents of the cells: lawful and random boards, what is printed, what is written, what is only noted."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from pages.boards import box_shape, pattern
from sudokulens.reading.symbols import SYMBOLS
from training.render.glyph_set import CAPITALS, GLYPHS

BOXES = {size: box_shape(size) for size in (4, 6, 7, 8, 9, 10, 12, 16)}
"""Rows and columns of a box for each size of grid; sevens have none of their own and are drawn with regions."""
OTHER = SYMBOLS.index("other")
ZERO = SYMBOLS.index("0")
FIRST_LETTER = SYMBOLS.index("A")
FIRST_CAPITAL, FIRST_SMALL = GLYPHS.index("A"), GLYPHS.index("a")
UNKNOWN = -100
PRINT_OR_HAND = 4
"""An ink label for photos whose digits are not known to be printed or written."""


@dataclass
class Content:
    """Symbols and ink of a batch of grids; every tensor is (batch, n, n)."""

    symbols: Tensor
    glyphs: Tensor
    ink: Tensor
    marks: Tensor
    random: Tensor
    size: int


def chance(batch: int, share: float, device: torch.device) -> Tensor:
    """(batch,) True with probability `share`."""
    return torch.rand(batch, device=device) < share


def uniform(batch: int, low: float, high: float, device: torch.device) -> Tensor:
    return torch.rand(batch, device=device) * (high - low) + low


def lawful_boards(batch: int, size: int, device: torch.device) -> Tensor:
    """(batch, n, n) solved boards with values 1 to n, by shuffling a pattern within the rules."""
    rows, columns = BOXES[size]
    boards = torch.from_numpy(pattern(size)).to(device).expand(batch, size, size)
    boards = _gathered(boards, _shuffle(batch, size, rows, device), axis=1)
    boards = _gathered(boards, _shuffle(batch, size, columns, device), axis=2)
    names = torch.rand(batch, size, device=device).argsort(dim=1)
    return names.gather(1, boards.reshape(batch, -1)).reshape(batch, size, size) + 1


def _shuffle(batch: int, size: int, band: int, device: torch.device) -> Tensor:
    """Orders of lines that keep bands together."""
    # Ranks lie a whole apart, so that no two bands can run into each other.
    ranks = torch.rand(batch, size // band, device=device).argsort(dim=1).repeat_interleave(band, dim=1)
    return (ranks + torch.rand(batch, size, device=device)).argsort(dim=1)


def _gathered(boards: Tensor, order: Tensor, axis: int) -> Tensor:
    shape = order[:, :, None] if axis == 1 else order[:, None, :]
    return boards.gather(axis, shape.expand_as(boards))


def draw_content(batch: int, size: int, device: torch.device) -> Content:
    """Boards from bare puzzles to full solutions, with some random digits that obey no rule."""
    values = lawful_boards(batch, size, device)
    random = chance(batch, 0.3, device)
    anything = torch.randint(1, size + 1, values.shape, device=device)
    wrong = (torch.rand(values.shape, device=device) < 0.02) | random[:, None, None]
    values = torch.where(wrong, anything, values)
    ink = _draw_ink(batch, size, device)
    symbols, glyphs = _written_as(values, size, device)
    filled = (ink == 1) | (ink == 2)
    nothing = torch.zeros_like(symbols)
    return Content(torch.where(filled, symbols, nothing), glyphs, ink, ink == 3, random, size)


def _draw_ink(batch: int, size: int, device: torch.device) -> Tensor:
    """0 none, 1 print, 2 hand, 3 mark, with shares that differ from grid to grid."""
    kind = torch.rand(batch, device=device)
    given = uniform(batch, 0.2, 0.5, device)
    given = torch.where(kind < 0.08, 1.0, given)
    given = torch.where((kind > 0.08) & (kind < 0.12), uniform(batch, 0.02, 0.15, device), given)
    given = torch.where((kind > 0.12) & (kind < 0.18), 0.0, given)
    fill = torch.rand(batch, device=device)
    entry = torch.where(fill < 0.35, 0.0, uniform(batch, 0.0, 0.6, device))
    entry = torch.where(fill > 0.7, uniform(batch, 0.85, 1.0, device), entry)
    noted = torch.where(chance(batch, 0.35, device), uniform(batch, 0.05, 0.9, device), 0.0)
    draws = torch.rand(3, batch, size, size, device=device)
    shares = [share[:, None, None] for share in (given, entry, noted)]
    ink = torch.where(draws[2] < shares[2], 3, 0)
    ink = torch.where(draws[1] < shares[1], 2, ink)
    return torch.where(draws[0] < shares[0], 1, ink)


def _written_as(values: Tensor, size: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """Symbol labels and atlas glyphs of values: plain digits, and above 9 numbers, letters or hexadecimal."""
    if size <= 9:
        return values, values
    style = torch.randint(0, 3, (len(values), 1, 1), device=device)
    large = values > 9
    letters = torch.where(large, values - 10 + FIRST_LETTER, values)
    hexadecimal = torch.where(values == size, ZERO, letters)
    symbols = torch.where(style == 0, values, torch.where(style == 1, letters, hexadecimal))
    return symbols, in_small_letters(glyph_table(device)[symbols])


def in_small_letters(glyphs: Tensor) -> Tensor:
    """Atlas glyphs (batch, n, n) with the capitals of every third grid made small."""
    small = chance(len(glyphs), 0.35, glyphs.device)[:, None, None]
    capital = (glyphs >= FIRST_CAPITAL) & (glyphs < FIRST_CAPITAL + len(CAPITALS))
    return torch.where(small & capital, glyphs + FIRST_SMALL - FIRST_CAPITAL, glyphs)


def glyph_table(device: torch.device) -> Tensor:
    """The atlas glyph of each symbol; empty and other map to 0 and are never drawn from here."""
    table = [GLYPHS.index(symbol) if symbol in GLYPHS else 0 for symbol in SYMBOLS]
    return torch.tensor(table, device=device)


def with_letters(content: Content, chosen: Tensor) -> Content:
    """The chosen grids filled with letters A to Z, as in word searches and crosswords."""
    letters = torch.randint(0, 26, content.symbols.shape, device=chosen.device)
    labels = torch.where(letters < 7, letters + FIRST_LETTER, OTHER)
    where = chosen[:, None, None] & (content.symbols > 0)
    content.symbols = torch.where(where, labels, content.symbols)
    content.glyphs = torch.where(where, in_small_letters(letters + FIRST_CAPITAL), content.glyphs)
    return content
