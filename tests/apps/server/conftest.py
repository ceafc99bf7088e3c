"""One service for all tests of the API: its workers take seconds to start."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from sudokulens.apps.server.app import create_app
from sudokulens.apps.server.settings import Settings
from sudokulens.processes.pool import START_SECONDS
from tests.apps.server.processes import PATIENT


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    settings = Settings(
        workers=1,
        body_bytes=2_000_000,
        max_pixels=4_000_000,
        requests_per_minute=0,
        live_workers=1,
        live_frame_seconds=3,
        **PATIENT,
    )
    with TestClient(create_app(settings)) as found:
        _wait_for_workers(found)
        yield found


def _wait_for_workers(client: TestClient) -> None:
    """On a busy machine they take longer to start than a request may wait."""
    end = time.monotonic() + START_SECONDS
    while client.get("/readyz").status_code != 200 and time.monotonic() < end:
        time.sleep(0.1)
