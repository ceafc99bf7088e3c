"""Counts the numbers that somebody chose by hand in the reader: `python -m benchmarks.reading.hand_set`.

What counts, so that neither packing numbers together nor spelling them otherwise changes the count:

- named: every number in the value of a constant in capitals;
- bare: fractions, and whole numbers from 3 on where they measure something: as a factor or divisor (3 / 2), as a float
  (4.0), as a default, as a percentile, as a bound in `min`, `max`, `clip` or a comparison, as a filter's width.

What does not, because nobody chose it: 0, 1 and -1 (signs, directions, places); 2 and a half (twins, middles, squares);
what keeps a division finite (up to 0.001); middles of pixels and cells (an added 1.5); indices, shapes, exponents,
shifts and whole division (pyramids, blocks of pixels); ranges and how much a cache keeps; the levels of a byte (128,
255, 256); units (a thousand, a million); how many cells or corners something has (9, and what is compared with a size,
a shape or a length); and what FACTS names. Files that only say how pictures and weights are stored hold facts, and so
do enumerations. Fitted numbers live in `fitted/`. `--source` counts another checkout.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

SOURCE = Path(__file__).parents[2] / "src/sudokulens"
PLACES = ("vision", "reading", "live", "scanner.py")
OF_FILES = ("decoding.py", "file_kind.py", "jpeg_scans.py", "pixel_modes.py", "weights_file.py", "symbols.py")

FACTS = {
    "LUMINANCE": "ITU-R BT.601",
    "SIZES": "the sizes that are printed",
    "MAX_SIZE_CELLS": "as many as there are characters for digits, or as the network takes",
    "COUNTS_SHORT_LABELS": "the version of OpenCV that mended a fault",
    "USUAL_SIZE": "a Sudoku's",
    "NO_SUM": "the class after ten digits",
    "RASTER": "the pixels of the templates in fitted/letters.json",
    "_spline_basis": "a natural cubic spline's own coefficients",
    "_spline_curvature": "a natural cubic spline's own coefficients",
}
"""Constants and functions whose numbers nobody is free to choose, each with where they come from."""

COMMON = {0, 1, 2, 0.5, 9, 128, 255, 256, 1000, 1_000_000}
BOUNDING = {"min", "max", "clip", "minimum", "maximum", "percentile", "GaussianBlur", "blur", "ones"}
ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


@dataclass(frozen=True)
class Number:
    """One choice in the source; `name` is empty for a bare number."""

    place: str
    text: str
    name: str = ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, default=SOURCE)
    parser.add_argument("--list", action="store_true", help="print every number")
    arguments = parser.parse_args()
    numbers = all_numbers(arguments.source)
    if arguments.list:
        print("\n".join(f"{number.place}: {number.name or 'bare'} {number.text}" for number in numbers))
    named = sum(bool(number.name) for number in numbers)
    print(f"{named} named, {len(numbers) - named} bare")


def all_numbers(source: Path) -> list[Number]:
    return [number for path in _files(source) for number in numbers_of(path)]


def numbers_of(path: Path) -> Iterator[Number]:
    tree = ast.parse(path.read_text("utf-8"))
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    within = set[ast.AST]()
    for statement in tree.body:
        names, value = _constant(statement)
        if value is not None or getattr(statement, "name", "") in FACTS:
            within |= set(ast.walk(statement))
        if value is not None and not FACTS.keys() & set(names):
            yield from _named(f"{path.name}:{statement.lineno}", names, value, parents)
    for node in ast.walk(tree):
        if node not in within and _is_choice(node, parents):
            yield Number(f"{path.name}:{node.lineno}", ast.unparse(node))


def _named(place: str, names: list[str], value: ast.expr, parents: dict[ast.AST, ast.AST]) -> Iterator[Number]:
    """The numbers of a constant: of several names each has its part of the value."""
    parts = value.elts if len(names) > 1 and isinstance(value, ast.Tuple) else [value]
    for name, part in zip(names, parts, strict=False):
        for node in ast.walk(part):
            if _is_number(node) and not _is_arithmetic(node, parents):
                yield Number(place, ast.unparse(node), name)


def _constant(statement: ast.stmt) -> tuple[list[str], ast.expr | None]:
    """The names in capitals that a statement gives a value to."""
    if isinstance(statement, ast.Assign):
        target: ast.expr = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign):
        target = statement.target
    else:
        return [], None
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [part.id for part in parts if isinstance(part, ast.Name) and part.id == part.id.upper()]
    return names, statement.value if names else None


def _is_number(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value not in (0, 1)


def _is_arithmetic(node: ast.Constant, parents: dict[ast.AST, ast.AST]) -> bool:
    """True for twos and halves, and for units, within a constant's formula, and for what names an item of a list."""
    above = parents[node]
    of_formula = isinstance(above, ast.BinOp) and (node.value in COMMON or isinstance(above.op, ast.Pow))
    return of_formula or _is_index(node, parents)


def _is_choice(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    if not _is_number(node) or node.value in COMMON or abs(node.value) <= 0.001 or _is_index(node, parents):
        return False
    above = parents[node]
    if isinstance(above, ast.Tuple) and _repeated(node, above):
        return False
    if type(node.value) is float:
        return not (isinstance(above, ast.BinOp) and isinstance(above.op, ast.Add | ast.Sub) and node.value % 1 == 0.5)
    if isinstance(above, ast.UnaryOp | ast.Tuple):
        above = parents[above]
    if isinstance(above, ast.BinOp):
        return isinstance(above.op, ast.Mult | ast.Div) and not isinstance(above.left, ast.Tuple | ast.List)
    if isinstance(above, ast.Compare):
        return isinstance(above.ops[0], ORDER) and not _counts(above)
    if isinstance(above, ast.arguments):
        return True
    if isinstance(above, ast.AnnAssign):
        return isinstance(parents[above], ast.ClassDef)
    if isinstance(above, ast.keyword):
        return above.arg not in ("maxsize", "maxlen", "minlength", "connectivity", "axis")
    return isinstance(above, ast.Call) and _is_bounding(above, node)


def _repeated(node: ast.Constant, above: ast.Tuple) -> bool:
    """Whether the tuple has the same number before: a square filter has one width."""
    return any(
        isinstance(part, ast.Constant) and part.value == node.value for part in above.elts[: above.elts.index(node)]
    )


def _is_bounding(call: ast.Call, node: ast.Constant) -> bool:
    """Whether the call holds a value against the number, or filters with it; next neighbours are three across."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name in BOUNDING and not (name == "ones" and node.value == 3)


def _counts(comparison: ast.Compare) -> bool:
    """Whether what is compared is a number of things: of dimensions, corners, cells."""
    text = ast.unparse(comparison)
    return any(word in text for word in ("len(", ".shape", ".ndim", "size", "extent"))


def _is_index(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether the number is (part of) the index of something."""
    while (above := parents.get(node)) is not None and not isinstance(above, ast.stmt):
        if isinstance(above, ast.Subscript) and node is above.slice:
            return True
        node = above
    return False


def _files(source: Path) -> list[Path]:
    found = [source / place for place in PLACES]
    files = [file for place in found for file in (place.rglob("*.py") if place.is_dir() else [place])]
    return sorted(file for file in files if file.name not in OF_FILES)


if __name__ == "__main__":
    main()
