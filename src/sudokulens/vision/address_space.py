"""Whether this process may use the address space that loading OpenCV takes: where it may not, OpenCV crashes."""

from __future__ import annotations

from contextlib import suppress

MIN_ADDRESS_SPACE_BYTES = 1_000_000_000
"""OpenCV, onnxruntime and their threads map about 800 MB on two cores, of which they use a third."""


def check_address_space() -> None:
    """MemoryError, in place of a crash, where `ulimit -v` leaves too little for reading pictures."""
    with suppress(ImportError):  # Windows has no such limit.
        from resource import RLIM_INFINITY, RLIMIT_AS, getrlimit

        limit = getrlimit(RLIMIT_AS)[0]
        if limit != RLIM_INFINITY and limit < MIN_ADDRESS_SPACE_BYTES:
            needed, found = (f"{count / 1e6:.0f} MB" for count in (MIN_ADDRESS_SPACE_BYTES, limit))
            raise MemoryError(f"reading pictures needs {needed} of address space, but the limit is {found} (ulimit -v)")
