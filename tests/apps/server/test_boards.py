"""The routes that take a board, their problems, and that levels give away no more than they should."""

from __future__ import annotations

import random
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import BaseModel, ValidationError

from sudokulens.apps.server import schemas
from sudokulens.puzzle import formats
from sudokulens.puzzle.board import Board

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def ask(client: TestClient, name: str, **fields: Any) -> Any:
    answer = client.post(f"/api/{name}", json=fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_solve_tells_one_none_and_several_apart(client: TestClient) -> None:
    assert ask(client, "solve", board=PUZZLE)["solution"] == ANSWER
    several = ask(client, "solve", board="." * 81)
    assert several["kind"] == "multiple"
    assert several["solution"] != several["another"]
    assert ask(client, "solve", board="55" + PUZZLE[2:])["kind"] == "none"


def test_a_board_may_be_an_object_with_entries_marks_and_regions(client: TestClient) -> None:
    board = Board.parse(PUZZLE).with_values({2: 4})
    fields = ask(client, "convert", board=str(board))["fields"]
    assert fields["values"][2] == 4
    assert fields["givens"][2] is False
    assert Board.parse(ask(client, "convert", board=fields)["board"]) == board
    fields["values"][2] = 2
    assert ask(client, "check", board=fields)["wrong"] == [2]


def test_a_hint_gives_away_more_with_every_level(client: TestClient) -> None:
    answers = [ask(client, "hint", board=PUZZLE, level=level) for level in ("nudge", "technique", "pattern", "full")]
    keys = [set(answer["step"]) for answer in answers]
    assert "technique" not in keys[0]
    assert "technique" in keys[1]
    assert "cells" not in keys[1]
    assert "cells" in keys[2]
    assert "places" not in keys[2]
    assert answers[3]["step"]["places"] == [[5, 8]]
    assert len({answer["text"] for answer in answers}) == 4


def test_what_the_page_reads_first_holds_the_advice_about_marks(client: TestClient) -> None:
    marks = list(Board.parse(PUZZLE).computed_candidates())
    marks[2] |= 1 << 4  # a 5 is given in row 1
    answer = ask(client, "hint", board=str(Board.parse(PUZZLE).with_candidates(marks)), level="full")
    assert answer["stale"] == [[2, 5]]
    assert "can be rubbed out" in answer["summary"]
    assert "can be rubbed out" in answer["text"]


def test_a_hint_can_carry_its_proof(client: TestClient) -> None:
    assert "proof" not in ask(client, "hint", board=PUZZLE)["step"]
    assert "proof" not in ask(client, "hint", board=PUZZLE, proof=True, level="pattern")["step"]
    proof = ask(client, "hint", board=PUZZLE, proof=True)["step"]["proof"]
    assert proof["proved"] is True
    assert proof["premises"][0]["because"]


def test_a_hint_can_be_drawn(client: TestClient) -> None:
    assert ask(client, "hint", board=PUZZLE)["svg"] is None
    assert ask(client, "hint", board=PUZZLE, drawing=True)["svg"].startswith("<svg")


def test_the_path_leads_to_the_solution(client: TestClient) -> None:
    found = ask(client, "path", board=PUZZLE)
    assert found["solved"]
    values = list(PUZZLE)
    for step in found["steps"]:
        assert step["text"]
        for cell, digit in step["step"]["places"]:
            values[cell] = str(digit)
    assert "".join(values) == ANSWER


def test_without_one_solution_there_is_no_path_but_a_reason(client: TestClient) -> None:
    found = ask(client, "path", board="." * 81)
    assert found["steps"] == []
    assert "solution" in found["problem"]


def test_check_names_faults_wrong_entries_and_spare_givens(client: TestClient) -> None:
    good = ask(client, "check", board=PUZZLE)
    assert good["ok"]
    assert good["minimal"] is False
    wrong = ask(client, "check", board=str(Board.parse(PUZZLE).with_values({2: 2})))
    assert (wrong["ok"], wrong["wrong"]) == (False, [2])
    faults = ask(client, "check", board="55" + PUZZLE[2:])["faults"]
    assert {"kind": "duplicate", "cells": [0, 1], "digit": 5, "unit": "row 1", "rule": None} in faults


def test_rate_gives_words_and_figures(client: TestClient) -> None:
    found = ask(client, "rate", board=PUZZLE)
    assert found["level"] == "easy"
    assert found["er"] == 1.2
    assert found["exact"]


def test_generate_is_repeatable_and_of_the_level(client: TestClient) -> None:
    first, second = (ask(client, "generate", level="medium", seed=5)["board"] for _ in range(2))
    assert first == second
    assert ask(client, "rate", board=first)["level"] == "medium"
    assert ask(client, "generate", size=4)["fields"]["size"] == 4


@pytest.mark.parametrize("name", formats.NAMES)
def test_every_format_can_be_written_and_read_back(client: TestClient, name: str) -> None:
    text = ask(client, "convert", board=PUZZLE, to=name)["text"]
    assert Board.parse(ask(client, "convert", board=text)["board"]).values == Board.parse(PUZZLE).values


def test_a_sheet_is_a_pdf_and_a_link_becomes_a_picture(client: TestClient) -> None:
    sheet = client.post("/api/sheet", json={"boards": [PUZZLE], "titles": ["Grüße"]})
    assert sheet.headers["content-type"] == "application/pdf"
    assert sheet.content.startswith(b"%PDF-")
    code = client.post("/api/qr", json={"text": "http://localhost:8000/#s1-abc"})
    assert code.headers["content-type"] == "image/svg+xml"
    assert b"<svg" in code.content


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/api/solve", {"board": "not a board"}, 422, "invalid-board"),
        ("/api/solve", {"board": {"size": 9, "values": [1]}}, 422, "invalid-board"),
        ("/api/solve", {"board": PUZZLE, "engine": "magic"}, 422, "invalid-request"),
        ("/api/solve", {"board": PUZZLE, "more": 1}, 422, "invalid-request"),
        ("/api/hint", {}, 422, "invalid-request"),
        ("/api/rate", {"board": "." * 81}, 422, "invalid-board"),
        ("/api/generate", {"technique": "magic"}, 422, "invalid-request"),
        ("/api/nothing", {}, 404, "not-found"),
    ],
)
def test_a_wrong_request_is_a_problem_with_a_code(
    client: TestClient, path: str, body: dict[str, Any], status: int, code: str
) -> None:
    answer = client.post(path, json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"


def test_problems_never_repeat_what_was_sent(client: TestClient) -> None:
    answer = client.post("/api/hint", content=b'{"board": "<secret>", "level": "<secret>"}')
    assert answer.status_code == 422
    assert "secret" not in answer.text


def test_bodies_that_are_no_json_are_problems(client: TestClient) -> None:
    for body in (b"", b"{", b"[]", b"\xff\xfe", b"[" * 50_000):
        answer = client.post("/api/solve", content=body, headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500, body[:9]
        assert answer.headers["content-type"] == "application/problem+json"


ENDLESS = {"size": 9, "values": [0] * 81, "regions": random.Random(1).sample([*range(9)] * 9, 81)}
"""Regions strewn over the board: nobody can tell soon whether it has a solution."""


@pytest.mark.parametrize(("route", "body"), [("hint", {"board": ENDLESS}), ("sheet", {"boards": [ENDLESS]})])
def test_a_board_that_takes_too_long_is_refused_and_costs_no_worker(
    client: TestClient, route: str, body: dict[str, object]
) -> None:
    answer = client.post(f"/api/{route}", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "not-found-in-time")


def test_a_request_of_countless_parts_is_refused_before_they_are_looked_at(client: TestClient) -> None:
    fields = {f"field-{number}": 1 for number in range(100_000)}
    answer = client.post("/api/solve", json=fields)
    assert (answer.status_code, answer.json()["code"]) == (413, "body-too-large")
    fields = {f"field-{number}": 1 for number in range(1000)}
    answer = client.post("/api/solve", json=fields)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-request")
    assert 0 < len(answer.json()["faults"]) <= 20


def test_a_hint_and_every_step_of_the_path_come_with_their_scene(client: TestClient) -> None:
    nudge, full = (ask(client, "hint", board=PUZZLE, level=level)["scene"] for level in ("nudge", "full"))
    assert not nudge["answer"]
    assert not nudge["marks"]
    assert full["answer"] == [[5, 8]]
    steps = ask(client, "path", board=PUZZLE)["steps"]
    assert all(step["scene"]["answer"] or step["scene"]["removed"] for step in steps)


def test_a_board_comes_as_shapes(client: TestClient) -> None:
    scene = ask(client, "scene", board=PUZZLE)["scene"]
    layers = {layer["layer"]: layer["shapes"] for layer in scene["layers"]}
    assert len(layers["digits"]) == sum(character not in ".0" for character in PUZZLE)
    assert {"lines", "digits", "edge"} <= set(layers)


@pytest.mark.parametrize(
    ("name", "model", "fields"),
    [
        ("solve", schemas.SolveAnswer, {}),
        ("hint", schemas.HintAnswer, {"level": "pattern", "drawing": True}),
        ("path", schemas.PathAnswer, {}),
        ("check", schemas.CheckAnswer, {}),
        ("rate", schemas.RateAnswer, {}),
        ("convert", schemas.ConvertAnswer, {"to": "sdk"}),
        ("scene", schemas.SceneAnswer, {}),
    ],
)
def test_answers_are_what_the_description_promises(
    client: TestClient, name: str, model: type[BaseModel], fields: dict[str, Any]
) -> None:
    answer = ask(client, name, board=PUZZLE, **fields)
    assert model.model_validate(answer).model_dump(by_alias=True) == answer


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("solve", {f"unknown {number}": 1 for number in range(5000)}),
        ("solve", {"board": {f"unknown {number}": 1 for number in range(5000)}}),
        ("solve", {"board": {"values": [], "extras": [["x"] * 5000] * 40}}),
        ("solve", {"board": {"values": ["x"] * 600, "givens": ["x"] * 600, "candidates": ["x"] * 600}}),
        ("sheet", {"boards": [PUZZLE], "titles": [1] * 5000}),
    ],
    ids=["fields", "fields of the board", "extras", "values", "titles"],
)
def test_a_request_of_nothing_but_faults_is_refused_at_the_first_few(name: str, sent: dict[str, Any]) -> None:
    """Each fault is an object with its place: half a megabyte of them took the service a second."""
    model: type[BaseModel] = schemas.SolveRequest if name == "solve" else schemas.SheetRequest
    with pytest.raises(ValidationError) as caught:
        model.model_validate(sent)
    assert caught.value.error_count() <= 10
