"""Checks that a step follows from its premises, knowing the rules of the puzzle and not one technique.

Every premise is first compared with the position. Then each conclusion is denied in turn (the removed candidate taken
as true, the placed one as false) and the cited truths are searched for a choice without a clash. Where there is none,
the conclusion is proved; a premise that is missing leaves a choice open, and the step is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sudokulens.logic.candidate import Candidate, Literal
from sudokulens.logic.clash import clash, refuted
from sudokulens.logic.premise import Branch, DeadlyPattern, Exclusion, Implication, Premise, RuleTruth, Truth
from sudokulens.logic.rule_facts import RuleFact, fact_of, fact_pairs, joined, refutes
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.truth import fault_of

_NO_RULE = "no rule says that of its cells"


@dataclass(frozen=True, slots=True)
class Proof:
    """What became of checking a step: proved when `flaw` is empty, else what is wrong with it."""

    flaw: str = ""
    uses_uniqueness: bool = False

    def __bool__(self) -> bool:
        return not self.flaw


def check(step: Step, position: State | None = None, premises: Sequence[Premise] | None = None) -> Proof:
    """Whether the premises (the step's own by default) prove the step at the position (its own by default)."""
    state = position or step.position
    if state is None:
        return Proof("the step does not say in which position it was found")
    cited = step.premises if premises is None else tuple(premises)
    unique = any(isinstance(premise, DeadlyPattern) for premise in _every(cited))
    return Proof(next(_flaws(state, step, cited), ""), unique)


def conclusions(step: Step) -> tuple[Literal, ...]:
    """What the step says: these candidates are true, those are not."""
    return tuple(Literal(c, True) for c in step.places) + tuple(Literal(c, False) for c in step.removes)


def _flaws(state: State, step: Step, premises: Sequence[Premise]) -> Iterator[str]:
    """Everything wrong with the step, found as far as it is asked for."""
    if not conclusions(step):
        yield "the step concludes nothing"
    truths = [premise for premise in premises if not isinstance(premise, Branch | RuleTruth)]
    branches = [premise for premise in premises if isinstance(premise, Branch)]
    rules = [premise for premise in premises if isinstance(premise, RuleTruth)]
    yield from (_NO_RULE for rule in rules if _fact(state, rule) is None)
    yield from (fault for truth in truths if (fault := fault_of(state, truth)))
    known: set[Literal] = set()
    for branch in branches:
        yield from filter(None, [_branch_fault(state, branch, known)])
        known |= refuted_assumptions(state, [branch], known)
    for conclusion in conclusions(step):
        if not follows(state, conclusion, truths, branches, rules=rules):
            yield f"{_text(state, conclusion)} does not follow"


def _facts(state: State, rules: Iterable[RuleTruth]) -> list[RuleFact]:
    """What the rules say, one by one, and what two of them say together."""
    facts = [fact for rule in rules if (fact := _fact(state, rule))]
    if len(facts) == 2 and (facts[0], facts[1]) in fact_pairs(state.geometry):
        facts.append(joined(state.geometry, facts[0], facts[1]))
    return facts


def _fact(state: State, rule: RuleTruth) -> RuleFact | None:
    return fact_of(state.geometry, rule.rules, rule.units, rule.cells)


def follows(
    state: State,
    conclusion: Literal,
    truths: Sequence[Truth],
    branches: Sequence[Branch] = (),
    given: Iterable[Literal] = (),
    rules: Iterable[RuleTruth] = (),
) -> bool:
    """Whether denying the conclusion leaves the truths without a choice that the rules allow.

    Branches must have been checked before.
    """
    facts = {*given, conclusion.negated}
    facts |= refuted_assumptions(state, branches, facts)
    if _contradictory(state, facts):
        return True
    relations = _facts(state, rules)

    def impossible(on: list[Candidate], off: list[Candidate]) -> bool:
        return any(refutes(state, relation, on, off) for relation in relations)

    return refuted(state.geometry, [truth.candidates for truth in truths], facts, impossible)


def refuted_assumptions(state: State, branches: Iterable[Branch], facts: Iterable[Literal]) -> set[Literal]:
    """The opposites of the assumptions that lead to a contradiction with the facts, or in themselves."""
    known = set(facts)
    found: set[Literal] = set()
    for branch in branches:
        reached = (implication.then for implication in branch.implications)
        if _contradictory(state, {*known, *found, branch.assumption, *reached}):
            found.add(branch.assumption.negated)
    return found


def _branch_fault(state: State, branch: Branch, before: Iterable[Literal]) -> str | None:
    """What is wrong with the first implication that is not as it says; `before` was shown by earlier branches."""
    known = {*before, branch.assumption}
    for implication in branch.implications:
        if not known.issuperset(implication.given):
            return f"{_text(state, implication.then)} rests on what was not shown before"
        if fault := _implication_fault(state, implication):
            return fault
        known.add(implication.then)
    return None


def _implication_fault(state: State, implication: Implication) -> str | None:
    if not implication.by:
        return f"{_text(state, implication.then)} is given no reason"
    if fault := next(filter(None, (_reason_fault(state, reason) for reason in implication.by)), None):
        return fault
    truths = [reason for reason in implication.by if not isinstance(reason, Exclusion | RuleTruth)]
    rules = [reason for reason in implication.by if isinstance(reason, RuleTruth)]
    if follows(state, implication.then, truths, given=implication.given, rules=rules):
        return None
    return f"{_text(state, implication.then)} does not follow from {len(implication.given)} statements"


def _reason_fault(state: State, reason: Exclusion | Truth | RuleTruth) -> str | None:
    if isinstance(reason, Exclusion):
        excluded = clash(state.geometry, reason.first, reason.second)
        return None if excluded else f"{reason.first} and {reason.second} do not exclude each other"
    if isinstance(reason, RuleTruth):
        return None if _fact(state, reason) else _NO_RULE
    return fault_of(state, reason)


def _contradictory(state: State, literals: Iterable[Literal]) -> bool:
    """Whether the statements contradict each other at sight: one and its opposite, or two that the rules exclude."""
    known = set(literals)
    on = sorted({literal.candidate for literal in known if literal.on})
    if any(Literal(candidate, False) in known for candidate in on):
        return True
    return any(clash(state.geometry, a, b) for i, a in enumerate(on) for b in on[i + 1 :])


def _every(premises: Iterable[Premise]) -> Iterator[Truth | Exclusion | RuleTruth]:
    """The truths and exclusions, those inside branches included."""
    for premise in premises:
        if isinstance(premise, Branch):
            for implication in premise.implications:
                yield from implication.by
        else:
            yield premise


def _text(state: State, literal: Literal) -> str:
    cell, digit = literal.candidate
    return f"{state.geometry.cell_name(cell)}{'=' if literal.on else '<>'}{digit}"
