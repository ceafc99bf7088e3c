"""The links of a picture: those of a chain, the one that closes a loop, shared digits of sets, implications."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from sudokulens.drawing.scene import Arc
from sudokulens.logic.candidate import Candidate, Node
from sudokulens.logic.premise import Branch, DeadlyPattern, Truth, UnitTruth
from sudokulens.logic.step import Step
from sudokulens.puzzle.geometry import Geometry


def exclude(geometry: Geometry, first: Node, second: Node) -> bool:
    """Whether no candidate of one node can be true together with one of the other."""
    return all(_clash(geometry, a, b) for a in first for b in second)


def _clash(geometry: Geometry, a: Candidate, b: Candidate) -> bool:
    if a.cell == b.cell:
        return a.digit != b.digit
    return a.digit == b.digit and b.cell in geometry.peers[a.cell]


def chain_arcs(step: Step, truths: Iterable[Truth]) -> tuple[Arc, ...]:
    """The links of a chain as far as its truths are cited; weak ones only between what is cited or removed."""
    cited = {frozenset(truth.candidates) for truth in truths}
    sets = {cell for role, cells in step.cells.items() if role.startswith("als") for cell in cells}
    strong = [
        link
        for link in step.links
        if link.strong
        and (frozenset((*link.start, *link.end)) in cited or any(c.cell in sets for c in (*link.start, *link.end)))
    ]
    nodes = {node for link in strong for node in (link.start, link.end)} | {(removed,) for removed in step.removes}
    shown = [link for link in step.links if link in strong or (not link.strong and {link.start, link.end} <= nodes)]
    return tuple(Arc(link.start, link.end, link.strong) for link in shown)


def closing_arc(geometry: Geometry, links: Sequence[Arc]) -> Iterator[Arc]:
    """The weak link from a chain's end back to its start, where they exclude each other: the chain is a loop."""
    if len(links) < 3:
        return
    first, last = links[0], links[-1]
    alternating = all(a.end == b.start and a.strong != b.strong for a, b in pairwise(links))
    if first.strong and last.strong and alternating and exclude(geometry, last.end, first.start):
        yield Arc(last.end, first.start, strong=False)


def truth_arcs(truths: Iterable[Truth]) -> Iterator[Arc]:
    """A strong link for every truth of two candidates in different cells."""
    for truth in truths:
        if not isinstance(truth, DeadlyPattern) and len(truth.candidates) == 2:
            start, end = truth.candidates
            if start.cell != end.cell:
                yield Arc((start,), (end,), strong=True)


def ring_arcs(step: Step, truths: Iterable[Truth]) -> Iterator[Arc]:
    """The links of an odd ring of one digit: from each cell to the next in every unit that is cited."""
    cells = step.cells["pattern"]
    cited = {truth.unit for truth in truths if isinstance(truth, UnitTruth)}
    following = (*cells[1:], *cells[:1])
    for start, end, unit in zip(cells, following, step.units.get("base", ()), strict=False):
        if unit in cited:
            yield Arc((Candidate(start, step.digits[0]),), (Candidate(end, step.digits[0]),), strong=True)


def colour_arcs(geometry: Geometry, truths: Sequence[Truth]) -> Iterator[Arc]:
    """Strong links of a colouring, and the weak ones by which one pair meets another."""
    strong = list(truth_arcs(truths))
    yield from strong
    for first, second in combinations(strong, 2):
        for a, b in ((a, b) for a in (first.start, first.end) for b in (second.start, second.end)):
            if a != b and exclude(geometry, a, b):
                yield Arc(a, b, strong=False)


def restricted_arcs(geometry: Geometry, step: Step, truths: Iterable[Truth]) -> Iterator[Arc]:
    """A weak link between two almost locked sets for every digit that only one of them can take."""
    cited = {candidate for truth in truths for candidate in truth.candidates}
    shared = [candidate for candidate in step.candidates.get("restricted", ()) if candidate in cited]
    sets = [cells for role, cells in step.cells.items() if role.startswith("als ")]
    for digit in sorted({candidate.digit for candidate in shared}):
        nodes = [tuple(c for c in shared if c.digit == digit and c.cell in cells) for cells in sets]
        for first, second in combinations([node for node in nodes if node], 2):
            if exclude(geometry, first, second):
                yield Arc(first, second, strong=False)


def implication_arcs(branches: Iterable[Branch]) -> Iterator[Arc]:
    """An arrow from every reason of an implication to what follows from it, each pair once."""
    seen: set[tuple[Candidate, Candidate]] = set()
    for branch in branches:
        for implication in branch.implications:
            for given in implication.given:
                ends = given.candidate, implication.then.candidate
                if ends not in seen and ends[0] != ends[1]:
                    seen.add(ends)
                    yield Arc((ends[0],), (ends[1],), strong=implication.then.on, arrow=True)
