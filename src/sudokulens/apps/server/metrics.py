"""Figures for Prometheus: requests, seconds by route and by stage of reading, the queue, lost workers, cameras."""

from __future__ import annotations

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from sudokulens.apps.server.live.sessions import LiveSessions
from sudokulens.apps.server.workers.pool import Workers

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The figures of one app, in a registry of its own so that several apps can live in one process."""

    def __init__(self, workers: Workers, live: LiveSessions) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "sudokulens_requests", "Requests answered", ["route", "method", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "sudokulens_request_seconds", "Seconds to answer", ["route"], buckets=_SECONDS, registry=self._registry
        )
        self._stages = Histogram(
            "sudokulens_stage_seconds", "Seconds by stage of reading", ["stage"], buckets=_SECONDS,
            registry=self._registry,
        )  # fmt: skip
        waiting = Gauge("sudokulens_waiting", "Requests at work or waiting for a worker", registry=self._registry)
        waiting.set_function(lambda: workers.waiting)
        lost = Gauge("sudokulens_workers_lost", "Workers that died at work", registry=self._registry)
        lost.set_function(lambda: workers.lost)
        sessions = Gauge("sudokulens_live_sessions", "Cameras being followed", registry=self._registry)
        sessions.set_function(lambda: len(live))
        live_lost = Gauge("sudokulens_live_workers_lost", "Live processes that died at work", registry=self._registry)
        live_lost.set_function(lambda: live.lost)
        self._live = Histogram(
            "sudokulens_live_frame_seconds", "Seconds from a frame's arrival to its answer", buckets=_SECONDS,
            registry=self._registry,
        )  # fmt: skip

    def observe_request(self, route: str, method: str, status: int, seconds: float) -> None:
        self._requests.labels(route, method, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def observe_stages(self, timings: Mapping[str, float]) -> None:
        for stage, seconds in timings.items():
            self._stages.labels(stage).observe(seconds)

    def observe_live(self, seconds: float) -> None:
        self._live.observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self._registry)
