"""Records of the compiled finders and of the rating procedure, as steps."""

from __future__ import annotations

from collections.abc import Iterable

from sudokulens.logic.step import Candidate, Link, Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques.branches import Implied, with_branches

try:
    from sudokulens.logic._kernel import finder
except ImportError:  # a build without a C compiler
    finder = None  # type: ignore[assignment]

_TECHNIQUES = tuple(Technique[name] for name in finder.TECHNIQUES) if finder else ()
NUMBERS = {technique: number for number, technique in enumerate(_TECHNIQUES)}
"""The kernel's number of a technique: its place in the one list of them, in `record.h`."""
_ROLES = [tuple(role.partition(" ")[::2]) for role in finder.ROLES] if finder else []
"""Kind and name of each role, by its number."""


def numbers_of(techniques: Iterable[Technique]) -> bytes:
    return bytes(NUMBERS[technique] for technique in techniques if technique in NUMBERS)


def decode(record: bytes) -> Step:
    """The step that a record describes."""
    numbers = memoryview(record).cast("h").tolist()
    step: dict[str, list[int]] = {"place": [], "remove": [], "digit": []}
    groups: dict[str, dict[str, list[int]]] = {"cell": {}, "candidate": {}, "unit": {}}
    links: list[tuple[bool, list[int], list[int]]] = []
    branches: list[list[tuple[bool, int, list[int]]]] = []
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
        elif kind == "start":
            links[-1][1].append(value)
        elif kind == "end":
            links[-1][2].append(value)
        elif kind == "branch":
            branches.append([])
        elif kind == "node":
            branches[-1].append((name == "on", value, []))
        else:
            branches[-1][-1][2].append(value)
    decoded = Step(
        _TECHNIQUES[numbers[1]],
        _candidates(step["place"]),
        tuple(sorted(_candidates(step["remove"]))),
        tuple(dict.fromkeys(step["digit"])),
        {name: tuple(dict.fromkeys(cells)) for name, cells in groups["cell"].items()},
        {name: _candidates(values) for name, values in groups["candidate"].items()},
        {name: tuple(units) for name, units in groups["unit"].items()},
        tuple(Link(_candidates(start), _candidates(end), strong) for strong, start, end in links),
    )
    return with_branches(decoded, map(_chain, branches)) if branches else decoded


def _candidates(values: Iterable[int]) -> tuple[Candidate, ...]:
    return tuple(Candidate(value >> 5, value & 31) for value in dict.fromkeys(values))


def _chain(nodes: Iterable[tuple[bool, int, list[int]]]) -> list[Implied]:
    return [Implied(Candidate(value >> 5, value & 31), on, tuple(parents)) for on, value, parents in nodes]
