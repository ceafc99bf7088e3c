"""Random partitions of a grid into cages or regions of equal size, made once on the CPU and packed into one file."""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

import numpy as np

from pages.partitions import cages, regions, touching

SIZES = (4, 6, 7, 8, 9)
TINTS = 6
"""Colours that a partition may need so that no two neighbours share one."""


def _colouring(owner: np.ndarray, chance_: np.random.Generator) -> np.ndarray:
    """(n, n) tint numbers, different for cages that touch wherever TINTS suffice."""
    near = touching(owner)
    tint: dict[int, int] = {}
    for number in chance_.permutation(list(near)):
        taken = {tint.get(other) for other in near[int(number)]}
        free = [colour for colour in range(TINTS) if colour not in taken] or list(range(TINTS))
        tint[int(number)] = free[0] if chance_.random() < 0.6 else int(chance_.choice(free))
    return np.vectorize(lambda number: tint[int(number)])(owner)


def make(kind: str, size: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Owners and tints of one partition."""
    chance_ = np.random.default_rng([seed, size, kind == "regions"])
    owners = (regions if kind == "regions" else cages)(size, chance_)
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
