"""When a board that the camera sees may be spoken of."""

from dataclasses import replace

from sudokulens.live.settle import is_beyond_doubt
from sudokulens.reading.decode import decode
from sudokulens.scanned import ScannedGrid
from sudokulens.vision.location import GridLocation
from tests.reading.simulation import simulate

PUZZLE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PLACE = GridLocation.from_corners([[0, 0], [360, 0], [360, 360], [0, 360]])
CLEARLY_WRONG, HARDLY_LEGIBLE = 2, 70
"""Two cells without a given; a 4 belongs in the first."""


def page() -> ScannedGrid:
    """A puzzle with two entries: a clear 1 where a 4 belongs, and a right one that may be something else."""
    values = [int(digit) for digit in PUZZLE]
    values[CLEARLY_WRONG], values[HARDLY_LEGIBLE] = 1, int(SOLUTION[HARDLY_LEGIBLE])
    faint = {values[HARDLY_LEGIBLE]: 0.4, 8: 0.35, 5: 0.25}
    read = simulate(values, written={CLEARLY_WRONG, HARDLY_LEGIBLE}, confused={HARDLY_LEGIBLE: faint})
    fused = replace(read, model="simulated + simulated")
    return ScannedGrid(PLACE, fused, decode(fused))


def test_a_clear_mistake_beside_a_doubtful_entry_settles() -> None:
    grid = page()
    assert [mistake.cell for mistake in grid.mistakes] == [CLEARLY_WRONG]
    assert [doubt.cell for doubt in grid.verdict.misreadings] == [HARDLY_LEGIBLE]
    assert is_beyond_doubt(grid)


def test_digits_that_may_as_well_be_exchanged_do_not_settle() -> None:
    values = [int(digit) for digit in PUZZLE]
    alike = {5: {5: 0.52, 6: 0.48}, 6: {6: 0.52, 5: 0.48}}
    read = simulate(values, confused={cell: alike[value] for cell, value in enumerate(values) if value in alike})
    grid = ScannedGrid(PLACE, read, decode(read))
    assert grid.status == "unique"
    assert not is_beyond_doubt(grid)
