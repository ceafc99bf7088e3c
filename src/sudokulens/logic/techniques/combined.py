"""Steps made of two: Siamese fish, dual 2-string kites and dual empty rectangles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import combinations

from sudokulens.logic.step import Step
from sudokulens.logic.technique import Form, Technique

_JOINED = {technique.joins: technique for technique in Technique if technique.joins}
_ORDER = {technique: place for place, technique in enumerate(Technique)}


def siamese(fish: Iterable[Step]) -> Iterator[Step]:
    """Two finned fish with the same base but different fins and eliminations, taken as one."""
    # A Kraken fish stays alone: it needs its chains, which a Siamese one would not tell.
    finned = [step for step in fish if step.candidates.get("fin") and step.technique in _JOINED]
    for first, second in _pairs(finned, lambda step: (step.digits, step.units["base"])):
        if first.candidates["fin"] != second.candidates["fin"]:
            yield _joined(_JOINED[min(first.technique, second.technique, key=_naming)], first, second)


def _naming(technique: Technique) -> tuple[bool, int]:
    """The smaller, the more it gives two joined fish its name: no sashimi fish, then the more general one."""
    return technique.form is Form.SASHIMI, -_ORDER[technique]


def dual_kites(kites: Iterable[Step]) -> Iterator[Step]:
    """Two 2-string kites that meet in the same two cells of a box."""
    kites = [step for step in kites if step.technique is Technique.TWO_STRING_KITE]
    for first, second in _pairs(kites, lambda step: tuple(sorted(step.cells["pattern"]))):
        yield _joined(Technique.DUAL_TWO_STRING_KITE, first, second)


def dual_empty_rectangles(rectangles: Iterable[Step]) -> Iterator[Step]:
    """Two empty rectangles in the same box, with the same candidates of it."""
    rectangles = [step for step in rectangles if step.technique is Technique.EMPTY_RECTANGLE]
    for first, second in _pairs(rectangles, lambda step: (step.digits, step.cells["pattern"])):
        yield _joined(Technique.DUAL_EMPTY_RECTANGLE, first, second)


def _pairs(steps: Iterable[Step], key: Callable[[Step], Hashable]) -> Iterator[tuple[Step, Step]]:
    """Pairs of steps with the same key that remove different candidates."""
    alike: dict[Hashable, list[Step]] = defaultdict(list)
    for step in steps:
        alike[key(step)].append(step)
    for group in alike.values():
        for first, second in combinations(group, 2):
            if first.removes != second.removes:
                yield first, second


def _joined(technique: Technique, first: Step, second: Step) -> Step:
    def union(a: dict[str, tuple[object, ...]], b: dict[str, tuple[object, ...]]) -> dict[str, tuple[object, ...]]:
        return {role: tuple(dict.fromkeys(a.get(role, ()) + b.get(role, ()))) for role in {**a, **b}}

    return Step(
        technique,
        removes=tuple(sorted({*first.removes, *second.removes})),
        digits=tuple(dict.fromkeys(first.digits + second.digits)),
        cells=union(dict(first.cells), dict(second.cells)),  # type: ignore[arg-type]
        candidates=union(dict(first.candidates), dict(second.candidates)),  # type: ignore[arg-type]
        units=union(dict(first.units), dict(second.units)),  # type: ignore[arg-type]
        links=first.links + second.links,
        children=(first, second),
    )


def all_of(found: list[Step]) -> list[Step]:
    """Every combined step that the given ones make."""
    fish = [step for step in found if "base" in step.units and "fin" in step.candidates]
    return [*siamese(fish), *dual_kites(found), *dual_empty_rectangles(found)]
