"""How fast a photo becomes a board, by stage, beside the usual OpenCV and Tesseract recipe.

    python -m benchmarks.reading.scan --data ../shared/data

One 1280×960 photo at a time, from decoded pixels to board, one thread, warm; medians, by the clock and in CPU time,
which other work on the machine disturbs less. The recipe that most tutorials follow (adaptive threshold, largest
contour, warp, Tesseract per cell) runs on some of the same photos in the same run; ratios are of CPU time.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # Before numpy, OpenCV and onnxruntime start their pools.

import argparse
import resource
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.reading.labelled import Case, load_set
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame, load_frame
from sudokulens.vision.location import GridLocation

WIDTH, HEIGHT = 1280, 960


def main() -> None:
    arguments = _arguments()
    cv2.setNumThreads(1)
    if arguments.memory:
        print(_peak_memory_of_large_photo(arguments.memory))
        return
    cases = [
        case for name in ("wicht/train", "kubiesa/val") for case in load_set(arguments.data, name)[:: arguments.every]
    ]
    if not cases:
        raise SystemExit(f"no photos in {arguments.data}")
    frames = [_scaled(load_frame(case.path)) for case in cases]
    print(f"{len(frames)} photos of {WIDTH}×{HEIGHT}, one thread, median of {arguments.repeats} each")
    ours, ours_right = _measure_ours(frames, cases, arguments.repeats)
    _measure_baseline(frames, cases, arguments.baseline, ours, ours_right / len(frames))
    _measure_start(cases[0].path)
    _measure_memory(arguments)


def _measure_ours(frames: list[Frame], cases: list[Case], repeats: int) -> tuple[float, int]:
    scanner = Scanner()
    stages: defaultdict[str, list[float]] = defaultdict(list)
    right = 0
    for frame, case in zip(frames, cases, strict=True):
        scan = scanner(frame)
        stages["whole"].append(_median_seconds(lambda f=frame: scanner(f), repeats))
        stages["whole, CPU"].append(_median_seconds(lambda f=frame: scanner(f), repeats, time.process_time))
        for stage, seconds in scan.timings.items():
            stages[stage].append(seconds)
        right += any(_digits(grid.board.values) == case.labels[0].digits for grid in scan.grids)
        if scan.grids:
            place = scan.grids[0].location
            known = _known_place(scanner, frame, place)
            stages["place known"].append(_median_seconds(known, repeats))
            stages["place known, CPU"].append(_median_seconds(known, repeats, time.process_time))
    for stage, seconds in stages.items():
        print(
            f"  {stage:<12} median {1000 * np.median(seconds):7.2f} ms, "
            f"95 % within {1000 * np.percentile(seconds, 95):7.2f} ms"
        )
    print(f"  whole grids right: {right}/{len(frames)}")
    return float(np.median(stages["whole, CPU"])), right


def _known_place(scanner: Scanner, frame: Frame, place: GridLocation) -> Callable[[], object]:
    return lambda: scanner.read_at(frame, place)


def _measure_baseline(frames: list[Frame], cases: list[Case], most: int, ours: float, share: float) -> None:
    if not shutil.which("tesseract"):
        print("baseline skipped: tesseract is not installed (apt install tesseract-ocr)")
        return
    step = max(1, len(frames) // max(1, most))
    seconds, right = [], 0
    for frame, case in list(zip(frames, cases, strict=True))[::step][:most]:
        start = _cpu_seconds()
        digits = contour_and_tesseract(frame.pixels)
        seconds.append(_cpu_seconds() - start)
        right += digits == case.labels[0].digits
    median = float(np.median(seconds))
    print(
        f"threshold, largest contour, warp, Tesseract per cell: {right}/{len(seconds)} grids right, "
        f"{median:.2f} s CPU each"
    )
    print(
        f"  ours is {median / ours:.0f}× as fast, with {100 * share:.0f} % of grids right against "
        f"{100 * right / len(seconds):.0f} %"
    )


def contour_and_tesseract(pixels: NDArray[np.uint8]) -> str:
    """The digits as the usual recipe reads them, 0 for empty; all 0 where it finds no outline."""
    grey = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), (5, 5), 0)
    binary = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY_INV, 11, 2)
    contours, _ = cv2.findContours(binary, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in sorted(contours, key=cv2.contourArea, reverse=True)[:5]:
        corners = cv2.approxPolyDP(contour, 0.02 * cv2.arcLength(contour, True), True)
        if len(corners) == 4:
            flat = _warp(grey, corners.reshape(4, 2).astype(np.float32))
            return "".join(_tesseract(cell) for row in np.vsplit(flat, 9) for cell in np.hsplit(row, 9))
    return "0" * 81


def _warp(grey: NDArray[np.uint8], corners: NDArray[np.float32]) -> NDArray[np.uint8]:
    order = corners[np.argsort(np.arctan2(*(corners - corners.mean(axis=0)).T[::-1]))]
    square = np.array([[0, 0], [450, 0], [450, 450], [0, 450]], dtype=np.float32)
    return np.asarray(cv2.warpPerspective(grey, cv2.getPerspectiveTransform(order, square), (450, 450)))


def _tesseract(cell: NDArray[np.uint8]) -> str:
    _, binary = cv2.threshold(cell[7:-7, 7:-7], 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    large = cv2.copyMakeBorder(cv2.resize(binary, None, fx=3, fy=3), 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=255)
    png = cv2.imencode(".png", large)[1].tobytes()
    command = ["tesseract", "-", "-", "--psm", "10", "-c", "tessedit_char_whitelist=123456789"]
    text = subprocess.run(command, input=png, capture_output=True, check=False).stdout.decode().strip()
    return text[0] if text[:1].isdigit() else "0"


def _measure_start(photo: Path) -> None:
    """Import and first read, each in a fresh process."""
    imported = _python("import time; t = time.perf_counter(); import sudokulens; print(time.perf_counter() - t)")
    first = _python(
        "import time; t = time.perf_counter(); import sudokulens; "
        f"sudokulens.scan({str(photo)!r}); print(time.perf_counter() - t)"
    )
    print(f"import sudokulens {imported:.3f} s; import and first read of a process {first:.2f} s")


def _measure_memory(arguments: argparse.Namespace) -> None:
    command = [sys.executable, "-m", "benchmarks.reading.scan", "--data", str(arguments.data), "--memory", "50"]
    print(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())


def _peak_memory_of_large_photo(megapixels: float) -> str:
    """The peak memory of this process after reading a photo of that size from a JPEG file in memory."""
    import io

    from PIL import Image

    from sudokulens.apps.cli import samples

    sample = Image.open(Path(samples.__file__).parent / "newspaper.jpg")
    scale = (megapixels * 1e6 / (sample.width * sample.height)) ** 0.5
    large = sample.resize((int(sample.width * scale), int(sample.height * scale)))
    file = io.BytesIO()
    large.save(file, "JPEG", quality=85)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    del large, sample
    start = time.perf_counter()
    grids = Scanner()(file.getvalue()).grids
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"{megapixels:g}-megapixel JPEG: {len(grids)} grid, {seconds:.2f} s with loading, peak memory {peak:.0f} MB "
        f"(making the test photo alone: {before:.0f} MB)"
    )


def _python(code: str) -> float:
    # Installed packages have their bytecode; where writing it is switched off, every start would compile all sources.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    times = []
    for _ in range(3):
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
        times.append(float(run.stdout))
    return float(np.median(times))


def _median_seconds(work: Callable[[], object], repeats: int, clock: Callable[[], float] = time.perf_counter) -> float:
    times = []
    for _ in range(repeats):
        start = clock()
        work()
        times.append(clock() - start)
    return float(np.median(times))


def _cpu_seconds() -> float:
    """CPU time of this process and of the children it has waited for."""
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _scaled(frame: Frame) -> Frame:
    """The photo at 1280×960, or 960×1280 if it is upright."""
    size = (WIDTH, HEIGHT) if frame.width >= frame.height else (HEIGHT, WIDTH)
    smaller = frame.width > size[0]
    pixels = cv2.resize(frame.pixels, size, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_CUBIC)
    return Frame(np.asarray(pixels, dtype=np.uint8))


def _digits(values: tuple[int, ...]) -> str:
    return "".join(map(str, values))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--every", type=int, default=5, help="take every n-th photo")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--baseline", type=int, default=10, help="photos for the Tesseract baseline")
    parser.add_argument("--memory", type=float, help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
