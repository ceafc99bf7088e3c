"""Where weights come from: options and steps of every leg, the commit, and the hashes of the data."""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import torch

from training.render.glyphs import CELL

DATA = ("atlas.npz", "photos.npz", "train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz")


def legs(options: argparse.Namespace, step: int, start: Path | None = None, **more: object) -> list[dict[str, object]]:
    """What a checkpoint keeps of its training run: the options and steps of every leg, the first one first."""
    earlier: list[dict[str, object]] = []
    if start:
        earlier = torch.load(start, map_location="cpu", weights_only=True).get("legs", [])
    plain = {name: str(value) if isinstance(value, Path) else value for name, value in vars(options).items()}
    return [*earlier, {**plain, "steps": step, "rendered_cell_pixels": CELL, **more}]


def pedigree(saved: dict[str, Any], data: Path, used: tuple[str, ...] = DATA) -> dict[str, str]:
    """The facts that an exported file carries of the checkpoint that it was made from."""
    return {
        "steps": str(saved["step"]),
        "training": json.dumps(saved.get("legs", [])),
        "data": json.dumps(hashes(data, used)),
        "commit": commit(),
    }


def hashes(data: Path, used: tuple[str, ...]) -> dict[str, str]:
    """SHA-256 of the files that training drew on."""
    return {name: hashlib.sha256((data / name).read_bytes()).hexdigest() for name in used}


def commit() -> str:
    """The commit that the code is at, with a mark where it was changed since."""
    asked = subprocess.run(["git", "describe", "--always", "--abbrev=40", "--dirty"], capture_output=True, text=True)
    return asked.stdout.strip()
