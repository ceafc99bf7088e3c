"""How often a JPEG file goes over its whole picture: a few bytes more can make a decoder do all its work again."""

from __future__ import annotations

import re
from typing import BinaryIO

from sudokulens.errors import ImageError

USUAL_SCANS = 16
"""Encoders for the web write about ten."""

MAX_WORK_PIXELS = 500_000_000
"""Pixels times scans: about half a second."""

_SCAN, _END = b"\xda", b"\xd9"
_MARKER = re.compile(rb"\xff+([\x01-\xcf\xd8-\xfe])")


def check_scans(stream: BinaryIO, pixels: int) -> None:
    """ImageError for a file that goes over its picture so often that opening it would take seconds."""
    place = stream.tell()
    stream.seek(0)
    data = stream.read()
    stream.seek(place)
    most = max(USUAL_SCANS, MAX_WORK_PIXELS // max(1, pixels))
    if data.count(b"\xff" + _SCAN) > most and (scans := _scan_count(data)) > most:
        raise ImageError(f"the JPEG file goes over its picture {scans} times; save it again as an ordinary JPEG")


def _scan_count(data: bytes) -> int:
    """The scans up to the end of the picture; what lies inside or behind other parts does not count."""
    scans, place = 0, 2
    while found := _MARKER.search(data, place):
        if found[1] == _END:
            break
        scans += found[1] == _SCAN
        place = found.end() + int.from_bytes(data[found.end() : found.end() + 2], "big")
    return scans
