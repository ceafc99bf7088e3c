"""Whether a worker's memory stays flat over a long day: `python -m benchmarks.service.long_run --scans 3000`.

One worker reads thousands of different pictures, one after the other: photos of several sizes and turns, pages without
a grid, large pictures, and damaged files in between. Shown: the memory of all processes at every tenth of the way.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections import Counter
from collections.abc import Iterator

import numpy as np
from PIL import Image

from benchmarks.measure import machine
from benchmarks.service.served import running_service
from sudokulens import Board
from tests.odd.base import PUZZLE, OddFile, encoded
from tests.odd.damage import turned_bits
from tests.odd.posting import Poster, memory_of
from tests.pictures import flat_grid, look_alike, on_page, photographed

KINDS = ("JPEG", "PNG", "WEBP", "HEIF")


def main() -> None:
    arguments = _arguments()
    told = machine()
    print(f"{arguments.scans} scans in one worker; {told['cpu']}, {told['cores']} cores, commit {told['commit']}")
    pictures = _pictures(arguments.scans)
    with running_service(workers=1, requests_per_minute=0) as (process, address):
        poster = Poster(address)
        poster.wait_until_ready()
        statuses: Counter[int] = Counter()
        start, every = time.monotonic(), max(1, arguments.scans // 10)
        print(f"{0:7d} scans {memory_of(process.pid) / 1e6:7.0f} MB")
        for number, file in enumerate(pictures, start=1):
            statuses[poster.post(file).status] += 1
            if number % every == 0:
                print(f"{number:7d} scans {memory_of(process.pid) / 1e6:7.0f} MB", flush=True)
    print(f"answers by status: {dict(statuses)}; connections opened: {poster.opened}")
    print(f"{time.monotonic() - start:.0f} s; load at the end {os.getloadavg()[0]:.1f}")


def _pictures(count: int) -> list[OddFile]:
    """Picked from some 160; every tenth is damaged, and never twice in the same way."""
    chance = random.Random(7)
    photos = list(_photos(150, chance))
    return [
        chance.choice(photos)
        if number % 10 < 9
        else OddFile("damaged", turned_bits(chance.choice(photos).data, number % 9))
        for number in range(count)
    ]


def _photos(count: int, chance: random.Random) -> Iterator[OddFile]:
    photo = on_page([flat_grid(Board.parse(PUZZLE), 44)], 640, 480)
    for number in range(count):
        turned = photographed(photo, degrees=chance.uniform(-30, 30), tilt=chance.uniform(0, 12))
        yield OddFile("photo", _encoded(turned[chance.randrange(40) :], KINDS[number % 3]))
    for other in map(look_alike, ("spreadsheet", "calendar", "chessboard")):
        yield from (OddFile("no grid", _encoded(other, kind)) for kind in KINDS)
    yield OddFile("large", _encoded(np.repeat(np.repeat(photo, 10, axis=0), 10, axis=1), "JPEG"))


def _encoded(pixels: np.ndarray, kind: str) -> bytes:
    return encoded(Image.fromarray(np.ascontiguousarray(pixels)), kind)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scans", type=int, default=3000)
    return parser.parse_args()


if __name__ == "__main__":
    main()
