"""How hard pictures are read, by kind: `python -m benchmarks.reading.wild --data ../shared/data`.

Every kind has a row: grids right (every digit, the right way up), found (quadrilaterals overlap by at least 0.8), cells
right, givens alone right, wrong without a doubt (silent), doubted though right, wrong with all wrong cells named by
doubts, told what sort of Sudoku it is (nature), grids reported where none is (stray), look-alikes without a grid, and
the median and worst CPU time of a scan in milliseconds. `--out` collects the failures.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2

from benchmarks.reading.labelled import Drawn
from benchmarks.reading.results import HEADER, Results, write_failures
from benchmarks.reading.trials import parser_of
from benchmarks.reading.wild.pictures import GROUPS, drawn_pictures, load_material
from benchmarks.reading.wild.real import RUINED, SHOTS, accident_pictures, real_pictures
from sudokulens.scanner import Scanner

REAL_SETS = ("photos", "kubiesa/val", "wicht/train", "wicht/mixed_train")


def main() -> None:
    arguments = _arguments()
    cv2.setNumThreads(1)
    scanner, done = Scanner(), list[Results]()
    print(HEADER)
    for group in arguments.groups:
        done.append(Results())
        for picture in _pictures(group, arguments):
            if not arguments.kinds or picture.kind in arguments.kinds:
                done[-1].add(scanner, picture)
        done[-1].show(group)
    if arguments.out:
        write_failures(done, arguments.out)


def _pictures(group: str, arguments: argparse.Namespace) -> Iterator[Drawn]:
    if group in ("real", "ruined"):
        shots = RUINED if group == "ruined" else SHOTS
        return real_pictures(arguments.data, REAL_SETS, arguments.count, arguments.seed, shots)
    if group == "accidents":
        return accident_pictures(arguments.data, REAL_SETS, arguments.count, arguments.seed, arguments.kinds)
    material = load_material(arguments.material, arguments.data, arguments.fonts)
    return drawn_pictures(material, group, arguments.count, arguments.seed, arguments.kinds)


def _arguments() -> argparse.Namespace:
    parser = parser_of(__doc__, 4, "pictures of each kind")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--material", type=Path, default=Path(".data"), help="folder of the atlas of typefaces")
    parser.add_argument("--groups", nargs="*", default=["real", "ruined", "accidents", *GROUPS])
    parser.add_argument("--kinds", nargs="*", help="only these kinds")
    parser.set_defaults(seed=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
