"""Overlapping grids drawn in every way, and their steps told."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from sudokulens import Board, explain, hint, sheet
from sudokulens.drawing.browser import scene_to_dict
from sudokulens.drawing.draw import draw, hint_scene
from sudokulens.drawing.layout import layout
from sudokulens.drawing.raster import to_png
from sudokulens.drawing.shapes import Label, Stroke
from sudokulens.drawing.svg import to_svg
from sudokulens.drawing.terminal import drawn
from sudokulens.logic.notation import cells_text, unit_text
from sudokulens.solving.variants import random_variant
from sudokulens.wording.language import languages


@pytest.fixture(scope="module")
def samurai() -> Board:
    return random_variant(["samurai"], seed=1)


def test_every_given_is_drawn_at_its_place(samurai: Board) -> None:
    labels = [shape for shape in layout(draw(samurai, candidates=False))["digits"] if isinstance(shape, Label)]
    places = {(round(x - 0.5), round(y - 0.5)): label.text for label in labels for x, y in [label.centre]}
    expected = {samurai.geometry.places[c][::-1]: str(v) for c, v in enumerate(samurai.values) if v}
    assert places == expected


def test_no_line_runs_through_a_gap(samurai: Board) -> None:
    strokes = [shape for shape in layout(draw(samurai))["lines"] if isinstance(shape, Stroke)]
    for stroke in strokes:
        for (x0, y0), (x1, y1) in zip(stroke.points, stroke.points[1:], strict=False):
            middle = (x0 + x1) / 2, (y0 + y1) / 2
            if x0 == x1 and y1 - y0 <= 6:
                assert not (9 < middle[0] < 12 and middle[1] < 6), stroke


def test_svg_png_pdf_and_browser_show_the_whole_page(samurai: Board) -> None:
    scene = draw(samurai)
    assert to_svg(scene).count("<text") > samurai.clue_count
    picture = Image.open(io.BytesIO(to_png(scene, 12)))
    assert picture.size[0] >= 21 * 12
    assert picture.size[0] == pytest.approx(picture.size[1], abs=2)
    assert sheet([samurai]).startswith(b"%PDF")
    sent = scene_to_dict(scene)
    assert (sent["size"], sent["height"], sent["width"]) == (9, 21, 21)


def test_a_flat_layout_is_drawn_flat() -> None:
    puzzle = random_variant(["twodoku"], seed=1)
    wide = Board.parse(str(puzzle).replace(";twodoku", ";grids=r1c1,r7c7"))
    assert wide == puzzle
    picture = Image.open(io.BytesIO(to_png(draw(puzzle), 12)))
    assert picture.size[0] == pytest.approx(picture.size[1], abs=2)


def test_the_terminal_leaves_the_gaps_empty(samurai: Board) -> None:
    lines = drawn(samurai).splitlines()
    assert lines[0] == "┌───────────┬───────────┬───────────┐" + " " * 11 + "┌───────────┬───────────┬───────────┐"
    middle = next(line for line in lines if line.startswith(" " * 24 + "│"))
    assert middle.count("│") == 4


def test_hints_name_units_by_where_they_lie(samurai: Board) -> None:
    found = hint(samurai)
    assert found.step
    assert " from r" in explain(found, "full")
    assert to_svg(hint_scene(found))
    said = {explain(found, "full", lang=language) for language in languages()}
    assert len(said) == len(languages())


def test_cells_and_units_of_a_page_have_long_names(samurai: Board) -> None:
    geometry = samurai.geometry
    assert cells_text([0, 1], geometry) == "r1c1,r1c2"
    names = [unit_text(unit, geometry) for unit in range(len(geometry.units))]
    assert len(set(names)) == len(names)
    assert names[0] == "r1c1-9"
    assert names[-1] == "r19-21c19-21"
