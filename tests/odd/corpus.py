"""All odd files together; `python -m tests.odd.corpus FOLDER` writes them out to be looked at."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.odd import bitmaps, containers, damage, disguises, metadata, modes, pngs, shapes, tiffs
from tests.odd.base import OddFiles

MAKERS = (disguises, metadata, modes, pngs, tiffs, bitmaps, containers, damage, shapes)


def odd_files() -> OddFiles:
    """Every file, made one after the other: all at once would be hundreds of megabytes."""
    for maker in MAKERS:
        yield from maker.files()


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for number, file in enumerate(odd_files()):
        (folder / f"{number:03}-{file.name}").write_bytes(file.data)


if __name__ == "__main__":
    main()
