"""Random partitions of a grid into cages or regions of equal size, made once on the CPU and packed into one file."""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

import numpy as np

SIZES = (4, 6, 7, 8, 9)
BOXES = {4: (2, 2), 6: (2, 3), 7: (1, 7), 8: (2, 4), 9: (3, 3)}
"""Rows and columns of the boxes that regions are grown from."""
NEIGHBOURS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Row and column steps over a cell's four sides, in the order of their labels: above, right, below, left."""
CAGE_SIZES = (0.5, 4, 4, 3, 1.5, 0.7)
"""How often cages of one to six cells are wanted, about; each page has a taste of its own."""
TINTS = 6
"""Colours that a partition may need so that no two neighbours share one."""


def _cages(size: int, chance_: np.random.Generator) -> np.ndarray:
    """(n, n) cage numbers: cells taken in random order, each grown into a free cage of one to MAX_CELLS cells."""
    owner = np.full((size, size), -1)
    likely = chance_.dirichlet(CAGE_SIZES)
    number = 0
    for cell in chance_.permutation(size * size):
        if owner[divmod(cell, size)] >= 0:
            continue
        wanted = 1 + chance_.choice(len(likely), p=likely)
        cage = [tuple(divmod(int(cell), size))]
        owner[cage[0]] = number
        while len(cage) < wanted:
            free = [step for place_ in cage for step in _around(place_, size) if owner[step] < 0]
            if not free:
                break
            cage.append(free[chance_.integers(len(free))])
            owner[cage[-1]] = number
        number += 1
    return owner


def _around(place_: tuple[int, ...], size: int) -> list[tuple[int, int]]:
    steps = [(place_[0] + down, place_[1] + across) for down, across in NEIGHBOURS]
    return [(row, column) for row, column in steps if 0 <= row < size and 0 <= column < size]


def _regions(size: int, chance_: np.random.Generator) -> np.ndarray:
    """(n, n) region numbers, n cells each and connected: rows or boxes, shuffled by exchanges across borders."""
    index = np.arange(size)
    rows, columns = BOXES[size]
    owner = (index[:, None] // rows) * (size // columns) + index[None, :] // columns
    wanted, done = 40 + int(chance_.integers(120)), 0
    for _ in range(4000):
        first, second = (tuple(chance_.integers(0, size, 2)) for _ in range(2))
        if owner[first] == owner[second] or not (_touches(owner, first, second) and _touches(owner, second, first)):
            continue
        owner[first], owner[second] = owner[second], owner[first]
        if _connected(owner, owner[first]) and _connected(owner, owner[second]):
            done += 1
            if done == wanted:
                break
        else:
            owner[first], owner[second] = owner[second], owner[first]
    return owner


def _touches(owner: np.ndarray, cell: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return any(owner[step] == owner[other] for step in _around(cell, len(owner)))


def _connected(owner: np.ndarray, number: int) -> bool:
    cells = {tuple(map(int, place_)) for place_ in np.argwhere(owner == number)}
    reached, border = set(), [next(iter(cells))]
    while border:
        cell = border.pop()
        if cell not in reached:
            reached.add(cell)
            border.extend(step for step in _around(cell, len(owner)) if step in cells)
    return reached == cells


def _colouring(owner: np.ndarray, chance_: np.random.Generator) -> np.ndarray:
    """(n, n) tint numbers, different for cages that touch wherever TINTS suffice."""
    size = len(owner)
    near: dict[int, set[int]] = {int(number): set() for number in np.unique(owner)}
    for row in range(size):
        for column in range(size):
            for step in _around((row, column), size):
                if owner[step] != owner[row, column]:
                    near[int(owner[row, column])].add(int(owner[step]))
    tint: dict[int, int] = {}
    for number in chance_.permutation(list(near)):
        taken = {tint.get(other) for other in near[int(number)]}
        free = [colour for colour in range(TINTS) if colour not in taken] or list(range(TINTS))
        tint[int(number)] = free[0] if chance_.random() < 0.6 else int(chance_.choice(free))
    return np.vectorize(lambda number: tint[int(number)])(owner)


def make(kind: str, size: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Owners and tints of one partition."""
    chance_ = np.random.default_rng([seed, size, kind == "regions"])
    owners = (_regions if kind == "regions" else _cages)(size, chance_)
    return owners.astype(np.uint8), _colouring(owners, chance_).astype(np.uint8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=1200, help="partitions of each kind and size")
    options = parser.parse_args()
    packed = {}
    with ProcessPoolExecutor() as pool:
        for kind in ("cages", "regions"):
            for size in SIZES:
                made = list(pool.map(make, repeat(kind), repeat(size), range(options.count), chunksize=25))
                packed[f"{kind}_{size}_owners"], packed[f"{kind}_{size}_tints"] = map(np.stack, zip(*made, strict=True))
    np.savez_compressed(options.out, **packed)
    print(f"{options.count} partitions of each kind for sizes {SIZES}")


if __name__ == "__main__":
    main()
