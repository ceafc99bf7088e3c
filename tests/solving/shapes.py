"""Geometries, and puzzles on them, that the solving tests share."""

from __future__ import annotations

from random import Random

from sudokulens import Board, Geometry
from sudokulens.solving.engine import Budget, Engine, Grid
from sudokulens.solving.random import random_grid
from sudokulens.solving.solve import ENGINES, choose_engine

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WIKIPEDIA_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

WINDOWS = tuple(
    tuple((top + row) * 9 + left + column for row in range(3) for column in range(3))
    for top in (1, 5)
    for left in (1, 5)
)
FIVE_PIECES = "AABBB AABBC ADDCC DDEEC DEEEC"
SEVEN_PIECES = "AAAAAAA BBBBBBB EECCCCD ECCGGCD EFFFGGD EFFGGDD EEFFGDD"
NINE_PIECES = "AAAAAACCC ABBBBBCCC ABBBFFFCC ABDDDDFCF EDDDDDFFF EEEEEEEEF GGGGIIIII GGGIIHIHI GGHHHHHHH"


def jigsaw(pieces: str, *, diagonals: bool = False) -> Geometry:
    """The geometry whose regions are drawn with letters, row by row."""
    return Geometry.jigsaw(map(ord, pieces.replace(" ", "")), diagonals=diagonals)


GEOMETRIES = {
    "4×4": Geometry.standard(4),
    "4×4 with diagonals": Geometry.standard(4, diagonals=True),
    "5×5 jigsaw": jigsaw(FIVE_PIECES),
    "6×6": Geometry.standard(6),
    "6×6 in 3×2 boxes": Geometry.standard(6, 3),
    "7×7 jigsaw": jigsaw(SEVEN_PIECES),
    "8×8": Geometry.standard(8),
    "9×9": Geometry.standard(9),
    "9×9 with diagonals": Geometry.standard(9, diagonals=True),
    "9×9 with windows": Geometry(9, Geometry.standard(9).regions, WINDOWS),
    "9×9 jigsaw": jigsaw(NINE_PIECES),
    "10×10": Geometry.standard(10),
    "10×10 with diagonals": Geometry.standard(10, diagonals=True),
    "12×12": Geometry.standard(12),
    "15×15": Geometry.standard(15),
    "16×16": Geometry.standard(16),
}


def puzzle_with_holes(seed: int, geometry: Geometry, share: float) -> Board:
    """A full grid with about that share of its cells emptied; whether it is unique is left to chance."""
    random = Random(seed)
    values = [0 if random.random() < share else value for value in random_grid(seed, geometry).values]
    return Board.of(values, geometry)


def with_one_wrong_given(seed: int, board: Board) -> Board:
    """The board with one more value, allowed by its peers but drawn at random: often it has no solution."""
    random = Random(seed)
    candidates = board.computed_candidates()
    cell = random.choice([cell for cell, mask in enumerate(candidates) if mask] or [0])
    digits = [digit for digit in range(1, board.size + 1) if candidates[cell] >> (digit - 1) & 1]
    return board.with_values({cell: random.choice(digits)}) if digits else board


def engines_for(board: Board) -> list[Engine]:
    """Every engine that takes the board."""
    built = [choose_engine(name, Board.empty(Geometry.standard(9))) for name in ENGINES]
    return [engine for engine in built if engine.refusal(board) is None]


def grids(engine: Engine, board: Board, limit: int | None = None) -> list[Grid]:
    return list(engine.search(board, Budget(), limit))


def solves(board: Board, grid: Grid) -> bool:
    """Whether the grid keeps every value of the board and has every digit once in every unit; checked from scratch."""
    wanted = list(range(1, board.size + 1))
    return all(value in (0, digit) for value, digit in zip(board.values, grid, strict=True)) and all(
        sorted(grid[cell] for cell in unit.cells) == wanted for unit in board.geometry.units
    )
