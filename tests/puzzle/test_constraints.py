"""Every constraint: its text, its faults, its checks, its place in the register."""

from __future__ import annotations

import pytest

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import (
    BY_KEYWORD,
    CONSTRAINTS,
    AntiKnight,
    Cage,
    normal_rules,
    read_rules,
    write_rules,
)
from sudokulens.puzzle.geometry import Geometry, group_cells, window_cells

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

# Per keyword: a field that SOLVED obeys, and one that it breaks.
EXAMPLES = {
    "cage": ("cage=8:r1c1,r1c2|4:r1c3|r2c1,r2c2,r3c1", "cage=9:r1c1,r1c2"),
    "even": ("even=r1c3,r1c4", "even=r1c1"),
    "odd": ("odd=r1c1,r1c2", "odd=r1c3"),
    "greater": ("greater=r1c1>r1c2|r1c3>r1c2", "greater=r1c1<r1c2"),
    "antiknight": (None, "antiknight"),
    "antiking": (None, "antiking"),
    "nonconsecutive": (None, "nonconsecutive"),
    "thermo": ("thermo=r1c2,r1c3,r1c4,r1c5,r1c6", "thermo=r1c1,r1c2"),
    "arrow": ("arrow=r1c6:r1c1,r1c2|r1c8,r1c9:r1c1,r1c5", "arrow=r1c1:r1c2"),
    "white": ("white=r1c2,r1c3|2:r1c1,r1c2", "white=r1c1,r1c2"),
    "black": ("black=r1c8,r1c9|3:r1c7,r2c7", "black=r1c1,r1c2"),
    "alldots": (None, "alldots"),
    "xv": ("xv=X:r1c2,r2c2|V:r1c8,r2c8", "xv=V:r1c1,r1c2"),
    "allxv": (None, "allxv"),
    "littlekiller": ("littlekiller=5:r1c2,r2c3", "littlekiller=6:r1c2,r2c3"),
    "sandwich": ("sandwich=r1:0|c1:19", "sandwich=r1:5"),
    "quad": ("quad=5,3,6,7:r1c1|5,3:r1c1", "quad=1:r1c1"),
    "palindrome": ("palindrome=r1c1,r1c2,r4c2", "palindrome=r1c1,r1c2"),
    "renban": ("renban=r1c1,r1c2,r1c3", "renban=r1c1,r1c2"),
    "whispers": ("whispers=r1c8,r2c1|2:r1c1,r1c2", "whispers=r1c1,r1c2"),
}


def test_every_constraint_has_an_example_here() -> None:
    assert set(EXAMPLES) == set(BY_KEYWORD)
    assert len(BY_KEYWORD) == len(CONSTRAINTS)


@pytest.mark.parametrize("field", [field for pair in EXAMPLES.values() for field in pair if field])
def test_text_and_repr_round_trip(field: str) -> None:
    board = Board.parse(f"{SOLVED};{field}")
    assert Board.parse(str(board)) == board
    assert eval(repr(board), {"Board": Board}) == board
    assert board != Board.parse(SOLVED)
    shape = board.geometry
    assert list(write_rules(board.rules, shape)) == list(write_rules(normal_rules(read_rules(field, shape)), shape))
    assert all(rule.statement(board.geometry) and rule.title for rule in board.rules)


@pytest.mark.parametrize("keyword", EXAMPLES)
def test_a_broken_rule_is_a_fault_and_a_kept_one_is_none(keyword: str) -> None:
    kept, broken = EXAMPLES[keyword]
    if kept:
        assert Board.parse(f"{SOLVED};{kept}").status().solved
    faults = Board.parse(f"{SOLVED};{broken}").status().faults
    assert faults
    assert {fault.kind for fault in faults} == {"rule"}
    assert all(fault.rule and fault.rule.keyword == keyword and fault.cells for fault in faults)


@pytest.mark.parametrize("keyword", [keyword for keyword, (kept, _) in EXAMPLES.items() if kept])
def test_a_rule_that_can_still_be_kept_is_no_fault(keyword: str) -> None:
    full = Board.parse(f"{SOLVED};{EXAMPLES[keyword][0]}")
    for step in (2, 3, 5):
        part = Board.of([value if cell % step else 0 for cell, value in enumerate(full.values)], full.geometry)
        assert not [fault for fault in part.status().faults if fault.kind == "rule"]


@pytest.mark.parametrize(
    "field",
    [
        "cage=10:r1c1,r1c1",
        "cage=10:r0c1",
        "cage=ten:r1c1",
        "cage=r1c1,r1c2,r1c3,r1c4,r1c5,r1c6,r1c7,r1c8,r1c9,r2c1",
        "greater=r1c1,r1c2",
        "antiknight=3",
        "thermo=r1c1",
        "arrow=r1c1",
        "white=r1c1,r3c3",
        "white=r1c1",
        "xv=Z:r1c1,r1c2",
        "littlekiller=10:r1c1,r1c2",
        "sandwich=d1:4",
        "quad=1:r9c9",
        "quad=1,1,1:r1c1",
        "whispers=9:r1c1,r1c2",
        "hexagon=r1c1",
    ],
)
def test_senseless_rules_are_refused_in_words(field: str) -> None:
    with pytest.raises(InvalidBoard):
        Board.parse(f"{SOLVED};{field}")


def test_rules_make_peers_and_change_candidates() -> None:
    plain, knights = Geometry.standard(), Geometry.standard().with_rules([AntiKnight()])
    assert set(knights.peers[40]) - set(plain.peers[40]) == {21, 23, 29, 33, 47, 51, 57, 59}
    cage = Board.empty(plain.with_rules([Cage((0, 12), 17)])).with_values({0: 8})
    assert not cage.computed_candidates()[12] & 1 << 7
    even = Board.parse("." * 81 + ";even=r1c1")
    assert even.computed_candidates()[0] == 0b010101010
    assert not knights.is_classic
    assert knights != plain
    assert knights.with_rules(()) == plain


def test_pairs_that_rules_forbid_are_known_for_chains() -> None:
    geometry = Board.parse("." * 81 + ";white=r1c1,r1c2").geometry
    assert dict(geometry.excluded_by(0, 5)) == {1: 0b111010111}
    assert geometry.excluded_by(2, 5) == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("antiknight;cage=10:r1c1,r1c2", "cage=10:r1c2,r1c1;antiknight"),
        ("cage=r1c1,r2c2|5:r1c1,r2c2", "cage=5:r2c2,r1c1|r1c1,r2c2|r1c1,r2c2"),
        ("even=r1c1,r3c3", "even=r3c3|r1c1"),
        ("white=r1c2,r1c1|2:r5c5,r6c5", "white=2:r6c5,r5c5|r1c1,r1c2"),
        ("xv=X:r1c1,r1c2", "xv=X:r1c2,r1c1"),
        ("palindrome=r1c1,r1c2,r1c3", "palindrome=r1c3,r1c2,r1c1"),
        ("quad=2,1:r1c1", "quad=1,2:r1c1"),
        ("x;windoku", "windoku;x"),
    ],
)
def test_boards_with_the_same_rules_are_equal_in_any_order(one: str, other: str) -> None:
    first, second = (Board.parse(f"{SOLVED};{rules}") for rules in (one, other))
    assert first == second
    assert (hash(first), str(first)) == (hash(second), str(second))


def test_windows_and_groups_have_names() -> None:
    board = Board.parse(SOLVED + ";windoku;disjoint;x")
    assert str(board).endswith(";x;windoku;disjoint")
    assert board.geometry.extras[2:6] == window_cells(9)
    assert board.geometry.extras[6:] == group_cells(9, 3)
    assert [unit.kind for unit in board.geometry.units[27:]] == ["diagonal"] * 2 + ["window"] * 4 + ["group"] * 9
    with pytest.raises(InvalidBoard):
        Board.parse("." * 36 + ";windoku")
