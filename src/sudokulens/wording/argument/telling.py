"""Which file tells which family."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sudokulens.logic.technique import Family
from sudokulens.wording.argument import (
    als,
    chains,
    colours,
    exocet,
    fireworks,
    fish,
    forcing,
    killer,
    kraken,
    odd_rings,
    refute,
    rules,
    sectors,
    sets,
    singles,
    templates,
    uniqueness,
    wings,
)
from sudokulens.wording.argument.case import Case
from sudokulens.wording.message import Message

_TELLERS: dict[Family, Callable[[Case], Iterable[Message]]] = {
    Family.SINGLE: singles.tell,
    Family.DIRECT: sets.tell_direct,
    Family.LOCKED: sets.tell_locked,
    Family.SUBSET: sets.tell_subset,
    Family.FISH: fish.tell,
    Family.LINKED_PAIR: chains.tell,
    Family.COLOURING: colours.tell,
    Family.WING: wings.tell,
    Family.RECTANGLE: uniqueness.tell,
    Family.UNIQUE_LOOP: uniqueness.tell,
    Family.GRAVE: uniqueness.tell,
    Family.CHAIN: chains.tell,
    Family.ALS: als.tell,
    Family.FIREWORK: fireworks.tell,
    Family.KRAKEN: kraken.summary,
    Family.FORCING: forcing.summary,
    Family.RULE: rules.tell,
    Family.ODD_RING: odd_rings.tell,
    Family.EXOCET: exocet.tell,
    Family.SECTORS: sectors.tell,
    Family.LEFTOVER: killer.tell_leftovers,
    Family.TEMPLATE: templates.tell,
}
"""Family → its teller; all others are told as refutations."""


def reasons(case: Case) -> list[Message]:
    """Why the step holds, sentence by sentence."""
    return list(_TELLERS.get(case.step.technique.family, refute.tell)(case))
