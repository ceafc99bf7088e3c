"""Playing: marks, colours, several cells at once, digit first, mistakes, the finish, and My puzzles."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.apps.browser.acts import act, button, cell, choose, key, load, printed, read_photo, set_option, values
from tests.apps.browser.doubtful import ANSWER, PUZZLE

EMPTY = [place for place, digit in enumerate(PUZZLE) if digit == "."]


def write(page: Page, place: int, digit: str) -> None:
    cell(page, place).click()
    page.keyboard.press(digit)


@pytest.mark.slow
def test_the_chosen_digit_is_lit_in_cells_and_marks(page: Page) -> None:
    load(page, PUZZLE)
    button(page, "Fill in all marks").click()
    place = PUZZLE.index("8")
    cell(page, place).click()
    assert page.locator(".cell.same").count() == PUZZLE.count("8")
    lit = page.locator(".cell .notes .lit")
    assert lit.count() > 5
    assert set(lit.all_inner_texts()) == {"8"}


@pytest.mark.slow
def test_a_drag_selects_several_cells_by_mouse_and_by_touch(browser: Browser, address: str) -> None:
    for touch in (False, True):
        page = browser.new_page(base_url=address, has_touch=touch, viewport={"width": 390, "height": 844})
        page.goto("/")
        load(page, "." * 80 + "1")
        boxes = [cell(page, place).bounding_box() for place in (0, 1, 2)]
        points = [(box["x"] + 15, box["y"] + 15) for box in boxes if box]
        if touch:
            session = page.context.new_cdp_session(page)
            for kind, point in zip(("Start", "Move", "Move"), points, strict=True):
                touches = [{"x": point[0], "y": point[1]}]
                session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": touches})
            session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            page.mouse.move(*points[0])
            page.mouse.down()
            page.mouse.move(*points[1])
            page.mouse.move(*points[2])
            page.mouse.up()
        expect(page.locator(".cell.selected")).to_have_count(3)
        button(page, "Marks").click()
        key(page, "5").click()
        assert page.locator(".cell .notes").count() == 3
        page.close()


@pytest.mark.slow
def test_colours_are_shown_on_the_keys(page: Page) -> None:
    load(page, PUZZLE)
    cell(page, 2).click()
    button(page, "Colour").click()
    expect(page.locator(".keypad .swatch")).to_have_count(9)
    button(page, "Colour 3").click()
    expect(page.locator(".cell[data-colour='3']")).to_have_count(1)


@pytest.mark.slow
def test_editing_clues_leaves_the_colour_mode_and_advances(page: Page) -> None:
    load(page, PUZZLE)
    button(page, "Colour").click()
    choose(page, "Edit the clues")
    expect(button(page, "Digit")).to_have_attribute("aria-pressed", "true")
    cell(page, 2).click()
    page.keyboard.press("4")
    expect(cell(page, 2)).to_have_accessible_name("Row 1, column 3, 4, given")
    expect(cell(page, 3)).to_have_class(re.compile("cursor"))
    button(page, "Done").click()
    expect(page.locator("#message")).to_be_empty()


@pytest.mark.slow
def test_typing_over_a_clue_says_why_nothing_happens(page: Page) -> None:
    load(page, PUZZLE)
    write(page, 0, "9")
    assert values(page) == PUZZLE
    expect(page.locator("#message")).to_contain_text("printed clue")
    button(page, "Edit the clues").click()
    page.keyboard.press("9")
    assert values(page)[0] == "9"


@pytest.mark.slow
def test_a_long_press_on_a_key_makes_a_mark(page: Page) -> None:
    load(page, PUZZLE)
    cell(page, 2).click()
    key(page, "4").click(delay=700)
    expect(cell(page, 2)).to_have_accessible_name("Row 1, column 3, empty, marks 4")


@pytest.mark.slow
def test_with_digit_first_taps_write_the_armed_digit(page: Page) -> None:
    load(page, PUZZLE)
    set_option(page, "Digit first")
    key(page, "4").click()
    assert values(page) == PUZZLE
    cell(page, 2).click()
    assert values(page)[2] == "4"
    cell(page, EMPTY[3]).click(delay=700)
    expect(cell(page, EMPTY[3])).to_have_accessible_name(re.compile("empty, marks 4"))


@pytest.mark.slow
def test_corner_and_centre_marks_are_an_option(page: Page) -> None:
    load(page, PUZZLE)
    expect(button(page, "Corner")).to_be_hidden()
    set_option(page, "Corner and centre marks too")
    cell(page, 2).click()
    page.keyboard.press("Shift+Digit1")
    page.keyboard.press("Control+Digit2")
    expect(cell(page, 2)).to_have_accessible_name("Row 1, column 3, empty, corner marks 1, centre marks 2")


@pytest.mark.slow
def test_mistakes_are_marked_where_that_is_wanted(page: Page) -> None:
    load(page, PUZZLE)
    wrong = "1" if ANSWER[2] != "1" else "2"
    write(page, 2, wrong)
    expect(page.locator(".cell.wrong")).to_have_count(0)
    set_option(page, "Mark mistakes at once")
    expect(cell(page, 2)).to_have_class(re.compile("wrong"))


def test_a_full_grid_with_a_mistake_says_so_and_a_right_one_is_celebrated(page: Page) -> None:
    last = EMPTY[-1]
    load(page, PUZZLE)
    for place in EMPTY[:-1]:
        write(page, place, ANSWER[place])
    wrong = "1" if ANSWER[last] != "1" else "2"
    write(page, last, wrong)
    expect(page.locator("#message")).to_contain_text("full, but something is wrong")
    expect(page.locator("#finish")).to_be_hidden()
    write(page, last, ANSWER[last])
    expect(page.locator("#finish")).to_be_visible()
    expect(page.locator("#finish-text")).to_contain_text("Your time")
    assert page.locator("#confetti i").count() > 0
    button(page, "Look at the board").click()
    assert values(page) == ANSWER
    button(page, "My puzzles").click()
    expect(page.locator("#library-list small").first).to_contain_text("finished")


def test_what_is_wrong_can_be_put_right_and_stays_marked_until_it_is_changed(page: Page) -> None:
    """A hint about mistakes once ended without a way on, and correcting one digit took the marks off the others."""
    load(page, PUZZLE)
    wrong = EMPTY[:3]
    for place in wrong:
        write(page, place, next(digit for digit in "123456789" if digit != ANSWER[place]))
    button(page, "Check").click()
    expect(page.locator("#message")).to_contain_text("3 digits are wrong")
    cell(page, wrong[0]).click()
    page.keyboard.press("Delete")
    expect(page.locator(".cell.wrong")).to_have_count(2)
    expect(page.locator("#message")).to_be_empty()
    button(page, "Hint").click()
    for said in ("2 entries contradict the solution.", "Look at", "cannot be"):
        button(page, "Tell me more").click()
        expect(page.locator("#hint-text")).to_contain_text(said)
    button(page, "Put this right").click()
    assert values(page) == PUZZLE
    expect(page.locator(".cell.wrong")).to_have_count(0)


def test_a_message_does_not_outlive_what_it_is_about(page: Page) -> None:
    load(page, PUZZLE)
    choose(page, "Solve")
    expect(page.locator("#message")).to_contain_text("Here is the solution.")
    button(page, "Undo").click()
    assert values(page) == PUZZLE
    expect(page.locator("#message")).to_be_empty()


def test_editing_the_clues_can_be_ended_after_a_check(page: Page) -> None:
    """The check's message took the button away, and digits went on being clues."""
    button(page, "Type one in").click()
    for digit in "53":
        page.keyboard.press(digit)
    button(page, "Check").click()
    expect(page.locator("#message")).to_contain_text("more than one solution")
    button(page, "Done").click()
    cell(page, 5).click()
    page.keyboard.press("7")
    expect(cell(page, 5)).to_have_accessible_name(re.compile("your digit"))
    button(page, "Hint").click()
    expect(page.locator("#hint-text")).to_contain_text("more than one solution")
    expect(page.locator(".cell.wrong")).to_have_count(0)


@pytest.mark.slow
def test_reduced_motion_throws_no_confetti(browser: Browser, address: str) -> None:
    page = browser.new_page(base_url=address, reduced_motion="reduce")
    page.goto("/")
    load(page, ANSWER[:-1] + ".")
    write(page, 80, ANSWER[-1])
    expect(page.locator("#finish")).to_be_visible()
    assert page.locator("#confetti i").count() == 0
    page.close()


@pytest.mark.slow
def test_the_timer_counts_can_be_hidden_and_survives_a_reload(page: Page) -> None:
    load(page, PUZZLE)
    timer = page.locator("#timer")
    expect(timer).to_have_text(re.compile(r"0:0[2-9]"))
    write(page, 2, "4")
    page.reload()
    expect(timer).to_have_text(re.compile(r"0:0[2-9]|0:[1-5]\d"))
    set_option(page, "Show the time", on=False)
    expect(timer).to_be_hidden()


@pytest.mark.slow
def test_my_puzzles_keep_progress_photo_and_undo(page: Page) -> None:
    read_photo(page, printed(PUZZLE))
    act(page, "Close")
    write(page, EMPTY[0], ANSWER[EMPTY[0]])
    load(page, ANSWER[:40] + "." * 41)
    page.reload()
    expect(cell(page, 0)).to_have_accessible_name(re.compile("given"))
    button(page, "My puzzles").click()
    items = page.locator("#library-list li")
    expect(items).to_have_count(2)
    expect(items.nth(1).locator("img")).to_be_visible()
    drawn = (
        items.nth(1)
        .locator("canvas")
        .evaluate(
            "canvas => canvas.getContext('2d').getImageData(0, 0, 128, 128).data.filter((value) => value < 100).length"
        )
    )
    assert drawn > 100, "the small picture of the board is empty"
    expect(items.nth(1).locator(".about > span")).to_contain_text(re.compile(r"\d+.*\d:\d\d"))
    expect(items.nth(1).locator("progress")).to_have_attribute("value", re.compile(r"0\.0\d+"))
    items.nth(1).locator(".open").click()
    expect(page.locator("#views")).to_be_visible()
    assert values(page).count(".") == PUZZLE.count(".") - 1
    button(page, "Undo").click()
    assert values(page) == PUZZLE
    button(page, "My puzzles").click()
    items.nth(1).get_by_role("button", name=re.compile("Remove")).click()
    expect(items).to_have_count(1)


@pytest.mark.slow
def test_large_boards_show_numbers_and_take_two_keys(page: Page) -> None:
    load(page, "1" + "." * 255)
    cell(page, 1).click()
    page.keyboard.press("1")
    page.keyboard.press("4")
    expect(cell(page, 1)).to_have_accessible_name("Row 1, column 2, 14, your digit")
    assert page.locator(".keypad button").all_inner_texts()[9].strip() == "10"


@pytest.mark.slow
def test_level_and_technique_are_offered_only_where_they_count(page: Page) -> None:
    button(page, "New").click()
    expect(page.get_by_label("Level")).to_be_enabled()
    page.get_by_label("Size").select_option("6")
    expect(page.get_by_label("Level")).to_be_disabled()
    expect(page.get_by_label("Technique to practise")).to_be_disabled()
    page.get_by_label("Size").select_option("9")
    page.get_by_label("Technique to practise").select_option("naked_pair")
    expect(page.get_by_label("Level")).to_be_disabled()
    button(page, "Generate").click()
    expect(page.locator("#message")).to_contain_text("A new puzzle.", timeout=30_000)


@pytest.mark.slow
def test_a_puzzle_with_other_rules_is_made_drawn_and_played(page: Page) -> None:
    button(page, "New").click()
    page.get_by_label("Rules").select_option("killer")
    expect(page.get_by_label("Level")).to_be_disabled()
    button(page, "Generate").click()
    expect(page.locator("#message")).to_contain_text("A new puzzle.", timeout=30_000)
    assert values(page) == "." * 81
    expect(page.locator("#beneath text").nth(15)).to_be_visible()
    expect(button(page, "Check")).to_be_enabled()
    write(page, 0, "1")
    button(page, "Check").click()
    expect(page.locator("#message")).to_contain_text(re.compile("wrong|So far everything is right"))


def test_a_hint_can_be_practised_and_keys_ask_for_hint_and_check(page: Page) -> None:
    load(page, PUZZLE)
    cell(page, 2).click()
    page.keyboard.press("h")
    expect(page.locator("#hint")).to_be_visible()
    expect(button(page, "Practise this")).to_be_hidden()
    expect(button(page, "Learn more")).to_be_hidden()
    page.keyboard.press("h")
    expect(button(page, "Practise this")).to_be_visible()
    page.keyboard.press("k")
    expect(page.locator("#message")).to_contain_text("Nothing is written yet")
    button(page, "Practise this").click()
    expect(page.locator("#message")).to_contain_text("A puzzle that needs", timeout=30_000)
    assert values(page) != PUZZLE


def test_learn_more_shows_the_lesson_and_a_position_to_try(page: Page) -> None:
    load(page, PUZZLE)
    button(page, "Hint").click()
    expect(page.locator("#hint")).to_be_visible()
    for _ in range(3):
        before = page.locator("#hint-text").inner_text()
        button(page, "Tell me more").click()
        expect(page.locator("#hint-text")).not_to_have_text(before)
    page.locator("#hint-details summary").click()
    expect(page.locator("#hint-notation")).to_contain_text("=>")
    button(page, "Learn more").click()
    expect(page.locator("#lesson-title")).to_have_text("Hidden single")
    picture = page.locator("#lesson-picture")
    expect(picture).to_be_visible()
    first = picture.get_attribute("src")
    page.locator("#lesson-next").click()
    expect(picture).not_to_have_attribute("src", str(first))
    button(page, "Try it yourself").click()
    expect(page.locator("#message")).to_contain_text("Find it")
    assert values(page) != PUZZLE


@pytest.mark.slow
def test_a_written_digit_clears_its_marks_unless_that_is_not_wanted(page: Page) -> None:
    load(page, PUZZLE)
    button(page, "Fill in all marks").click()
    place, other = EMPTY[0], PUZZLE.index(".", 11)
    digit = ANSWER[place]
    marked = re.compile(rf"marks .*{digit}")
    expect(cell(page, other)).to_have_accessible_name(marked)
    write(page, place, digit)
    expect(cell(page, other)).not_to_have_accessible_name(marked)
    button(page, "Undo").click()
    set_option(page, "A written digit clears its marks", on=False)
    write(page, place, digit)
    expect(cell(page, other)).to_have_accessible_name(marked)


@pytest.mark.slow
def test_a_puzzle_is_made_by_size_and_by_technique(page: Page) -> None:
    button(page, "New").click()
    page.get_by_label("Size").select_option("6")
    button(page, "Generate").click()
    expect(page.get_by_role("gridcell")).to_have_count(36)
    button(page, "New").click()
    page.get_by_label("Size").select_option("9")
    page.get_by_label("Technique to practise").select_option("naked_pair")
    with page.expect_request("**/api/generate") as asked:
        button(page, "Generate").click()
    assert asked.value.post_data_json["technique"] == "naked_pair"
    expect(page.get_by_role("gridcell")).to_have_count(81)
    choose(page, "Steps")
    steps = page.locator("#path-place")
    expect(steps).to_be_visible()
    told = [page.locator("#path-text").inner_text()]
    while button(page, "Next step").is_enabled():
        button(page, "Next step").click()
        told.append(page.locator("#path-text").inner_text())
    assert any(text.startswith("Naked pair") for text in told)


@pytest.mark.slow
def test_large_puzzles_and_several_grids_are_made_and_only_offered_where_they_can_be(page: Page) -> None:
    button(page, "New").click()
    page.get_by_label("Rules").select_option("samurai")
    button(page, "Generate").click()
    expect(page.get_by_role("gridcell")).to_have_count(369)
    button(page, "New").click()
    page.get_by_label("Size").select_option("16")
    expect(page.get_by_label("Rules")).to_have_value("")
    expect(page.locator("#new-variant option[value=samurai]")).to_be_disabled()
    button(page, "Generate").click()
    expect(page.get_by_role("gridcell")).to_have_count(256, timeout=60_000)
