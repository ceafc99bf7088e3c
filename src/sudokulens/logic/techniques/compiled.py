"""The compiled finders: every technique of ours, as steps, on boards of up to 16×16."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType

from sudokulens.logic.state import State
from sudokulens.logic.step import Candidate, Link, Step
from sudokulens.logic.technique import Technique
from sudokulens.puzzle.geometry import Geometry

try:
    from sudokulens.logic._kernel import finder, finder_large
except ImportError:  # a build without a C compiler
    finder = finder_large = None  # type: ignore[assignment]


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
    digits: int = 0xFFFF
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


def takes(geometry: Geometry) -> bool:
    """Whether they look for techniques on such a board."""
    return finder is not None and _shape(geometry, _kernel(geometry)) is not None


def knows(technique: Technique) -> bool:
    """Whether the compiled finders look for the technique themselves."""
    return technique in _NUMBERS


def find(
    state: State, techniques: Iterable[Technique], *, first: bool = False, options: SearchOptions = DEFAULT
) -> list[Step]:
    """The steps of those techniques that apply to the board; with `first`, one at most."""
    fins = options.most_fins, options.most_endofins
    records = _kernel(state.geometry).find(
        *_packed(state), _numbers(techniques), first, options.flags, options.digits, *fins, options.limit
    )
    return [decode(record) for record in dict.fromkeys(records)]


def path(
    state: State, techniques: Iterable[Technique], *, most: int = 0, options: SearchOptions = DEFAULT
) -> list[Step]:
    """The steps of a solve by the first of the techniques that applies each time; at most `most` if above 0."""
    fins = options.most_fins, options.most_endofins
    records = _kernel(state.geometry).path(
        *_packed(state), _numbers(techniques), options.flags, options.digits, *fins, most
    )
    return [decode(record) for record in records]


def contradictions(
    state: State, techniques: Iterable[Technique], solution: Iterable[int], options: SearchOptions = DEFAULT
) -> tuple[int, list[Step]]:
    """How many steps of the techniques apply, and those that the solution contradicts: there should be none."""
    fins = options.most_fins, options.most_endofins
    total, wrong = _kernel(state.geometry).contradictions(
        *_packed(state), _numbers(techniques), bytes(solution), options.flags, *fins
    )
    return total, [decode(record) for record in wrong]


LARGEST_OF_SMALL = 11
"""The largest board whose cells fit into the smaller of the two sets that the finders are compiled for."""


def _kernel(geometry: Geometry) -> ModuleType:
    return finder if geometry.size <= LARGEST_OF_SMALL else finder_large


def _numbers(techniques: Iterable[Technique]) -> bytes:
    return bytes(_NUMBERS[technique] for technique in techniques if technique in _NUMBERS)


def _packed(state: State) -> tuple[object, bytes, bytes, bytes]:
    return _shape(state.geometry, _kernel(state.geometry)), *state.packed()


@lru_cache(maxsize=64)
def _shape(geometry: Geometry, kernel: ModuleType) -> object | None:
    """The tables of the geometry for the kernel; None where it is too large."""
    peers = [number for cell, others in enumerate(geometry.peers) for peer in others for number in (cell, peer)]
    shape: object | None = kernel.shape(
        geometry.size,
        bytes(geometry.regions),
        array("H", [cell for unit in geometry.extras for cell in unit]),
        array("H", peers),
        array("H", _exclusions(geometry)),
        not geometry.extras and not geometry.rules,
    )
    return shape


def _exclusions(geometry: Geometry) -> Iterator[int]:
    """Cell, digit, other cell and the digits that the first two forbid it, one after the other."""
    for (cell, digit), others in sorted(geometry.exclusions.items()):
        for other, forbidden in others:
            yield from (cell, digit, other, forbidden)


def decode(record: bytes) -> Step:
    """The step that a record of the compiled finders describes."""
    numbers = memoryview(record).cast("h").tolist()
    step: dict[str, list[int]] = {"place": [], "remove": [], "digit": []}
    groups: dict[str, dict[str, list[int]]] = {"cell": {}, "candidate": {}, "unit": {}}
    links: list[tuple[bool, list[int], list[int]]] = []
    for role, value in zip(numbers[2::2], numbers[3::2], strict=True):
        kind, name = _ROLES[role]
        if kind in groups:
            group = groups[kind]
            if name in group:
                group[name].append(value)
            else:
                group[name] = [value]
        elif kind == "link":
            links.append((name == "strong", [], []))
        elif kind in step:
            step[kind].append(value)
        else:
            _, start, end = links[-1]
            (start if kind == "start" else end).append(value)
    return Step(
        _TECHNIQUES[numbers[1]],
        _candidates(step["place"]),
        tuple(sorted(_candidates(step["remove"]))),
        tuple(dict.fromkeys(step["digit"])),
        {name: tuple(dict.fromkeys(cells)) for name, cells in groups["cell"].items()},
        {name: _candidates(values) for name, values in groups["candidate"].items()},
        {name: tuple(units) for name, units in groups["unit"].items()},
        tuple(Link(_candidates(start), _candidates(end), strong) for strong, start, end in links),
    )


def _candidates(values: Iterable[int]) -> tuple[Candidate, ...]:
    return tuple(Candidate(value >> 5, value & 31) for value in dict.fromkeys(values))


_TECHNIQUES = tuple(Technique[name] for name in finder.TECHNIQUES) if finder else ()
_NUMBERS = {technique: number for number, technique in enumerate(_TECHNIQUES)}
_ROLES = [tuple(role.partition(" ")[::2]) for role in finder.ROLES] if finder else []
"""Kind and name of each role, by its number."""
