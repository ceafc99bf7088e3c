"""Whether the service lives, whether it can work, and its figures."""

from __future__ import annotations

from fastapi import APIRouter, Response

from sudokulens.apps.answers.problem import Problem
from sudokulens.apps.server.access import MetricsHere, WorkersHere
from sudokulens.apps.server.problem_answers import documented

router = APIRouter(tags=["service"])


@router.head("/healthz", include_in_schema=False)
@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """The service answers."""
    return {"status": "ok"}


@router.head("/readyz", include_in_schema=False)
@router.get("/readyz", responses=documented(503))
async def readyz(workers: WorkersHere) -> dict[str, str]:
    """The networks are loaded and the workers can be used."""
    if not workers.ready:
        raise Problem(503, "not-ready", "The networks are still loading, or the workers are broken.")
    return {"status": "ready"}


@router.head("/metrics", include_in_schema=False)
@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}, "description": "Prometheus text"}, **documented(401)},
)
async def metrics(metrics: MetricsHere) -> Response:
    """Figures for Prometheus."""
    return Response(metrics.text(), media_type="text/plain; version=0.0.4")
