"""The compiled finders: every technique of ours, as steps, on boards of up to 16×16."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType

from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques.record import NUMBERS, decode
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
    return technique in _OWN


def find(
    state: State, techniques: Iterable[Technique], *, first: bool = False, options: SearchOptions = DEFAULT
) -> list[Step]:
    """The steps of those techniques that apply to the board; with `first`, one at most."""
    fins = options.most_fins, options.most_endofins
    records = _kernel(state.geometry).find(
        *packed(state), _numbers(techniques), first, options.flags, options.digits, *fins, options.limit
    )
    return [decode(record) for record in dict.fromkeys(records)]


def path(
    state: State, techniques: Iterable[Technique], *, most: int = 0, options: SearchOptions = DEFAULT
) -> list[Step]:
    """The steps of a solve by the first of the techniques that applies each time; at most `most` if above 0."""
    fins = options.most_fins, options.most_endofins
    records = _kernel(state.geometry).path(
        *packed(state), _numbers(techniques), options.flags, options.digits, *fins, most
    )
    return [decode(record) for record in records]


def contradictions(
    state: State, techniques: Iterable[Technique], solution: Iterable[int], options: SearchOptions = DEFAULT
) -> tuple[int, list[Step]]:
    """How many steps of the techniques apply, and those that the solution contradicts: there should be none."""
    fins = options.most_fins, options.most_endofins
    total, wrong = _kernel(state.geometry).contradictions(
        *packed(state), _numbers(techniques), bytes(solution), options.flags, *fins
    )
    return total, [decode(record) for record in wrong]


MAX_SMALL_SIZE = 11
"""The largest board whose cells fit into the smaller of the two sets that the finders are compiled for."""


def _kernel(geometry: Geometry) -> ModuleType:
    return finder if geometry.size <= MAX_SMALL_SIZE else finder_large


def _numbers(techniques: Iterable[Technique]) -> bytes:
    return bytes(_OWN[technique] for technique in techniques if technique in _OWN)


def packed(state: State) -> tuple[object, bytes, bytes, bytes]:
    """The shape of the board and its contents, as the compiled part takes them."""
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


_OWN = {technique: number for technique, number in NUMBERS.items() if finder and number < finder.FIRST_OF_LADDER}
"""The techniques that the finders look for, not those of Sudoku Explainer's ladder."""
