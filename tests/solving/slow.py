"""An independent solver, slow and simple, that the kernels are compared with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

PEERS = [
    [
        other
        for other in range(81)
        if other != cell
        and (
            other // 9 == cell // 9
            or other % 9 == cell % 9
            or (other // 27 == cell // 27 and other % 9 // 3 == cell % 9 // 3)
        )
    ]
    for cell in range(81)
]


def slow_solutions(values: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every solution of a classic puzzle, by trying digits in the emptiest cell."""
    grid = list(values)
    if any(grid[cell] and grid[cell] == grid[peer] for cell in range(81) for peer in PEERS[cell]):
        return
    yield from _fill(grid)


def _fill(grid: list[int]) -> Iterator[tuple[int, ...]]:
    options = {cell: set(range(1, 10)) - {grid[peer] for peer in PEERS[cell]} for cell in range(81) if not grid[cell]}
    if not options:
        yield tuple(grid)
        return
    cell = min(options, key=lambda empty: len(options[empty]))
    for digit in sorted(options[cell]):
        grid[cell] = digit
        yield from _fill(grid)
    grid[cell] = 0


def slow_count(values: Sequence[int], limit: int) -> int:
    """How many solutions there are, at most `limit`."""
    return sum(1 for _ in zip(range(limit), slow_solutions(values), strict=False))
