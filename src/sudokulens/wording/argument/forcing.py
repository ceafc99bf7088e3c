"""Forcing chains: what follows from every possibility, or from an assumption that contradicts itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudokulens.logic.candidate import Candidate, Literal
from sudokulens.logic.premise import Branch, CellTruth, Exclusion, Implication, RuleTruth, UnitTruth
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.wording.argument import chains, refute, rules
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.phrases import candidate_fields
from sudokulens.wording.message import Cells, Digits, Listed, Message, Units, Value, counted, message


def summary(case: Case) -> list[Message]:
    """What the branches have in common, in one or two sentences; a cycle as a loop."""
    branches = case.branches
    if not branches:
        return chains.tell(case)
    stem = next(iter(case.truths), None)
    if isinstance(stem, CellTruth):
        return [
            message(
                "{cell} is {digits:or}, and each of them leads to the same result.",
                cell=Cells((stem.cell,)),
                digits=Digits(stem.digits),
            )
        ]
    if isinstance(stem, UnitTruth):
        return [
            message(
                "In {unit}, the {digit} can only go in {cells:or}, and each of these leads to the same result.",
                unit=Units((stem.unit,)),
                digit=Digits((stem.digit,)),
                cells=Cells(stem.cells),
            )
        ]
    fields = candidate_fields(branches[0].assumption.candidate)
    if len(branches) > 1:
        return [message("Whether {cell} is {digit} or not, the result is the same.", **fields)]
    if branches[0].assumption.on:
        return [message("If {cell} were {digit}, there would be a contradiction.", **fields)]
    return [message("If {cell} were not {digit}, there would be a contradiction.", **fields)]


def branches(case: Case) -> list[tuple[Message, list[Message]]]:
    """Each branch: what it assumes, and what follows."""
    return [(_assumed(branch.assumption), list(_followed(case, branch))) for branch in case.branches]


def _assumed(assumption: Literal) -> Message:
    fields = candidate_fields(assumption.candidate)
    if assumption.on:
        return message("If {cell} is {digit}:", **fields)
    return message("If {cell} is not {digit}:", **fields)


def _followed(case: Case, branch: Branch) -> Iterator[Message]:
    """What is excluded is told together with what it forces; a rule is told once for all that it excludes in a row."""
    off: list[Candidate] = []
    told: RuleTruth | None = None
    said = None if branch.assumption.on else branch.assumption.candidate  # to be false, in the last sentence
    for implication in branch.implications:
        if not implication.then.on and _by_exclusion(implication):
            off.append(implication.then.candidate)
            continue
        if implication.then.on and (sentence := _forced(implication, said)):
            yield sentence
            said = None
            off = [candidate for candidate in off if candidate not in {lit.candidate for lit in implication.given}]
        else:
            yield from _excluded(off)
            off = []
            rule = next((reason for reason in implication.by if isinstance(reason, RuleTruth)), None)
            if rule and rule != told:
                yield from rules.demand(case, rule)
            told = rule
            yield from _by_pattern(case, implication)
            said = None if implication.then.on else implication.then.candidate
    yield from _excluded(off)
    if (clash := _clash(branch)) is not None:
        fields = candidate_fields(clash)
        yield message("{cell} would be {digit} and not {digit} at once: a contradiction.", **fields)


def _by_exclusion(implication: Implication) -> bool:
    return len(implication.by) == 1 and isinstance(implication.by[0], Exclusion)


def _forced(implication: Implication, said: Candidate | None) -> Message | None:
    """What a single truth forces: all that it has left. What was just said to be false is not told again."""
    if len(implication.by) != 1 or isinstance(implication.by[0], Exclusion | RuleTruth):
        return None
    truth = implication.by[0]
    gone = tuple(lit.candidate for lit in implication.given if not lit.on)
    gone = () if gone == (said,) else gone
    fields = candidate_fields(implication.then.candidate)
    if isinstance(truth, CellTruth) and gone:
        return message(
            "{cell} is not {digits:or}, so it is {digit}.",
            digits=Digits(tuple(sorted(c.digit for c in gone))),
            **fields,
        )
    if isinstance(truth, UnitTruth) and gone:
        return counted(
            "{cells} is not {digit}, so the {digit} of {unit} is in {cell}.",
            "{cells} are not {digit}, so the {digit} of {unit} is in {cell}.",
            len(gone),
            cells=Cells(tuple(sorted(c.cell for c in gone))),
            unit=Units((truth.unit,)),
            **fields,
        )
    return refute.forced_by(truth, (implication.then.candidate,))


def _excluded(off: Iterable[Candidate]) -> Iterator[Message]:
    by_digit: dict[Digit, list[Cell]] = {}
    for cell, digit in off:
        by_digit.setdefault(digit, []).append(cell)
    for digit, cells in by_digit.items():
        yield counted(
            "{cells} is not {digit}.",
            "{cells} are not {digit}.",
            len(cells),
            cells=Cells(tuple(sorted(cells))),
            digit=Digits((digit,)),
        )


def _by_pattern(case: Case, implication: Implication) -> Iterator[Message]:
    """A digit that a unit has left in one line, or a whole pattern inside the chain, told as a contradiction.

    One with more cases than a person may be asked to follow only names the facts that it rests on.
    """
    if pointing := _pointing(implication):
        yield pointing
    elif line := _contradicted(case, implication):
        yield from refute.supposed(case, line)
        fields = candidate_fields(implication.then.candidate)
        on = implication.then.on
        yield message("So {cell} is {digit}.", **fields) if on else message("So {cell} is not {digit}.", **fields)
    else:
        yield _from_facts(implication)


def _contradicted(case: Case, implication: Implication) -> refute.Line | None:
    """How the opposite of what follows fails; None for rules of a variant and for cases within cases."""
    truths = [by for by in implication.by if isinstance(by, CellTruth | UnitTruth)]
    if len(truths) < len(implication.by):
        return None
    on = [(literal.candidate,) for literal in implication.given if literal.on]
    gone = [literal.candidate for literal in implication.given if not literal.on]
    found = (refute.refutation(case, implication.then.negated, truths, on, depth, gone) for depth in range(2))
    return next((line for line in found if line), None)


def _from_facts(implication: Implication) -> Message:
    facts: list[Value] = [refute.fact(by) for by in implication.by if isinstance(by, CellTruth | UnitTruth)]
    fields = candidate_fields(implication.then.candidate)
    because: list[Value] = [*map(_known, implication.given), *facts]
    if implication.then.on:
        return message("From {facts} it follows that {cell} is {digit}.", facts=Listed(because), **fields)
    return message("From {facts} it follows that {cell} is not {digit}.", facts=Listed(because), **fields)


def _pointing(implication: Implication) -> Message | None:
    """What one unit excludes elsewhere with the places that it has left."""
    if implication.then.on or len(implication.by) != 1 or not isinstance(implication.by[0], UnitTruth):
        return None
    truth = implication.by[0]
    gone = {literal.candidate.cell for literal in implication.given if not literal.on}
    fields = candidate_fields(implication.then.candidate)
    if implication.then.candidate.digit != truth.digit:
        return None
    return message(
        "The {digit} of {unit} is then in {places:or}, so {cell} is not {digit}.",
        unit=Units((truth.unit,)),
        places=Cells(tuple(cell for cell in truth.cells if cell not in gone)),
        **fields,
    )


def _known(literal: Literal) -> Message:
    fields = candidate_fields(literal.candidate)
    return message("{cell} = {digit}", **fields) if literal.on else message("{cell} ≠ {digit}", **fields)


def _clash(branch: Branch) -> Candidate | None:
    said = {branch.assumption, *(implication.then for implication in branch.implications)}
    return next((literal.candidate for literal in said if literal.negated in said), None)
