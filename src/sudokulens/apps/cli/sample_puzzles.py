"""The puzzles that come with the package; we made them ourselves with `random_puzzle`."""

from __future__ import annotations

from importlib.resources import files


def sample_puzzles() -> list[str]:
    """A hundred minimal 9×9 puzzles of 81 characters each."""
    text = (files("sudokulens.apps.cli.samples") / "puzzles.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]
