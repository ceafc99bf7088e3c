"""Steps, the next step and whole logical solutions of a board, with every technique that can be looked for on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sudokulens.errors import NeedsCompiler
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Cost, Family, Form, Level, Technique
from sudokulens.logic.techniques import combined, compiled, general, ladder
from sudokulens.logic.techniques.compiled import DEFAULT, SearchOptions
from sudokulens.logic.wing_names import wing_name
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry

ORDER = tuple(technique for technique in Technique if technique.cost is Cost.USUAL)
"""The techniques of a solution, the easiest first."""

_SHALLOW = tuple(technique for technique in ORDER if technique.level < Level.BEYOND)
_DEEP = tuple(technique for technique in ORDER if ladder.knows(technique) and not compiled.knows(technique))


def next_step(board: Board, *, techniques: Iterable[Technique] | None = None) -> Step | None:
    """The easiest step that applies, as a person sees it; None where no technique does."""
    state, wanted = State.of(board), _ordered(techniques)
    if board.candidates is None and _is_classic(state) and ladder.available():
        singles = [technique for technique in wanted if technique.family is Family.SINGLE]
        direct = [technique for technique in wanted if _is_direct(technique)]
        # Without pencil marks a placement is worth more than an elimination that could not be noted down.
        if found := compiled.path(state, singles, most=1) or ladder.find(board, direct, first=True):
            return found[0].at(state)
    step = next(_walk(state, wanted, most=1), None)
    return step and _simplest(state, step)


_SIMPLER_ONES = 400
"""Instances of a technique among which the simplest is looked for."""
_UNSORTED = (Family.SUBSET, Family.FISH, Family.LINKED_PAIR, Family.WING, Family.RECTANGLE, Family.ALS)
"""Families whose finders do not report the simplest instance first."""


_NAMED_CHAINS = tuple(technique for technique in Technique if technique.form is Form.ALTERNATING)
"""Chains of which the short ones have names of their own."""


def _simplest(state: State, step: Step) -> Step:
    """The step of the same technique that a person sees most easily: a placement, few cells, much to remove."""
    if not compiled.takes(state.geometry):
        return step
    if step.technique.form is Form.SEVERAL_DIGITS and (short := _short_chain(state)):
        return short
    if step.technique.family not in _UNSORTED or not compiled.knows(step.technique):
        return step
    others = compiled.find(state, [step.technique], options=replace(DEFAULT, limit=_SIMPLER_ONES))
    best = min([step, *others], key=_effort)
    return best.at(state) if _effort(best) < _effort(step) else step


def _short_chain(state: State) -> Step | None:
    """A chain of three strong links, which is easier to follow than many candidates in two colours."""
    found = compiled.find(state, _NAMED_CHAINS, options=replace(DEFAULT, limit=_SIMPLER_ONES))
    short = [step for step in found if wing_name(step)]
    return min(short, key=lambda step: (not step.places, -len(step.removes))).at(state) if short else None


def _effort(step: Step) -> tuple[bool, int, int, int]:
    """What it takes to see the step, for comparison with others of the same technique."""
    cells = {cell for cells in step.cells.values() for cell in cells}
    return not step.places, len(cells), len(step.candidates.get("fin", ())), -len(step.removes)


def path(board: Board, *, techniques: Iterable[Technique] | None = None) -> list[Step]:
    """The steps of the logical solution, the easiest one each time, as far as the techniques get.

    The board must have a solution; a contradictory one ends the path early.
    """
    return list(walk(board, techniques=techniques))


def walk(board: Board, *, techniques: Iterable[Technique] | None = None) -> Iterator[Step]:
    """The same steps as they are found, for callers that may not want to wait for all of them."""
    return _walk(State.of(board), _ordered(techniques), most=0)


def steps(
    board: Board, *, techniques: Iterable[Technique] | None = None, options: SearchOptions = DEFAULT
) -> list[Step]:
    """Every step that applies to the board as it stands, the easiest techniques first.

    Dynamic and nested forcing chains, of which there are any number, are looked for only if asked for by name or if
    nothing else applies.
    """
    state = State.of(board)
    found: dict[object, Step] = {}
    all_found = find_all(state, _ordered(techniques) if techniques is not None else _SHALLOW, options)
    for step in all_found or find_all(state, _ordered(techniques), options):
        known = found.setdefault(step.conclusion, step)
        if len(step.links) < len(known.links):
            found[step.conclusion] = step
    return sorted(found.values(), key=lambda step: (step.technique.order, len(step.links), -len(step.removes)))


def find_all(state: State, techniques: Iterable[Technique], options: SearchOptions = DEFAULT) -> list[Step]:
    """Every step of the techniques; raises NeedsCompiler where one cannot be looked for at all."""
    wanted = list(techniques)
    if not _is_classic(state):
        _check(state, wanted)
        return [step.at(state) for step in general.find(state, wanted, options)]
    found = compiled.find(state, wanted, options=options)
    if options.combined:
        found += [step for step in combined.all_of(found) if step.technique in wanted]
    if ladder.available():
        found += ladder.find(state.board, [technique for technique in wanted if not compiled.knows(technique)])
    return [step.at(state) for step in found]


def finds(technique: Technique, geometry: Geometry) -> bool:
    """Whether the technique can be looked for on such a board, and may come up there."""
    if geometry.is_classic and compiled.available():
        return compiled.knows(technique) or ladder.knows(technique)
    return general.knows(technique, geometry)


def grouped(found: Iterable[Step]) -> dict[Technique, list[Step]]:
    """The steps by technique, in the order in which they come."""
    groups: dict[Technique, list[Step]] = {}
    for step in found:
        groups.setdefault(step.technique, []).append(step)
    return groups


def _ordered(techniques: Iterable[Technique] | None) -> tuple[Technique, ...]:
    return ORDER if techniques is None else tuple(sorted(set(techniques), key=lambda technique: technique.order))


def _is_classic(state: State) -> bool:
    """Whether every technique can be looked for."""
    return state.geometry.is_classic and compiled.available()


def _check(state: State, techniques: list[Technique]) -> None:
    """Raises NeedsCompiler where none of the techniques can be looked for on the board."""
    unknown = [technique for technique in techniques if not general.looks_for(technique, state.geometry)]
    if techniques and len(unknown) == len(techniques):
        classic, built = state.geometry.is_classic, compiled.available()
        reason = "knows it on the classic 9×9 only" if built and not classic else "was not built here"
        raise NeedsCompiler(f"{unknown[0].display} needs the compiled part, which {reason}")


def _walk(state: State, techniques: tuple[Technique, ...], most: int) -> Iterator[Step]:
    """Steps from the state on, at most `most` where it is above 0."""
    made = 0
    barren: dict[int, State] = {}
    while not state.solved and not (most and made >= most):
        found = _stretch(state, techniques, most, barren)
        if not found:
            return
        for step in found:
            yield step.at(state)
            made += 1
            state = state.after(step)


def _stretch(state: State, techniques: tuple[Technique, ...], most: int, barren: dict[int, State]) -> list[Step]:
    """Steps in a row, made by the fastest means available; `barren` is kept between calls, as in `general.stretch`."""
    if not _is_classic(state):
        return general.stretch(state, techniques, most, barren)
    own = [technique for technique in techniques if not _is_direct(technique)]
    found = general.compiled_stretch(state, own, most, 0, barren)
    if found or not ladder.available():
        return found
    return ladder.find(state.board, [technique for technique in techniques if technique in _DEEP], first=True)


def _is_direct(technique: Technique) -> bool:
    return technique.family is Family.DIRECT
