"""Hundreds of odd, damaged and hostile files sent to a real service: answered all, and none leaves a mark."""

from __future__ import annotations

import sys

import pytest

from tests.apps.server.processes import service
from tests.odd.base import OddFile, Outcome, encoded, page
from tests.odd.corpus import odd_files
from tests.odd.posting import Answer, Poster, memory_of

MAX_GROWTH_BYTES = 200_000_000
CODES = {"unsupported-image", "invalid-image", "image-too-large", "no-image"}


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_odd_files_are_answered_all_and_leave_no_mark() -> None:
    """One test for all of it: the files take a minute to make and to send."""
    good = OddFile("good.jpeg", encoded(page(), "JPEG", quality=90))
    with service("--port", "0") as (process, address):
        poster = Poster(address)
        poster.wait_until_ready()
        before, memory = poster.post(good), memory_of(process.pid)
        answers = [(file.outcome, poster.post(file)) for file in odd_files()]
        after, growth = poster.post(good), memory_of(process.pid) - memory
        poster.close()
    assert len({answer.name for _, answer in answers}) == len(answers) > 500
    _check_answers([answer for _, answer in answers])
    _check_outcomes(answers)
    assert poster.opened == 1, "the connection was dropped"
    assert after.reads_the_puzzle
    assert after.body == before.body
    assert growth < MAX_GROWTH_BYTES


def _check_answers(answers: list[Answer]) -> None:
    """No answer is the service's fault, and every refusal is a problem document with a code."""
    assert [(answer.name, answer.status) for answer in answers if answer.status >= 500] == []
    refused = [answer for answer in answers if answer.status != 200]
    assert {answer.code for answer in refused} == CODES
    assert {answer.content_type for answer in refused} == {"application/problem+json"}


def _check_outcomes(answers: list[tuple[Outcome, Answer]]) -> None:
    """Good files of unusual kinds are read, and what is no picture is refused."""
    unread = [answer.name for outcome, answer in answers if outcome == "reads" and not answer.reads_the_puzzle]
    assert unread == []
    assert [answer.name for outcome, answer in answers if outcome == "refused" and answer.status == 200] == []
