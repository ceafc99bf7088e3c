"""A picture's file opened without the lines that the C libraries behind it write to standard error themselves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sudokulens.vision.frame import Frame

_STANDARD_ERROR = 2


def opened(image: str) -> Frame:
    """The picture; raises ImageError, which says in one line what libtiff and its like say in theirs."""
    from sudokulens.vision.frame import load_frame

    with _silenced():
        return load_frame(image)


@contextmanager
def _silenced() -> Iterator[None]:
    """Standard error leads nowhere, for libraries too, which take no notice of `sys.stderr`."""
    try:
        kept = os.dup(_STANDARD_ERROR)
    except OSError:  # It is closed: nothing can be written there.
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, _STANDARD_ERROR)
    try:
        yield
    finally:
        os.dup2(kept, _STANDARD_ERROR)
        os.close(kept)
        os.close(nowhere)
