"""Finds the positions of the technique lessons, in puzzles that our own generator makes.

    python docs/find_positions.py [--seconds 600] [--start SEED]

Writes src/sudokulens/teaching/{examples,near_misses,practice}.json: for every technique a board on which its step
applies, the same board with one thing changed so that it does not, and another board to practise on. Puzzles are walked
along their logical solutions; those for multi-sector locked sets are dug so that some are there. What was found before
is kept, so the search can be interrupted and resumed; a position that no longer shows its technique is replaced,
and so is one of which a part is enough, as soon as one that needs its whole pattern comes up. Where no second position
has come up, the board to practise on is the example turned, with rows, columns and digits exchanged as the rules allow.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sudokulens import Board, random_puzzle, solve
from sudokulens.logic.candidate import Candidate
from sudokulens.logic.path import path
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Cost, Family, Form, Level, Technique
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.variants import random_variant
from sudokulens.teaching.positions import EXAMPLES, NEAR_MISSES, PRACTICE, NearMiss, is_whole, shown_step, steps_of
from sudokulens.teaching.spoiling import near_misses, spoiled_step

SELDOM = 40
"""The largest fish, which take long to find, are looked for only in one puzzle out of this many."""

VARIANTS = (("killer",), ("thermo",), ("white", "black"), ("arrow",))
"""Rules of one puzzle of SELDOM, for the techniques that rest on them."""

MAX_SPARE_BOARDS = 12
"""Boards of a technique kept to look for near misses on."""

MAX_STEPS = 12
"""Steps of a technique on one board that near misses are looked for."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    arguments = parser.parse_args()
    examples, practice = still_good(EXAMPLES), still_good(PRACTICE)
    part_only.update(name for name, text in examples.items() if not shows_whole(Technique(name), text))
    spare: dict[str, list[str]] = {}
    end = time.monotonic() + arguments.seconds
    with contextlib.suppress(KeyboardInterrupt):
        search(examples, practice, spare, arguments.start, end)
    write(EXAMPLES, examples)
    write(PRACTICE, practice | {name: disguised(name, text) for name, text in examples.items() if name not in practice})
    others = stored(PRACTICE)
    write(NEAR_MISSES, spoiled({name: [text, others[name], *spare.get(name, ())] for name, text in examples.items()}))


def stored(file: Path) -> dict[str, Any]:
    return json.loads(file.read_text()) if file.exists() else {}


def still_good(file: Path) -> dict[str, str]:
    """The positions on which the step can still be found."""
    known = {technique.id for technique in Technique}
    pairs = ((name, text) for name, text in stored(file).items() if name in known)
    return {name: text for name, text in pairs if shown_step(Board.parse(text), Technique(name))}


part_only: set[str] = set()
"""Techniques whose example shows more than its step needs."""


def shows_whole(technique: Technique, text: str) -> bool:
    step = shown_step(Board.parse(text), technique)
    return step is not None and is_whole(step)


def search(
    examples: dict[str, str], practice: dict[str, str], spare: dict[str, list[str]], seed: int, end: float
) -> None:
    """Walks through puzzle after puzzle until the time is up; `spare` boards serve to find near misses."""
    while time.monotonic() < end:
        names = VARIANTS[seed // SELDOM % len(VARIANTS)] if seed % SELDOM == 0 else ()
        state = State.of(puzzle := random_variant(names, seed) if names else plain_puzzle(seed))
        for step in path(puzzle):
            if names and step.technique.family is not Family.RULE:
                state = state.after(step)
                continue
            keep(step.technique, str(state.board), examples, practice)
            if len(more := spare.setdefault(step.technique.id, [])) < MAX_SPARE_BOARDS:
                more.append(str(state.board))
            for technique in () if names else wanted_at(seed, step, examples):
                if shown_step(state.board, technique):
                    keep(technique, str(state.board), examples, practice)
            state = state.after(step)
        seed += 1
    print(f"looked at seeds up to {seed}")


def plain_puzzle(seed: int) -> Board:
    """A random puzzle; one of SELDOM is dug for multi-sector locked sets."""
    return multi_sector_puzzle(seed) if seed % SELDOM == 1 else random_puzzle(seed)


def multi_sector_puzzle(seed: int) -> Board:
    """A puzzle with some rows and columns whose crossings are empty and as many as their digits have room for.

    Some digits are counted by rows, the others by columns: all of the former that the rows have outside the columns are
    given, and all of the latter that the columns have outside the rows.
    """
    chance = random.Random(seed)
    solution = solve(random_puzzle(seed)).board
    assert solution is not None
    rows, columns = ({3 * band + line for band, line in lines(chance)} for _ in range(2))
    by_rows = set(chance.sample(range(1, 10), chance.choice((4, 5))))
    places = [divmod(cell, 9) for cell in range(81)]
    crossing = {cell for cell, (row, column) in enumerate(places) if row in rows and column in columns}
    given = {
        cell
        for cell, (row, column) in enumerate(places)
        if cell not in crossing
        and ((row in rows and solution[cell] in by_rows) or (column in columns and solution[cell] not in by_rows))
    }
    others = [cell for cell in range(81) if cell not in given | crossing]
    chance.shuffle(others)
    for cell in (None, *others):
        given |= set() if cell is None else {cell}
        puzzle = Board.of([solution[cell] if cell in given else 0 for cell in range(81)])
        if solve(puzzle).kind == "unique":
            return puzzle
    return random_puzzle(seed)  # the crossings cannot all be empty


def lines(chance: random.Random) -> list[tuple[int, int]]:
    """Four lines as (band, line in it), not all of them in one band."""
    return chance.sample([(band, line) for band in range(3) for line in range(3)], 4)


def keep(technique: Technique, board: str, examples: dict[str, str], practice: dict[str, str]) -> None:
    """The first board of a technique is its example, the first of another puzzle the one to practise on.

    A board that shows the whole pattern takes the place of an example that does not, and that of its practice board.
    """
    if technique.id in part_only and shows_whole(technique, board):
        part_only.remove(technique.id)
        examples[technique.id] = board
        practice.pop(technique.id, None)
    known = examples.setdefault(technique.id, board)
    if clues(known) != clues(board):
        practice.setdefault(technique.id, board)


def clues(text: str) -> str:
    return str(Board.parse(text).puzzle)


def wanted_at(seed: int, step: Step, examples: dict[str, str]) -> list[Technique]:
    """What is missing and worth looking for here: the costlier it is, the more rarely."""
    return [
        technique
        for technique in Technique
        if (technique.id not in examples or technique.id in part_only)
        and not (technique.cost is Cost.LARGEST and seed % SELDOM)
        and not (technique.form is Form.NET and step.technique.level < Level.EXTREME)
    ]


def spoiled(positions: dict[str, list[str]]) -> dict[str, dict[str, object]]:
    """For every technique a near miss on one of its boards; what was stored is kept where it still is one."""
    found = {name: entry for name, entry in stored(NEAR_MISSES).items() if name in positions and holds(name, entry)}
    for name, texts in positions.items():
        if name not in found and (near_miss := first_near_miss(list(map(Board.parse, texts)), Technique(name))):
            found[name] = {"board": str(near_miss.board), "spoiler": list(near_miss.spoiler)}
            if near_miss.erased is not None:
                found[name]["erased"] = near_miss.erased
    return found


def holds(name: str, entry: dict[str, Any]) -> bool:
    near_miss = NearMiss(Board.parse(entry["board"]), Candidate(*entry["spoiler"]), entry.get("erased"))
    return spoiled_step(near_miss, Technique(name)) is not None


def first_near_miss(boards: list[Board], technique: Technique) -> NearMiss | None:
    """A near miss whose board shows a step once the spoiler is gone."""
    for board in boards:
        step = shown_step(board, technique)
        others = [] if technique.family is Family.FORCING else steps_of(board, technique)[:MAX_STEPS]
        for candidate in [step, *others] if step else others:
            for near_miss in near_misses(board, candidate):
                if spoiled_step(near_miss, technique):
                    return near_miss
    return None


def disguised(name: str, text: str) -> str:
    """The same position in another guise on which the technique is found too."""
    board = Board.parse(text)
    for guise in guises(board, random.Random(name)):
        if shown_step(guise, Technique(name)):
            return str(guise)
    raise ValueError(f"no guise of {name} shows it")


def guises(board: Board, chance: random.Random, most: int = 20) -> Iterator[Board]:
    """Boards equivalent under the symmetries of the classic Sudoku."""
    assert board.geometry == Geometry.standard()
    marks = board.effective_candidates()
    for _ in range(most):
        digits = chance.sample(range(1, 10), 9)
        rows, columns = (
            [3 * band + line for band in chance.sample(range(3), 3) for line in chance.sample(range(3), 3)]
            for _ in range(2)
        )
        turned = chance.random() < 0.5
        source = [(c * 9 + r if turned else r * 9 + c) for r in rows for c in columns]
        values = [board.values[cell] and digits[board.values[cell] - 1] for cell in source]
        masks = [sum(1 << (digits[d] - 1) for d in range(9) if marks[cell] >> d & 1) for cell in source]
        yield Board(board.geometry, tuple(values), tuple(board.givens[cell] for cell in source), tuple(masks))


def write(file: Path, positions: dict[str, str] | dict[str, dict[str, object]]) -> None:
    ordered = {technique.id: positions[technique.id] for technique in Technique if technique.id in positions}
    file.write_text(json.dumps(ordered, indent=1) + "\n")
    missing = [technique.id for technique in Technique if technique.id not in ordered]
    print(f"{file.name}: {len(ordered)} of {len(Technique)}; missing: {', '.join(missing) or 'none'}")


if __name__ == "__main__":
    main()
