"""Simple colours: the candidates of a digit that strong links join, in two colours of which one is true."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques.anywhere.network import Network, bits, network
from sudokulens.puzzle.geometry import Digit


def traps(state: State) -> Iterator[Step]:
    """Candidates that see both colours."""
    net = network(state)
    for digit, colours in _clusters(net):
        seen = [_seen(net, colour, digit) for colour in colours]
        if removes := seen[0] & seen[1] & ~(colours[0] | colours[1]):
            yield _step(net, Technique.SIMPLE_COLOURS_TRAP, digit, colours, removes)


def wraps(state: State) -> Iterator[Step]:
    """A colour that sees itself, and so is false throughout."""
    net = network(state)
    for digit, colours in _clusters(net):
        for colour in colours:
            if _seen(net, colour, digit) & colour:
                yield _step(net, Technique.SIMPLE_COLOURS_WRAP, digit, colours, colour)


def _clusters(net: Network) -> Iterator[tuple[Digit, tuple[int, int]]]:
    painted = 0
    for start, candidate in enumerate(net.candidates):
        if painted >> start & 1:
            continue
        colours, side, fresh = [1 << start, 0], 0, [start]
        while fresh:
            partners = {p for c in fresh for p in net.partners[c] if net.candidates[p].digit == candidate.digit}
            side ^= 1
            fresh = [partner for partner in partners if not colours[side] >> partner & 1]
            for partner in fresh:
                colours[side] |= 1 << partner
        painted |= colours[0] | colours[1]
        if colours[1]:
            yield candidate.digit, (colours[0], colours[1])


def _seen(net: Network, colour: int, digit: Digit) -> int:
    seen = 0
    for member in bits(colour):
        seen |= net.excludes[member]
    return sum(1 << other for other in bits(seen) if net.candidates[other].digit == digit)


def _step(net: Network, technique: Technique, digit: Digit, colours: tuple[int, int], removes: int) -> Step:
    return Step(
        technique,
        removes=net.listed(removes),
        digits=(digit,),
        candidates={"colour a": net.listed(colours[0]), "colour b": net.listed(colours[1])},
    )
