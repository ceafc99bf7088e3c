"""Digits as pen strokes: shapes people write, bent and jittered at random, drawn by distance to the pen's path."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from training.render.glyph_set import DIGIT_HEIGHT, TILE

Stroke = tuple[str, list[tuple[float, float]]]

SHAPES: dict[int, list[list[Stroke]]] = {
    1: [
        [("line", [(0.3, 0), (0.3, 1)])],
        [("line", [(0.08, 0.3), (0.4, 0), (0.4, 1)])],
        [("line", [(0.12, 0.22), (0.36, 0), (0.34, 1)]), ("line", [(0.1, 1), (0.6, 1)])],
        [("curve", [(0.32, 0), (0.3, 0.5), (0.3, 1)])],
    ],
    2: [
        [
            ("curve", [(0.05, 0.25), (0.2, 0.03), (0.5, 0.05), (0.58, 0.3), (0.35, 0.65), (0.02, 0.98)]),
            ("line", [(0.02, 0.98), (0.65, 0.96)]),
        ],
        [
            (
                "curve",
                [
                    (0.05, 0.22),
                    (0.25, 0.0),
                    (0.55, 0.18),
                    (0.42, 0.55),
                    (0.1, 0.95),
                    (0.06, 0.8),
                    (0.25, 0.8),
                    (0.45, 0.97),
                    (0.66, 0.92),
                ],
            )
        ],
        [("line", [(0.05, 0.05), (0.5, 0.03), (0.55, 0.3), (0.03, 0.97), (0.62, 0.97)])],
    ],
    3: [
        [
            ("curve", [(0.06, 0.14), (0.3, 0.0), (0.55, 0.18), (0.25, 0.45)]),
            ("curve", [(0.25, 0.45), (0.6, 0.68), (0.35, 1.0), (0.02, 0.86)]),
        ],
        [
            ("line", [(0.05, 0.02), (0.58, 0.02), (0.26, 0.42)]),
            ("curve", [(0.26, 0.42), (0.6, 0.6), (0.4, 0.98), (0.02, 0.9)]),
        ],
        [("curve", [(0.1, 0.05), (0.5, 0.06), (0.45, 0.35), (0.2, 0.46), (0.52, 0.6), (0.5, 0.9), (0.05, 0.95)])],
    ],
    4: [
        [("line", [(0.15, 0.0), (0.06, 0.55), (0.65, 0.55)]), ("line", [(0.5, 0.2), (0.47, 1.0)])],
        [("line", [(0.46, 0), (0.02, 0.66), (0.66, 0.66)]), ("line", [(0.47, 0), (0.47, 1)])],
        [("curve", [(0.12, 0.0), (0.04, 0.42), (0.25, 0.52), (0.52, 0.45)]), ("line", [(0.55, 0.0), (0.5, 1.0)])],
        [("line", [(0.4, 0), (0.0, 0.6), (0.62, 0.58)]), ("line", [(0.42, 0.35), (0.4, 1.0)])],
    ],
    5: [
        [
            ("line", [(0.6, 0.02), (0.14, 0.03), (0.1, 0.42)]),
            ("curve", [(0.1, 0.42), (0.38, 0.36), (0.6, 0.65), (0.35, 0.98), (0.02, 0.88)]),
        ],
        [
            ("curve", [(0.14, 0.05), (0.1, 0.42), (0.45, 0.42), (0.56, 0.75), (0.05, 0.95)]),
            ("line", [(0.14, 0.05), (0.62, 0.0)]),
        ],
        [("curve", [(0.55, 0.03), (0.2, 0.06), (0.15, 0.35), (0.45, 0.5), (0.5, 0.8), (0.05, 0.96)])],
    ],
    6: [
        [("curve", [(0.5, 0.0), (0.15, 0.35), (0.05, 0.75), (0.3, 1.0), (0.56, 0.8), (0.4, 0.54), (0.08, 0.7)])],
        [("curve", [(0.35, 0.0), (0.08, 0.5), (0.08, 0.85), (0.35, 1.0), (0.5, 0.72), (0.25, 0.58), (0.06, 0.78)])],
        [("curve", [(0.55, 0.06), (0.25, 0.02), (0.03, 0.6), (0.28, 1.0), (0.58, 0.76), (0.32, 0.5), (0.05, 0.66)])],
    ],
    7: [
        [("line", [(0.03, 0.03), (0.62, 0.03), (0.25, 1.0)])],
        [("line", [(0.03, 0.03), (0.62, 0.03), (0.25, 1.0)]), ("line", [(0.12, 0.5), (0.58, 0.48)])],
        [("line", [(0.04, 0.16), (0.06, 0.02), (0.6, 0.04)]), ("curve", [(0.6, 0.04), (0.35, 0.5), (0.28, 1.0)])],
        [("curve", [(0.02, 0.08), (0.2, 0.02), (0.4, 0.08), (0.62, 0.02)]), ("line", [(0.62, 0.02), (0.2, 1.0)])],
    ],
    8: [
        [
            (
                "curve",
                [
                    (0.5, 0.15),
                    (0.3, 0.0),
                    (0.08, 0.2),
                    (0.3, 0.46),
                    (0.58, 0.75),
                    (0.3, 1.0),
                    (0.04, 0.76),
                    (0.3, 0.47),
                    (0.53, 0.2),
                    (0.42, 0.05),
                ],
            )
        ],
        [
            ("curve", [(0.3, 0), (0.08, 0.22), (0.3, 0.46), (0.52, 0.22), (0.3, 0)]),
            ("curve", [(0.3, 0.46), (0.03, 0.74), (0.3, 1.0), (0.58, 0.74), (0.3, 0.46)]),
        ],
        [
            (
                "curve",
                [
                    (0.55, 0.1),
                    (0.2, 0.02),
                    (0.12, 0.3),
                    (0.5, 0.65),
                    (0.45, 0.96),
                    (0.12, 0.96),
                    (0.1, 0.7),
                    (0.5, 0.3),
                    (0.58, 0.05),
                ],
            )
        ],
    ],
    9: [
        [
            ("curve", [(0.52, 0.2), (0.3, 0.0), (0.06, 0.22), (0.25, 0.48), (0.52, 0.22)]),
            ("curve", [(0.53, 0.12), (0.5, 0.6), (0.42, 1.0)]),
        ],
        [
            ("curve", [(0.5, 0.15), (0.25, 0.0), (0.05, 0.25), (0.25, 0.46), (0.5, 0.2)]),
            ("curve", [(0.5, 0.2), (0.5, 0.7), (0.3, 1.0), (0.06, 0.9)]),
        ],
        [
            ("curve", [(0.5, 0.08), (0.2, 0.02), (0.06, 0.3), (0.3, 0.45), (0.53, 0.1)]),
            ("line", [(0.53, 0.1), (0.5, 1.0)]),
        ],
    ],
}
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


def _tables(shape: list[Stroke]) -> tuple[np.ndarray, np.ndarray]:
    """Control points (strokes, CONTROLS, 2) and the weights (strokes, PER_STROKE, CONTROLS) that trace them."""
    controls = np.zeros((STROKES, CONTROLS, 2), dtype=np.float32)
    basis = np.zeros((STROKES, PER_STROKE, CONTROLS), dtype=np.float32)
    for index in range(STROKES):
        manner, points = shape[min(index, len(shape) - 1)]
        controls[index, : len(points)] = points
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
