from typing_extensions import Buffer

def paths() -> tuple[str, ...]: ...
def solve_batch(
    puzzles: Buffer,
    solutions: Buffer,
    counts: Buffer,
    limit: int = 2,
    *,
    path: str | None = None,
    seconds: float | None = None,
    cancel: Buffer | None = None,
) -> tuple[int, int]: ...

class Search:
    def __new__(cls, size: int, units: Buffer, candidates: Buffer, rules: Buffer = ...) -> Search: ...
    def advance(self, nodes: int, /) -> bytes | None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def done(self) -> bool: ...
