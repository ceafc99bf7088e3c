"""A step's proof as plain values for JSON, and as lines of symbols that need no language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sudokulens.logic.candidate import Candidate, Literal
from sudokulens.logic.notation import Notation, cell_text, digits_text, unit_text
from sudokulens.logic.premise import (
    Blocked,
    Branch,
    CellTruth,
    DeadlyPattern,
    Exclusion,
    Implication,
    NotAllowed,
    Premise,
    Reason,
    RuleTruth,
    UnitTruth,
)
from sudokulens.logic.proof import check, conclusions
from sudokulens.logic.step import Step
from sudokulens.puzzle.geometry import Geometry


def proof_to_dict(step: Step) -> dict[str, Any]:
    """Whether the step's premises prove it, and the premises; cells count from 0, units index `geometry.units`."""
    proof = check(step)
    return {
        "proved": bool(proof),
        "flaw": proof.flaw or None,
        "uses_uniqueness": proof.uses_uniqueness,
        "premises": [premise_to_dict(premise) for premise in step.premises],
    }


def premise_to_dict(premise: Premise | Exclusion) -> dict[str, Any]:
    """The premise with the name of its kind: cell, unit, deadly pattern, exclusion or branch."""
    match premise:
        case CellTruth(cell, digits, because):
            return {"kind": "cell", "cell": cell, "digits": list(digits), "because": _reasons(because)}
        case UnitTruth(unit, digit, cells, because):
            places = {"unit": unit, "digit": digit, "cells": list(cells)}
            return {"kind": "unit", **places, "because": _reasons(because)}
        case DeadlyPattern(cells, digits, escapes):
            pattern = {"cells": list(cells), "digits": [list(own) for own in digits]}
            return {"kind": "deadly pattern", **pattern, "escapes": [list(candidate) for candidate in escapes]}
        case Exclusion(first, second, unit, rule):
            return {"kind": "exclusion", "first": list(first), "second": list(second), "unit": unit, "rule": rule}
        case RuleTruth(rules, units, cells, total):
            return {"kind": "rule", "rules": list(rules), "units": list(units), "cells": list(cells), "total": total}
        case Branch(assumption, implications):
            told = [_implication_to_dict(implication) for implication in implications]
            return {"kind": "branch", "assumption": _literal_to_dict(assumption), "implications": told}


def _implication_to_dict(implication: Implication) -> dict[str, Any]:
    return {
        "then": _literal_to_dict(implication.then),
        "given": [_literal_to_dict(literal) for literal in implication.given],
        "by": [premise_to_dict(reason) for reason in implication.by],
    }


def _literal_to_dict(literal: Literal) -> dict[str, Any]:
    return {"cell": literal.candidate.cell, "digit": literal.candidate.digit, "on": literal.on}


def _reasons(reasons: Iterable[Reason]) -> list[dict[str, Any]]:
    return [
        {
            "cell": reason.candidate.cell,
            "digit": reason.candidate.digit,
            "blocked_by": reason.by if isinstance(reason, Blocked) else None,
            "allowed": not isinstance(reason, NotAllowed),
        }
        for reason in reasons
    ]


def proof_lines(step: Step, notation: Notation = "r1c1") -> list[str]:
    """The premises one a line, and what follows: `r7c5 ∈ {6, 9}`, `9 in b5: r5c4 | r6c4`, `r7c5≠6 → …`."""
    assert step.position is not None
    writer = _Writer(step.position.geometry, notation)
    lines = [line for premise in step.premises for line in writer.premise(premise)]
    proof = check(step)
    follows = ", ".join(writer.literal(literal) for literal in conclusions(step))
    return [*lines, f"∴ {follows}" if proof else f"✗ {proof.flaw}"]


class _Writer:
    """Writes premises in symbols."""

    def __init__(self, geometry: Geometry, notation: Notation) -> None:
        self.geometry, self.size, self.notation = geometry, geometry.size, notation

    def cell(self, cell: int) -> str:
        return cell_text(cell, self.geometry, self.notation)

    def candidate(self, candidate: Candidate) -> str:
        return f"{self.cell(candidate.cell)}={digits_text((candidate.digit,))}"

    def literal(self, literal: Literal) -> str:
        sign = "=" if literal.on else "≠"
        return f"{self.cell(literal.candidate.cell)}{sign}{digits_text((literal.candidate.digit,))}"

    def premise(self, premise: Premise) -> list[str]:
        if isinstance(premise, Branch):
            return [f"{self.literal(premise.assumption)} →", *map(self.implication, premise.implications)]
        return [self.truth(premise)]

    def truth(self, truth: CellTruth | UnitTruth | DeadlyPattern | RuleTruth | Exclusion) -> str:
        match truth:
            case CellTruth(cell, digits, because):
                return f"{self.cell(cell)} ∈ {{{digits_text(digits, ', ')}}}{self.because(because)}"
            case UnitTruth(unit, digit, cells, because):
                places = " | ".join(map(self.cell, cells))
                return f"{digits_text((digit,))} in {unit_text(unit, self.geometry)}: {places}{self.because(because)}"
            case DeadlyPattern(cells, digits, escapes):
                pairs = zip(cells, digits, strict=True)
                pattern = " ".join(f"{self.cell(cell)}{{{digits_text(own, '')}}}" for cell, own in pairs)
                return f"one solution, twin: {pattern} ⇒ {' | '.join(map(self.candidate, escapes))}"
            case RuleTruth(rules, units, cells, total):
                places = " ".join(map(self.cell, cells))
                names = [*(f"rule {rule + 1}" for rule in rules), *(unit_text(u, self.geometry) for u in units)]
                return f"{', '.join(names)}: {places}" + ("" if total is None else f" Σ {total}")
            case Exclusion(_, _, unit, rule):
                place = (
                    unit_text(unit, self.geometry)
                    if unit is not None
                    else f"rule {rule + 1}"
                    if rule is not None
                    else ""
                )
                return place or self.cell(truth.first.cell)

    def because(self, reasons: tuple[Reason, ...]) -> str:
        if not reasons:
            return ""
        told = [f"{self.literal(Literal(reason.candidate, False))}" + f" ← {self.source(reason)}" for reason in reasons]
        return f"  ({', '.join(told)})"

    def source(self, reason: Reason) -> str:
        """The cell, the rule or the step that took a candidate away."""
        if isinstance(reason, Blocked):
            return self.cell(reason.by)
        return "rule" if isinstance(reason, NotAllowed) else "earlier"

    def implication(self, implication: Implication) -> str:
        reasons = "; ".join(self.truth(reason) for reason in implication.by)
        given = ", ".join(self.literal(literal) for literal in implication.given)
        return f"  {given} → {self.literal(implication.then)}  [{reasons}]"
