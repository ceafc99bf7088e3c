"""The flat canvases of places on one frame, for readers that share them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from sudokulens.vision.cells import MARGIN_CELLS, Pixels, rectify
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation

BORDER_CELLS = 1 / 8
"""How far a border may reach beyond the outermost lines, in cells."""


@dataclass(slots=True, eq=False)
class Canvases:
    """Lays places of a frame flat, each at most once a scale while it is the current one."""

    frame: Frame
    _place: GridLocation | None = None
    _made: dict[int, Pixels] = field(default_factory=dict)

    def flat(self, place: GridLocation, cell_pixels: int) -> Pixels:
        """The place as a flat canvas with half a cell of margin.

        That is paper where it reaches beyond the picture, and where a light board lies on a dark ground or the reverse:
        the networks learnt from pages, and overlook digits beside the edge of such a board.
        """
        if place is not self._place:
            self._place, self._made = place, {}
        if cell_pixels not in self._made:
            canvas = rectify(self.frame.pixels, place.lattice, cell_pixels, paper_beyond=True)
            _put_on_own_ground(canvas, cell_pixels)
            canvas.setflags(write=False)
            self._made[cell_pixels] = canvas
        return self._made[cell_pixels]


def _put_on_own_ground(canvas: Pixels, cell_pixels: int) -> None:
    """Paints the margin in the board's own ground, in place, where half of all levels lie between the two."""
    width = round((MARGIN_CELLS - BORDER_CELLS) * cell_pixels)
    inner = canvas[width:-width, width:-width]
    edges = (canvas[:width], canvas[-width:], canvas[:, :width], canvas[:, -width:])
    ground, around = _ground(inner), np.mean([_ground(edge) for edge in edges], axis=0)
    if abs(float(np.mean(ground) - np.mean(around))) > np.iinfo(np.uint8).max / 2:
        for edge in edges:
            edge[:] = ground


def _ground(pixels: Pixels) -> Pixels:
    """The median colour of a sample."""
    sample = pixels[::6, ::6].reshape(-1, *pixels.shape[2:]).astype(np.int16)
    return np.asarray(np.partition(sample, len(sample) // 2, axis=0)[len(sample) // 2], dtype=np.uint8)
