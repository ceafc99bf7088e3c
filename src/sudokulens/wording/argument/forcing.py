"""Forcing chains: what follows from every possibility, or from an assumption that contradicts itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sudokulens.logic.candidate import Candidate, Literal, Node
from sudokulens.logic.premise import Branch, CellTruth, Exclusion, Implication, RuleTruth, UnitTruth
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.wording.argument import chains, refute
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.demands import demand
from sudokulens.wording.argument.pairs import PairRules
from sudokulens.wording.argument.phrases import candidate_fields, together
from sudokulens.wording.message import Cells, Digits, Listed, Message, Units, Value, counted, message

_MOST_STEPS, _MOST_SENTENCES = 4, 3
"""A branch of more steps, or of several with more sentences in one of them, is told step by step."""


@dataclass(frozen=True)
class _Told:
    """A step of a branch in its sentences, and what follows from them where they tell a contradiction."""

    sentences: Sequence[Message]
    proved: Literal | None = None


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


def branches(case: Case) -> list[tuple[Message, list[Sequence[Message]]]]:
    """Each branch: what it assumes, and what follows; where that is long, step by step."""
    return [(_assumed(branch.assumption), _steps(list(_followed(case, branch)))) for branch in case.branches]


def _steps(followed: list[_Told]) -> list[Sequence[Message]]:
    longest = max((len(step.sentences) for step in followed), default=0)
    if len(followed) <= _MOST_STEPS and (len(followed) < 2 or longest <= _MOST_SENTENCES):
        return [[sentence for step in followed for sentence in step.sentences]]
    return list(_briefly(followed))


def _briefly(steps: list[_Told]) -> Iterator[Sequence[Message]]:
    """The sentences of each step; what failed once need not be told again word for word: steps have numbers."""
    first: dict[tuple[Message, ...], int] = {}
    for number, step in enumerate(steps, 1):
        reason = tuple(step.sentences[1:-1])  # between the assumption and what follows
        before = first.setdefault(reason, number) if step.proved and len(reason) > 1 else number
        if step.proved and before < number:
            yield [_as_before(step.proved, before)]
        else:
            yield step.sentences


def _as_before(proved: Literal, number: int) -> Message:
    fields = candidate_fields(proved.candidate)
    if proved.on:
        return message("For the same reason as in step {number}, {cell} is {digit}.", number=number, **fields)
    return message("For the same reason as in step {number}, {cell} is not {digit}.", number=number, **fields)


def _assumed(assumption: Literal) -> Message:
    fields = candidate_fields(assumption.candidate)
    if assumption.on:
        return message("If {cell} is {digit}:", **fields)
    return message("If {cell} is not {digit}:", **fields)


def _followed(case: Case, branch: Branch) -> Iterator[_Told]:
    """What is excluded is told together with what it forces; a rule is told once for all that it excludes in a row."""
    off: dict[Candidate, Exclusion] = {}
    pairs = PairRules(case)
    told: RuleTruth | None = None
    said = None if branch.assumption.on else branch.assumption.candidate  # to be false, in the last sentence
    for implication, *alike in _in_a_row(branch.implications):
        then = implication.then
        if (exclusion := _exclusion(implication)) and not then.on:
            off[then.candidate] = exclusion
        elif then.on and (sentence := _forced(implication, said)):
            used = {literal.candidate for literal in implication.given} & off.keys()
            rules = pairs.behind((off[one].first, off[one].second) for one in sorted(used))
            yield _Told([*rules, sentence])
            said = None
            off = {candidate: reason for candidate, reason in off.items() if candidate not in used}
        else:
            if off:
                yield _Told(list(_excluded(off, pairs)))
            off = {}
            rule = next((reason for reason in implication.by if isinstance(reason, RuleTruth)), None)
            demanded = list(demand(case, rule)) if rule and rule != told else []
            told = rule
            yield _by_pattern(case, demanded, [implication, *alike])
            said = None if then.on else then.candidate
    yield from _ended(branch, off, pairs)


def _in_a_row(implications: Iterable[Implication]) -> Iterator[list[Implication]]:
    """The implications, those together by which the same places of a digit exclude it one after the other."""
    row: list[Implication] = []
    for implication in implications:
        if row and not (_points(implication) and _places_left(row[0]) == _places_left(implication)):
            yield row
            row = []
        row.append(implication)
        if not _points(implication):
            yield row
            row = []
    if row:
        yield row


def _exclusion(implication: Implication) -> Exclusion | None:
    reason = implication.by[0] if len(implication.by) == 1 else None
    return reason if isinstance(reason, Exclusion) else None


def _ended(branch: Branch, off: dict[Candidate, Exclusion], pairs: PairRules) -> Iterator[_Told]:
    """What is left to say to be excluded, and the contradiction that the branch ends with."""
    clash = _clash(branch)
    reason = off.pop(clash, None) if clash else None
    if off:
        yield _Told(list(_excluded(off, pairs)))
    if clash:
        yield _Told(list(_contradiction(clash, reason, pairs)))


def _contradiction(clash: Candidate, reason: Exclusion | None, pairs: PairRules) -> Iterator[Message]:
    fields = candidate_fields(clash)
    if reason is None or reason.rule is not None:
        yield from pairs.behind([(reason.first, reason.second)] if reason else [])
        yield message("{cell} would be {digit} and not {digit} at once: a contradiction.", **fields)
        return
    both = sorted((reason.first, reason.second))
    cells = Cells(tuple(candidate.cell for candidate in both))
    if reason.unit is None:
        digits = Digits(tuple(candidate.digit for candidate in both))
        yield message("{cell} would be {digits} at once: a contradiction.", cell=fields["cell"], digits=digits)
    else:
        yield message(
            "{cells} would both be {digit} in {unit}: a contradiction.",
            cells=cells,
            digit=fields["digit"],
            unit=Units((reason.unit,)),
        )


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


def _excluded(off: Mapping[Candidate, Exclusion], pairs: PairRules) -> Iterator[Message]:
    """The excluded candidates, cell by cell or digit by digit, whichever is said faster."""
    yield from pairs.behind((reason.first, reason.second) for reason in off.values())
    by_digit: dict[tuple[Digit, ...], list[Cell]] = {}
    for cell, digit in off:
        by_digit.setdefault((digit,), []).append(cell)
    by_cell: dict[tuple[Digit, ...], list[Cell]] = {}
    for cell in dict.fromkeys(candidate.cell for candidate in off):
        by_cell.setdefault(tuple(sorted(c.digit for c in off if c.cell == cell)), []).append(cell)
    for digits, cells in min(by_digit, by_cell, key=len).items():
        yield counted(
            "{cells} is not {digits:or}.",
            "{cells} are not {digits:or}.",
            len(cells),
            cells=Cells(tuple(sorted(cells))),
            digits=Digits(digits),
        )


def _by_pattern(case: Case, demanded: Sequence[Message], row: Sequence[Implication]) -> _Told:
    """A digit that a unit has left in one line, or a whole pattern inside the chain, told as a contradiction.

    One with more cases than a person may be asked to follow only names the facts that it rests on.
    """
    implication = row[0]
    if _points(implication):
        return _Told([*demanded, _pointing(row)])
    if line := _contradicted(case, implication):
        then, fields = implication.then, candidate_fields(implication.then.candidate)
        so = message("So {cell} is {digit}.", **fields) if then.on else message("So {cell} is not {digit}.", **fields)
        return _Told([*demanded, *refute.supposed(case, line, _on(implication)), so], None if demanded else then)
    return _Told([*demanded, _from_facts(implication)])


def _contradicted(case: Case, implication: Implication) -> refute.Line | None:
    """How the opposite of what follows fails; None for rules of a variant and for cases within cases."""
    truths = [by for by in implication.by if isinstance(by, CellTruth | UnitTruth)]
    if len(truths) < len(implication.by):
        return None
    on = _on(implication)
    gone = [literal.candidate for literal in implication.given if not literal.on]
    found = (refute.refutation(case, implication.then.negated, truths, on, depth, gone) for depth in range(2))
    return next((line for line in found if line), None)


def _on(implication: Implication) -> list[Node]:
    return [(literal.candidate,) for literal in implication.given if literal.on]


def _from_facts(implication: Implication) -> Message:
    facts: list[Value] = [refute.fact(by) for by in implication.by if isinstance(by, CellTruth | UnitTruth)]
    fields = candidate_fields(implication.then.candidate)
    if not facts:
        known = Listed(list(_clauses(implication.given)))
        if implication.then.on:
            return message("{facts}, so {cell} is {digit}.", facts=known, **fields)
        return message("{facts}, so {cell} is not {digit}.", facts=known, **fields)
    because: list[Value] = [*map(_known, implication.given), *facts]
    if implication.then.on:
        return message("From {facts} it follows that {cell} is {digit}.", facts=Listed(because), **fields)
    return message("From {facts} it follows that {cell} is not {digit}.", facts=Listed(because), **fields)


def _clauses(given: Sequence[Literal]) -> Iterator[Message]:
    """What is known so far, of which a rule makes something."""
    yield from (message("{cell} is {digit}", **candidate_fields(one.candidate)) for one in given if one.on)
    for digits, cells in together(one.candidate for one in given if not one.on):
        number = len(cells.cells)
        yield counted("{cells} is not {digits:or}", "{cells} are not {digits:or}", number, cells=cells, digits=digits)


def _points(implication: Implication) -> bool:
    """Whether one unit excludes a digit elsewhere with the places that it has left."""
    found, then = _places_left(implication), implication.then
    return found is not None and not then.on and found[0].digit == then.candidate.digit


def _places_left(implication: Implication) -> tuple[UnitTruth, tuple[Cell, ...]] | None:
    """The places that a digit has left in the one unit that the implication rests on."""
    if len(implication.by) != 1 or not isinstance(truth := implication.by[0], UnitTruth):
        return None
    gone = {literal.candidate.cell for literal in implication.given if not literal.on}
    return truth, tuple(cell for cell in truth.cells if cell not in gone)


def _pointing(row: Sequence[Implication]) -> Message:
    """What the places of a digit in a unit exclude elsewhere."""
    found = _places_left(row[0])
    assert found is not None
    truth, places = found
    cells = tuple(sorted(implication.then.candidate.cell for implication in row))
    return counted(
        "The {digit} of {unit} is then in {places:or}, so {cells} is not {digit}.",
        "The {digit} of {unit} is then in {places:or}, so {cells} are not {digit}.",
        len(cells),
        unit=Units((truth.unit,)),
        places=Cells(places),
        cells=Cells(cells),
        digit=Digits((truth.digit,)),
    )


def _known(literal: Literal) -> Message:
    fields = candidate_fields(literal.candidate)
    return message("{cell} = {digit}", **fields) if literal.on else message("{cell} ≠ {digit}", **fields)


def _clash(branch: Branch) -> Candidate | None:
    said = {branch.assumption, *(implication.then for implication in branch.implications)}
    return next((literal.candidate for literal in said if literal.negated in said), None)
