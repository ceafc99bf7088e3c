"""Counts the numbers that somebody chose by hand in the reader: `python -m benchmarks.reading.hand_set`.

Named: constants in capitals that hold a number, each of a tuple's names counted; signs, directions and places in a
tuple (0, 1 and -1) are no choice. Bare: fractions in expressions and defaults, apart from a half and from what keeps a
division finite (below 0.001); whole numbers there are mostly arithmetic. Files that only say how pictures and weights
are stored hold facts and are left out, and so are members of enumerations. Fitted numbers live in `fitted/`.
`--source` counts another checkout.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src/sudokulens"
PLACES = ("vision", "reading", "live", "scanner.py")
OF_FILES = ("decoding.py", "file_kind.py", "jpeg_scans.py", "pixel_modes.py", "weights_file.py", "symbols.py")


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
    within = set[int]()
    for statement in tree.body:
        names, value = _constant(statement)
        if value is not None and any(_is_number(node) for node in ast.walk(value)):
            within |= {id(node) for node in ast.walk(value)}
            for name in names:
                yield Number(f"{path.name}:{statement.lineno}", ast.unparse(value), name)
    for node in ast.walk(tree):
        if id(node) not in within and _is_choice(node):
            yield Number(f"{path.name}:{node.lineno}", ast.unparse(node))


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


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value not in (0, 1)


def _is_choice(node: ast.AST) -> bool:
    fraction = isinstance(node, ast.Constant) and type(node.value) is float and not node.value.is_integer()
    return fraction and node.value != 0.5 and abs(node.value) >= 0.001


def _files(source: Path) -> list[Path]:
    found = [source / place for place in PLACES]
    files = [file for place in found for file in (place.rglob("*.py") if place.is_dir() else [place])]
    return sorted(file for file in files if file.name not in OF_FILES)


if __name__ == "__main__":
    main()
