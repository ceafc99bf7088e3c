"""Hints in words: read this first. The argument of a step is told by `argument`, a nudge by `nudge`.

Levels: a nudge says where to look; the technique adds its name; the pattern names cells and digits; the full text tells
why the step holds and what to do. Notation for experts is `details`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sudokulens.logic.candidate import Candidate
from sudokulens.logic.hint import Hint
from sudokulens.logic.level import HintLevel, reaches
from sudokulens.logic.notation import Notation, eureka, one_line
from sudokulens.logic.step import Step
from sudokulens.puzzle.geometry import Geometry
from sudokulens.wording.argument import forcing
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.phrases import by_digit, candidate_fields, conclusion
from sudokulens.wording.argument.telling import reasons
from sudokulens.wording.message import Cells, Message, counted, message
from sudokulens.wording.nudge import nudge
from sudokulens.wording.pattern import pattern
from sudokulens.wording.voice import Voice
from sudokulens.wording.wing_names import step_name

_MAX_CELLS = 9
"""Cells that a message about the whole puzzle lists before it stops."""


@dataclass(frozen=True, slots=True)
class BranchInWords:
    """A branch of a forcing chain: what it assumes, and what follows, in one paragraph or in several steps."""

    title: str
    steps: tuple[str, ...]

    @property
    def argument(self) -> str:
        """What follows; several steps are numbered, one a line."""
        if len(self.steps) == 1:
            return self.steps[0]
        return "\n".join(f"{number}. {step}" for number, step in enumerate(self.steps, 1))

    def __str__(self) -> str:
        return f"{self.title}{' ' if len(self.steps) == 1 else chr(10)}{self.argument}"


@dataclass(frozen=True, slots=True)
class Explanation:
    """A step in words: what to read first, then the branches of a forcing chain."""

    text: str
    branches: tuple[BranchInWords, ...] = ()

    def __str__(self) -> str:
        return "\n".join([self.text, *map(str, self.branches)])


def explain(hint: Hint, level: HintLevel = "full", notation: Notation = "r1c1", lang: str | None = None) -> str:
    """What the hint says at that level: a nudge without a digit, up to the conclusion and why it holds."""
    told = explained(hint, level, notation, lang)
    if told:
        return "\n".join([*map(str, told), *advice(hint, level, notation, lang)])
    return Voice(lang, hint.board.geometry, notation).paragraph(_without_step(hint, level))


def explained(
    hint: Hint, level: HintLevel = "full", notation: Notation = "r1c1", lang: str | None = None
) -> tuple[Explanation, ...]:
    """The step of a hint and, in full, those that lead on from it to a digit; nothing for a hint without a step."""
    steps = () if hint.step is None else (hint.step, *(hint.follow if reaches(level, "full") else ()))
    return tuple(explanation(step, hint.board.geometry, level, notation, lang) for step in steps)


def advice(hint: Hint, level: HintLevel = "full", notation: Notation = "r1c1", lang: str | None = None) -> list[str]:
    """What a full hint says of the person's marks: those that are out of date, and that some are needed from here."""
    if not reaches(level, "full"):
        return []
    told = []
    if hint.stale:
        these = by_digit(hint.stale)
        told.append(
            message("These marks can be rubbed out, as digits on the board exclude them: {these:;}.", these=these)
        )
    if hint.needs_marks:
        told.append(
            message(
                "The next digit is too many steps away to keep all this in mind: "
                "write down the candidates without those removed here, and hints go on from there."
            )
        )
    voice = Voice(lang, hint.board.geometry, notation)
    return [voice.sentence(sentence) for sentence in told]


def explain_step(
    step: Step,
    geometry: Geometry,
    level: HintLevel = "full",
    notation: Notation = "r1c1",
    lang: str | None = None,
) -> str:
    """One step in words, as much as the level gives away."""
    return str(explanation(step, geometry, level, notation, lang))


def explanation(
    step: Step,
    geometry: Geometry,
    level: HintLevel = "full",
    notation: Notation = "r1c1",
    lang: str | None = None,
) -> Explanation:
    """One step in words, its branches apart, so that a page can fold them."""
    voice = Voice(lang, geometry, notation)
    if level == "nudge":
        return Explanation(voice.paragraph([nudge(step, geometry)]))
    if level == "technique":
        name = message("Technique: {name}.", name=step_name(step))
        return Explanation(voice.paragraph([nudge(step, geometry), name]))
    if level == "pattern":
        return Explanation(voice.paragraph([pattern(step)]))
    case = Case(step, geometry)
    told = voice.paragraph([*reasons(case), *conclusion(step), *_uniqueness(step)])
    text = voice.text(message("{name}. {argument}", name=step_name(step), argument=told))
    return Explanation(text, _branches(case, voice))


def details(step: Step, geometry: Geometry, notation: Notation = "r1c1") -> str:
    """The step in the notations of experts: HoDoKu's line, and Eureka where there is a chain."""
    lines = [one_line(step, geometry, notation), eureka(step, geometry, notation)]
    return "\n".join(line for line in lines if line)


def _branches(case: Case, voice: Voice) -> tuple[BranchInWords, ...]:
    if not case.step.technique.family.goes_by_cases:
        return ()
    branches = forcing.branches(case)
    return tuple(BranchInWords(voice.sentence(title), tuple(map(voice.paragraph, steps))) for title, steps in branches)


def _uniqueness(step: Step) -> list[Message]:
    if not step.technique.uses_uniqueness:
        return []
    return [message("This holds only because the puzzle has exactly one solution.")]


def _without_step(hint: Hint, level: HintLevel) -> list[Message]:
    if hint.kind == "mistake":
        return _mistake(hint, level)
    if hint.kind == "solved":
        return [message("The puzzle is solved: nothing is left to do.")]
    if hint.kind == "stuck":
        return [message("No technique that Sudoku Lens knows applies here. It will not pass off a guess as logic.")]
    cells = Cells(hint.suspicious[:_MAX_CELLS])
    if hint.kind == "no solution":
        told = [message("The givens have no solution, so no step can be explained.")]
        look = message("Look first at {cells}: a digit there may be misread.", cells=cells)
    else:
        told = [message("The givens have more than one solution, so no step is certain.")]
        look = message("The solutions differ in {cells}, among others: a given may be missing.", cells=cells)
        if len(hint.suspicious) <= _MAX_CELLS:
            look = message("The solutions differ in {cells}: a given may be missing.", cells=cells)
    return [*told, look] if hint.suspicious else told


def _mistake(hint: Hint, level: HintLevel) -> list[Message]:
    told = [message("Something on the board is wrong; correct that before going on.")]
    if reaches(level, "technique"):
        told += [_contradicting(len(hint.wrong))] if hint.wrong else []
        told += [message("A pencil mark that is needed has been removed.")] if hint.missing else []
    if level == "pattern":
        told.append(_look_at(hint.wrong + hint.missing))
    if reaches(level, "full"):
        told += [message("{cell} cannot be {digit}.", **candidate_fields(wrong)) for wrong in hint.wrong]
        told += [message("{digit} must stay possible in {cell}.", **candidate_fields(gone)) for gone in hint.missing]
    return told


def _contradicting(number: int) -> Message:
    return counted(
        "An entry contradicts the solution.", "{number} entries contradict the solution.", number, number=number
    )


def _look_at(candidates: Sequence[Candidate]) -> Message:
    cells = tuple(sorted({candidate.cell for candidate in candidates}))
    return message("Look at {cells}.", cells=Cells(cells))
