"""Steps made of two are proved as well as each of the two."""

from __future__ import annotations

import pytest

from sudokulens.logic.proof import check
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques import combined, compiled
from sudokulens.logic.techniques.compiled import SearchOptions
from sudokulens.puzzle.board import Board

pytestmark = pytest.mark.skipif(not compiled.available(), reason="the compiled finders were not built")

KRAKEN_AND_FINNED = (
    "+1.3....7.....1.....8.7..132....89..5.2..........6..81...54.6..+1.49.7.....1......3;marks=0,130,0,192,13a,9a,138,0,"
    "1a8,17a,170,6a,196,0,9e,138,1b8,1a8,138,0,28,0,138,18,0,0,0,6c,64,69,7,0,0,6e,2a,0,1fc,0,e9,15,1c,5d,16c,128,168,"
    "15c,154,48,0,1e,5e,0,0,148,c6,44,0,0,106,0,142,182,0,a6,0,0,97,0,97,32,b2,a0,e2,0,e2,192,112,92,17a,1ba,0"
)
"""Kraken fish here have the base of finned ones; told as Siamese, their chains were lost and with them the proof."""
FISH = (Technique.KRAKEN_FISH_1, Technique.KRAKEN_FISH_2, Technique.FINNED_X_WING, Technique.FINNED_FRANKEN_X_WING)


@pytest.fixture(scope="module")
def fish() -> list[Step]:
    state = State.of(Board.parse(KRAKEN_AND_FINNED))
    found = (compiled.find(state, [technique], options=SearchOptions(limit=200)) for technique in FISH)
    return [step.at(state) for steps in found for step in steps]


def test_a_kraken_fish_is_no_half_of_a_siamese_one(fish: list[Step]) -> None:
    assert {Technique.KRAKEN_FISH_1, Technique.FINNED_X_WING} <= {step.technique for step in fish}
    joined = list(combined.siamese(fish))
    assert joined
    assert not {half.technique for step in joined for half in step.children} & set(FISH[:2])


def test_siamese_fish_are_proved(fish: list[Step]) -> None:
    position = fish[0].position
    assert position is not None
    assert not [step for step in combined.siamese(fish) if check(step.at(position)).flaw]


def test_the_more_general_fish_names_the_pair_in_either_order(fish: list[Step]) -> None:
    plain = [step for step in fish if step.technique is Technique.FINNED_X_WING]
    general = [step for step in fish if step.technique is Technique.FINNED_FRANKEN_X_WING]
    names = {
        step.technique
        for order in (plain + general, general + plain)
        for step in combined.siamese(order)
        if len({half.technique for half in step.children}) == 2
    }
    assert names == {Technique.SIAMESE_FINNED_FRANKEN_X_WING}
