"""Structured logs: one JSON object per line on standard error, never with what was sent.

Whatever else writes there goes through the same logger: Python's warnings and loggers, and, in workers, the text that
libraries written in C print themselves.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from typing import Any, TextIO

import structlog

MAX_MESSAGE_CHARACTERS = 300


def configure_logs(*, readable: bool | None = None, stream: TextIO | None = None) -> None:
    """Lines for people where standard error is a terminal, else JSON."""
    target = stream or sys.stderr
    plain = target.isatty() if readable is None else readable
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
        logger_factory=structlog.PrintLoggerFactory(target),
        cache_logger_on_first_use=False,
    )
    root = logging.getLogger()
    root.handlers = [_ThroughTheLogger(logging.WARNING)]
    logging.captureWarnings(True)


def logger() -> Any:
    return structlog.get_logger("sudokulens")


class _ThroughTheLogger(logging.Handler):
    """Makes a structured line of what other packages log."""

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()[:MAX_MESSAGE_CHARACTERS]
        logger().log(record.levelno, "library", source=record.name, message=message, exc_info=record.exc_info)


def capture_standard_error() -> None:
    """Routes everything this process prints to standard error through the logger, line by line.

    Libraries such as libtiff write to the descriptor directly, bypassing Python.
    """
    original = os.fdopen(os.dup(2), "w", buffering=1)
    source, target = os.pipe()
    os.dup2(target, 2)
    os.close(target)
    configure_logs(stream=original)
    lines = os.fdopen(source, "r", errors="replace")
    threading.Thread(target=_relay, args=(lines,), name="standard error", daemon=True).start()


def _relay(lines: TextIO) -> None:
    for line in lines:
        if text := line.strip():
            logger().warning("library", message=text[:MAX_MESSAGE_CHARACTERS])
