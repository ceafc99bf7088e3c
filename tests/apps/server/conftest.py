"""One service for all tests of the API: its workers take seconds to start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from sudokulens.apps.server.app import create_app
from sudokulens.apps.server.settings import Settings


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    settings = Settings(
        workers=1,
        body_bytes=2_000_000,
        max_pixels=4_000_000,
        requests_per_minute=0,
        live_workers=1,
        live_frame_seconds=3,
    )
    with TestClient(create_app(settings)) as found:
        yield found
