"""The short texts of cells, conclusions, chains and steps."""

from __future__ import annotations

import pytest

from sudokulens import Geometry
from sudokulens.logic.notation import cell_text, cells_text, conclusion_text, eureka, one_line, units_text
from sudokulens.logic.step import Candidate, Link, Step
from sudokulens.logic.technique import Level, Technique


def cell(row: int, column: int) -> int:
    return (row - 1) * 9 + column - 1


def test_cells_are_written_as_briefly_as_they_can_be() -> None:
    assert cells_text([cell(5, 6), cell(8, 6)]) == "r58c6"
    assert cells_text([cell(1, 2), cell(1, 3), cell(4, 7)]) == "r1c23,r4c7"
    assert cells_text([cell(1, 2), cell(2, 2), cell(1, 3), cell(2, 3)]) == "r12c23"
    assert cells_text([0, 17], notation="A1") == "A1,B9"
    assert cells_text([10 * 16 + 11, 0], Geometry.standard(16)) == "r1c1,r11c12"


def test_both_notations_name_the_same_cell() -> None:
    assert cell_text(40) == "r5c5"
    assert cell_text(40, notation="A1") == "E5"
    assert cell_text(26 * 35, Geometry.standard(35), notation="A1") == "AA1"


def test_units_of_a_kind_run_together() -> None:
    assert units_text([7, 4]) == "r58"
    assert units_text([9, 11, 24]) == "c13b7"


def test_an_x_wing_reads_as_in_hodoku() -> None:
    step = Step(
        Technique.X_WING,
        removes=tuple(Candidate(cell(row, 6), 3) for row in (6, 7, 9)),
        digits=(3,),
        units={"base": (4, 7), "cover": (14, 16)},
    )
    assert one_line(step) == "X-Wing: 3 r58 c68 => r679c6<>3"


def test_a_chain_reads_in_eureka() -> None:
    a, b, c, d = (
        Candidate(cell(1, 2), 3),
        Candidate(cell(1, 8), 3),
        Candidate(cell(1, 8), 7),
        Candidate(cell(4, 8), 7),
    )
    links = (Link((a,), (b,), True), Link((b,), (c,), False), Link((c,), (d,), True))
    step = Step(Technique.AIC, removes=(Candidate(cell(4, 2), 3),), digits=(3,), links=links)
    assert eureka(step) == "(3)r1c2=(3)r1c8-(7)r1c8=(7)r4c8 => r4c2<>3"


def test_conclusions_are_grouped_by_digit() -> None:
    step = Step(Technique.NAKED_PAIR, removes=(Candidate(1, 4), Candidate(0, 3), Candidate(1, 3)))
    assert conclusion_text(step) == "r1c12<>3, r1c2<>4"


def test_every_technique_has_its_own_id_and_code() -> None:
    assert len({technique.id for technique in Technique}) == len(Technique)
    codes = [technique.code for technique in Technique if technique.code]
    assert len(set(codes)) == len(codes)
    assert all(Technique(technique.id) is technique for technique in Technique)


@pytest.mark.parametrize(
    ("name", "unique", "marks"),
    [
        ("x_wing", False, True),
        ("hidden_single", False, False),
        ("unique_rectangle_type_1", True, True),
        ("bug_1", True, True),
    ],
)
def test_techniques_say_what_they_need(name: str, unique: bool, marks: bool) -> None:
    technique = Technique(name)
    assert (technique.uses_uniqueness, technique.needs_pencilmarks) == (unique, marks)


def test_an_empty_rectangle_is_not_a_uniqueness_technique() -> None:
    assert not Technique.EMPTY_RECTANGLE.uses_uniqueness
    assert not Technique.DUAL_EMPTY_RECTANGLE.uses_uniqueness
    assert Technique.FULL_HOUSE.level is Level.EASY
    assert Technique.FULL_HOUSE.order < Technique.X_WING.order


def test_colours_and_crossings_show_their_cells() -> None:
    colours = {"colour a": (Candidate(0, 5),), "colour b": (Candidate(8, 5),)}
    trap = Step(Technique.SIMPLE_COLOURS_TRAP, removes=(Candidate(4, 5),), digits=(5,), candidates=colours)
    assert one_line(trap) == "Simple colours trap: 5 colour a r1c1 colour b r1c9 => r1c5<>5"
    cells = {"intersection": (0, 1), "line": (8,), "box": (9,)}
    coq = Step(Technique.SUE_DE_COQ, removes=(Candidate(4, 5),), cells=cells, units={"base": (0,), "cover": (18,)})
    assert one_line(coq) == "Sue de Coq: intersection r1c12 line r1c9 box r2c1 in r1 in b1 => r1c5<>5"
