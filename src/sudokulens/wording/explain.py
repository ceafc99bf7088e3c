"""Hints in words. All prose comes from here; the sentences themselves are in `wording`, one file a language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby

from sudokulens.logic.hint import Hint
from sudokulens.logic.level import HintLevel, reaches
from sudokulens.logic.notation import Notation, cell_text, cells_text, chain_text, digits_text
from sudokulens.logic.step import Candidate, Step
from sudokulens.puzzle.geometry import Cell, Digit, Geometry
from sudokulens.wording import english as words


def explain(hint: Hint, level: HintLevel = "full", notation: Notation = "r1c1") -> str:
    """What the hint says at that level: a nudge without a digit, up to the conclusion and why it holds."""
    if hint.step:
        return explain_step(hint.step, hint.board.geometry, level, notation)
    if hint.kind == "mistake":
        return _mistake(hint, level, notation)
    if hint.kind == "solved":
        return words.SOLVED
    if hint.kind == "stuck":
        return words.STUCK
    none = hint.kind == "no solution"
    said = words.NO_SOLUTION if none else words.SEVERAL_SOLUTIONS
    if not hint.suspicious:
        return said
    cells = cells_text(hint.suspicious[:9], hint.board.size, notation)
    return f"{said} {(words.LOOK_FIRST if none else words.DIFFERS).format(cells=cells)}"


def explain_step(step: Step, geometry: Geometry, level: HintLevel = "full", notation: Notation = "r1c1") -> str:
    """One step in words, as much as the level gives away."""
    fields = _fields(step, geometry, notation)
    if level == "nudge":
        return words.NUDGE.format_map(fields)
    if level == "technique":
        return words.TECHNIQUE.format_map(fields)
    if level == "pattern":
        return _pattern_template(step).format_map(fields)
    sentences = [
        f"{step.technique.display}: {_why(step).format_map(fields)}",
        words.SO.format(conclusion=f" {words.AND} ".join(filter(None, (fields["placed"], fields["removed"])))),
    ]
    if step.technique.uses_uniqueness:
        sentences.append(words.UNIQUE)
    return " ".join(sentences)


def _mistake(hint: Hint, level: HintLevel, notation: Notation) -> str:
    size = hint.board.size
    sentences = [words.MISTAKE]
    if reaches(level, "technique"):
        sentences += [words.MISTAKE_KIND_ENTRY] if hint.wrong else []
        sentences += [words.MISTAKE_KIND_MARK] if hint.missing else []
    if level == "pattern":
        cells = cells_text([c.cell for c in hint.wrong + hint.missing], size, notation)
        sentences.append(words.MISTAKE_CELLS.format(cells=cells))
    if reaches(level, "full"):
        for template, candidates in ((words.WRONG_ENTRY, hint.wrong), (words.MISSING_MARK, hint.missing)):
            for cell, digit in candidates:
                sentences.append(template.format(cell=cell_text(cell, size, notation), digit=digits_text((digit,))))
    return " ".join(sentences)


def _why(step: Step) -> str:
    identity = step.technique.id
    if "clash" in step.candidates:
        return words.CONTRADICTION
    if identity in words.WHY:
        return words.WHY[identity]
    return next(template for part, template in words.FAMILY_WHY if part in identity)


def _pattern_template(step: Step) -> str:
    if "base" in step.units and "cover" in step.units:
        return words.PATTERN_FISH
    if step.links:
        return words.PATTERN_CHAIN
    return words.PATTERN_SINGLE if step.places else words.PATTERN


def _fields(step: Step, geometry: Geometry, notation: Notation) -> defaultdict[str, str]:
    """Every field that a template may name; one that the step lacks is empty."""
    size = geometry.size
    fields: defaultdict[str, str] = defaultdict(str)
    cells = pattern_cells(step)
    fields.update(
        name=step.technique.display,
        article="an" if step.technique.display[0] in words.VOWEL_SOUNDS else "a",
        digits=_digit_list(step.digits or sorted({c.digit for c in step.places + step.removes})),
        digit=_digit_list(sorted({c.digit for c in step.places or step.removes})),
        cells=cells_text(cells, size, notation),
        cell=cells_text([c.cell for c in step.places], size, notation),
        many=str(len(step.digits)),
        units=_unit_list(geometry, step.units.get("pattern", ()) or step.units.get("base", ())),
        base=_unit_list(geometry, step.units.get("base", ())),
        cover=_unit_list(geometry, step.units.get("cover", ())),
        fins=cells_text([c.cell for c in step.candidates.get("fin", ())], size, notation),
        pincers=cells_text(step.cells.get("pincer", ()), size, notation),
        chain=chain_text(step.links, size, notation),
        corners=cells_text(step.cells.get("floor", ()) + step.cells.get("roof", ()) or cells, size, notation),
        sets=_set_list(step, size, notation),
        stem=_stem(step, geometry, notation),
        region=_region(step, geometry),
        placed=_placed(step, size, notation),
        removed=_removed(step.removes, size, notation),
    )
    for role, group in step.cells.items():
        fields.setdefault(role.replace(" ", "_"), cells_text(group, size, notation))
    return fields


def pattern_cells(step: Step) -> tuple[Cell, ...]:
    """The cells that make the pattern, without those that only lose candidates."""
    found = {cell for cells in step.cells.values() for cell in cells}
    found |= {c.cell for group in step.candidates.values() for c in group}
    found |= {c.cell for link in step.links for c in link.start + link.end}
    return tuple(sorted(found or {c.cell for c in step.places}))


def _set_list(step: Step, size: int, notation: Notation) -> str:
    """The almost locked sets in the order of their letters: A r1c24, B r4c4."""
    named = sorted((role.removeprefix("als ").upper(), cells) for role, cells in step.cells.items() if "als" in role)
    return _and_list([f"{name} {cells_text(cells, size, notation)}" for name, cells in named])


def _stem(step: Step, geometry: Geometry, notation: Notation) -> str:
    """Where the branches of a forcing chain start: a cell, or a digit in a unit."""
    if cells := step.cells.get("stem", ()):
        return cells_text(cells, geometry.size, notation)
    return _unit_list(geometry, step.units.get("pattern", ())) or cells_text(
        pattern_cells(step), geometry.size, notation
    )


def _region(step: Step, geometry: Geometry) -> str:
    """Where to look: the pattern's own units, or the boxes that its cells lie in."""
    named = step.units.get("pattern") or step.units.get("base")
    if named:
        return _unit_list(geometry, named)
    cells = set(pattern_cells(step))
    for index, unit in enumerate(geometry.units):
        if cells <= set(unit.cells):
            return _unit_list(geometry, (index,))
    boxes = sorted({2 * geometry.size + geometry.regions[cell] for cell in cells})
    return _unit_list(geometry, boxes)


def _unit_list(geometry: Geometry, units: Iterable[int]) -> str:
    """Units as a person lists them: row 3; rows 3 and 5; row 1 and box 2."""
    chosen = [geometry.units[unit] for unit in units]
    parts = []
    for kind, group in groupby(chosen, key=lambda unit: unit.kind):
        numbers = [str(unit.index + 1) for unit in group]
        plural = "es" if kind == "box" else "s"
        parts.append(f"{words.UNIT_KINDS[kind]}{plural if len(numbers) > 1 else ''} {_and_list(numbers)}")
    return _and_list(parts)


def _digit_list(digits: Iterable[Digit]) -> str:
    return _and_list([digits_text((digit,)) for digit in digits])


def _and_list(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {words.AND} {parts[-1]}"


def _placed(step: Step, size: int, notation: Notation) -> str:
    return _and_list(
        [
            words.PLACED.format(cell=cell_text(c.cell, size, notation), digit=digits_text((c.digit,)))
            for c in step.places
        ]
    )


def _removed(removes: Iterable[Candidate], size: int, notation: Notation) -> str:
    """Removals with the cells that lose the same digits run together."""
    by_cell: dict[Cell, list[Digit]] = {}
    for cell, digit in sorted(removes):
        by_cell.setdefault(cell, []).append(digit)
    by_digits: dict[tuple[Digit, ...], list[Cell]] = {}
    for cell, digits in by_cell.items():
        by_digits.setdefault(tuple(digits), []).append(cell)
    return _and_list(
        [
            words.REMOVED.format(digits=_digit_list(digits), cells=cells_text(cells, size, notation))
            for digits, cells in by_digits.items()
        ]
    )
