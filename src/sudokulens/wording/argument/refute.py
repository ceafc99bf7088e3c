"""The argument that every proof has: suppose the contrary, and follow the cited truths until one of them fails."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from sudokulens.logic.candidate import Candidate, Literal, Node
from sudokulens.logic.premise import CellTruth, DeadlyPattern, UnitTruth
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.pairs import PairRules, pair_rule
from sudokulens.wording.argument.phrases import by_digit, candidate_fields
from sudokulens.wording.message import Cells, Digits, Listed, Message, Units, Value, message

Truth: TypeAlias = CellTruth | UnitTruth | DeadlyPattern
_DEEPEST = 2
"""Cases inside cases that a person may be asked to follow; a deeper argument only names its facts."""
_MAX_GROUP_CELLS = 3
"""Places of a digit that are followed together, as far as they all exclude the same."""


@dataclass(frozen=True)
class Forced:
    """A truth with few candidates left: the one that holds, or a group of which one does."""

    truth: Truth
    left: Node


@dataclass
class Line:
    """What follows from an assumption: what is forced, then a truth that fails or cases that all fail."""

    assumption: Literal
    forced: list[Forced] = field(default_factory=list)
    failed: Truth | None = None
    split: Truth | None = None
    cases: list[Line] = field(default_factory=list)


def tell(case: Case, known: Sequence[Node] = (), told: Collection[Candidate] = ()) -> list[Message]:
    """Why the first conclusion holds, link by link; the others follow from the same facts.

    `known` holds and has been said; so has why the candidates `told` are placed or removed.
    """
    step = case.step
    denied = [*(Literal(c, False) for c in step.places), *(Literal(c, True) for c in step.removes)]
    denied = [literal for literal in denied if literal.candidate not in told]
    if not denied:
        return []
    assumption = denied[0]
    found = (refutation(case, assumption, case.truths, known, depth) for depth in range(_DEEPEST + 1))
    line = next((line for line in found if line), None)
    sentences = supposed(case, line, known) if line else [_supposed(assumption), _facts(case)]
    if line and line.failed and not line.forced and known and not assumption.on:
        sentences = [forced_by(line.failed, (assumption.candidate,))]
    others = [literal.candidate for literal in denied[1:]]
    removed = [candidate for candidate in others if candidate in step.removes]
    placed = [candidate for candidate in others if candidate in step.places]
    if removed:
        sentences.append(message("The same facts rule out {these:;}.", these=by_digit(removed)))
    if placed:
        sentences.append(message("The same facts force {these:;}.", these=by_digit(placed)))
    return sentences


def refutation(
    case: Case,
    assumption: Literal,
    truths: Sequence[Truth],
    known: Sequence[Node] = (),
    depth: int = 0,
    gone: Collection[Candidate] = (),
) -> Line | None:
    """How the truths fail once the assumption is made; None where they do not within the depth.

    `known` are candidates that hold, and groups of which one does; `gone` are candidates that do not.
    """
    line = Line(assumption)
    off = {*gone} if assumption.on else {*gone, assumption.candidate}
    nodes = [*known, *([(assumption.candidate,)] if assumption.on else [])]
    while True:
        open_truths = [truth for truth in truths if not any((c,) in nodes for c in truth.candidates)]
        left = [(truth, _left(case, truth, nodes, off)) for truth in open_truths]
        failed = next((truth for truth, own in left if not own), None)
        if failed is not None:
            line.failed, line.forced = failed, _needed(case, line.forced, failed, off)
            return line
        found = next((pair for pair in left if len(pair[1]) == 1), None) or _group(case, left, nodes)
        if found is None:
            break
        nodes.append(found[1])
        line.forced.append(Forced(*found))
    return _with_cases(case, line, left, nodes, depth, off) if depth else None


def _group(case: Case, left: Sequence[tuple[Truth, Node]], nodes: Sequence[Node]) -> tuple[Truth, Node] | None:
    """A truth whose last few candidates, whichever of them holds, exclude a candidate of another truth."""
    others = {candidate for _, own in left for candidate in own}
    for truth, own in left:
        small = len(own) <= _MAX_GROUP_CELLS and len({candidate.digit for candidate in own}) == 1
        if small and own not in nodes and any(_excludes(case, own, c) for c in others if c not in own):
            return truth, own
    return None


def _with_cases(
    case: Case, line: Line, left: Sequence[tuple[Truth, Node]], nodes: Sequence[Node], depth: int, off: set[Candidate]
) -> Line | None:
    """The line with a truth tried case by case, the one with the fewest cases first."""
    truths = [truth for truth, _ in left]
    for truth, own in sorted(left, key=lambda pair: len(pair[1])):
        cases = []
        for candidate in own:
            found = refutation(case, Literal(candidate, True), truths, nodes, depth - 1, off)
            if found is None:
                break
            cases.append(found)
        else:
            line.split, line.cases = truth, cases
            return line
    return None


def _left(case: Case, truth: Truth, nodes: Sequence[Node], off: set[Candidate]) -> Node:
    return tuple(c for c in truth.candidates if c not in off and not any(_excludes(case, node, c) for node in nodes))


def _excludes(case: Case, node: Node, candidate: Candidate) -> bool:
    return all(case.clash(candidate, other) for other in node)


def _needed(case: Case, forced: Sequence[Forced], failed: Truth, off: set[Candidate]) -> list[Forced]:
    """Those of the forced candidates that the failure rests on, in their order."""
    wanted = {candidate for candidate in failed.candidates if candidate not in off}
    kept: list[Forced] = []
    for step in reversed(forced):
        if any(_excludes(case, step.left, candidate) for candidate in wanted):
            kept.append(step)
            wanted |= {candidate for candidate in step.truth.candidates if candidate not in step.left}
    return kept[::-1]


def _facts(case: Case) -> Message:
    """The facts of an argument with too many cases to tell."""
    facts = [fact(truth) for truth in case.truths if not isinstance(truth, DeadlyPattern)]
    if case.pattern:
        return message(
            "However the rest is chosen, these contradict each other or complete the deadly pattern: {facts:;}.",
            facts=Listed(facts),
        )
    digits = {truth.digit for truth in case.unit_truths}
    if len(digits) == 1 and len(case.unit_truths) == len(facts):
        units = Units(tuple(sorted(truth.unit for truth in case.unit_truths)))
        return message("Then {digit} cannot be placed in all of {units}.", digit=Digits(tuple(digits)), units=units)
    return message("However the rest is chosen, these contradict each other: {facts:;}.", facts=Listed(facts))


def fact(truth: CellTruth | UnitTruth) -> Message:
    """What a truth says, in a few words."""
    if isinstance(truth, CellTruth):
        return message("the candidates {digits} of {cell}", digits=Digits(truth.digits), cell=Cells((truth.cell,)))
    return message(
        "the places of {digit} in {unit} ({cells})",
        digit=Digits((truth.digit,)),
        unit=Units((truth.unit,)),
        cells=Cells(truth.cells),
    )


def _supposed(assumption: Literal) -> Message:
    fields = candidate_fields(assumption.candidate)
    if assumption.on:
        return message("Suppose {cell} were {digit}.", **fields)
    return message("Suppose {cell} were not {digit}.", **fields)


def supposed(case: Case, line: Line, known: Sequence[Node] = ()) -> list[Message]:
    """The assumption, and how it leads to a contradiction; `known` holds and has been said."""
    return [_supposed(line.assumption), *_told(case, line, known, PairRules(case))]


def _told(case: Case, line: Line, known: Sequence[Node], pairs: PairRules) -> list[Message]:
    nodes = [*known, *([(line.assumption.candidate,)] if line.assumption.on else [])]
    told: list[Message] = []
    for step in line.forced:
        told += [*pairs.behind(_excluding(case, step.truth, step.left, nodes)), forced_by(step.truth, step.left)]
        nodes.append(step.left)
    if line.failed is not None:
        return [*told, *pairs.behind(_excluding(case, line.failed, (), nodes)), failure(line.failed)]
    assert line.split is not None
    told.append(_choice(line.split))
    for branch in line.cases:
        told.append(message("Take {digit} in {cell}:", **candidate_fields(branch.assumption.candidate)))
        told += _told(case, branch, nodes, pairs)
    return told


def _excluding(case: Case, truth: Truth, left: Node, nodes: Sequence[Node]) -> Iterator[tuple[Candidate, Candidate]]:
    """The pairs by which a truth has only these candidates left, as far as rules for two cells are behind them."""
    for gone in truth.candidates:
        behind = [node for node in nodes if gone not in left and _excludes(case, node, gone)]
        if behind and all(any(pair_rule(case, one, gone) for one in node) for node in behind):
            yield from ((one, gone) for one in behind[0])


def forced_by(truth: Truth, left: Node) -> Message:
    """What the truth has left: one candidate, or a few of one digit."""
    if len(left) > 1:
        fields: dict[str, Value] = {"digit": Digits((left[0].digit,)), "cells": Cells(tuple(c.cell for c in left))}
        if isinstance(truth, UnitTruth):
            return message("Then the {digit} of {unit} is in {cells:or}.", unit=Units((truth.unit,)), **fields)
        return message("Then {cells:or} must be {digit}, or the deadly pattern would be complete.", **fields)
    one = candidate_fields(left[0])
    if isinstance(truth, UnitTruth):
        return message("Then the {digit} of {unit} can only be in {cell}.", unit=Units((truth.unit,)), **one)
    if isinstance(truth, CellTruth):
        return message("Then {cell} can only be {digit}.", **one)
    return message("Then {cell} must be {digit}, or the deadly pattern would be complete.", **one)


def failure(truth: Truth) -> Message:
    """The truth has nothing left: the contradiction."""
    if isinstance(truth, UnitTruth):
        fields: dict[str, Value] = {"unit": Units((truth.unit,)), "digit": Digits((truth.digit,))}
        return message("Then {digit} has no place left in {unit}: a contradiction.", **fields)
    if isinstance(truth, CellTruth):
        return message("Then nothing is left for {cell}: a contradiction.", cell=Cells((truth.cell,)))
    return message("Then the deadly pattern would be complete: a contradiction.")


def _choice(truth: Truth) -> Message:
    if isinstance(truth, UnitTruth):
        fields: dict[str, Value] = {"unit": Units((truth.unit,)), "digit": Digits((truth.digit,))}
        return message("Now try the places of {digit} in {unit} one by one.", **fields)
    if isinstance(truth, CellTruth):
        return message("Now try the candidates of {cell} one by one.", cell=Cells((truth.cell,)))
    escapes = [message("{digit} in {cell}", **candidate_fields(candidate)) for candidate in truth.escapes]
    return message("Now try what can break the deadly pattern one by one: {escapes}.", escapes=Listed(escapes))
