"""Who may call: by one of our names, from pages of our own origin, with the token, and nobody too often."""

from __future__ import annotations

import hmac
import math
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from sudokulens.apps.answers.problem import Problem
from sudokulens.apps.server.callers import HostList, caller_of
from sudokulens.apps.server.problem_answers import refuse
from sudokulens.apps.server.settings import Settings

COOKIE = "sudokulens-token"
_MAX_CLIENTS = 10_000


class Guard:
    """ASGI middleware for HTTP and WebSockets; refuses with a problem, a WebSocket before it opens."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self._rate = RateLimit(settings.requests_per_minute)
        self._hosts = HostList(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif not self._hosts.allows(scope):
            await refuse(_wrong_host(), scope, receive, send)
        elif self._is_invitation(scope):
            await _welcome(self.settings.token, scope, receive, send)
        elif refusal := self._refusal(HTTPConnection(scope)):
            await refuse(refusal, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _is_invitation(self, scope: Scope) -> bool:
        """True for the link that `serve --lan` prints: the page with the right token."""
        if scope["type"] != "http" or scope["path"] != "/" or not self.settings.token:
            return False
        return self._is_token(HTTPConnection(scope).query_params.get("token", ""))

    def _refusal(self, connection: HTTPConnection) -> Problem | None:
        # Not connection.url, which is built from the Host header: that may hold a "?" and so hide the path.
        if not connection.scope["path"].startswith(("/api/", "/metrics")):
            return None
        if not self._is_own_page(connection.headers):
            return Problem(403, "foreign-origin", "Pages of other sites may not call this service.")
        if self.settings.token and not self._is_token(_sent_token(connection)):
            return Problem(
                401, "token-needed", "Open the link with the token that the service printed when it started."
            )
        wait = self._rate.wait(caller_of(connection.scope))
        if wait:
            seconds = str(math.ceil(wait))
            return Problem(429, "too-many", "Too many requests; wait a moment.", headers={"Retry-After": seconds})
        return None

    def _is_own_page(self, headers: Headers) -> bool:
        """True without an Origin, for our own one, and for those that the settings allow."""
        origin = headers.get("origin")
        if not origin or origin in self.settings.origins:
            return True
        try:
            return urlsplit(origin).netloc == headers.get("host")
        except ValueError:
            return False  # Such as "http://[": no browser sends that.

    def _is_token(self, sent: str) -> bool:
        return hmac.compare_digest(sent.encode(), self.settings.token.encode())


class RateLimit:
    """A bucket of requests for every client, refilled steadily."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """Seconds until the client may ask; 0 lets it pass and counts the request."""
        if not self.per_minute:
            return 0.0
        now, rate = time.monotonic(), self.per_minute / 60
        left, before = self._buckets.pop(client, (float(self.per_minute), now))
        left = min(self.per_minute, left + (now - before) * rate)
        passes = left >= 1
        self._buckets[client] = (left - 1 if passes else left, now)
        if len(self._buckets) > _MAX_CLIENTS:
            self._buckets.popitem(last=False)
        return 0.0 if passes else (1 - left) / rate


def _wrong_host() -> Problem:
    detail = "The service is not known by this name; SUDOKULENS_ALLOWED_HOSTS can add it."
    return Problem(421, "wrong-host", detail)


def _sent_token(connection: HTTPConnection) -> str:
    kind, _, sent = connection.headers.get("authorization", "").partition(" ")
    return sent.strip() if kind.lower() == "bearer" else connection.cookies.get(COOKIE, "")


async def _welcome(token: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Keeps the token in a cookie that scripts cannot read, and takes it out of the address."""
    response = RedirectResponse("/", 303)
    secure = scope["scheme"] == "https"
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, max_age=30 * 86400)
    await response(scope, receive, send)
