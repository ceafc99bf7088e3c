"""Rules on the board: every constraint has its look, and every painter paints it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from sudokulens import Board, draw, sheet, to_png, to_svg
from sudokulens.apps import server
from sudokulens.drawing.browser import scene_to_dict
from sudokulens.drawing.layout import layout, margins
from sudokulens.drawing.places import insets
from sudokulens.drawing.rules import rule_shapes, rule_signs, unshown
from sudokulens.drawing.shapes import Disc, Label, Stroke
from sudokulens.drawing.terminal import drawn
from sudokulens.puzzle.constraints import CONSTRAINTS
from sudokulens.puzzle.constraints.base import GlobalConstraint
from sudokulens.wording.language import spoken

EXAMPLES = {
    "cage": "cage=10:r1c1,r1c2",
    "even": "even=r1c1",
    "odd": "odd=r1c1",
    "greater": "greater=r1c1>r1c2",
    "antiknight": "antiknight",
    "antiking": "antiking",
    "nonconsecutive": "nonconsecutive",
    "thermo": "thermo=r1c1,r1c2,r2c3",
    "arrow": "arrow=r1c1:r1c2,r1c3|r5c1,r5c2:r6c3,r7c4",
    "white": "white=r1c1,r1c2|2:r5c5,r6c5",
    "black": "black=r1c1,r1c2|3:r5c5,r6c5",
    "xv": "xv=X:r1c1,r1c2",
    "alldots": "alldots",
    "allxv": "allxv",
    "littlekiller": "littlekiller=20:r1c2,r2c3",
    "sandwich": "sandwich=r3:12|c4:7",
    "quad": "quad=1,2,3:r1c1",
    "palindrome": "palindrome=r1c1,r1c2,r1c3",
    "renban": "renban=r1c1,r1c2,r1c3",
    "whispers": "whispers=r1c1,r1c2",
}


def board_with(rule: str) -> Board:
    return Board.parse(f"{'.' * 81};{rule}")


def test_there_is_an_example_of_every_constraint() -> None:
    assert set(EXAMPLES) == {constraint.keyword for constraint in CONSTRAINTS}


@pytest.mark.parametrize("keyword", EXAMPLES)
def test_every_constraint_is_drawn_by_every_painter(keyword: str) -> None:
    board = board_with(EXAMPLES[keyword])
    (kind,) = {type(rule) for rule in board.geometry.rules}
    shapes = [*rule_shapes(board.geometry), *rule_signs(board.geometry)]
    assert bool(shapes) != issubclass(kind, GlobalConstraint)
    scene = draw(board, candidates=False)
    ElementTree.fromstring(to_svg(scene))
    assert to_png(scene, 20) != to_png(draw(Board.empty(), candidates=False), 20)
    assert sheet([board], solutions=False).startswith(b"%PDF-")
    layers = {layer["layer"] for layer in scene_to_dict(scene)["layers"]}
    assert layers & {"rules", "signs"} or unshown(board.geometry)


def test_a_cage_has_a_dashed_border_and_its_total_in_the_first_cell() -> None:
    signs = layout(draw(board_with("cage=23:r5c6,r5c5,r6c6")))["signs"]
    assert all(stroke.dashed for stroke in signs if isinstance(stroke, Stroke))
    (total,) = [label for label in signs if isinstance(label, Label)]
    assert total.text == "23"
    assert (int(total.centre[0]), int(total.centre[1])) == (4, 4)


def test_dots_are_white_and_black_in_every_theme() -> None:
    signs = layout(draw(board_with("white=r1c1,r1c2;black=r2c1,r2c2")))["signs"]
    assert [disc.paint for disc in signs if isinstance(disc, Disc) and disc.ring is None] == ["white", "black"]


def test_a_sign_opens_towards_the_greater_digit() -> None:
    (chevron,) = [s for s in layout(draw(board_with("greater=r1c1>r1c2")))["signs"] if isinstance(s, Stroke)]
    wing, tip, _ = chevron.points
    assert wing[0] < tip[0]


def test_clues_outside_the_board_and_names_of_rules_get_room() -> None:
    plain = margins(draw(Board.empty()))
    assert margins(draw(board_with("sandwich=r3:12"))).right > plain.right
    named = draw(board_with("antiknight"))
    assert margins(named).bottom > plain.bottom
    assert layout(named)["edge"][-1] == next(
        s for s in layout(named)["edge"] if getattr(s, "text", "") == "anti-knight"
    )


def test_disjoint_groups_are_named_and_not_shaded() -> None:
    board = board_with("disjoint")
    assert not layout(draw(board))["rules"]
    assert unshown(board.geometry) == ("disjoint groups",)


def test_a_terminal_names_the_rules_that_it_cannot_draw() -> None:
    assert drawn(board_with("cage=10:r1c1,r1c2|5:r1c3,r1c4;antiknight")).endswith("killer cage ×2, anti-knight")
    assert drawn(board_with("x;windoku")).endswith("diagonals (X) ×2, windows (windoku) ×4")
    assert drawn(Board.empty()).endswith("┘")


def test_a_terminal_names_rules_in_the_readers_language() -> None:
    with spoken("de"):
        assert drawn(board_with("cage=10:r1c1,r1c2|5:r1c3,r1c4;x")).endswith("Diagonalen (X) ×2, Killer-Käfig ×2")


def test_no_candidate_stands_under_the_total_of_a_cage() -> None:
    scene = draw(board_with("cage=27:r1c1,r1c2,r1c3,r1c4"))
    drawing = layout(scene)
    (total,) = [shape for shape in drawing["signs"] if isinstance(shape, Label)]
    bottom = total.centre[1] + total.height / 2
    tops = [label.centre[1] - label.height / 2 for label in drawing["pencil"] if isinstance(label, Label)]
    assert len(tops) == 729
    assert min(tops) > bottom


def test_the_page_puts_candidates_below_totals_where_hints_paint_them() -> None:
    inset = insets(board_with("cage=10:r1c1,r1c2").geometry)
    served = (Path(server.__file__).parent / "static" / "grid.css").read_text()
    assert f"#board[data-cages] .cell .notes {{ inset: {inset.top:.0%} {inset.side:.0%} {inset.bottom:.0%};" in served
