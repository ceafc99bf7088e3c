"""How long does a variant take to solve, with uniqueness proved? Ours beside OR-Tools, python-sat and pencilmark.

    python -m benchmarks.solving.variants [--count 200] [--peers 20] [--json benchmarks/results/variants.json]

The puzzles are our own, from seeds; CPU milliseconds each, one thread. Peers solve the first `--peers` of each kind.
pencilmark (PyPI) takes the puzzles in its own form; it too proves that the solution is the only one. A dash says that
it is not installed or does not take the kind.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.measure import machine
from benchmarks.solving.pencilmark_form import document
from sudokulens import Board, TimeLimit, solve
from sudokulens.solving.variants import VARIANTS, random_variant

SECONDS_TO_MAKE = 20.0
SECONDS_TO_SOLVE = 10.0
OWN, SAT, CPSAT, PENCILMARK = "sudokulens", "python-sat", "OR-Tools", "pencilmark"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="puzzles of each kind")
    parser.add_argument("--peers", type=int, default=20, help="puzzles of each kind for the others")
    parser.add_argument("--kinds", nargs="*", default=VARIANTS)
    parser.add_argument("--json", type=Path, default=Path("benchmarks/results/variants.json"))
    options = parser.parse_args()
    report: dict[str, Any] = {"machine": machine(), "kinds": {}}
    print(f"{'kind':16}{'puzzles':>8}{'median':>9}{'p95':>9}{'worst':>9}  {SAT:>11}{CPSAT:>11}{PENCILMARK:>11}")
    for kind in options.kinds:
        boards = puzzles(kind, options.count)
        if boards:
            report["kinds"][kind] = found = measure(boards, options.peers)
            print(line(kind, len(boards), found), flush=True)
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def puzzles(kind: str, count: int) -> list[Board]:
    """The puzzles of that kind from seed 0 on; those that take too long to make are left out."""
    made = []
    for seed in range(count):
        try:
            made.append(random_variant([kind], seed, time_limit=SECONDS_TO_MAKE))
        except TimeLimit:
            continue
    return made


def measure(boards: list[Board], peer_count: int) -> dict[str, Any]:
    own = sorted(milliseconds(lambda board=board: _solved(board, "auto")) for board in boards)
    few = boards[:peer_count]
    return {
        OWN: {"median": statistics.median(own), "p95": own[int(0.95 * (len(own) - 1))], "worst": own[-1]},
        SAT: _median(few, lambda board: _solved(board, "sat")),
        CPSAT: _median(few, lambda board: _solved(board, "cpsat")),
        PENCILMARK: _pencilmark(few),
    }


def milliseconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def line(kind: str, count: int, found: dict[str, Any]) -> str:
    own = found[OWN]
    figures = f"{own['median']:9.2f}{own['p95']:9.2f}{own['worst']:9.1f}"
    others = "".join(f"{'–' if found[peer] is None else f'{found[peer]:.1f}':>11}" for peer in (SAT, CPSAT, PENCILMARK))
    return f"{kind:16}{count:8}{figures}  {others}"


def _solved(board: Board, engine: str) -> None:
    kind = solve(board, engine, time_limit=SECONDS_TO_SOLVE).kind
    if kind not in ("unique", "unfinished"):
        raise AssertionError(f"{engine} says {kind}: {board}")


def _median(boards: list[Board], work: Callable[[Board], object]) -> float:
    return statistics.median(milliseconds(lambda board=board: work(board)) for board in boards)


def _pencilmark(boards: list[Board]) -> float | None:
    """The median of pencilmark; None where it is not installed or does not take these rules."""
    try:
        import pencilmark

        read = [document(board) for board in boards]
        return statistics.median(milliseconds(lambda puzzle=puzzle: pencilmark.solve(puzzle)) for puzzle in read)
    except (ImportError, LookupError):
        return None
    except Exception as fault:  # whatever another package raises for what it does not support
        print(f"   pencilmark: {type(fault).__name__}: {str(fault)[:80]}")
        return None


if __name__ == "__main__":
    main()
