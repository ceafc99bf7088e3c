"""Solving a stream of puzzles: plain 9×9 ones together, the others one by one, answers in the order of the input."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from sudokulens.apps.cli.inputs import Item
from sudokulens.errors import InvalidBoard, TimeLimit
from sudokulens.puzzle.board import Board
from sudokulens.solving.engine import SolutionKind

_KINDS: tuple[SolutionKind, ...] = ("none", "unique", "multiple")


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """How to solve: the engine, how many solutions to look for (None for all), and seconds for each puzzle."""

    engine: str = "auto"
    limit: int | None = 2
    seconds: float | None = None


@dataclass(slots=True)
class Answer:
    """What solving an item gave; `solutions` are texts of 81 digits or boards. `fault` says why it has no answer."""

    item: Item
    kind: SolutionKind
    solutions: list[str] | list[Board]
    fault: str = ""
    engine: str = ""
    nodes: int | None = None

    @property
    def boards(self) -> list[Board]:
        """The solutions as boards in which the given digits are givens."""
        return [self._filled(found) for found in self.solutions]

    def _filled(self, found: str | Board) -> Board:
        if isinstance(found, Board):
            return found
        puzzle = self.item.board
        return puzzle.with_values({c: int(d) for c, d in enumerate(found) if not puzzle.values[c]})


def answers_of(items: list[Item], request: SolveRequest) -> Iterator[Answer]:
    """The answers in order; a puzzle that cannot be read is answered with a fault."""
    if request.engine == "auto" and request.limit == 2 and len(items) > 1:
        return _solve_together(items, request)
    return (_answer_or_fault(item, request) for item in items)


def answer_of(item: Item, request: SolveRequest) -> Answer:
    """The answer for one puzzle."""
    from sudokulens.solving.solve import solve

    if request.limit != 2:
        return _listed(item, request)
    solution = solve(item.board, request.engine, request.seconds)
    return Answer(item, solution.kind, list(solution.boards), "", solution.engine, solution.nodes)


def _listed(item: Item, request: SolveRequest) -> Answer:
    """Up to `limit` solutions; "unique" is only said when a second one was looked for."""
    from sudokulens.solving.solve import solutions

    found: list[Board] = []
    stream = islice(solutions(item.board, request.engine, request.seconds), request.limit)
    try:
        for board in stream:
            found.append(board)  # noqa: PERF402 - what was found before the time limit is kept
    except TimeLimit:
        return Answer(item, "unfinished", found, engine=request.engine)
    return Answer(item, _KINDS[min(len(found), 2)], found, engine=request.engine)


def _answer_or_fault(item: Item, request: SolveRequest) -> Answer:
    try:
        return answer_of(item, request)
    except InvalidBoard as fault:
        return Answer(item, "none", [], str(fault))


def _solve_together(items: list[Item], request: SolveRequest) -> Iterator[Answer]:
    from sudokulens.solving.many import solve_many

    texts = [item.classic for item in items]
    plain = [text for text in texts if text is not None]
    try:
        found, counts = solve_many(plain, seconds=request.seconds) if plain else ([], [])
    except TimeLimit:
        yield from (_answer_or_fault(item, request) for item in items)
        return
    results = iter(zip(found, counts, strict=True))
    for item, text in zip(items, texts, strict=True):
        if text is None:
            yield _answer_or_fault(item, request)
        else:
            solution, count = next(results)
            yield Answer(item, _KINDS[count], [solution] if solution else [], engine="lockstep")
