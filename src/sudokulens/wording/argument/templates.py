"""Templates: where other digits must go, which the placing of all of one digit may rest on."""

from __future__ import annotations

from sudokulens.logic.candidate import Candidate, Node
from sudokulens.logic.premise import Branch, UnitTruth
from sudokulens.wording.argument import refute
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.phrases import by_digit, candidate_fields, only_places
from sudokulens.wording.message import Message, Units, message


def tell(case: Case) -> list[Message]:
    """What is sure of other digits, what that excludes at once, and why the rest of the step holds."""
    told: list[Message] = []
    sure: list[Node] = []
    for branch in case.branches:
        told.append(_sure(branch, first=not sure))
        sure.append((branch.assumption.candidate,))
    ruled_out = [candidate for candidate in case.step.removes if _is_excluded(case, candidate, sure)]
    if ruled_out:
        told.append(message("That rules out {these:;}.", these=by_digit(ruled_out)))
    return told + refute.tell(case, sure, [*ruled_out, *(candidate for node in sure for candidate in node)])


def _sure(branch: Branch, first: bool) -> Message:
    """A lemma: a candidate without which its digit has too few places."""
    candidate = branch.assumption.candidate
    units = tuple(sorted(truth.unit for truth in branch.implications[-1].by if isinstance(truth, UnitTruth)))
    if len(units) == 1:
        unit = Units(units)
        if first:
            return only_places(unit, candidate.digit, (candidate.cell,))
        return message("Then the {digit} of {unit} can only be in {cell}.", unit=unit, **candidate_fields(candidate))
    return message(
        "{cell} must be {digit}: otherwise {digit} cannot be placed in all of {units}.",
        units=Units(units),
        **candidate_fields(candidate),
    )


def _is_excluded(case: Case, candidate: Candidate, sure: list[Node]) -> bool:
    return any(case.clash(candidate, other) for node in sure for other in node)
