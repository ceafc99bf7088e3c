"""The compiled finders: every technique of ours on the classic 9×9, as steps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sudokulens.logic.state import State
from sudokulens.logic.step import Candidate, Link, Step
from sudokulens.logic.technique import Technique

try:
    from sudokulens.logic._kernel import finder
except ImportError:  # a build without a C compiler
    finder = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What counts as an instance of a technique; the defaults are what a person expects."""

    empty_rectangle_pairs: bool = False
    """An empty rectangle may consist of two candidates only."""
    incomplete_rectangles: bool = True
    """A unique rectangle may lack candidates that were removed already."""
    overlapping_sets: bool = False
    """Almost locked sets of one step may share cells."""
    set_nodes: bool = False
    """Almost locked sets may be nodes of grouped chains."""
    combined: bool = False
    """Siamese fish, dual kites and dual empty rectangles are reported as one step."""
    digits: int = 0x1FF
    """Single-digit techniques look at these digits (a mask) only."""
    most_fins: int = 5
    most_endofins: int = 2
    limit: int = 0
    """The most steps to find; 0 is all."""

    @property
    def flags(self) -> int:
        chosen = (self.empty_rectangle_pairs, self.incomplete_rectangles, self.overlapping_sets, self.set_nodes)
        return sum(1 << index for index, option in enumerate(chosen) if option)


DEFAULT = SearchOptions()


def available() -> bool:
    """Whether the compiled finders were built."""
    return finder is not None


def knows(technique: Technique) -> bool:
    """Whether the compiled finders look for the technique themselves."""
    return technique in _NUMBERS


def find(
    state: State, techniques: Iterable[Technique], *, first: bool = False, options: SearchOptions = DEFAULT
) -> list[Step]:
    """The steps of those techniques that apply to a classic board; with `first`, one at most."""
    numbers = bytes(_NUMBERS[technique] for technique in techniques if technique in _NUMBERS)
    records = finder.find(
        *state.packed(),
        numbers,
        first,
        options.flags,
        options.digits,
        options.most_fins,
        options.most_endofins,
        options.limit,
    )
    return [decode(record) for record in dict.fromkeys(records)]


def path(
    state: State, techniques: Iterable[Technique], *, most: int = 0, options: SearchOptions = DEFAULT
) -> list[Step]:
    """The steps of a solve by the first of the techniques that applies each time; at most `most` if above 0."""
    order = bytes(_NUMBERS[technique] for technique in techniques if technique in _NUMBERS)
    records = finder.path(*state.packed(), order, options.flags, options.most_fins, options.most_endofins, most)
    return [decode(record) for record in records]


def contradictions(
    state: State, techniques: Iterable[Technique], solution: Iterable[int], options: SearchOptions = DEFAULT
) -> tuple[int, list[Step]]:
    """How many steps of the techniques apply, and those that the solution contradicts: there should be none."""
    numbers = bytes(_NUMBERS[technique] for technique in techniques if technique in _NUMBERS)
    fins = options.most_fins, options.most_endofins
    total, wrong = finder.contradictions(*state.packed(), numbers, bytes(solution), options.flags, *fins)
    return total, [decode(record) for record in wrong]


def decode(record: bytes) -> Step:
    """The step that a record of the compiled finders describes."""
    numbers = memoryview(record).cast("h")
    lists: dict[str, list[int]] = {}
    links: list[tuple[bool, list[Candidate], list[Candidate]]] = []
    for index in range(2, len(numbers), 2):
        role, value = _ROLES[numbers[index]], numbers[index + 1]
        if role.startswith("link"):
            links.append((role == "link strong", [], []))
        elif role == "start":
            links[-1][1].append(_candidate(value))
        elif role == "end":
            links[-1][2].append(_candidate(value))
        else:
            lists.setdefault(role, []).append(value)
    return _step(_TECHNIQUES[numbers[1]], lists, links)


def _step(
    technique: Technique, lists: dict[str, list[int]], links: list[tuple[bool, list[Candidate], list[Candidate]]]
) -> Step:
    return Step(
        technique,
        places=_candidates(lists.pop("place", [])),
        removes=tuple(sorted(_candidates(lists.pop("remove", [])))),
        digits=tuple(dict.fromkeys(lists.pop("digit", []))),
        cells={role[5:]: tuple(dict.fromkeys(v)) for role, v in lists.items() if role.startswith("cell ")},
        candidates={role[10:]: _candidates(v) for role, v in lists.items() if role.startswith("candidate ")},
        units={role[5:]: tuple(v) for role, v in lists.items() if role.startswith("unit ")},
        links=tuple(Link(tuple(start), tuple(end), strong) for strong, start, end in links),
    )


def _candidate(value: int) -> Candidate:
    return Candidate(value >> 4, value & 15)


def _candidates(values: Iterable[int]) -> tuple[Candidate, ...]:
    return tuple(dict.fromkeys(Candidate(value >> 4, value & 15) for value in values))


_TECHNIQUES = tuple(Technique[name] for name in finder.TECHNIQUES) if finder else ()
_NUMBERS = {technique: number for number, technique in enumerate(_TECHNIQUES)}
_ROLES = finder.ROLES if finder else ()
