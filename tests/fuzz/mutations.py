"""Files damaged in the ways that trip decoders: bytes changed, lengths exaggerated, parts lost, doubled, exchanged."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

_SPITEFUL = (
    b"\x00",
    b"\xff",
    b"\x7f\xff\xff\xff",
    b"\x80\x00\x00\x00",
    b"\xff\xff\xff\xff",
    b"\x00\x00\x00\x00",
    b"\xff\xff",
)

Change = Callable[[bytes], bytes]


def damaged(seeds: list[bytes]) -> st.SearchStrategy[bytes]:
    """One of the seeds after a few changes."""
    change = st.one_of(_overwritten(), _spliced(seeds), _cut(), _doubled())
    return st.builds(_changed, st.sampled_from(seeds), st.lists(change, min_size=1, max_size=6))


def _changed(data: bytes, changes: list[Change]) -> bytes:
    for change in changes:
        data = change(data)
    return data


def _place(data: bytes, share: float) -> int:
    """A place in the file; the square favours its start, where files describe themselves."""
    return int(share * share * len(data))


def _overwritten() -> st.SearchStrategy[Change]:
    def made(share: float, new: bytes) -> Change:
        return lambda data: data[: _place(data, share)] + new + data[_place(data, share) + len(new) :]

    return st.builds(made, st.floats(0, 1), st.one_of(st.binary(min_size=1, max_size=6), st.sampled_from(_SPITEFUL)))


def _spliced(seeds: list[bytes]) -> st.SearchStrategy[Change]:
    def made(share: float, other: bytes, start: float) -> Change:
        return lambda data: data[: _place(data, share)] + other[_place(other, start) :]

    return st.builds(made, st.floats(0, 1), st.sampled_from(seeds), st.floats(0, 1))


def _cut() -> st.SearchStrategy[Change]:
    def made(share: float, length: int) -> Change:
        return lambda data: data[: _place(data, share)] + data[_place(data, share) + length :]

    return st.builds(made, st.floats(0, 1), st.integers(1, 5000))


def _doubled() -> st.SearchStrategy[Change]:
    def made(share: float, length: int, times: int) -> Change:
        def change(data: bytes) -> bytes:
            place = _place(data, share)
            return data[:place] + data[place : place + length] * times + data[place + length :]

        return change

    return st.builds(made, st.floats(0, 1), st.integers(1, 400), st.integers(2, 50))
