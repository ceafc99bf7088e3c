"""Peter Norvig's algorithm ("Solving Every Sudoku Puzzle", 2006), rewritten for the benchmark.

Constraint propagation by two rules (a cell with one digit left takes it from its peers; a digit with one place left
in a unit goes there), then depth-first search on a cell with the fewest digits left. As in his essay, the state is a
dictionary from square to a string of digits, and the first solution ends the search.
"""

from __future__ import annotations

DIGITS = "123456789"
ROWS = "ABCDEFGHI"
SQUARES = [row + column for row in ROWS for column in DIGITS]
UNIT_LIST = (
    [[row + column for column in DIGITS] for row in ROWS]
    + [[row + column for row in ROWS] for column in DIGITS]
    + [
        [row + column for row in band for column in stack]
        for band in ("ABC", "DEF", "GHI")
        for stack in ("123", "456", "789")
    ]
)
UNITS = {square: [unit for unit in UNIT_LIST if square in unit] for square in SQUARES}
PEERS = {square: {other for unit in UNITS[square] for other in unit} - {square} for square in SQUARES}

Values = dict[str, str]


def solve(puzzle: str) -> str | None:
    """The first solution as 81 digits, or None."""
    values: Values | None = dict.fromkeys(SQUARES, DIGITS)
    for square, digit in zip(SQUARES, puzzle, strict=True):
        if digit in DIGITS and values is not None:
            values = _assign(values, square, digit)
    solved = _search(values)
    return "".join(solved[square] for square in SQUARES) if solved else None


def _assign(values: Values, square: str, digit: str) -> Values | None:
    others = values[square].replace(digit, "")
    return values if all(_eliminate(values, square, other) for other in others) else None


def _eliminate(values: Values, square: str, digit: str) -> bool:
    if digit not in values[square]:
        return True
    left = values[square] = values[square].replace(digit, "")
    if not left:
        return False
    if len(left) == 1 and not all(_eliminate(values, peer, left) for peer in PEERS[square]):
        return False
    for unit in UNITS[square]:
        places = [other for other in unit if digit in values[other]]
        if not places or (len(places) == 1 and _assign(values, places[0], digit) is None):
            return False
    return True


def _search(values: Values | None) -> Values | None:
    if values is None or all(len(left) == 1 for left in values.values()):
        return values
    square = min((s for s in SQUARES if len(values[s]) > 1), key=lambda s: len(values[s]))
    for digit in values[square]:
        if solved := _search(_assign(values.copy(), square, digit)):
            return solved
    return None
