"""Checks an installed package, away from the source tree: the kernels are there, and the sample photo is read."""

from __future__ import annotations

import tempfile
from pathlib import Path

import sudokulens
from sudokulens.apps.cli.demo import SAMPLE_PHOTO
from sudokulens.solving.compiled import IS_COMPILED


def main() -> None:
    place = Path(sudokulens.__file__).resolve()
    source = Path(__file__).resolve().parents[1] / "src"
    assert source not in place.parents, f"this is the source tree, not an installed package: {place}"
    assert IS_COMPILED, "the compiled kernels are missing"
    scan = sudokulens.scan(SAMPLE_PHOTO)
    assert [grid.solution.kind for grid in scan.grids] == ["unique"], "the sample photo is not read"
    grid = scan.grids[0]
    assert sudokulens.rate(grid.board.puzzle).er >= 1.2
    assert sudokulens.explain(sudokulens.hint(grid.board))
    with tempfile.TemporaryDirectory() as folder:
        sudokulens.draw_solution(scan.frame, grid).save(Path(folder) / "solved.png")
    print(f"sudokulens {sudokulens.__version__} from {place.parent} works")


if __name__ == "__main__":
    main()
