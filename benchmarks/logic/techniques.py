"""Runs a library of technique cases, in the format of HoDoKu's regression library, against our finders.

    python -m benchmarks.logic.techniques FILE [--json] [--code 0701] [--failures]

A case passes by the strict rule if every step found with its code and its digits concludes exactly what its line says
(a chain as long as the line's must be among them), and by the weak rule if some step does. A case marked -x passes by
both if no step with its code and digits is found.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sudokulens.errors import SudokuError
from sudokulens.logic.state import State, mask_of
from sudokulens.logic.step import Candidate, Link, Step
from sudokulens.logic.technique import Family, Technique
from sudokulens.logic.techniques import combined, compiled
from sudokulens.logic.techniques.compiled import SearchOptions
from sudokulens.puzzle.board import Board

REMOVED_DIGITS = ("0706", "0707", "0708", "0709", "0710", "0711", "09", "11")
"""Codes whose digits are those eliminated."""


@dataclass(frozen=True, slots=True)
class Case:
    """One line of a library."""

    code: str
    variant: str
    digits: str
    state: State
    conclusion: frozenset[Candidate]
    places: bool
    length: int | None
    line: str

    @property
    def technique(self) -> Technique:
        technique = Technique.from_code(self.code)
        if technique is None:
            raise SudokuError(f"no technique has the code {self.code}")
        return technique


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a case went; `others` are the wrong conclusions found beside the right one."""

    case: Case
    strict: bool
    weak: bool
    others: tuple[Step, ...] = ()


SIAMESE_OF = {"031": ("031", "032"), "032": ("031", "032"), "034": ("034",), "036": ("034", "036")}
"""HoDoKu's kinds of Siamese fish, and the kinds of finned fish that each is made of; a size follows, then a 1."""
SIAMESE = {technique.code for technique in Technique if technique.joins and technique.family is Family.FISH}


def read_case(line: str) -> Case:
    """The case on a line of a library."""
    fields = (line.strip() + "::::::::").split(":")
    code, _, variant = fields[1].partition("-")
    board = Board.parse(fields[3])
    candidates = list(board.computed_candidates())
    for cell, digit in _candidates(fields[4]):
        candidates[cell] &= ~(1 << (digit - 1))
    state = State(board.geometry, board.values, board.givens, tuple(candidates))
    conclusion = frozenset(_candidates(fields[5] or fields[6]))
    length = int(fields[7]) if fields[7].strip() else None
    return Case(code, variant, fields[2], state, conclusion, bool(fields[6]), length, line.strip())


def _candidates(text: str) -> Iterator[Candidate]:
    for item in text.split():
        yield Candidate((int(item[1]) - 1) * 9 + int(item[2]) - 1, int(item[0]))


def options_for(case: Case) -> SearchOptions:
    """The solver options that the code and variant of a case stand for."""
    code, variant = case.code, case.variant
    single_digit = case.digits and code[:2] in ("03", "04", "05", "12") and code != "0404"
    return SearchOptions(
        empty_rectangle_pairs=code == "0405" or (code == "0402" and variant == "1"),
        incomplete_rectangles=code[:2] == "06" and variant == "2",
        overlapping_sets=code in ("0902", "0903", "0904") and variant == "2",
        set_nodes=(code == "0709" and variant == "2") or (code in ("0710", "0711") and variant in ("3", "4")),
        combined=True,
        digits=mask_of(map(int, case.digits)) if single_digit else 0x1FF,
    )


def find_steps(case: Case) -> list[Step]:
    """Every step of the case's technique on its board."""
    technique, options = case.technique, options_for(case)
    if case.code in SIAMESE:
        plain = compiled.find(case.state, _fish_like(case.code), options=options)
        return [step for step in combined.siamese(plain) if step.technique is technique]
    if technique is Technique.DUAL_TWO_STRING_KITE:
        return list(combined.dual_kites(compiled.find(case.state, [Technique.TWO_STRING_KITE], options=options)))
    if technique is Technique.DUAL_EMPTY_RECTANGLE:
        plain = compiled.find(case.state, [Technique.EMPTY_RECTANGLE], options=options)
        return list(combined.dual_empty_rectangles(plain))
    return compiled.find(case.state, [technique], options=options)


def _fish_like(code: str) -> list[Technique]:
    """The finned fish of the same size that two of may make the Siamese one."""
    found = (Technique.from_code(kind + code[3]) for kind in SIAMESE_OF[code[:3]])
    return [technique for technique in found if technique]


def digits_of(step: Step, code: str) -> str:
    """The digits by which a library names the step."""
    if code.startswith(REMOVED_DIGITS):
        return "".join(str(digit) for digit in sorted({candidate.digit for candidate in step.removes}))
    named = step.children[0].digits if step.children else step.digits
    return "".join(str(digit) for digit in sorted(named))


def run_case(case: Case) -> Outcome:
    """Whether the case passes, by both rules."""
    found = [step for step in find_steps(case) if digits_of(step, case.code) == case.digits]
    if case.variant == "x":
        return Outcome(case, not found, not found, tuple(found))
    right = [step for step in found if frozenset(step.places if case.places else step.removes) == case.conclusion]
    others = tuple(step for step in found if step not in right)
    as_long = case.length is None or any(len_of(step) == case.length for step in right)
    return Outcome(case, bool(right) and not others and as_long, bool(right), others)


def len_of(step: Step) -> int:
    """The length of a chain as HoDoKu counts it: a set adds two and a half links in a loop, by its size elsewhere."""
    sets = [cells for role, cells in step.cells.items() if role.startswith("als")]
    nodes = len(step.links) - len(sets) - sum(map(_is_forcing, step.links))
    if step.technique is Technique.GROUPED_AIC:
        return nodes + sum(1 if len(cells) == 2 else 2 * len(cells) - 2 for cells in sets)
    return int(nodes + 2.5 * len(sets))


def _is_forcing(link: Link) -> bool:
    """Whether the link says that a set takes several digits from a cell at once, which counts as one inference."""
    return not link.strong and len({candidate.digit for candidate in link.start}) > 1


def read_library(lines: Iterable[str]) -> list[Case]:
    return [read_case(line) for line in lines if line.strip() and not line.startswith("#")]


def summary(outcomes: Iterable[Outcome]) -> dict[str, dict[str, int]]:
    """Cases, strict and weak passes, by code and under "all"."""
    table: dict[str, dict[str, int]] = defaultdict(lambda: {"cases": 0, "strict": 0, "weak": 0})
    for outcome in outcomes:
        for key in (outcome.case.code, "all"):
            table[key]["cases"] += 1
            table[key]["strict"] += outcome.strict
            table[key]["weak"] += outcome.weak
    return dict(sorted(table.items()))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--code", help="only codes that start so")
    parser.add_argument("--failures", action="store_true", help="print what went wrong")
    chosen = parser.parse_args(arguments)
    cases = [
        c
        for c in read_library(chosen.file.read_text(encoding="utf-8").splitlines())
        if c.code.startswith(chosen.code or "")
    ]
    started = time.process_time()
    outcomes = [run_case(case) for case in cases]
    seconds = time.process_time() - started
    table = summary(outcomes)
    if chosen.json:
        print(json.dumps({"seconds": round(seconds, 2), "techniques": table}, indent=2))
        return 0
    print_table(table, seconds)
    if chosen.failures:
        print_failures(outcomes)
    return 0


def print_table(table: dict[str, dict[str, int]], seconds: float) -> None:
    print(f"{'code':6} {'technique':36} {'cases':>5} {'strict':>7} {'weak':>5}")
    for code, row in table.items():
        technique = Technique.from_code(code)
        name = technique.display if technique else "all techniques"
        marker = "" if row["strict"] == row["cases"] else "  <" if row["weak"] == row["cases"] else "  <<"
        print(f"{code:6} {name:36} {row['cases']:5} {row['strict']:7} {row['weak']:5}{marker}")
    total = table.get("all", {"cases": 0, "strict": 0, "weak": 0})
    cases = max(1, total["cases"])
    print(f"strict {total['strict'] / cases:.2%}, weak {total['weak'] / cases:.2%}, {seconds:.1f} s CPU")


def print_failures(outcomes: Iterable[Outcome]) -> None:
    for outcome in outcomes:
        if not outcome.strict:
            print("weak " if outcome.weak else "none ", outcome.case.line)
            for step in outcome.others[:4]:
                print("        ", step.line()[:300])


if __name__ == "__main__":
    sys.exit(main())
