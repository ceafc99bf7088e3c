"""Proofs as plain values and as symbols, for every kind of premise."""

from __future__ import annotations

import json

import pytest

from sudokulens.logic.path import find_all
from sudokulens.logic.proof_text import proof_lines, proof_to_dict
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques import compiled, ladder
from sudokulens.puzzle.board import Board

pytestmark = pytest.mark.skipif(not compiled.available(), reason="the compiled finders were not built")

HARD = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"


def found(board: Board, technique: Technique) -> Step:
    return find_all(State.of(board), [technique])[0]


def test_a_single_says_what_blocks_the_other_places() -> None:
    step = found(Board.parse(HARD), Technique.HIDDEN_SINGLE)
    first, last = proof_lines(step)
    assert first.startswith("7 in b7: r9c3  (")
    assert "r7c2≠7 ← r6c2" in first
    assert last == "∴ r9c3=7"
    assert proof_lines(step, "A1")[-1] == "∴ I3=7"


@pytest.mark.skipif(not ladder.available(), reason="the rating kernel was not built")
def test_a_forcing_chain_is_told_implication_by_implication() -> None:
    step = found(Board.parse(HARD), Technique.CELL_FORCING_CHAIN)
    lines = proof_lines(step)
    assert lines[0].startswith(f"r{step.cells['stem'][0] // 9 + 1}c{step.cells['stem'][0] % 9 + 1} ∈ ")
    assert any(line.endswith("→") for line in lines)
    assert any(line.startswith("  ") and "[" in line for line in lines)
    kinds = {premise["kind"] for premise in proof_to_dict(step)["premises"]}
    assert kinds == {"cell", "branch"}
    assert json.loads(json.dumps(proof_to_dict(step))) == proof_to_dict(step)


def test_a_step_without_proof_says_so() -> None:
    step = found(Board.parse(HARD), Technique.LOCKED_CANDIDATES_1)
    assert step.position is not None
    elsewhere = State.of(Board.parse(HARD).with_values({74: 7}))
    wrong = Step(step.technique, removes=step.removes, digits=step.digits, units={"base": (0,)}, position=elsewhere)
    assert proof_lines(wrong)[-1].startswith("✗ ")
    assert proof_to_dict(wrong)["proved"] is False
