"""What a compiler other than GCC stumbles over stays in the two headers that provide for it."""

from __future__ import annotations

from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src/sudokulens"
SOURCES = sorted(path for folder in PACKAGE.glob("*/_kernel") for path in folder.glob("*.[ch]"))
ALLOWED = {"__GNUC__": {"bits.h"}, "clock_gettime": {"clock.h"}, "<time.h>": {"clock.h"}}
ABSENT = ("<unistd.h>", "<pthread.h>", "<sys/", "__asm", "typeof(")


@pytest.mark.parametrize("word", ALLOWED)
def test_what_clang_cl_lacks_is_asked_for_in_one_place(word: str) -> None:
    # clang-cl, which compiles the Windows wheels, has GCC's extensions without __GNUC__, and no POSIX clock.
    assert {path.name for path in SOURCES if word in path.read_text()} == ALLOWED[word]


@pytest.mark.parametrize("word", ABSENT)
def test_no_kernel_needs_posix_or_inline_assembly(word: str) -> None:
    assert [path.name for path in SOURCES if word in path.read_text()] == []
