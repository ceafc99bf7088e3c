"""Chains told link by link: if this is not so, that is; then the next is not, so the one after it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokulens.logic.candidate import Candidate, Node
from sudokulens.logic.premise import CellTruth, DeadlyPattern, UnitTruth
from sudokulens.logic.step import Link
from sudokulens.logic.technique import Form, Technique
from sudokulens.puzzle.geometry import Cell
from sudokulens.wording.argument import refute
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.pairs import PairRules, pair_rule
from sudokulens.wording.argument.phrases import candidate_fields, in_any_case, one_of_ends
from sudokulens.wording.message import Cells, Digits, Message, Units, Value, counted, message


def tell(case: Case) -> list[Message]:
    """The chain of the step; both chains of a dual one."""
    if case.step.children:
        return _children(case)
    if case.step.technique is Technique.REMOTE_PAIR:
        return list(_remote_pair(case))
    if case.step.technique.form is Form.LOOP:
        return _loop(case)
    return _open_chain(case)


def _children(case: Case) -> list[Message]:
    position = case.step.position
    children = [child if position is None else child.at(position) for child in case.step.children]
    return [sentence for child in children for sentence in tell(Case(child, case.geometry))]


def _open_chain(case: Case) -> list[Message]:
    """A chain that starts and ends with strong links; any other is told as a refutation."""
    links = case.step.links
    steps = list(walk(case, links))
    if not steps or not (links[0].strong and links[-1].strong) or None in steps:
        return refute.tell(case)
    start, end = links[0].start, links[-1].end
    ends = tuple(candidate.cell for candidate in (*start, *end))
    digits = {candidate.digit for candidate in (*start, *end)}
    told = [sentence for sentence in steps if sentence is not None]
    if len(digits) == 1 and case.all_see_all(case.victims, ends):
        (digit,) = digits
        return [*told, one_of_ends(ends, digit, case.victims)]
    if all(_excluded(case, removed, start) and _excluded(case, removed, end) for removed in case.step.removes):
        return [*told, *_either(case, start, end)]
    return refute.tell(case)


def _excluded(case: Case, removed: Candidate, node: Node) -> bool:
    return all(case.clash(removed, candidate) for candidate in node)


def _either(case: Case, start: Node, end: Node) -> Iterator[Message]:
    """One of the ends is true; each removed candidate is excluded by both, which may be the same."""
    if start == end:
        fields = candidate_fields(start[0])
        yield message("So if {cell} were not {digit}, it would be {digit}: it must be {digit}.", **fields)
        return
    yield message(
        "So {start:or} is {digit}, or {end:or} is {other}.",
        start=Cells(_cells(start)),
        digit=Digits((start[0].digit,)),
        end=Cells(_cells(end)),
        other=Digits((end[0].digit,)),
    )
    ends = ((removed, candidate) for removed in case.step.removes for candidate in (*start, *end))
    yield from PairRules(case).behind(ends)
    yield in_any_case(case.step.removes)


def walk(case: Case, links: Sequence[Link]) -> Iterator[Message | None]:
    """A sentence for every strong link: what is not so, and what therefore is; None where a link has no truth."""
    truths, pairs = case.truths, PairRules(case)
    for number, link in enumerate(links):
        if link.strong:
            yield _link_sentence(link, _truth_of(link, truths), first=number == 0)
        else:
            yield from pairs.behind((one, other) for one in link.start for other in link.end)


def _truth_of(link: Link, truths: Sequence[CellTruth | UnitTruth | DeadlyPattern]) -> CellTruth | UnitTruth | None:
    ends = {*link.start, *link.end}
    for truth in truths:
        if not isinstance(truth, DeadlyPattern) and set(truth.candidates) == ends:
            return truth
    return None


def _link_sentence(link: Link, truth: CellTruth | UnitTruth | None, *, first: bool) -> Message | None:
    start, end = _cells(link.start), _cells(link.end)
    cells, digit = Cells(start), Digits((link.start[0].digit,))
    if isinstance(truth, CellTruth):
        other = Digits((link.end[0].digit,))
        if first:
            return message("If {cell} is not {digit}, it is {other}.", cell=cells, digit=digit, other=other)
        return message("Then {cell} is not {digit}, so it is {other}.", cell=cells, digit=digit, other=other)
    if not isinstance(truth, UnitTruth):
        return None
    fields: dict[str, Value] = {"cells": cells, "digit": digit, "unit": Units((truth.unit,)), "others": Cells(end)}
    if first:
        return counted(
            "If {cells} is not {digit}, the {digit} of {unit} is in {others:or}.",
            "If {cells} are not {digit}, the {digit} of {unit} is in {others:or}.",
            len(start),
            **fields,
        )
    return counted(
        "Then {cells} is not {digit}, so the {digit} of {unit} is in {others:or}.",
        "Then {cells} are not {digit}, so the {digit} of {unit} is in {others:or}.",
        len(start),
        **fields,
    )


def _cells(node: Node) -> tuple[Cell, ...]:
    return tuple(candidate.cell for candidate in node)


def _remote_pair(case: Case) -> Iterator[Message]:
    cells = tuple(truth.cell for truth in case.cell_truths)
    digits = Digits(case.cell_truths[0].digits)
    yield message(
        "{cells:all} have just {digits}, and each of them sees the next, so they alternate.",
        cells=Cells(cells),
        digits=digits,
    )
    yield message(
        "The ends, {first} and {last}, therefore differ: one is {a}, the other {b}.",
        first=Cells(cells[:1]),
        last=Cells(cells[-1:]),
        a=Digits(case.cell_truths[0].digits[:1]),
        b=Digits(case.cell_truths[0].digits[1:]),
    )
    yield counted(
        "{victims} sees both ends.", "{victims} see both ends.", len(case.victims), victims=Cells(case.victims)
    )


def _loop(case: Case) -> list[Message]:
    """A closed loop: of the two ends of every weak link, one is true."""
    links = _from_a_strong_link(case.step.links)
    steps = list(walk(case, links))
    if not steps or None in steps or not links[0].strong:
        return refute.tell(case)
    closing = Link(links[-1].end, links[0].start, False) if links[-1].strong else links[-1]
    weak = [link for link in links if not link.strong] + ([closing] if links[-1].strong else [])
    used = [link for link in weak if any(_between(case, link, removed) for removed in case.step.removes)]
    explained = all(any(_between(case, link, removed) for link in used) for removed in case.step.removes)
    if not explained or any(pair_rule(case, one, other) for link in used for one in link.start for other in link.end):
        return refute.tell(case)
    told = [sentence for sentence in steps if sentence is not None]
    told.append(
        message(
            "This closes the loop, so it holds in both directions: "
            "wherever two of its candidates exclude each other, one is true."
        )
    )
    return told + [_locked_link(link) for link in used]


def _from_a_strong_link(links: Sequence[Link]) -> tuple[Link, ...]:
    """A closed loop may be told from any of its links on."""
    first = next((number for number, link in enumerate(links) if link.strong), 0)
    closed = bool(links) and links[-1].end == links[0].start
    return (*links[first:], *links[:first]) if closed else tuple(links)


def _between(case: Case, link: Link, removed: Candidate) -> bool:
    """Whether both ends of the weak link exclude the candidate."""
    return (
        removed not in (*link.start, *link.end)
        and _excluded(case, removed, link.start)
        and _excluded(case, removed, link.end)
    )


def _locked_link(link: Link) -> Message:
    first, second = link.start[0], link.end[0]
    if first.cell == second.cell:
        digits = Digits(tuple(sorted((first.digit, second.digit))))
        return message("{cell} is {digits:or}, and nothing else.", cell=Cells((first.cell,)), digits=digits)
    cells = tuple(sorted((*_cells(link.start), *_cells(link.end))))
    fields: dict[str, Value] = {"cells": Cells(cells), "digit": Digits((first.digit,))}
    if len(cells) == 2:
        return message("One of {cells} is {digit}, so no other cell that sees both can be {digit}.", **fields)
    return message("One of {cells} is {digit}, so no other cell that sees them all can be {digit}.", **fields)
