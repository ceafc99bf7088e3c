"""When freed memory goes back to the system: settings of the GNU C library's allocator, ignored where there is none."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Names of parameters in mallopt(3)."""

MAPPED_BLOCK_BYTES = 65_536
KEPT_BYTES = 64_000_000
MAX_KEPT_BLOCK_BYTES = 32 * 2**20
"""The largest threshold that mallopt accepts."""


def give_memory_back() -> None:
    """Hands all freed memory to the system, which the allocator would otherwise keep for the next large picture."""
    if trim := _trimmer():
        trim(0)


def return_large_blocks() -> None:
    """From now on a block of MAPPED_BLOCK_BYTES or more goes back to the system as soon as it is freed.

    By default the allocator raises that threshold with every large block it frees, and the pieces in which uploads
    arrive then fragment the heap: 80 MB of pictures held 146 MB.
    """
    _set(_MMAP_THRESHOLD, MAPPED_BLOCK_BYTES)


def keep_memory() -> None:
    """Keeps up to KEPT_BYTES of freed memory for what comes next.

    A frame takes megabytes; requested from the system for each one, they cost more time than decoding it.
    """
    _set(_TRIM_THRESHOLD, KEPT_BYTES)
    _set(_MMAP_THRESHOLD, MAX_KEPT_BLOCK_BYTES)


def _set(parameter: int, value: int) -> None:
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(parameter, value)


@cache
def _trimmer() -> Callable[[int], Any] | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None  # Only the GNU library has it.
