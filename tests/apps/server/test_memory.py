"""Large blocks that are freed go back to the system, even where small ones between them stay."""

from __future__ import annotations

import subprocess
import sys

import pytest

FRAGMENTED = """
import ctypes
from pathlib import Path
from sudokulens.apps.server.memory import return_large_blocks

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

if {returned}:
    return_large_blocks()
allocate, free = ctypes.CDLL(None).malloc, ctypes.CDLL(None).free
allocate.restype, allocate.argtypes, free.argtypes = ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p]
free(allocate(30_000_000))  # One large block is enough for the allocator to raise its threshold.
before, large = resident(), []
for _ in range(400):
    large.append(allocate(250_000))
    ctypes.memset(large[-1], 1, 250_000)
    allocate(100)  # Stays, right behind it.
for block in large[:-1]:
    free(block)
print(resident() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="settings of the GNU C library")
def test_large_blocks_are_returned_at_once() -> None:
    def growth(returned: bool) -> int:
        code = FRAGMENTED.format(returned=returned)
        return int(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout)

    assert growth(True) < 5_000_000 < 50_000_000 < growth(False)
