"""Kraken fish: a fish but for its fins, and chains from them to what the fish would exclude."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulens.puzzle.geometry import Cell
from sudokulens.wording.argument import forcing
from sudokulens.wording.argument.case import Case
from sudokulens.wording.message import Cells, Digits, Message, Units, Value, counted, message


def summary(case: Case) -> list[Message]:
    """Why one of the cases holds: a fin, or the fish; where a part of the fish is enough, that part."""
    step, base = case.step, tuple(truth.unit for truth in case.unit_truths)
    fins = tuple(candidate.cell for candidate in step.candidates["fin"])
    starts = tuple(branch.assumption.candidate.cell for branch in case.branches)
    if len(base) == 1:
        return forcing.summary(case)
    fields: dict[str, Value] = {"digit": Digits(step.digits[:1]), "base": Units(base)}
    if len(base) < len(step.units["base"]) or not set(starts).issuperset(fins):
        return [_otherwise(case, starts, fields), message("Each of these possibilities leads to the same result.")]
    fields |= {"fins": Cells(fins), "cover": Units(step.units["cover"])}
    told = _in_a_cover if set(starts) > set(fins) else _excluded
    rest = tuple(cell for cell in starts if cell not in fins)
    return [
        message("Apart from {fins}, the {digit} of {base} can only go in {cover}.", **fields),
        *told(case, rest, len(fins), fields),
    ]


def _otherwise(case: Case, starts: tuple[Cell, ...], fields: dict[str, Value]) -> Message:
    return message(
        "If {victim} were {lost} and none of {starts} were {digit}, {digit} could not be placed in all of {base}.",
        victim=Cells(case.victims),
        lost=Digits(case.lost_digits),
        starts=Cells(starts),
        **fields,
    )


def _excluded(case: Case, rest: tuple[Cell, ...], number: int, fields: dict[str, Value]) -> Iterator[Message]:
    """Type 1: the fish excludes the candidate itself."""
    yield counted(
        "If {fins} is not {digit}, {base} take up {digit} in all of {cover}, and {victims} cannot be {digit}.",
        "If {fins} are not {digit}, {base} take up {digit} in all of {cover}, and {victims} cannot be {digit}.",
        number,
        victims=Cells(case.victims),
        **fields,
    )
    yield message("If {fins:or} is {digit}, the same follows.", fins=fields["fins"], digit=fields["digit"])


def _in_a_cover(case: Case, rest: tuple[Cell, ...], number: int, fields: dict[str, Value]) -> Iterator[Message]:
    """Type 2: the fish is true in one of the places in a cover unit."""
    yield counted(
        "If {fins} is not {digit}, {base} take up {digit} in all of {cover}, so {rest:or} is {digit}.",
        "If {fins} are not {digit}, {base} take up {digit} in all of {cover}, so {rest:or} is {digit}.",
        number,
        rest=Cells(rest),
        **fields,
    )
    yield message("Each of these possibilities leads to the same result.")
