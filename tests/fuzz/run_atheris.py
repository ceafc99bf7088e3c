"""Coverage-guided fuzzing of the decoder and the scanner, by hand.

    python -m tests.fuzz.run_atheris FOLDER -max_total_time=300

Needs `pip install atheris`, which has no wheels for every Python. FOLDER keeps what was found between runs; at first
it is filled with our own odd files. Options that begin with a dash go to libFuzzer. A crash, a hang, or any error that
is not an ImageError ends the run and leaves the input in a file.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["PIL", "sudokulens.vision", "sudokulens.scanner"]):
    from sudokulens.errors import ImageError
    from sudokulens.scanner import Scanner
    from sudokulens.vision.frame import load_frame

from tests.fuzz.test_decoder import odd, small

MAX_PIXELS = 400_000
scanner = Scanner()


def try_one(data: bytes) -> None:
    """Opens and scans; only our own refusal is expected."""
    try:
        frame = load_frame(data, max_pixels=MAX_PIXELS, work_pixels=MAX_PIXELS // 4)
    except ImageError:
        return
    scanner(frame)


def main() -> None:
    folder = Path(next(argument for argument in sys.argv[1:] if not argument.startswith("-")))
    folder.mkdir(parents=True, exist_ok=True)
    if not any(folder.iterdir()):
        for number, data in enumerate([*small(), *odd()]):
            (folder / f"odd-{number}").write_bytes(data)
    atheris.Setup(sys.argv, try_one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
