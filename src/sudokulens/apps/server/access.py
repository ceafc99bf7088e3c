"""What a route needs from the app."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from sudokulens.apps.server.callers import caller_of
from sudokulens.apps.server.metrics import Metrics
from sudokulens.apps.server.settings import Settings
from sudokulens.apps.server.workers.pool import Desk, Workers


def _workers(request: Request) -> Workers:
    found: Workers = request.app.state.workers
    return found


def _desk(request: Request) -> Desk:
    return Desk(request.app.state.workers, caller_of(request.scope))


def _settings(request: Request) -> Settings:
    found: Settings = request.app.state.settings
    return found


def _metrics(request: Request) -> Metrics:
    found: Metrics = request.app.state.metrics
    return found


WorkersHere = Annotated[Workers, Depends(_workers)]
DeskHere = Annotated[Desk, Depends(_desk)]
SettingsHere = Annotated[Settings, Depends(_settings)]
MetricsHere = Annotated[Metrics, Depends(_metrics)]
