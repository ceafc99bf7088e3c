"""What makes a JPEG file take long to open: parts without end before the picture, and going over it again and again."""

from __future__ import annotations

import re
from typing import BinaryIO

from sudokulens.errors import ImageError

USUAL_SCANS = 16
"""Encoders for the web write about ten."""

MAX_WORK_PIXELS = 500_000_000
"""Pixels times scans: about half a second."""

_SCAN, _END = b"\xda", b"\xd9"
_MARKER = re.compile(rb"\xff([\x01-\xcf\xd8-\xfe])")
"""Of the fill bytes that may precede it, the last: to match all would take quadratic time where nothing follows."""

MAX_PARTS, MAX_FILL_BYTES = 20_000, 100_000
"""Before the picture: parts, such as metadata of 64 kB each, and bytes between them. The decoder reads each of them,
on its own."""


def check_head(stream: BinaryIO) -> None:
    """ImageError for a file with so much before its picture that reading that would take seconds."""
    place = stream.tell()
    data = stream.read()
    stream.seek(place)
    parts, end, fill = 0, 2, 0
    while found := _MARKER.search(data, end):
        fill += found.start() - end
        parts += 1
        if parts > MAX_PARTS or fill > MAX_FILL_BYTES:
            raise ImageError("the JPEG file has too much before its picture; save it again as an ordinary JPEG")
        if found[1] in (_SCAN, _END):
            return
        end = found.end() + int.from_bytes(data[found.end() : found.end() + 2], "big")
    if len(data) - end > MAX_FILL_BYTES:
        raise ImageError("the JPEG file is damaged: its picture does not begin")


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
