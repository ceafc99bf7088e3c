"""Colouring: candidates linked in pairs take two colours, one of which is true throughout; then the rule that fires."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from sudokulens.logic.candidate import Candidate
from sudokulens.logic.premise import UnitTruth
from sudokulens.wording.argument import refute
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.phrases import by_digit, one_of_ends, only_places
from sudokulens.wording.message import Cells, Listed, Message, Units, Value, counted, message

Colour: TypeAlias = tuple[Candidate, ...]
_OPPOSITE = {"A": "B", "B": "A", "C": "D", "D": "C"}


def tell(case: Case) -> list[Message]:
    """The colours by their cells, then why one is false or what sees both; a single pair needs no colours."""
    if told := list(_one_pair(case)):
        return told
    colours = _colours(case)
    for rule, clusters in ((_trap, 1), (_wrap, 1), (_emptied, 1), (_two_clusters, 2)):
        if told := rule(case, colours):
            return [*_introduced(_used(case, colours, clusters)), *told]
    return refute.tell(case)


def _one_pair(case: Case) -> Iterator[Message]:
    """A digit with two places in a unit, both seen by what goes."""
    if len(case.truths) != 1 or not isinstance(truth := case.truths[0], UnitTruth):
        return
    if case.lost_digits == (truth.digit,) and case.all_see_all(case.victims, truth.cells):
        yield only_places(Units((truth.unit,)), truth.digit, truth.cells)
        yield one_of_ends(truth.cells, truth.digit, case.victims)


def _used(case: Case, colours: dict[str, Colour], clusters: int) -> dict[str, Colour]:
    """The colours of all clusters, or of the first and of the one that goes."""
    if clusters > 1:
        return colours
    gone = {name for name, group in colours.items() if {*group} & {*case.step.removes}} or {"A"}
    return {name: group for name, group in colours.items() if gone & {name, _OPPOSITE[name]}}


def _colours(case: Case) -> dict[str, Colour]:
    """The coloured candidates that the argument uses, by the letters of their colours."""
    used = {candidate for truth in case.truths for candidate in truth.candidates} | {*case.step.removes}
    labelled = {
        role.removeprefix("colour ").upper(): tuple(c for c in group if c in used)
        for role, group in sorted(case.step.candidates.items())
        if role.startswith("colour")
    }
    return {name: group for name, group in labelled.items() if group}


def _introduced(colours: dict[str, Colour]) -> Iterator[Message]:
    """Clusters are A with B, and C with D."""
    yield message("Colour the candidates that are linked in pairs: where one of two is true, the other is false.")
    for first, second in (("A", "B"), ("C", "D")):
        shown = [name for name in (first, second) if name in colours]
        if len(shown) == 1:
            yield message("Colour {name} has {these:;}.", name=shown[0], these=by_digit(colours[shown[0]]))
        elif shown:
            yield message(
                "Either all of colour {first} are true ({these:;}) or all of colour {second} ({those:;}).",
                first=first,
                these=by_digit(colours[first]),
                second=second,
                those=by_digit(colours[second]),
            )


def _trap(case: Case, colours: dict[str, Colour]) -> list[Message]:
    """Each removed candidate is excluded by both colours of a cluster."""
    return _squeezed(case, "A", "B", colours)


def _excluding(case: Case, removed: Candidate, first: Colour, second: Colour) -> tuple[Candidate, Candidate] | None:
    if removed in (*first, *second):
        return None
    one = next((candidate for candidate in first if case.clash(removed, candidate)), None)
    other = next((candidate for candidate in second if case.clash(removed, candidate)), None)
    return (one, other) if one and other else None


def _squeezed(case: Case, first: str, second: str, colours: dict[str, Colour]) -> list[Message]:
    """What one of two colours excludes, those that the same two candidates exclude together; nothing unless all are."""
    by_pair: dict[tuple[Candidate, Candidate], list[Candidate]] = {}
    for removed in case.step.removes:
        pair = _excluding(case, removed, colours.get(first, ()), colours.get(second, ()))
        if pair is None:
            return []
        by_pair.setdefault(pair, []).append(removed)
    return [
        counted(
            "{these} clashes with {one} (colour {first}) and {other} (colour {second}), one of which is true.",
            "{these} clash with {one} (colour {first}) and {other} (colour {second}), one of which is true.",
            len(removed),
            these=by_digit(removed),
            one=by_digit((one,)),
            first=first,
            other=by_digit((other,)),
            second=second,
        )
        for (one, other), removed in by_pair.items()
    ]


def _wrap(case: Case, colours: dict[str, Colour]) -> list[Message]:
    """Two of the removed colour exclude each other."""
    for name, group in colours.items():
        if not set(case.step.removes) <= {*group}:
            continue
        for one, other in combinations(group, 2):
            if case.clash(one, other):
                fields: dict[str, Value] = {"name": name, "one": by_digit((one,)), "other": by_digit((other,))}
                return [
                    message(
                        "{one} and {other} have the same colour {name} but cannot both be true, so {name} is false.",
                        **fields,
                    )
                ]
    return []


def _two_clusters(case: Case, colours: dict[str, Colour]) -> list[Message]:
    """A colour of one cluster against the colours of another."""
    for own, against in ((("A", "B"), ("C", "D")), (("C", "D"), ("A", "B"))):
        for name in own:
            if set(case.step.removes) <= {*colours.get(name, ())}:
                return _sees_both(case, name, against, colours)
    return _bridged(case, colours)


def _sees_both(case: Case, name: str, against: tuple[str, str], colours: dict[str, Colour]) -> list[Message]:
    found = []
    for other in against:
        pair = _clashing(case, colours[name], colours.get(other, ()))
        if pair is None:
            return []
        found.append(
            message(
                "{one} clashes with {other} (colour {name})",
                one=by_digit(pair[:1]),
                other=by_digit(pair[1:]),
                name=other,
            )
        )
    return [
        message(
            "Colour {name} clashes with {first} and with {second}, one of which is true: {pairs:;}. "
            "So {name} is false.",
            name=name,
            first=against[0],
            second=against[1],
            pairs=Listed(found),
        )
    ]


def _bridged(case: Case, colours: dict[str, Colour]) -> list[Message]:
    """Two colours exclude each other, so one of their opposites is true."""
    for first in "AB":
        for second in "CD":
            pair = _clashing(case, colours.get(first, ()), colours.get(second, ()))
            if pair is None:
                continue
            left, right = _OPPOSITE[first], _OPPOSITE[second]
            if squeezed := _squeezed(case, left, right, colours):
                bridge = message(
                    "{one} (colour {first}) and {other} (colour {second}) exclude each other, "
                    "so {left} or {right} is true.",
                    one=by_digit(pair[:1]),
                    first=first,
                    other=by_digit(pair[1:]),
                    second=second,
                    left=left,
                    right=right,
                )
                return [bridge, *squeezed]
    return []


def _clashing(case: Case, first: Colour, second: Colour) -> tuple[Candidate, Candidate] | None:
    return next(((one, other) for one in first for other in second if case.clash(one, other)), None)


def _emptied(case: Case, colours: dict[str, Colour]) -> list[Message]:
    """A cell all of whose candidates the removed colour excludes."""
    for name, group in colours.items():
        if not set(case.step.removes) <= {*group}:
            continue
        for truth in case.cell_truths:
            if all(any(case.clash(own, candidate) for candidate in group) for own in truth.candidates):
                return [
                    message(
                        "If colour {name} were true, nothing would be left for {cell}, so {name} is false.",
                        name=name,
                        cell=Cells((truth.cell,)),
                    )
                ]
    return []
