"""Lessons over HTTP."""

from __future__ import annotations

from starlette.testclient import TestClient

from sudokulens import Board
from sudokulens.logic.technique import Technique


def test_every_technique_is_listed(client: TestClient) -> None:
    listed = client.get("/api/techniques").json()
    assert [entry["id"] for entry in listed] == [technique.id for technique in Technique]


def test_a_lesson_has_pictures_and_a_position_to_try(client: TestClient) -> None:
    answer = client.get("/api/techniques/xy-wing")
    assert answer.status_code == 200
    lesson = answer.json()
    assert lesson["id"] == "xy_wing"
    assert all(stage["text"] and stage["svg"].startswith("<svg") for stage in lesson["example"])
    assert Board.parse(lesson["practice"]["board"])


def test_a_lesson_comes_in_the_readers_language(client: TestClient) -> None:
    english, german = (
        client.get("/api/techniques/x-wing", headers={"Accept-Language": code}).json()["example"][0]["text"]
        for code in ("en", "de")
    )
    assert english != german


def test_an_unknown_technique_is_not_found(client: TestClient) -> None:
    assert client.get("/api/techniques/nonsense").status_code == 404
