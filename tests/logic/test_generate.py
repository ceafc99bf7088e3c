"""Generated puzzles: unique, minimal, of the wished kind, the same for the same seed; and their sheet."""

from __future__ import annotations

import re
import time
import zlib
from typing import Any

import pytest

from sudokulens import Board, Geometry, InvalidRequest, TimeLimit, generate, is_minimal, path, sheet, solve
from sudokulens.logic.generate import as_level, as_technique, practice
from sudokulens.logic.path import next_step
from sudokulens.logic.technique import Level, Technique
from sudokulens.solving.random import comfortable_givens
from sudokulens.solving.random_cages import connected
from sudokulens.solving.random_regions import random_regions
from sudokulens.solving.shuffle import Shuffle
from sudokulens.solving.variants import LAYOUTS, VARIANTS
from sudokulens.wording.language import spoken


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


@pytest.mark.parametrize("size", [20, 25])
def test_boards_that_take_hours_to_make_minimal_have_givens_to_spare(size: int) -> None:
    puzzle = generate(size=size, seed=3)
    assert solve(puzzle).kind == "unique"
    assert puzzle.clue_count == comfortable_givens(puzzle.geometry)


def test_what_cannot_be_found_in_time_says_so() -> None:
    with pytest.raises(TimeLimit, match="Death blossom"):
        generate(technique=Technique.DEATH_BLOSSOM, seed=1, time_limit=0.2)
    with pytest.raises(TimeLimit, match="minimal"):
        generate(size=25, seed=1, time_limit=0.3, minimal=True)


@pytest.mark.parametrize(
    "wishes",
    [
        {"technique": Technique.SQUIRMBAG},
        {"technique": Technique.DIRECT_POINTING},
        {"contains": Technique.SIAMESE_FINNED_X_WING},
        {"technique": "x-wing", "level": "easy"},
        {"technique": "naked pair", "contains": "x-wing"},
        {"contains": "x-wing", "level": "easy"},
        {"technique": Technique.UNIQUE_RECTANGLE_1, "variants": ["x"]},
        {"technique": Technique.UNIQUE_LOOP_1, "size": 6},
        {"contains": Technique.INNIES_OUTIES, "variants": ["thermo"]},
        {"variants": ["hexagonal"]},
        {"variants": ["windoku"], "size": 6},
        {"variants": ["windoku", "jigsaw"]},
    ],
)
def test_wishes_that_no_puzzle_meets_are_refused_at_once(wishes: dict[str, Any]) -> None:
    start = time.monotonic()
    with pytest.raises(InvalidRequest):
        generate(**wishes)
    assert time.monotonic() - start < 1


def test_a_technique_can_be_among_the_steps() -> None:
    puzzle = generate(contains="naked pair", seed=3)
    assert Technique.NAKED_PAIR in {step.technique for step in path(puzzle)}


def test_a_practice_position_needs_the_technique_next() -> None:
    for technique in (Technique.X_WING, Technique.NAKED_PAIR):
        position = practice(technique, seed=2)
        step = next_step(position)
        assert step
        assert step.technique is technique
        assert practice(technique, seed=2) == position
    with pytest.raises(InvalidRequest):
        practice("squirmbag")


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name not in (*LAYOUTS, "littlekiller")])
def test_every_variant_has_one_solution_and_nothing_to_spare(variant: str) -> None:
    puzzle = generate(variants=[variant], seed=4, size=9 if variant == "windoku" else 6)
    assert solve(puzzle).kind == "unique"
    assert is_minimal(puzzle)
    assert puzzle == generate(variants=[variant], seed=4, size=puzzle.size)
    assert puzzle.rules or puzzle.geometry.extras or puzzle.geometry.box_shape is None


def test_killers_of_newspapers_cover_the_board_with_cages() -> None:
    killer = generate(variants=["killer"], seed=1)
    assert sorted(cell for rule in killer.rules for cell in rule.cells) == list(range(81))
    assert killer.clue_count == 0
    sparse = generate(variants=["killer"], seed=1, fewest_rules=True)
    assert len(sparse.rules) < len(killer.rules)
    assert solve(sparse).kind == "unique"
    for rule in sparse.rules:
        assert solve(sparse.with_rules(other for other in sparse.rules if other is not rule)).kind == "multiple"


def test_jigsaw_regions_are_connected() -> None:
    for seed in range(5):
        regions = random_regions(9, Shuffle(seed))
        assert Geometry(9, regions).box_shape is None
        shape = Geometry.standard()
        assert all(connected([c for c in range(81) if regions[c] == region], shape) for region in range(9))


def test_unknown_wishes_name_what_is_known() -> None:
    with pytest.raises(InvalidRequest, match="easy"):
        as_level("fiendish")
    with pytest.raises(InvalidRequest, match="techniques"):
        as_technique("guessing")


def test_techniques_are_known_by_many_names() -> None:
    for name in ("x-wing", "X_WING", "0300", "fish of size 2"):
        assert as_technique(name) is Technique.X_WING


def test_a_sheet_is_a_pdf_with_a_page_for_puzzles_and_one_for_solutions() -> None:
    pytest.importorskip("fpdf", reason="the extra 'print' is not installed")
    document = sheet([generate(seed=seed) for seed in range(4)])
    assert document.startswith(b"%PDF-")
    assert document.count(b"/Type /Page\n") == 2
    with pytest.raises(InvalidRequest, match="1, 2, 4 or 6"):
        sheet([], per_page=5)


@pytest.mark.parametrize(
    ("code", "word"), [("en", b"solution"), ("de", b"sung"), ("fr", b"solution"), ("es", b"soluci")]
)
def test_the_titles_of_a_sheet_are_in_the_language(code: str, word: bytes) -> None:
    pytest.importorskip("fpdf", reason="the extra 'print' is not installed")
    with spoken(code):
        document = sheet([generate(seed=0)])
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", document, re.S)
    assert word in b"".join(zlib.decompress(stream) for stream in streams)
