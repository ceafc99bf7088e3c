"""The cell reading network: one pass over the whole canvas of a grid of any size."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import torch
from torch import Tensor, nn

from sudokulens.reading.symbols import SYMBOLS

INKS = 4
TURNS = 4


@dataclass(frozen=True)
class Shape:
    """Everything that decides the network's form; kept in checkpoints."""

    cell_pixels: int
    width: int
    cell_width: int
    blocks: tuple[int, int, int] = (1, 2, 2)
    """Residual blocks at a quarter and an eighth of the resolution, and on the map of cells."""

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


SHAPES = {
    "fast": Shape(cell_pixels=32, width=24, cell_width=160),
    "careful": Shape(cell_pixels=48, width=32, cell_width=192),
}


class Block(nn.Module):
    """Two 3×3 convolutions beside a shortcut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = convolution(width, width, 3, 1, 1)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))

    def forward(self, features: Tensor) -> Tensor:
        return torch.relu(features + self.second(self.first(features)))


def convolution(inputs: int, outputs: int, kernel: int, stride: int, padding: int) -> nn.Sequential:
    layer = nn.Conv2d(inputs, outputs, kernel, stride, padding, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs), nn.ReLU())


def stages(shape: Shape) -> tuple[nn.Sequential, nn.Sequential, nn.Sequential]:
    """From pixels to an eighth of the resolution, from there to one vector a cell, and between neighbouring cells."""
    width, step = shape.width, shape.cell_pixels // 8
    trunk = nn.Sequential(
        convolution(3, width, 5, 2, 2),
        convolution(width, 2 * width, 3, 2, 1),
        *(Block(2 * width) for _ in range(shape.blocks[0])),
        convolution(2 * width, 4 * width, 3, 2, 1),
        *(Block(4 * width) for _ in range(shape.blocks[1])),
    )
    to_cells = convolution(4 * width, shape.cell_width, step + 2, step, 0)
    return trunk, to_cells, nn.Sequential(*(Block(shape.cell_width) for _ in range(shape.blocks[2])))


@torch.no_grad()
def remember(mean: nn.Module, network: nn.Module, step: int) -> None:
    """Moves the average (EMA) of a network's weights, which is what ships, towards what they are at that step."""
    share = min(0.998, (1 + step) / (20 + step))
    theirs = [*network.parameters(), *network.buffers()]
    mine = [*mean.parameters(), *mean.buffers()]
    floats = [(old, new) for old, new in zip(mine, theirs, strict=True) if old.dtype.is_floating_point]
    torch._foreach_lerp_([old for old, _ in floats], [new for _, new in floats], 1 - share)


def rim_of(shape: Shape) -> int:
    """Columns of the trunk's map to cut off: one column of the neighbours stays on each side of every cell."""
    return shape.cell_pixels // 16 - 1


class CellNetwork(nn.Module):
    """Canvas (batch, 3, side, side) → logits of symbols and ink per cell, of the turn, and of being a Sudoku."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.trunk, self.to_cells, self.cells = stages(shape)
        self.rim = rim_of(shape)
        self.first_ink = nn.Conv2d(shape.cell_width, INKS, 1)
        self.style = nn.Sequential(nn.Linear((1 + INKS) * shape.cell_width, shape.cell_width), nn.ReLU())
        self.mix = nn.Sequential(nn.Conv2d(2 * shape.cell_width, shape.cell_width, 1), nn.ReLU())
        self.heads = nn.Conv2d(shape.cell_width, len(SYMBOLS) + INKS + TURNS, 1)
        self.large_heads = nn.Conv2d(shape.cell_width, len(SYMBOLS) + INKS, 1)
        self.sudoku = nn.Sequential(nn.Linear(2 * shape.cell_width, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, canvas: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        cells, mean = self.features(canvas)
        digits, ink, turn = self.small(cells)
        if cells.shape[-1] > 9:
            digits, ink = self.large(cells)
        return digits, ink, turn, self.verdict(cells, mean)

    def features(self, canvas: Tensor) -> tuple[Tensor, Tensor]:
        """What is known of every cell (batch, width, n, n), and the mean over the page before styles came in."""
        features = self.trunk(canvas)
        features = features[:, :, self.rim : -self.rim, self.rim : -self.rim]
        cells = self.cells(self.to_cells(features))
        mean = cells.mean((2, 3))
        style = self.style(torch.cat([mean, self.typical(cells)], dim=1))[:, :, None, None].expand_as(cells)
        return self.mix(torch.cat([cells, style], dim=1)), mean

    def small(self, cells: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of symbols and ink up to 9×9, and of the turn for any size."""
        digits, ink, votes = self.heads(cells).split([len(SYMBOLS), INKS, TURNS], dim=1)
        return digits, ink, votes.sum((2, 3)) * 0.1

    def large(self, cells: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of symbols and ink above 9×9, where numbers and letters are in use."""
        digits, ink = self.large_heads(cells).split([len(SYMBOLS), INKS], dim=1)
        return digits, ink

    def verdict(self, cells: Tensor, mean: Tensor) -> Tensor:
        """The logit of being a Sudoku."""
        return self.sudoku(torch.cat([mean, cells.mean((2, 3))], dim=1))[:, 0]

    def typical(self, cells: Tensor) -> Tensor:
        """(batch, INKS·width): what empty, printed, written and marked cells look like on this very page.

        A first guess at every cell's ink weighs the means. Whether a digit is printed shows best beside the others.
        """
        guess = self.first_ink(cells).softmax(1).flatten(2)
        sums = guess @ cells.flatten(2).transpose(1, 2)
        return (sums / (guess.sum(2, keepdim=True) + 0.5)).flatten(1)
