"""Good files cut short at many places, with bits turned, parts doubled, moved or blanked; always the same ones."""

from __future__ import annotations

import random

from tests.odd.base import KINDS, OddFile, OddFiles, plain

_CUTS = (0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.999)


def files() -> OddFiles:
    for kind in KINDS:
        good, suffix = plain(kind), kind.lower()
        for share in _CUTS:
            length = max(12, int(len(good) * share))
            yield OddFile(f"cut-at-{length}.{suffix}", good[:length])
        for seed in range(5):
            yield OddFile(f"bits-turned-{seed}.{suffix}", turned_bits(good, seed))
        middle = len(good) // 2
        yield OddFile(f"middle-blank.{suffix}", good[:middle] + bytes(400) + good[middle + 400 :])
        yield OddFile(f"middle-missing.{suffix}", good[:middle] + good[middle + 400 :])
        yield OddFile(f"middle-doubled.{suffix}", good[:middle] + good[middle - 400 :])
        yield OddFile(f"head-then-noise.{suffix}", good[:40] + random.Random(kind).randbytes(5000))


def turned_bits(data: bytes, seed: int) -> bytes:
    """The data with a few bits turned, more of them near the start, where files describe themselves."""
    chance = random.Random(seed)
    changed = bytearray(data)
    for _ in range(1 + 3 * seed):
        reach = min(len(data), chance.choice((64, 600, len(data))))
        changed[chance.randrange(reach)] ^= 1 << chance.randrange(8)
    return bytes(changed)
