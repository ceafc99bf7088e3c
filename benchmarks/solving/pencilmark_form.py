"""Our boards in pencilmark's exchange format, so that it can be measured beside us."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sudokulens import Board
from sudokulens.puzzle import constraints as rules
from sudokulens.puzzle.constraints.line import LineConstraint
from sudokulens.puzzle.geometry import Geometry

LINES = {"thermo": "thermo", "whispers": "whisper", "renban": "renban", "palindrome": "palindrome"}
UNITS = {"diagonal": "diagonal", "window": "window", "group": "disjoint", "extra": "extra"}


def document(board: Board) -> dict[str, Any]:
    """The board as pencilmark's dictionary; raises LookupError for a rule that it has no word for."""
    n, values = board.size, board.values
    made = [*_units(board.geometry), *(_rule(rule, board.geometry) for rule in board.rules)]
    return {
        "format": "sudoku-puzzle",
        "format_version": 1,
        "board": {"rows": n, "cols": n},
        "digits": n,
        "givens": list(values),
        "rules": made,
    }


def _units(geometry: Geometry) -> Iterator[dict[str, Any]]:
    if geometry.box_shape:
        yield {"type": "box_grid", "origin": "r1c1", "box": list(geometry.box_shape)}
    else:
        yield {"type": "grid", "origin": "r1c1"}
        for unit in geometry.units[2 * geometry.size : 3 * geometry.size]:
            yield {"type": "region", "kind": "region", "cells": _names(unit.cells, geometry)}
    for unit in geometry.units[3 * geometry.size :]:
        yield {"type": "region", "kind": UNITS[unit.kind], "cells": _names(unit.cells, geometry)}


def _names(cells: tuple[int, ...], geometry: Geometry) -> list[str]:
    return [geometry.cell_name(cell) for cell in cells]


def _rule(rule: rules.Constraint, geometry: Geometry) -> dict[str, Any]:
    cells = _names(rule.cells, geometry)
    match rule:
        case rules.Cage(total=total):
            return {"type": "cage", "cells": cells} | ({} if total is None else {"sum": total})
        case rules.Even() | rules.Odd():
            return {"type": "cell", "kind": rule.keyword, "cells": cells}
        case rules.AntiKnight() | rules.AntiKing() | rules.NonConsecutive():
            return {"type": "neighbours", "kind": rule.keyword}
        case rules.WhiteDot() | rules.BlackDot():
            return {"type": "edge", "kind": "kropki", "color": rule.keyword, "cells": cells}
        case rules.Xv():
            return {"type": "edge", "kind": "xv", "letter": rule.letter, "cells": cells}
        case rules.GreaterThan():
            return {"type": "edge", "kind": "less", "cells": cells[::-1]}
        case rules.AllDots() | rules.AllXv():
            return {"type": "negative", "of": "kropki" if isinstance(rule, rules.AllDots) else "xv"}
        case rules.Arrow(circle=circle, shaft=shaft):
            return {"type": "arrow", "bulb": _names(circle, geometry), "lines": [_names(shaft, geometry)]}
        case rules.Quadruple(digits=digits):
            return {"type": "contains", "digits": list(digits), "cells": cells}
        case rules.Sandwich(total=total):
            return {"type": "sandwich", "sum": total, "side": "left" if rule.line == "row" else "top", "cells": cells}
        case LineConstraint() | rules.Thermometer():
            value = {"value": rule.difference} if isinstance(rule, rules.Whispers) else {}
            return {"type": "line", "kind": LINES[rule.keyword], "cells": cells} | value
    raise LookupError(rule.title)
