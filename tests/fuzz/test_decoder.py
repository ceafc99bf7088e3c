"""The decoder and the scanner under random damage: a frame, a scan, or an ImageError."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from sudokulens.errors import ImageError
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame, load_frame
from tests.fuzz.mutations import damaged
from tests.odd import bitmaps, containers, disguises, metadata, modes, pngs, tiffs
from tests.odd.base import KINDS, OddFiles, encoded, page, plain

MAX_PIXELS = 1_000_000
MAX_FILE_BYTES = 60_000
"""Larger files of the collection would only be slower, not different."""


@cache
def small() -> list[bytes]:
    """A tiny picture of every kind: most of such a file describes it, so damage hits what matters."""
    image = page().resize((40, 40))
    return [encoded(image.quantize(16) if kind == "GIF" else image, kind) for kind in KINDS]


@cache
def odd() -> list[bytes]:
    return [file.data for file in _few_makers() if len(file.data) < MAX_FILE_BYTES]


def _few_makers() -> OddFiles:
    for maker in (disguises, metadata, modes, pngs, tiffs, bitmaps, containers):
        yield from maker.files()


def opens_or_refuses(data: bytes) -> None:
    try:
        frame = load_frame(data, max_pixels=MAX_PIXELS, work_pixels=MAX_PIXELS // 8)
    except ImageError:
        return
    assert frame.pixels.size <= 3 * MAX_PIXELS


@pytest.mark.slow
@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_damaged_small_file_opens_or_is_refused(data: st.DataObject) -> None:
    opens_or_refuses(data.draw(damaged(small())))


@pytest.mark.slow
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_damaged_odd_file_opens_or_is_refused(data: st.DataObject) -> None:
    opens_or_refuses(data.draw(damaged(odd())))


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=300), st.builds(lambda n, rest: plain(KINDS[n])[:12] + rest, st.integers(0, 7), st.binary())
    )
)
def test_any_bytes_open_or_are_refused(data: bytes) -> None:
    opens_or_refuses(data)


@cache
def scanner() -> Scanner:
    return Scanner()


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_damaged_page_is_scanned_or_refused(data: st.DataObject) -> None:
    try:
        scan = scanner()(load_frame(data.draw(damaged([plain(kind) for kind in KINDS])), max_pixels=MAX_PIXELS))
    except ImageError:
        return
    assert len(scan.grids) <= 12
    scan.as_dict()


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 90), st.integers(1, 90), st.binary(min_size=1, max_size=400))
def test_pixels_of_any_kind_are_scanned(width: int, height: int, pattern: bytes) -> None:
    length = 3 * width * height
    pixels = Image.frombytes("RGB", (width, height), (pattern * (length // len(pattern) + 1))[:length])
    assert isinstance(scanner()(pixels).frame, Frame)
