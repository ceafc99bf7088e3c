"""The puzzles that come with the package; we made them ourselves with `sudokulens generate`."""

from __future__ import annotations

from importlib.resources import files

SAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def sample_puzzles() -> list[str]:
    """A hundred minimal 9×9 puzzles of 81 characters each."""
    text = (files("sudokulens.apps.cli.samples") / "puzzles.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]
