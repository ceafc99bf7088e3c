"""What was found out about a board, in words: how many solutions, which faults, and the verdict on a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from sudokulens.puzzle.board import Board, Fault
from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.solving.engine import SolutionKind
from sudokulens.wording.message import Cells, Digits, Listed, Message, Units, Value, counted, message
from sudokulens.wording.voice import Voice, tell, tell_counted


class Verdict(Protocol):
    """What a person is told about a page that was read."""

    @property
    def kind(self) -> str: ...
    @property
    def cells(self) -> tuple[Cell, ...]: ...
    @property
    def to_go(self) -> int: ...


class Noted(Protocol):
    """A remark made while reading a page: a template, with the numbers and names of what is drawn there."""

    @property
    def template(self) -> str: ...
    @property
    def fields(self) -> Mapping[str, int | tuple[str, ...]]: ...


def solutions_text(kind: SolutionKind) -> str:
    """How many solutions there are."""
    if kind == "none":
        return tell("no solution")
    if kind == "unique":
        return tell("one solution")
    if kind == "multiple":
        return tell("several solutions")
    return tell("not solved within the time limit")


def givens_text(board: Board) -> str:
    """How much is printed and how much is written in."""
    givens, entries = board.clue_count, len(board.entries)
    printed = tell_counted("{n} given", "{n} givens", givens, n=givens)
    if not entries:
        return printed
    written = tell_counted("{n} entry", "{n} entries", entries, n=entries)
    return f"{printed}, {written}"


def fault_text(fault: Fault, board: Board, lang: str | None = None) -> str:
    """A fault of a board, as part of a sentence."""
    return Voice(lang, board.geometry).text(_fault(fault, board))


def _fault(fault: Fault, board: Board) -> Message:
    fields: dict[str, Value] = {"cells": Cells(fault.cells), "digit": Digits((fault.digit or 1,))}
    if fault.unit is not None:
        fields["unit"] = Units((board.geometry.units.index(fault.unit),))
    if fault.kind == "duplicate":
        return message("more than one {digit} in {unit}: {cells}", **fields)
    if fault.kind == "no candidate":
        return message("no digit fits in {cells}", cells=fields["cells"])
    if fault.kind == "no place":
        return message("{digit} has no place in {unit}", digit=fields["digit"], unit=fields["unit"])
    if fault.kind == "rule" and fault.rule is not None:
        rule = fault.rule.statement(board.geometry)
        return message("{rule}: broken by {cells}", rule=rule, cells=fields["cells"])
    return message("the pencil marks of {cells} leave out its own {digit}", **fields)


def verdict_text(verdict: Verdict, geometry: Geometry, rules: str = "classic", lang: str | None = None) -> str:
    """The verdict on a page that was read, in a sentence or two."""
    return Voice(lang, geometry).paragraph(_verdict(verdict, rules))


def notes_text(notes: Iterable[Noted], lang: str | None = None) -> str:
    """What a reader noted about a page, in sentences."""
    return Voice(lang).paragraph(_note(note) for note in notes)


def _note(note: Noted) -> Message:
    return Message(note.template, {name: _noted(value) for name, value in note.fields.items()})


def _noted(value: int | tuple[str, ...]) -> Value:
    return value if isinstance(value, int) else Listed([_figure(name) for name in value])


def _figure(name: str) -> Message:
    """Something that is drawn on a page and can only be named."""
    if name == "thermometers":
        return message("thermometers")
    if name == "arrows":
        return message("arrows")
    return message("dots") if name == "dots" else message("shapes")


def _verdict(verdict: Verdict, rules: str) -> list[Message]:
    cells, number = Cells(verdict.cells), len(verdict.cells)
    if verdict.kind == "mistakes":
        return [
            counted("{number} mistake: {cells}.", "{number} mistakes: {cells}.", number, number=number, cells=cells)
        ]
    if verdict.kind == "other rules":
        named = _rules(rules)
        return [
            message("It follows other rules: {rules}.", rules=named)
            if named
            else message("It follows other rules, which were not recognised.")
        ]
    if verdict.kind == "several":
        return [message("Several solutions.")]
    if verdict.kind == "none":
        told = [message("No solution as read.")]
        return told + ([message("Most likely misread: {cells}.", cells=cells)] if verdict.cells else [])
    told = [_progress(verdict)]
    if verdict.cells:
        told.append(message("Not sure of {cells}: please compare with the page.", cells=cells))
    return told


def _progress(verdict: Verdict) -> Message:
    left = verdict.to_go
    if verdict.kind == "finished":
        return message("Finished, and every digit is right.")
    if verdict.kind == "nothing written":
        return counted(
            "Nothing written yet; {left} cell to go.", "Nothing written yet; {left} cells to go.", left, left=left
        )
    return counted("No mistake so far; {left} cell to go.", "No mistake so far; {left} cells to go.", left, left=left)


def _rules(kind: str) -> Message | None:
    if kind == "diagonal":
        return message("X-Sudoku, with diagonals")
    if kind == "windoku":
        return message("windoku, with four windows")
    if kind == "jigsaw":
        return message("jigsaw, with irregular regions")
    if kind == "killer":
        return message("killer, with cages")
    if kind == "samurai part":
        return message("part of a samurai Sudoku")
    return None
