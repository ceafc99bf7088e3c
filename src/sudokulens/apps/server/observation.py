"""Watches every request: an id, one line of log, figures, and an answer even when the code fails."""

from __future__ import annotations

import asyncio
import secrets
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sudokulens.apps.answers.problem import Problem
from sudokulens.apps.server.logs import logger
from sudokulens.apps.server.metrics import Metrics
from sudokulens.apps.server.problem_answers import problem_response, stopping


class Observation:
    """ASGI middleware around everything that can fail."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        identity, start, status = secrets.token_hex(8), time.perf_counter(), 0

        async def observed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", identity.encode())]
            await send(message)

        try:
            await self.app(scope, receive, observed)
        except asyncio.CancelledError:  # By the server, which stops and will wait no longer.
            if status:
                raise
            await problem_response(stopping())(scope, receive, observed)
        except Exception:
            logger().exception("failed", request=identity, route=_route(scope))
            if status:
                raise
            await problem_response(Problem(500, "internal", "Something went wrong on our side."))(
                scope, receive, observed
            )
        finally:
            self._note(scope, identity, status, time.perf_counter() - start)

    def _note(self, scope: Scope, identity: str, status: int, seconds: float) -> None:
        route = _route(scope)
        self.metrics.observe_request(route, _method(scope), status, seconds)
        if route != "static":
            logger().info("request", request=identity, route=route, status=status, ms=round(1000 * seconds, 1))


def _method(scope: Scope) -> str:
    """The method, where it is a usual one: figures must not grow with what strangers make up."""
    return scope["method"] if scope["method"] in ("GET", "HEAD", "POST", "OPTIONS") else "other"


def _route(scope: Scope) -> str:
    """The route's own path, not the one that was asked for, which could hold anything."""
    path = getattr(scope.get("route"), "path", "")
    return path if path.startswith(("/api", "/healthz", "/readyz", "/metrics", "/docs")) else "static"
