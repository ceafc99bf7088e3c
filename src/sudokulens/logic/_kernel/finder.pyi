"""Types of the compiled technique finders; `finder_large` has the same for larger boards."""

from typing_extensions import Buffer

TECHNIQUES: tuple[str, ...]
"""Names of `Technique` members, by the kernel's number."""

ROLES: tuple[str, ...]
"""Kind and name of a role, such as "candidate fin", by the kernel's number."""

def shape(
    size: int, regions: bytes, extras: Buffer, peers: Buffer, exclusions: Buffer, is_plain: bool, /
) -> object | None:
    """The tables of a geometry, for the searches on its boards; None where they would be too large.

    Numbers of two bytes each: the cells of the extra units, pairs of cells that see each other, and quadruples of cell,
    digit, other cell and the digits (a mask) that it cannot hold then, in that order.
    """

def find(
    shape: object,
    values: bytes,
    givens: bytes,
    marks: bytes,
    techniques: bytes,
    first_only: bool,
    flags: int,
    digits: int,
    fins: int,
    endofins: int,
    limit: int,
    /,
) -> list[bytes]:
    """The records of the steps that apply to a board; at most `limit` where it is above 0."""

def path(
    shape: object,
    values: bytes,
    givens: bytes,
    marks: bytes,
    order: bytes,
    flags: int,
    digits: int,
    fins: int,
    endofins: int,
    most: int,
    /,
) -> list[bytes]:
    """The records of a logical solve that takes the first technique of `order` that applies, as far as it gets.

    Single-digit techniques look at `digits` (a mask) and at those that a step has changed.
    """

def contradictions(
    shape: object,
    values: bytes,
    givens: bytes,
    marks: bytes,
    techniques: bytes,
    solution: bytes,
    flags: int,
    fins: int,
    endofins: int,
    /,
) -> tuple[int, list[bytes]]:
    """How many steps of the techniques apply, and the records of those that contradict the solution."""

RULES: tuple[str, ...]
"""Names of `Rule` members, by the kernel's number."""

FIRST_OF_LADDER: int
"""The first technique that no finder looks for, only a rule of Sudoku Explainer's ladder."""

def climb(
    shape: object, values: bytes, givens: bytes, marks: bytes, time_limit: float, scale: int, /
) -> tuple[float, float, float, int, list[float], list[bytes]]:
    """ER, EP, ED, the outcome, and the ratings and records of the steps; no limit where it is 0."""

def rule(
    shape: object,
    values: bytes,
    givens: bytes,
    marks: bytes,
    rule: int,
    techniques: bytes,
    every: bool,
    time_limit: float,
    /,
) -> list[bytes]:
    """The records of the steps of those techniques that the rule finds, the easiest first, or of the easiest alone."""
