"""The runner of regression libraries, on cases of our own making."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.logic.techniques import main, read_case, run_case
from sudokulens.logic.notation import eliminations_text
from sudokulens.logic.path import ORDER, path
from sudokulens.logic.state import State
from sudokulens.logic.step import Candidate, Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques import compiled
from sudokulens.solving.random import random_puzzle

pytestmark = pytest.mark.skipif(not compiled.available(), reason="the compiled finders were not built")


def line_for(state: State, step: Step, mark: str = "") -> str:
    """The step as a line of a library, on its own state."""
    allowed = state.board.with_candidates(None).computed_candidates()
    deleted = [
        Candidate(cell, digit)
        for cell, mask in enumerate(allowed)
        for digit in range(1, 10)
        if mask >> (digit - 1) & 1 and not state.candidates[cell] >> (digit - 1) & 1
    ]
    grid = "".join(f"+{v}" if v and not g else str(v or ".") for v, g in zip(state.values, state.givens, strict=True))
    code = f"{step.technique.code}{mark}"
    digits = "".join(map(str, sorted(step.digits)))
    removed, placed = eliminations_text(step.removes), eliminations_text(step.places)
    return f":{code}:{digits}:{grid}:{eliminations_text(deleted)}:{removed}:{placed}:"


def first_step(technique: Technique) -> tuple[State, Step]:
    """A state of some generated puzzle to which the technique applies in one way only."""
    wanted = tuple(t for t in ORDER if t.order <= technique.order)
    for seed in range(60):
        state = State.of(random_puzzle(seed))
        for step in path(state.board, techniques=wanted):
            if step.technique is technique and len(compiled.find(state, [technique])) == 1:
                return state, step
            state = state.after(step)
    raise AssertionError(f"no generated puzzle needs a {technique.display}")


@pytest.mark.parametrize(
    "technique",
    [
        Technique.NAKED_SINGLE,
        Technique.LOCKED_CANDIDATES_1,
        Technique.NAKED_PAIR,
        Technique.XY_WING,
        Technique.SKYSCRAPER,
    ],
)
def test_a_step_of_ours_passes_as_a_case(technique: Technique) -> None:
    outcome = run_case(read_case(line_for(*first_step(technique))))
    assert (outcome.strict, outcome.weak) == (True, True)


def test_a_wrong_elimination_fails() -> None:
    state, step = first_step(Technique.XY_WING)
    line = line_for(state, step).replace(eliminations_text(step.removes), "111")
    outcome = run_case(read_case(line))
    assert (outcome.strict, outcome.weak) == (False, False)


def test_a_case_marked_x_passes_only_if_nothing_is_found() -> None:
    state, step = first_step(Technique.SKYSCRAPER)
    assert not run_case(read_case(line_for(state, step, "-x"))).weak
    for later in path(state.board):
        state = state.after(later)
    assert run_case(read_case(line_for(state, step, "-x"))).weak


def test_the_summary_counts_every_case_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library = tmp_path / "library.txt"
    lines = [line_for(*first_step(technique)) for technique in (Technique.XY_WING, Technique.NAKED_PAIR)]
    library.write_text("# our own\n" + "\n".join(lines) + "\n")
    assert main([str(library), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["techniques"]["all"] == {"cases": 2, "strict": 2, "weak": 2}
