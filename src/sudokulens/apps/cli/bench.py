"""`sudokulens bench`: how fast this machine solves, in a few seconds."""

from __future__ import annotations

import json
import time
from itertools import islice
from typing import Annotated

import typer

from sudokulens.apps.cli.inputs import items_from
from sudokulens.apps.cli.outputs import Output
from sudokulens.apps.cli.sample_puzzles import sample_puzzles
from sudokulens.errors import InvalidBoard

_MAX_PUZZLES = 200_000
_BATCH = 20_000


def bench(
    puzzles: Annotated[str | None, typer.Argument(help="A file of 9×9 puzzles; bundled ones if left out.")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, max=600, help="About how long each measurement takes.")] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", help="The figures as a JSON object.")] = False,
) -> None:
    """Measure how many puzzles per second are solved and proved unique, on one core and on all."""
    texts = _texts(puzzles)
    batch = (texts * (_BATCH // len(texts) + 1))[: max(_BATCH, len(texts))]
    figures = {
        "puzzles": len(texts),
        "one_thread_per_second": round(_rate(batch, 1, seconds)),
        "all_threads_per_second": round(_rate(batch, None, seconds)),
        "single_call_microseconds": round(_single_call(texts, seconds), 1),
    }
    with Output() as output:
        output.write(json.dumps(figures) if as_json else _as_text(figures))


def _texts(argument: str | None) -> list[str]:
    if argument is None:
        return sample_puzzles()
    texts = [item.classic for item in islice(items_from([argument]), _MAX_PUZZLES)]
    plain = [text for text in texts if text is not None]
    if not plain:
        raise InvalidBoard(f"{argument} holds no plain 9×9 puzzle", expected="lines of 81 characters")
    return plain


def _rate(batch: list[str], threads: int | None, seconds: float) -> float:
    """Puzzles per second, best of the rounds that fit into the time."""
    from sudokulens.solving.many import solve_many

    best, end = 0.0, time.perf_counter() + seconds
    while True:
        start = time.perf_counter()
        solve_many(batch, threads=threads)
        now = time.perf_counter()
        best = max(best, len(batch) / (now - start))
        if now >= end:
            return best


def _single_call(texts: list[str], seconds: float) -> float:
    """Microseconds of one call with one puzzle, text in and text out."""
    from sudokulens.solving.many import solve_many

    calls, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds / 2:
        solve_many(texts[calls % len(texts) :][:1], threads=1)
        calls += 1
    return 1e6 * spent / calls


def _as_text(figures: dict[str, int | float]) -> str:
    return (
        f"{figures['one_thread_per_second']:>12,} puzzles per second, one thread\n"
        f"{figures['all_threads_per_second']:>12,} puzzles per second, all threads\n"
        f"{figures['single_call_microseconds']:>12,} µs for one call with one puzzle\n"
        f"({figures['puzzles']:,} puzzles, text in and out, uniqueness proved)"
    )
