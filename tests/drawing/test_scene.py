"""Scenes: what they show of a board and a step, where it goes, and in which colour."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

import sudokulens.apps.server as server
from sudokulens import Board, Geometry, draw, explain, hint, path, random_puzzle, solve, steps
from sudokulens.drawing.arcs import closing_arc
from sudokulens.drawing.browser import HINT_LAYERS, scene_to_dict
from sudokulens.drawing.draw import hint_scene
from sudokulens.drawing.layout import layout, margins
from sudokulens.drawing.palette import DARK, LIGHT, MARK_PAINTS, PAINTS, SET_PAINTS, Colour, css, rgb, role_paint
from sudokulens.drawing.places import candidate_place, nearest, outline, walls
from sudokulens.drawing.scene import Arc, Mark, Scene, Tint
from sudokulens.drawing.shapes import LAYERS, Area, Disc, Label, Stroke
from sudokulens.drawing.terminal import drawn
from sudokulens.logic.path import next_step
from sudokulens.logic.premise import Branch, DeadlyPattern, RuleTruth
from sudokulens.logic.step import Candidate, Link, Step
from sudokulens.logic.technique import Family, Technique
from sudokulens.teaching import positions
from sudokulens.wording.message import units_of
from sudokulens.wording.nudge import nudge
from tests.wording.examples import example

PUZZLE = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
WINDOWS = tuple(
    tuple((top + i) * 9 + left + j for i in range(3) for j in range(3)) for top in (1, 5) for left in (1, 5)
)


def contrast(first: Colour, second: Colour) -> float:
    """The contrast ratio of WCAG 2."""

    def luminance(colour: Colour) -> float:
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb(colour))]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_every_paint_can_be_read_in_both_themes(palette: dict[str, Colour]) -> None:
    assert set(palette) == set(PAINTS)
    assert all(contrast(palette[paint], palette["mark-ink"]) >= 4.5 for paint in MARK_PAINTS)
    text = ("ink", "entry", "pencil", "label", "right", "wrong")
    assert all(contrast(palette[paint], palette["paper"]) >= 4.5 for paint in text)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_no_two_meanings_share_a_colour(palette: dict[str, Colour]) -> None:
    meanings = ("right", "wrong", "doubt", "link", "house", *SET_PAINTS, "fin", "on", "off", "clash")
    lab = {paint: cv2.cvtColor(np.float32([[rgb(palette[paint])]]) / 255, cv2.COLOR_RGB2LAB) for paint in meanings}
    gaps = {pair: float(np.linalg.norm(lab[pair[0]] - lab[pair[1]])) for pair in combinations(meanings, 2)}
    assert min(gaps.values()) > 12, min(gaps, key=gaps.__getitem__)


def test_the_page_has_the_same_palette() -> None:
    served = Path(server.__file__).parent / "static" / "palette.css"
    assert served.read_text() == css(), "rewrite it with sudokulens.drawing.palette.css()"


@pytest.mark.parametrize(("size", "columns", "rows"), [(4, 2, 2), (6, 3, 2), (9, 3, 3), (12, 4, 3), (16, 4, 4)])
def test_candidates_fill_their_cell_evenly_at_every_size(size: int, columns: int, rows: int) -> None:
    places = [candidate_place(Geometry.standard(size), Candidate(0, digit)) for digit in range(1, size + 1)]
    assert len({round(x, 6) for x, _ in places}) == columns
    assert len({round(y, 6) for _, y in places}) == rows
    assert all(0.06 < value < 0.94 for place in places for value in place)
    assert sum(x for x, _ in places) / size == pytest.approx(0.5)
    assert sum(y for _, y in places) / size == pytest.approx(0.5)


def test_a_link_of_a_group_begins_and_ends_on_a_digit() -> None:
    group = (Candidate(0, 3), Candidate(1, 3), Candidate(2, 3))
    start, _ = nearest(Geometry.standard(), group, (Candidate(7, 3),))
    assert start == candidate_place(Geometry.standard(), Candidate(2, 3))
    step = Step(Technique.GROUPED_AIC, removes=(Candidate(8, 3),), links=(Link(group, (Candidate(7, 3),), True),))
    links = layout(draw(Board.empty(), step))["links"]
    bands = [shape for shape in links if isinstance(shape, Stroke) and shape.opacity < 1]
    assert [band.points for band in bands] == [tuple(candidate_place(Geometry.standard(), c) for c in group)]


def test_strong_and_weak_links_have_one_colour_that_means_nothing_else() -> None:
    links = (
        Link((Candidate(0, 1),), (Candidate(8, 1),), True),
        Link((Candidate(8, 1),), (Candidate(80, 1),), False),
    )
    step = Step(Technique.X_CHAIN, removes=(Candidate(5, 1),), links=links)
    strokes = [shape for shape in layout(draw(Board.empty(), step))["links"] if isinstance(shape, Stroke)]
    assert [(stroke.paint, stroke.dashed) for stroke in strokes] == [("link", False), ("link", True)]


def test_the_two_colours_of_a_colouring_differ() -> None:
    marks = {"colour a": (Candidate(0, 1),), "colour b": (Candidate(8, 1),)}
    step = Step(Technique.SIMPLE_COLOURS_TRAP, removes=(Candidate(5, 1),), candidates=marks)
    discs = [shape for shape in layout(draw(Board.empty(), step))["marks"] if isinstance(shape, Disc)]
    assert [disc.paint for disc in discs] == ["set-a", "set-b"]
    assert role_paint("als a") != role_paint("als b") != role_paint("als c")


def test_windows_and_diagonals_are_drawn() -> None:
    windows = layout(draw(Board.empty(Geometry(9, Geometry.standard(9).regions, WINDOWS))))["rules"]
    shaded = {(area.x, area.y) for area in windows if isinstance(area, Area)}
    assert shaded == {(x, y) for x in (1, 2, 3, 5, 6, 7) for y in (1, 2, 3, 5, 6, 7)}
    crossed = layout(draw(Board.empty(Geometry.standard(6, diagonals=True))))["rules"]
    assert {stroke.points for stroke in crossed if isinstance(stroke, Stroke)} == {((0, 0), (6, 6)), ((6, 0), (0, 6))}


def test_walls_follow_a_jigsaw() -> None:
    regions = (0, 0, 1, 1, 0, 1, 1, 2, 0, 3, 2, 2, 3, 3, 3, 2)
    drawn = set(walls(Geometry(4, regions)))
    assert ((1, 1), (1, 3)) in drawn, "between the first region and its right neighbours, in one run"
    assert all(start != end for start, end in drawn)


def test_an_outline_stays_inside_its_cells() -> None:
    pieces = list(outline(Geometry.standard(), (0, 1, 9), 0.1))
    points = [point for piece in pieces for point in piece]
    assert min(x for x, _ in points) == min(y for _, y in points) == pytest.approx(0.1)
    assert ((0.9, 0.9), (1.9, 0.9)) in [tuple((round(x, 6), round(y, 6)) for x, y in piece) for piece in pieces]


def test_rows_and_columns_are_labelled_as_the_texts_name_them() -> None:
    labels = [shape.text for shape in layout(draw(PUZZLE))["edge"] if isinstance(shape, Label)]
    assert labels == [f"{kind}{i}" for kind in "rc" for i in range(1, 10)]
    letters = [shape.text for shape in layout(draw(PUZZLE, edge="A1"))["edge"] if isinstance(shape, Label)]
    assert "".join(letters) == "ABCDEFGHI123456789"
    assert layout(draw(PUZZLE, edge="none"))["edge"] == ()
    assert margins(draw(PUZZLE)).left > margins(draw(PUZZLE, edge="none")).left


def test_a_hidden_single_shows_the_digits_that_block_the_other_cells() -> None:
    board = Board.parse("000000010400000000020000000000050407008000300001090000300400200050100000000806000")
    step = next_step(board, techniques=[Technique.HIDDEN_SINGLE])
    assert step is not None
    ((cell, digit),) = step.places
    scene = draw(board, step)
    unit = board.geometry.units[step.units["pattern"][0]]
    assert {candidate.cell for candidate in scene.blocked} == {c for c in unit.cells if not board[c]} - {cell}
    assert scene.rays
    assert all(board[ray.start] == digit for ray in scene.rays)
    assert {tint.cell for tint in scene.tints if tint.role == "block"} == {ray.start for ray in scene.rays}


def test_a_naked_single_shows_where_the_other_digits_are() -> None:
    step = next_step(PUZZLE, techniques=[Technique.NAKED_SINGLE])
    assert step is not None
    blocking = [PUZZLE[tint.cell] for tint in draw(PUZZLE, step).tints if tint.role == "block"]
    assert sorted([*blocking, step.places[0].digit]) == list(range(1, 10))


@pytest.mark.parametrize("seed", [3, 8, 21, 40])
def test_a_picture_marks_exactly_what_the_premises_use(seed: int) -> None:
    for step in path(random_puzzle(seed)):
        assert step.position is not None
        scene = draw(step.position.board, step)
        if step.technique.family is Family.SINGLE:
            continue
        marked = {mark.candidate for mark in scene.marks}
        used: set[Candidate] = set()
        for premise in step.premises:
            if isinstance(premise, Branch):
                used |= {premise.assumption.candidate, *(i.then.candidate for i in premise.implications)}
            else:
                used |= set(premise.candidates)
            if isinstance(premise, DeadlyPattern):
                used |= {Candidate(c, d) for c, ds in zip(premise.cells, premise.digits, strict=True) for d in ds}
        assert marked == used, step.line()


def test_a_nudge_shows_the_units_that_its_text_names_and_no_digit() -> None:
    for step in path(random_puzzle(8)):
        assert step.position is not None
        scene = draw(step.position.board, step, "nudge")
        named = set(units_of(nudge(step, step.position.geometry)))
        cells = {cell for unit in named for cell in step.position.geometry.units[unit].cells}
        assert {tint.cell for tint in scene.tints} == cells
        assert {tint.role for tint in scene.tints} <= {"house"}
        assert not scene.marks
        assert not scene.arcs
        assert not scene.answer
        assert not scene.removed


def test_a_loop_is_closed() -> None:
    links = ((0, 8, True), (8, 80, False), (80, 72, True))
    chain = tuple(Link((Candidate(a, 1),), (Candidate(b, 1),), strong) for a, b, strong in links)
    arcs = [Arc(link.start, link.end, link.strong) for link in chain]
    assert list(closing_arc(Board.empty().geometry, arcs)) == [Arc((Candidate(72, 1),), (Candidate(0, 1),), False)]
    assert not list(closing_arc(Board.empty().geometry, arcs[:1]))


@pytest.mark.parametrize(("name", "closed"), [("continuous_nice_loop", True), ("grouped_aic", False)])
def test_only_a_loop_is_drawn_closed(name: str, closed: bool) -> None:
    board = positions.example(Technique(name))
    assert board is not None
    step = positions.shown_step(board, Technique(name))
    assert step is not None
    assert len(draw(board, step).arcs) == len(step.links) + closed


def test_a_broken_wing_shows_every_link_of_its_ring() -> None:
    board = positions.example(Technique.BROKEN_WING)
    assert board is not None
    step = positions.shown_step(board, Technique.BROKEN_WING)
    assert step is not None
    ring = step.cells["pattern"]
    shown = {frozenset(c.cell for c in (*arc.start, *arc.end)) for arc in draw(board, step).arcs}
    assert shown == {frozenset(pair) for pair in zip(ring, (*ring[1:], ring[0]), strict=True)}


@pytest.mark.parametrize("name", ["BIDIRECTIONAL_X_CYCLE", "BIDIRECTIONAL_Y_CYCLE", "BIDIRECTIONAL_CYCLE"])
def test_a_cycle_shows_all_its_links(name: str) -> None:
    board = positions.example(Technique[name])
    assert board is not None
    step = positions.shown_step(board, Technique[name])
    assert step is not None
    assert [(arc.start, arc.end) for arc in draw(board, step).arcs] == [(link.start, link.end) for link in step.links]


@pytest.mark.parametrize("name", ["KRAKEN_FISH_1", "KRAKEN_FISH_2"])
def test_a_kraken_fish_shows_the_fish_and_what_follows_from_every_case(name: str) -> None:
    board = positions.example(Technique[name])
    assert board is not None
    step = positions.shown_step(board, Technique[name])
    assert step is not None
    scene = draw(board, step)
    assert {"base unit", "cover unit"} <= {tint.role for tint in scene.tints}
    starts = {candidate for arc in scene.arcs for candidate in arc.start}
    assert starts.issuperset(step.candidates["fin"])
    assert step.removes[0] in {candidate for arc in scene.arcs for candidate in arc.end}


def test_the_shared_digit_of_almost_locked_sets_is_marked_and_linked() -> None:
    board = positions.example(Technique.ALS_XZ)
    assert board is not None
    step = next(iter(steps(board, techniques=[Technique.ALS_XZ])))
    scene = draw(board, step)
    shared = {mark.candidate for mark in scene.marks if mark.role == "restricted"}
    assert {candidate.digit for candidate in shared} == set(step.digits)
    assert [arc.strong for arc in scene.arcs] == [False] * len(scene.arcs)
    assert {candidate for arc in scene.arcs for candidate in arc.start + arc.end} == shared


def test_the_browser_gets_names_of_paints_and_plain_values() -> None:
    links = (Link((Candidate(0, 1),), (Candidate(8, 1),), True),)
    step = Step(Technique.X_CHAIN, removes=(Candidate(5, 1),), links=links)
    made = json.loads(json.dumps(scene_to_dict(draw(PUZZLE, step), HINT_LAYERS)))
    assert [layer["layer"] for layer in made["layers"]] == ["links", "marks", "answer"]
    shapes = [shape for layer in made["layers"] for shape in layer["shapes"]]
    assert {shape["type"] for shape in shapes} == {"stroke", "disc", "label"}
    assert {shape["paint"] for shape in shapes} <= set(PAINTS)
    assert made["removed"] == [[5, 1]]
    assert {(mark["cell"], mark["digit"]) for mark in made["marks"]} == {(0, 1), (8, 1)}


def test_a_mistake_is_shown_and_at_the_full_level_the_mark_that_was_lost() -> None:
    solved = solve(PUZZLE).board
    assert solved is not None
    marks = list(PUZZLE.computed_candidates())
    marks[2] &= ~(1 << (solved[2] - 1))
    found = hint(PUZZLE.with_candidates(marks))
    assert found.kind == "mistake"
    assert hint_scene(found, "technique").tints == ()
    assert hint_scene(found, "pattern").tints == (Tint(2, "wrong"),)
    assert hint_scene(found, "pattern").marks == ()
    assert hint_scene(found, "full").marks == (Mark(Candidate(2, solved[2]), "missing"),)


@pytest.mark.parametrize("technique", [t for t in Technique if t.family is Family.RULE], ids=lambda t: t.id)
def test_a_step_by_rules_shows_the_cells_and_units_of_its_premises(technique: Technique) -> None:
    board = positions.example(technique)
    assert board is not None
    step = positions.shown_step(board, technique)
    assert step is not None
    truths = [premise for premise in step.premises if isinstance(premise, RuleTruth)]
    assert truths
    scene = draw(board, step)
    strong = {tint.cell for tint in scene.tints if tint.role in ("rule a", "rule b")}
    assert strong == {cell for truth in truths for cell in truth.cells}
    houses = {tint.cell for tint in scene.tints if tint.role == "house"}
    units = [board.geometry.units[unit] for truth in truths for unit in truth.units]
    assert houses == {cell for unit in units for cell in unit.cells}


def test_a_scene_has_every_layer() -> None:
    assert tuple(layout(Scene(PUZZLE))) == LAYERS


def test_large_boards_show_and_say_numbers() -> None:
    """People read 13, as the board of the page shows it, where the one-line format has D."""
    full = [(4 * (row % 4) + row // 4 + column) % 16 + 1 for row in range(16) for column in range(16)]
    board = Board.of([0 if cell == full.index(13) else digit for cell, digit in enumerate(full)])
    found = hint(board)
    assert found is not None
    assert "r1c13 is 13" in explain(found, level="full")
    labels = {shape.text for shape in layout(draw(board))["digits"] if isinstance(shape, Label)}
    assert labels == {str(digit) for digit in range(1, 17)}
    rows = drawn(board).splitlines()
    assert len({len(row) for row in rows}) == 1
    assert "12 │  ·   14" in rows[1]


def test_places_ruled_out_before_a_direct_placement_are_drawn_as_false() -> None:
    board, step = example("direct_pointing")
    roles = {mark.candidate: mark.role for mark in draw(board, step).marks}
    gone = {candidate for candidate, role in roles.items() if role == "off"}
    assert {candidate.digit for candidate in gone} == {step.places[0].digit}
    assert all(candidate.cell in step.cells["pattern"] for candidate in {*roles} - gone - {*step.places})
