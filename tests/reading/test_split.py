"""Print and entries are told apart by their looks where the network cannot, and an unclear split is doubted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pages.grids import Look, draw_grid
from sudokulens.puzzle.board import Board
from sudokulens.reading.decode import doubts_of_ink
from sudokulens.reading.judge import judge_classic
from sudokulens.reading.judgement import MAX_SUSPECTS
from sudokulens.reading.looks import LOOK_PIXELS, ink_looks
from sudokulens.reading.reading import Ink, Reading
from sudokulens.reading.split import SURE_SIDE, Split, choose_givens
from sudokulens.reading.split_views import distinct
from sudokulens.solving.solve import solve

Colour = tuple[int, int, int]
BLACK, BLUE, ORANGE, WHITE, GREY = (20, 22, 28), (40, 90, 220), (230, 120, 20), (255, 255, 255), (215, 218, 224)

PUZZLE = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLVED = np.array((solve(PUZZLE).board or PUZZLE).values, dtype=np.uint8)
GIVEN = np.array(PUZZLE.givens)
HALF = np.where(GIVEN | (np.arange(81) % 2 == 0), SOLVED, 0).astype(np.uint8)
"""The puzzle with every other cell filled in."""


def page(
    values: np.ndarray, inks: list[Colour], papers: list[Colour] | None = None, bold: np.ndarray | None = None
) -> np.ndarray:
    """The looks of a drawn screen."""
    look = Look(cell=LOOK_PIXELS, paper=WHITE, thin=0, thick=0, outer=0, height=0.43, edge=LOOK_PIXELS // 2)
    texts = {cell: str(value) for cell, value in enumerate(values) if value}
    fills, thick = dict(enumerate(papers or [])), () if bold is None else np.flatnonzero(bold).tolist()
    look = replace(look, texts=texts, inks=dict(enumerate(inks)), fills=fills, bold=thick)
    return ink_looks(draw_grid(Board.empty(), look), 9)


def two_inks() -> list[Colour]:
    return [BLACK if given else BLUE for given in GIVEN]


def split(values: np.ndarray, looks: np.ndarray, printed: np.ndarray) -> list[int]:
    """The cells taken for givens where the network gives these probabilities of print."""
    ink = np.zeros((81, 4), dtype=np.float32)
    ink[:, Ink.PRINT], ink[:, Ink.HAND] = printed, 1 - printed
    found = choose_givens(values, np.zeros(81, dtype=bool), ink, judge_classic, looks)
    return np.flatnonzero(found.givens).tolist()


@pytest.mark.parametrize("values", [HALF, SOLVED], ids=["half", "full"])
def test_an_undecided_network_is_helped_by_two_inks(values: np.ndarray) -> None:
    printed = np.where(GIVEN, 0.6, 0.5)
    assert split(values, page(values, two_inks()), printed) == np.flatnonzero(GIVEN).tolist()


@pytest.mark.parametrize("values", [HALF, SOLVED], ids=["half", "full"])
def test_weight_alone_tells_bold_givens(values: np.ndarray) -> None:
    looks = page(values, [BLACK] * 81, bold=GIVEN)
    assert split(values, looks, np.full(81, 0.6)) == np.flatnonzero(GIVEN).tolist()


def test_shade_alone_tells_givens() -> None:
    looks = page(HALF, [BLACK] * 81, [GREY if given else WHITE for given in GIVEN])
    assert split(HALF, looks, np.full(81, 0.6)) == np.flatnonzero(GIVEN).tolist()


def test_highlighted_givens_stay_givens_by_their_weight_whatever_the_network_says_of_their_colour() -> None:
    lit = HALF == 8
    inks = [WHITE if lit[cell] else ink for cell, ink in enumerate(two_inks())]
    looks = page(HALF, inks, [BLUE if lit[cell] else WHITE for cell in range(81)], bold=GIVEN)
    printed = np.where(lit, 0.03, np.where(GIVEN, 0.97, 0.03))
    assert split(HALF, looks, printed) == np.flatnonzero(GIVEN).tolist()


def test_an_all_printed_page_stays_so_with_a_highlight_and_a_doubtful_digit() -> None:
    values = np.where(GIVEN, SOLVED, 0).astype(np.uint8)
    papers = [ORANGE if values[cell] == 6 else WHITE for cell in range(81)]
    printed = np.where(values == 6, 0.2, 0.95)
    assert split(values, page(values, [BLACK] * 81, papers), printed) == np.flatnonzero(GIVEN).tolist()


def test_inks_that_the_network_takes_for_each_other_are_put_right_by_the_one_solution() -> None:
    givens = np.flatnonzero(GIVEN)
    entries = np.flatnonzero(~GIVEN)[:20]
    values = np.zeros(81, dtype=np.uint8)
    values[[*givens, *entries]] = SOLVED[[*givens, *entries]]
    inks = [BLUE if given else BLACK for given in GIVEN]
    assert split(values, page(values, inks), np.where(GIVEN, 0.05, 0.95)) == givens.tolist()


def test_shade_alone_tells_givens_in_a_full_grid() -> None:
    looks = page(SOLVED, [BLACK] * 81, [GREY if given else WHITE for given in GIVEN])
    assert split(SOLVED, looks, np.full(81, 0.7)) == np.flatnonzero(GIVEN).tolist()


def test_a_full_grid_of_one_ink_with_lit_and_shaded_parts_is_all_printed() -> None:
    boxes = [GREY if (cell // 27 + cell % 9 // 3) % 2 else WHITE for cell in range(81)]
    papers = [ORANGE if SOLVED[cell] == 3 else box for cell, box in enumerate(boxes)]
    assert split(SOLVED, page(SOLVED, [BLACK] * 81, papers), np.full(81, 0.9)) == list(range(81))


def test_the_ink_of_more_digits_than_puzzles_have_is_that_of_the_entries() -> None:
    inks = [(120, 120, 126) if given else BLACK for given in GIVEN]
    assert split(SOLVED, page(SOLVED, inks), np.full(81, 0.5)) == np.flatnonzero(GIVEN).tolist()


@pytest.mark.parametrize("filled", [True, False], ids=["entry", "empty"])
def test_the_selected_cell_does_not_drown_the_shade_of_the_givens(filled: bool) -> None:
    night, shade, chosen = (30, 33, 41), (46, 50, 62), (70, 130, 220)
    place = int(np.flatnonzero(~GIVEN & ((HALF > 0) == filled))[0])
    papers = [chosen if cell == place else shade if GIVEN[cell] else night for cell in range(81)]
    looks = page(HALF, [(236, 236, 240)] * 81, papers)
    assert split(HALF, looks, np.full(81, 0.98)) == np.flatnonzero(GIVEN).tolist()


def test_a_lit_cross_in_the_middle_of_a_full_grid_is_not_taken_for_its_givens() -> None:
    lit = [cell // 9 == 4 or cell % 9 == 4 or (cell // 27, cell % 9 // 3) == (1, 1) for cell in range(81)]
    inks = [BLACK if given else (150, 150, 156) for given in GIVEN]
    looks = page(SOLVED, inks, [GREY if cell else WHITE for cell in lit])
    assert split(SOLVED, looks, np.full(81, 0.5)) == np.flatnonzero(GIVEN).tolist()


def test_glare_on_two_cells_is_no_second_ink() -> None:
    values = np.where(GIVEN, SOLVED, 0).astype(np.uint8)
    spot = [cell in np.flatnonzero(values)[12:14] for cell in range(81)]
    looks = page(
        values,
        [(190, 190, 190) if lit else (40, 40, 40) for lit in spot],
        [(245, 245, 245) if lit else (205, 205, 205) for lit in spot],
    )
    assert split(values, looks, np.where(spot, 0.8, 0.97)) == np.flatnonzero(GIVEN).tolist()


@pytest.mark.parametrize(("ink", "bold"), [((90, 90, 95), False), (BLACK, True)], ids=["pale", "blotted"])
def test_one_poorly_printed_digit_of_a_symmetric_puzzle_stays_print(ink: Colour, bold: bool) -> None:
    values = np.where(GIVEN, SOLVED, 0).astype(np.uint8)
    place = np.arange(81) == np.flatnonzero(values)[12]
    looks = page(values, [ink if cell else BLACK for cell in place], bold=place & bold)
    assert split(values, looks, np.where(place, 0.9, 0.99)) == np.flatnonzero(GIVEN).tolist()


def test_conflicting_digits_in_red_are_told_by_their_paper() -> None:
    values = HALF.copy()
    slip = int(np.flatnonzero((HALF > 0) & ~GIVEN)[0])
    values[slip] = SOLVED[0]
    clash = (values == SOLVED[0]) & (np.arange(81) // 9 == 0)
    inks = [(226, 60, 70) if clash[cell] else BLACK for cell in range(81)]
    looks = page(values, inks, [GREY if given else WHITE for given in GIVEN])
    ink = np.zeros((81, 4), dtype=np.float32)
    ink[:, Ink.PRINT] = np.where(clash, 0.2, 0.6)
    ink[:, Ink.HAND] = 1 - ink[:, Ink.PRINT]
    found = choose_givens(values, np.arange(81) == slip, ink, judge_classic, looks)
    assert np.flatnonzero(found.givens).tolist() == np.flatnonzero(GIVEN).tolist()


def test_a_split_that_nothing_tells_is_doubted() -> None:
    looks = page(HALF, [BLACK] * 81)
    ink = np.zeros((81, 4), dtype=np.float32)
    ink[:, Ink.PRINT] = np.where(GIVEN, 0.7, 0.3)
    ink[:, Ink.HAND] = 1 - ink[:, Ink.PRINT]
    found = choose_givens(HALF, np.zeros(81, dtype=bool), ink, judge_classic, looks)
    assert judge_classic(np.where(found.givens, HALF, 0).astype(np.uint8)[None])[1][0] == 1
    assert found.sure[HALF > 0].min() < SURE_SIDE
    clear = choose_givens(HALF, np.zeros(81, dtype=bool), ink, judge_classic, page(HALF, two_inks()))
    assert np.flatnonzero(clear.givens).tolist() == np.flatnonzero(GIVEN).tolist()
    assert clear.sure[HALF > 0].min() >= SURE_SIDE


def test_clear_handwriting_is_not_asked_about_for_its_ink() -> None:
    """Its looks may be those of the print, as a black pen's on newspaper; the networks see the hand."""
    split = Split(GIVEN, np.full(81, 0.8))
    ink = np.zeros((81, 4), dtype=np.float32)
    ink[:, Ink.PRINT] = np.where(GIVEN, 0.7, 0.04)
    ink[:, Ink.HAND] = 1 - ink[:, Ink.PRINT]
    digits = np.eye(10, dtype=np.float32)[HALF]
    reading = Reading(digits, ink, np.array([1, 0, 0, 0], dtype=np.float32), 1.0, "test")
    assert all(GIVEN[doubt.cell] for doubt in doubts_of_ink(HALF, split, reading))
    assert len(doubts_of_ink(HALF, split, reading)) == MAX_SUSPECTS


@pytest.mark.parametrize("cells", [16, 64, 81, 256])
def test_every_split_is_weighed_once_and_in_one_order(cells: int) -> None:
    tries = np.random.default_rng(cells).random((40, cells)) < 0.5
    tries = np.concatenate([tries, tries[::3], np.zeros((2, cells), dtype=bool)])
    assert (tries[distinct(tries)] == np.unique(tries, axis=0)).all()
