"""The service against its own OpenAPI document: requests made from it, right or wrong, are answered as it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from sudokulens.apps.server.app import create_app
from sudokulens.apps.server.settings import Settings
from tests.apps.server.processes import service, wait_until_ready

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with service("--port", "0", settings={"requests_per_minute": 0}) as (_, found):
        wait_until_ready(found)
        yield found.rstrip("/")


schema = schemathesis.openapi.from_dict(create_app(Settings(workers=1)).openapi())


@pytest.mark.filterwarnings("ignore:Skipped test cases")  # It cannot write HEIC.
@schema.parametrize()
@settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_route_keeps_to_its_document(case: schemathesis.Case, address: str) -> None:
    answer = case.call(base_url=address, timeout=60)
    case.validate_response(answer, checks=CHECKS)
    if answer.status_code >= 400:
        assert answer.headers["content-type"] == ["application/problem+json"]
        assert answer.json()["code"]
