"""Digits as pen strokes: shapes people write, bent and jittered at random, drawn by distance to the pen's path."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from training.render.glyph_set import DIGIT_HEIGHT, TILE

SHAPES: dict[int, list[str]] = {
    1: [
        "line 30,0 30,100",
        "line 8,30 40,0 40,100",
        "line 12,22 36,0 34,100; line 10,100 60,100",
        "curve 32,0 30,50 30,100",
    ],
    2: [
        "curve 5,25 20,3 50,5 58,30 35,65 2,98; line 2,98 65,96",
        "curve 5,22 25,0 55,18 42,55 10,95 6,80 25,80 45,97 66,92",
        "line 5,5 50,3 55,30 3,97 62,97",
    ],
    3: [
        "curve 6,14 30,0 55,18 25,45; curve 25,45 60,68 35,100 2,86",
        "line 5,2 58,2 26,42; curve 26,42 60,60 40,98 2,90",
        "curve 10,5 50,6 45,35 20,46 52,60 50,90 5,95",
    ],
    4: [
        "line 15,0 6,55 65,55; line 50,20 47,100",
        "line 46,0 2,66 66,66; line 47,0 47,100",
        "curve 12,0 4,42 25,52 52,45; line 55,0 50,100",
        "line 40,0 0,60 62,58; line 42,35 40,100",
    ],
    5: [
        "line 60,2 14,3 10,42; curve 10,42 38,36 60,65 35,98 2,88",
        "curve 14,5 10,42 45,42 56,75 5,95; line 14,5 62,0",
        "curve 55,3 20,6 15,35 45,50 50,80 5,96",
    ],
    6: [
        "curve 50,0 15,35 5,75 30,100 56,80 40,54 8,70",
        "curve 35,0 8,50 8,85 35,100 50,72 25,58 6,78",
        "curve 55,6 25,2 3,60 28,100 58,76 32,50 5,66",
    ],
    7: [
        "line 3,3 62,3 25,100",
        "line 3,3 62,3 25,100; line 12,50 58,48",
        "line 4,16 6,2 60,4; curve 60,4 35,50 28,100",
        "curve 2,8 20,2 40,8 62,2; line 62,2 20,100",
    ],
    8: [
        "curve 50,15 30,0 8,20 30,46 58,75 30,100 4,76 30,47 53,20 42,5",
        "curve 30,0 8,22 30,46 52,22 30,0; curve 30,46 3,74 30,100 58,74 30,46",
        "curve 55,10 20,2 12,30 50,65 45,96 12,96 10,70 50,30 58,5",
    ],
    9: [
        "curve 52,20 30,0 6,22 25,48 52,22; curve 53,12 50,60 42,100",
        "curve 50,15 25,0 5,25 25,46 50,20; curve 50,20 50,70 30,100 6,90",
        "curve 50,8 20,2 6,30 30,45 53,10; line 53,10 50,100",
    ],
}
"""The ways to write each digit: strokes through points "x,y" in hundredths of the digit's height, from its top left."""

PER_STROKE = 12
STROKES = 2
CONTROLS = 10


class Pen:
    """Draws batches of handwritten digits 1 to 9 with a stroke width and shape that vary."""

    def __init__(self, device: torch.device) -> None:
        shapes = [(digit, shape) for digit, variants in SHAPES.items() for shape in variants]
        tables = [_tables(shape) for _, shape in shapes]
        self.controls = torch.tensor(np.stack([controls for controls, _ in tables]), device=device)
        self.basis = torch.tensor(np.stack([basis for _, basis in tables]), device=device)
        self.first = torch.zeros(10, dtype=torch.long, device=device)
        self.count = torch.ones(10, dtype=torch.long, device=device)
        for digit, variants in SHAPES.items():
            self.first[digit] = next(index for index, (owner, _) in enumerate(shapes) if owner == digit)
            self.count[digit] = len(variants)
        line = (torch.arange(TILE, device=device) + 0.5) / TILE
        self.pixels = torch.stack(torch.meshgrid(line, line, indexing="xy"), dim=-1).reshape(-1, 2)

    def draw(self, digits: Tensor, habit: Tensor) -> Tensor:
        """(count, TILE, TILE) coverage of 0 to 1; `habit` (count,) in [0, 1) picks the writer's usual shape."""
        count, device = len(digits), digits.device
        shape = self.first[digits] + (habit * self.count[digits]).long()
        controls = self.controls[shape]
        wobble = torch.rand(count, 1, 1, 1, device=device) * 0.05
        controls = controls + torch.randn_like(controls) * wobble
        path = torch.einsum("mspc,mscx->mspx", self.basis[shape], controls)
        path = self._posed(path - torch.tensor([0.32, 0.5], device=device))
        width = torch.rand(count, 1, device=device) * 0.032 + 0.016
        return self._covered(path, width)

    def _posed(self, path: Tensor) -> Tensor:
        """Slanted, stretched and set into the tile, as tall as a printed digit."""
        count, device = len(path), path.device
        slant = torch.randn(count, device=device) * 0.16 + 0.06
        stretch = 0.75 + torch.rand(count, device=device) * 0.55
        x = (path[..., 0] - path[..., 1] * slant[:, None, None]) * stretch[:, None, None]
        return torch.stack([x, path[..., 1]], dim=-1) * (DIGIT_HEIGHT / TILE) + 0.5

    def _covered(self, path: Tensor, width: Tensor) -> Tensor:
        """Coverage by the thickened path, one segment after another to save memory."""
        count = len(path)
        nearest = torch.full((count, len(self.pixels)), 9.0, device=path.device)
        for stroke in range(STROKES):
            pressure = 0.75 + 0.5 * torch.rand(count, 1, device=path.device)
            for step in range(PER_STROKE - 1):
                start, stop = path[:, stroke, step], path[:, stroke, step + 1]
                along = (stop - start)[:, None]
                offset = self.pixels[None] - start[:, None]
                share = ((offset * along).sum(-1) / (along.square().sum(-1) + 1e-6)).clamp(0, 1)
                distance = (offset - share[..., None] * along).square().sum(-1).sqrt()
                swell = 1 + (pressure - 1) * (step / (PER_STROKE - 2))
                nearest = torch.minimum(nearest, distance - width * swell)
        return (0.5 - nearest * TILE).clamp(0, 1).reshape(count, TILE, TILE)


def _tables(shape: str) -> tuple[np.ndarray, np.ndarray]:
    """Control points (strokes, CONTROLS, 2) and the weights (strokes, PER_STROKE, CONTROLS) that trace them."""
    strokes = shape.split("; ")
    controls = np.zeros((STROKES, CONTROLS, 2), dtype=np.float32)
    basis = np.zeros((STROKES, PER_STROKE, CONTROLS), dtype=np.float32)
    for index in range(STROKES):
        manner, *points = strokes[min(index, len(strokes) - 1)].split()
        controls[index, : len(points)] = [[int(place) / 100 for place in point.split(",")] for point in points]
        basis[index, :, : len(points)] = _weights(manner, len(points))
    return controls, basis


def _weights(manner: str, count: int) -> np.ndarray:
    """How PER_STROKE places along a stroke mix its control points: straight, or by a Catmull-Rom spline."""
    weights = np.zeros((PER_STROKE, count), dtype=np.float32)
    for row, place in enumerate(np.linspace(0, count - 1 - 1e-6, PER_STROKE)):
        left, t = int(place), place - int(place)
        if manner == "line":
            mix = {0: 1 - t, 1: t}
        else:
            mix = {
                -1: -t / 2 + t**2 - t**3 / 2,
                0: 1 - 2.5 * t**2 + 1.5 * t**3,
                1: t / 2 + 2 * t**2 - 1.5 * t**3,
                2: -(t**2) / 2 + t**3 / 2,
            }
        for offset, weight in mix.items():
            weights[row, min(max(left + offset, 0), count - 1)] += weight
    return weights
