"""What a batch costs: CPU time per item, time to start, memory.

    python -m benchmarks.service.batch --data ../shared/data [--cluster local]

Every kind of work is run as the command `sudokulens batch`, with few items and with more of the same; the difference
is what an item costs, all processes together. CPU time is used because other work on the machine disturbs it less;
on an idle machine, wall-clock time is CPU time divided by the cores in use. The last line is how many portions a
second one command can hand out and take back, which bounds how many workers it can keep busy.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random

from benchmarks.measure import machine
from sudokulens.batch.job import hire
from sudokulens.batch.portion import Portion
from sudokulens.batch.settings import Settings
from sudokulens.batch.supervise import finished_portions

CELLS = 81


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one run: items, CPU seconds of all its processes, seconds by the clock, peak megabytes of the largest."""

    items: int
    cpu: float
    wall: float
    peak: float
    bytes_out: int


def main() -> None:
    parser = argparse.ArgumentParser(description="What a batch costs")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--cluster", help="hand out portions on Ray too: an address, or local")
    parser.add_argument("--only", default="", help="questions whose label holds this text")
    parser.add_argument("--quick", action="store_true", help="a tenth of the items")
    arguments = parser.parse_args()
    print(machine(), f"load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as name:
        for label, inputs, task, form in _questions(Path(name), arguments.data, 10 if arguments.quick else 1):
            if arguments.only not in label:
                continue
            few, many = (_run(source, Path(name) / f"out.{form}", task) for source in inputs)
            print(_line(label, few, many), flush=True)
    if not arguments.only:
        _hand_out(None)
    if arguments.cluster:
        _hand_out(arguments.cluster)


def _line(label: str, few: Cost, many: Cost) -> str:
    each = (many.cpu - few.cpu) / (many.items - few.items)
    start = few.cpu - each * few.items
    size = (many.bytes_out - few.bytes_out) / (many.items - few.items)
    return (
        f"{label}: {each * 1e3:.4g} ms CPU an item, {start:.1f} s CPU to start; "
        f"{many.items} items in {many.wall:.1f} s ({many.items / many.wall:,.0f} a second); "
        f"peak {few.peak:.0f} MB with {few.items} items, {many.peak:.0f} MB with {many.items}; "
        f"{size:.0f} bytes of results an item"
    )


def _questions(folder: Path, data: Path, divisor: int) -> Iterator[tuple[str, tuple[Path, Path], str, str]]:
    puzzles = data / "puzzles"
    easy, minimal = (_relabelled(puzzles / name) for name in ("easy_33.txt", "minimal.txt"))
    solved = _texts(folder / "solve", easy, 1_000_000 // divisor)
    yield "solve to Parquet", solved, "solve", "parquet"
    yield "solve to JSON lines", solved, "solve", "jsonl"
    yield "rate, 33 givens", _texts(folder / "easy", easy, 10_000 // divisor), "rate", "parquet"
    yield "rate, minimal", _texts(folder / "minimal", minimal, 4000 // divisor), "rate", "parquet"
    yield "read photos", _photos(folder / "photos", data, 160 // divisor), "read", "parquet"
    yield "read A4 scans of 2480×3508", _scans(folder / "scans", minimal, 80 // divisor), "read", "parquet"


def _relabelled(path: Path) -> Iterator[str]:
    """The puzzles of a file again and again, their digits renamed, so that no two are the same."""
    random = Random(2026)
    digits = list("123456789")
    for line in cycle([text[:CELLS] for text in path.read_text().split("\n") if len(text) >= CELLS]):
        random.shuffle(digits)
        yield line.translate(str.maketrans("123456789", "".join(digits)))


def _texts(stem: Path, lines: Iterator[str], count: int) -> tuple[Path, Path]:
    few, many = stem.with_suffix(".few.txt"), stem.with_suffix(".many.txt")
    for path, number in ((few, count // 4), (many, count)):
        with path.open("w") as stream:  # Line by line: what this process holds would count as its children's memory.
            stream.writelines(f"{line}\n" for line in islice(lines, number))
    return few, many


def _photos(folder: Path, data: Path, count: int) -> tuple[Path, Path]:
    names = sorted(data.glob("wicht/train/*.jpg"))[:count]
    for part, chosen in (("few", names[: count // 4]), ("many", names)):
        (folder / part).mkdir(parents=True)
        for name in chosen:
            (folder / part / name.name).symlink_to(name.resolve())
    return folder / "few", folder / "many"


def _scans(folder: Path, puzzles: Iterator[str], count: int) -> tuple[Path, Path]:
    """JPEG pages at 300 dots per inch, each with two puzzles of 10 cm and the grain of a scanner."""
    import numpy as np
    from PIL import Image

    from sudokulens.drawing.draw import draw
    from sudokulens.drawing.raster import render
    from sudokulens.puzzle.board import Board

    chance = np.random.default_rng(2026)
    for part, number in (("few", count // 4), ("many", count)):
        (folder / part).mkdir(parents=True)
        for page in range(number):
            sheet = np.full((3508, 2480, 3), 245, dtype=np.int16)
            for top in (300, 1900):
                grid = render(draw(Board.parse(next(puzzles))), 128)
                sheet[top : top + len(grid), 600 : 600 + len(grid)] = grid
            sheet += chance.normal(0, 5, sheet.shape[:2]).astype(np.int16)[..., None]
            Image.fromarray(sheet.clip(0, 255).astype(np.uint8)).save(folder / part / f"{page}.jpg", quality=90)
    return folder / "few", folder / "many"


def _run(source: Path, out: Path, task: str) -> Cost:
    command = [sys.executable, "-m", "sudokulens", "batch", source, "--out", out, "--task", task, "--fresh"]
    began = time.perf_counter()
    with subprocess.Popen(list(map(str, command)), stderr=subprocess.PIPE, text=True) as process:
        said = process.stderr.read() if process.stderr else ""
        _, status, usage = os.wait4(process.pid, 0)  # With the processes that it has waited for: its workers.
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(said)
    items, wall = int(said.splitlines()[-1].split()[1]), time.perf_counter() - began
    return Cost(items, usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, out.stat().st_size)


def _hand_out(cluster: str | None, count: int = 2000) -> None:
    settings = Settings("read", "jsonl")
    crew = hire(settings, 2, cluster)
    portion = Portion("failed", "file", 1, names=("FileError", "nothing"))
    try:
        while not crew.has_room:
            crew.wait(1.0)
        began, spent = time.perf_counter(), time.process_time()
        for _ in finished_portions(crew, ((number, portion) for number in range(count)), settings):
            pass
        wall, cpu = time.perf_counter() - began, time.process_time() - spent
    finally:
        crew.close()
    where = f"Ray, {cluster}" if cluster else "processes"
    print(
        f"handing out ({where}, 2 workers): {count / wall:,.0f} portions a second, {cpu / count * 1e3:.2f} ms CPU each"
    )


if __name__ == "__main__":
    main()
