"""Types of the compiled technique finders."""

TECHNIQUES: tuple[str, ...]
"""Names of `Technique` members, by the kernel's number."""

ROLES: tuple[str, ...]
"""Kind and name of a role, such as "candidate fin", by the kernel's number."""

def find(
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
    values: bytes, givens: bytes, marks: bytes, order: bytes, flags: int, fins: int, endofins: int, most: int, /
) -> list[bytes]:
    """The records of a logical solve that takes the first technique of `order` that applies, as far as it gets."""

def contradictions(
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
