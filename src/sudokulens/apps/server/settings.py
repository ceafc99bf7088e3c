"""Limits and addresses of the service; each has a safe default and an environment variable."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Any

from sudokulens.errors import InvalidRequest

PREFIX = "SUDOKULENS_"
MAX_WORKERS, MAX_SETTING = 256, 1e12
"""Larger numbers are typing errors."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the service allows. `Settings.from_environment()` reads SUDOKULENS_BODY_BYTES and so on."""

    body_bytes: int = 20_000_000
    board_bytes: int = 500_000
    """How much may be sent: a picture, and anything else."""
    held_bytes: int = 200_000_000
    caller_held_bytes: int = 40_000_000
    """How much of all requests together, and of those of one caller, is kept at a time; one more gets 429."""
    max_pixels: int = 50_000_000
    request_seconds: float = 10.0
    """How long the work for one request may take; a worker that overruns is ended."""
    head_bytes: int = 65_536
    head_seconds: float = 20.0
    """How many bytes a request's header fields may have, and how long they may take to arrive."""
    upload_seconds: float = 60.0
    stall_seconds: float = 10.0
    """How long a request's body may take to arrive, and how long it may stall."""
    write_seconds: float = 10.0
    """A client that reads nothing of its answer for this long is disconnected."""
    unread_bytes: int = 64_000_000
    caller_unread_bytes: int = 16_000_000
    """How much of answers may wait to be read, in all and by one caller; the oldest is cut off for the next."""
    connections: int = 500
    caller_connections: int = 64
    """Connections that may be open, in all and from one address; one more is refused. Trusted proxies are exempt from
    the second."""
    stop_seconds: float = 15.0
    """How long requests in flight may continue after SIGTERM: longer than `request_seconds`."""
    workers: int = field(default_factory=lambda: max(1, min(4, os.cpu_count() or 1)))
    """Requests of one caller that are worked on at once; there is one process more, for the others."""
    quick_workers: int = 1
    quick_seconds: float = 1.0
    """The same for solving, hints, checks and conversions, which other work cannot delay; work that
    takes longer than `quick_seconds` moves to the other lane."""
    worker_memory_bytes: int = 3_000_000_000
    queue_length: int = 64
    caller_queue: int = 48
    """Requests that may be at work or waiting, and of one caller, waiting; one more gets 429."""
    queue_seconds: float = 10.0
    """How long a request may wait for a worker; `request_seconds` count only from when it has one."""
    requests_per_minute: int = 6000
    """For each client address, with bursts of as many; 0 lifts the limit."""
    live_sessions: int = 8
    caller_live_sessions: int = 6
    """Cameras that may be followed at once, in all and of one caller; one more is refused, unless another has sent no
    frame for `live_yield_seconds` and so gives way."""
    live_yield_seconds: float = 5.0
    live_workers: int = field(default_factory=lambda: max(1, min(4, (os.cpu_count() or 1) // 2)))
    """Processes that follow them; each keeps its sessions to itself."""
    live_message_bytes: int = 2_000_000
    live_frame_pixels: int = 4_000_000
    live_frame_seconds: float = 5.0
    """How long one frame may take; then the process is killed, and its sessions restart."""
    live_idle_seconds: float = 60.0
    """A session that sends nothing for this long is closed."""
    allowed_origins: str = ""
    """Other origins whose pages may call the API, separated by commas; none by default."""
    allowed_hosts: str = ""
    """Further names by which the service may be called, separated by commas, such as that of a proxy; * allows any."""
    trusted_proxies: str = ""
    """Addresses or networks of proxies whose X-Forwarded-For is trusted, separated by commas; none by default."""
    engine_folder: str = ""
    """The folder `engine` of a site that `make site` wrote, for pages that lose this service; without one, that of the
    checkout this runs from, if it is there."""
    public_address: str = ""
    """The address by which other devices reach the page, such as https://sudoku.example; links are made with it."""
    token: str = ""
    """When set, every API call must carry it; empty means that the service is for this machine alone."""

    @staticmethod
    def from_environment(**overrides: Any) -> Settings:
        """The defaults, changed by environment variables, changed by what the caller says."""
        found: dict[str, Any] = {}
        for setting in fields(Settings):
            text = os.environ.get(PREFIX + setting.name.upper())
            if text is not None:
                found[setting.name] = _convert(setting.name, str(setting.type), text)
        return Settings(**(found | overrides))

    @property
    def origins(self) -> tuple[str, ...]:
        return _listed(self.allowed_origins)

    @property
    def hosts(self) -> tuple[str, ...]:
        return _listed(self.allowed_hosts)

    @property
    def proxies(self) -> tuple[str, ...]:
        return _listed(self.trusted_proxies)


def misspelt_variables() -> dict[str, str]:
    """Variables in the environment that nothing reads, each with the one that was probably meant.

    What resembles no setting may be somebody else's: Kubernetes sets SUDOKULENS_SERVICE_HOST, for one.
    """
    known = [PREFIX + setting.name.upper() for setting in fields(Settings)]
    unread = [name for name in sorted(os.environ) if name.startswith(PREFIX) and name not in known]
    names = [name.removeprefix(PREFIX) for name in known]
    meant = {name: get_close_matches(name.removeprefix(PREFIX), names, 1) for name in unread}
    return {name: PREFIX + nearest[0] for name, nearest in meant.items() if nearest}


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _convert(name: str, kind: str, text: str) -> Any:
    if kind not in ("int", "float"):
        return text
    most = MAX_WORKERS if name.endswith("workers") else MAX_SETTING
    try:
        number = int(text) if kind == "int" else float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= most:
        raise InvalidRequest(f"{PREFIX}{name.upper()} is {text[:40]!r}", expected=f"a number from 0 to {most:g}")
    return number
