"""Generated puzzles: unique, minimal, of the wished kind, the same for the same seed; and their sheet."""

from __future__ import annotations

import pytest

from sudokulens import Board, InvalidBoard, TimeLimit, generate, is_minimal, path, sheet, solve
from sudokulens.logic.generate import as_level, as_technique
from sudokulens.logic.technique import Level, Technique


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD])
def test_the_hardest_step_is_of_the_wished_level(level: Level) -> None:
    puzzle = generate(level, seed=5)
    assert max(step.technique.level for step in path(puzzle)) is level
    assert is_minimal(puzzle)
    assert generate(level, seed=5) == puzzle


def test_a_wished_technique_is_the_hardest_that_is_needed() -> None:
    puzzle = generate(technique="naked pair", seed=1)
    used = [step.technique for step in path(puzzle)]
    assert max(used, key=lambda technique: technique.order) is Technique.NAKED_PAIR
    # The direct techniques are the same sets seen without pencil marks, so they do not count as easier.
    easier = [t for t in Technique if t.order < Technique.NAKED_PAIR.order and not t.name.startswith("DIRECT")]
    assert not all(_values_after(puzzle, easier))


def _values_after(puzzle: Board, techniques: list[Technique]) -> list[int]:
    placed = {c.cell: c.digit for step in path(puzzle, techniques=techniques) for c in step.places}
    return list(puzzle.with_values(placed).values)


@pytest.mark.parametrize("size", [4, 6])
def test_other_sizes_can_be_generated(size: int) -> None:
    puzzle = generate(size=size, seed=2)
    assert puzzle.size == size
    assert solve(puzzle).kind == "unique"


def test_what_cannot_be_found_in_time_says_so() -> None:
    with pytest.raises(TimeLimit, match="Leviathan"):
        generate(technique=Technique.LEVIATHAN, seed=1, time_limit=0.2)


def test_unknown_wishes_name_what_is_known() -> None:
    with pytest.raises(InvalidBoard, match="easy"):
        as_level("fiendish")
    with pytest.raises(InvalidBoard, match="techniques"):
        as_technique("guessing")


def test_techniques_are_known_by_many_names() -> None:
    for name in ("x-wing", "X_WING", "0300", "fish of size 2"):
        assert as_technique(name) is Technique.X_WING


def test_a_sheet_is_a_pdf_with_a_page_for_puzzles_and_one_for_solutions() -> None:
    pytest.importorskip("fpdf", reason="the extra 'print' is not installed")
    document = sheet([generate(seed=seed) for seed in range(4)])
    assert document.startswith(b"%PDF-")
    assert document.count(b"/Type /Page\n") == 2
    with pytest.raises(InvalidBoard, match="1, 2, 4 or 6"):
        sheet([], per_page=5)
