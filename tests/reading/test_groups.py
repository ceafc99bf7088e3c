"""Digits that look alike are found by their looks alone, and tell print from entries where the network does not."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from sudokulens.puzzle.board import Board
from sudokulens.reading.groups import Groups, find_groups
from sudokulens.reading.judge import judge_classic
from sudokulens.reading.looks import LOOK_PIXELS, ink_looks
from sudokulens.reading.reading import Ink
from sudokulens.reading.split import choose_givens
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
    side = 10 * LOOK_PIXELS
    image = Image.new("RGB", (side, side), WHITE)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(30)
    for cell, value in enumerate(values):
        x, y = (cell % 9 + 1) * LOOK_PIXELS, (cell // 9 + 1) * LOOK_PIXELS
        half = LOOK_PIXELS // 2
        draw.rectangle([x - half, y - half, x + half, y + half], fill=papers[cell] if papers else WHITE)
        if value:
            width = 1 if bold is not None and bold[cell] else 0
            draw.text((x, y), str(value), font=font, fill=inks[cell], anchor="mm", stroke_width=width)
    return ink_looks(np.asarray(image), 9)


def two_inks() -> list[Colour]:
    return [BLACK if given else BLUE for given in GIVEN]


def groups_of(values: np.ndarray, looks: np.ndarray) -> Groups:
    return find_groups(values, np.flatnonzero(values), looks)


def split(values: np.ndarray, looks: np.ndarray, printed: np.ndarray) -> list[int]:
    """The cells taken for givens where the network gives these probabilities of print."""
    ink = np.zeros((81, 4), dtype=np.float32)
    ink[:, Ink.PRINT], ink[:, Ink.HAND] = printed, 1 - printed
    givens = choose_givens(values, np.zeros(81, dtype=bool), ink, judge_classic, looks)
    return np.flatnonzero(givens).tolist()


def test_two_inks_are_two_groups() -> None:
    found = groups_of(HALF, page(HALF, two_inks()))
    assert sorted(map(len, found.inks)) == sorted([int(GIVEN.sum()), int((HALF[~GIVEN] > 0).sum())])
    assert not found.lit.any()


def test_all_cells_of_one_digit_in_their_own_ink_are_a_highlight() -> None:
    inks = [ORANGE if HALF[cell] == 5 else ink for cell, ink in enumerate(two_inks())]
    found = groups_of(HALF, page(HALF, inks))
    assert len(found.inks) == 2
    assert np.flatnonzero(found.lit).tolist() == np.flatnonzero(HALF == 5).tolist()


def test_bold_digits_are_a_group() -> None:
    found = groups_of(HALF, page(HALF, [BLACK] * 81, bold=GIVEN))
    assert not found.inks
    assert len(found.weights) == 2
    assert sum(map(len, found.weights)) >= 0.9 * (HALF > 0).sum()
    assert all(len(set(GIVEN[group].tolist())) == 1 for group in found.weights)


def test_one_ink_on_one_paper_makes_no_groups() -> None:
    assert not groups_of(HALF, page(HALF, [BLACK] * 81)).several


def test_glare_on_two_cells_is_no_second_ink() -> None:
    spot = [cell in np.flatnonzero(HALF)[20:22] for cell in range(81)]
    inks = [(190, 190, 190) if lit else (40, 40, 40) for lit in spot]
    papers = [(245, 245, 245) if lit else (205, 205, 205) for lit in spot]
    assert not groups_of(HALF, page(HALF, inks, papers)).inks


def test_two_entries_in_a_strong_colour_on_a_paper_of_their_own_are_a_second_ink() -> None:
    slips = [cell in np.flatnonzero((HALF > 0) & ~GIVEN)[:2] for cell in range(81)]
    inks = [(230, 20, 30) if slip else BLACK for slip in slips]
    papers = [(255, 225, 225) if slip else WHITE for slip in slips]
    assert sorted(map(len, groups_of(HALF, page(HALF, inks, papers)).inks))[0] == 2


def test_a_lit_row_and_column_are_no_shades_of_givens() -> None:
    papers = [GREY if cell // 9 == 4 or cell % 9 == 4 else WHITE for cell in range(81)]
    assert not groups_of(HALF, page(HALF, [BLACK] * 81, papers)).several


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


def test_a_digit_lit_by_its_paper_keeps_its_two_inks() -> None:
    tinged = {BLACK: (70, 60, 20), BLUE: (80, 110, 215)}
    inks = [tinged[ink] if HALF[cell] == 1 else ink for cell, ink in enumerate(two_inks())]
    papers = [ORANGE if HALF[cell] == 1 else WHITE for cell in range(81)]
    found = groups_of(HALF, page(HALF, inks, papers))
    assert sorted(np.concatenate(found.inks).tolist()) == np.flatnonzero(HALF).tolist()
    assert all(len(set(GIVEN[group].tolist())) == 1 for group in found.inks)


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


def test_regions_of_coloured_light_are_no_inks() -> None:
    values = np.where(GIVEN, SOLVED, 0).astype(np.uint8)
    left = np.arange(81) % 9 < 4
    looks = page(values, [(90, 60, 60) if side else BLACK for side in left], [ORANGE if s else WHITE for s in left])
    assert not groups_of(values, looks).inks


def test_a_lit_cross_in_the_middle_of_a_full_grid_is_not_taken_for_its_givens() -> None:
    lit = [cell // 9 == 4 or cell % 9 == 4 or (cell // 27, cell % 9 // 3) == (1, 1) for cell in range(81)]
    inks = [BLACK if given else (150, 150, 156) for given in GIVEN]
    looks = page(SOLVED, inks, [GREY if cell else WHITE for cell in lit])
    assert not groups_of(SOLVED, looks).papers
    assert split(SOLVED, looks, np.full(81, 0.5)) == np.flatnonzero(GIVEN).tolist()
