"""The flat canvases of places on one frame, for readers that share them."""

from __future__ import annotations

from dataclasses import dataclass, field

from sudokulens.vision.cells import Pixels, rectify
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation


@dataclass(slots=True, eq=False)
class Canvases:
    """Lays places of a frame flat, each at most once a scale while it is the one at hand."""

    frame: Frame
    _place: GridLocation | None = None
    _made: dict[int, Pixels] = field(default_factory=dict)

    def flat(self, place: GridLocation, cell_pixels: int) -> Pixels:
        """The place as a flat canvas with half a cell of margin; paper where that reaches beyond the picture."""
        if place is not self._place:
            self._place, self._made = place, {}
        if cell_pixels not in self._made:
            self._made[cell_pixels] = rectify(self.frame.pixels, place.lattice, cell_pixels, paper_beyond=True)
            self._made[cell_pixels].setflags(write=False)
        return self._made[cell_pixels]
