"""Structured logs: one JSON object per request on standard error, never with what was sent."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog


def configure_logs(*, readable: bool | None = None) -> None:
    """Lines for people where standard error is a terminal, else JSON."""
    plain = sys.stderr.isatty() if readable is None else readable
    renderer: Any = structlog.dev.ConsoleRenderer() if plain else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


def logger() -> Any:
    return structlog.get_logger("sudokulens")
