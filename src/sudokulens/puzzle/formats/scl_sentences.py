"""The rules of a puzzle as sentences: those that our links to SudokuPad carry, and those that are understood there.

A drawing alone says nothing: a white dot may mean many things. So a drawn puzzle is read only where every sentence of
its rules is about something known here, and none has a word that turns a usual rule into another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.constraints import BY_KEYWORD, CONSTRAINTS, Constraint, Whispers
from sudokulens.puzzle.constraints.whispers import DEFAULT_DIFFERENCE
from sudokulens.puzzle.geometry import Geometry

DIAGONALS, REGIONS = "diagonals", "regions"
"""What a text can ask for that is no constraint: extra units."""

_NORMAL = "Normal sudoku rules apply."
_SENTENCES = {
    "cage": "Digits in a cage do not repeat and add up to its total where one is given.",
    "even": "A cell with a grey square holds an even digit.",
    "odd": "A cell with a grey circle holds an odd digit.",
    "greater": "A greater-than sign points at the smaller of two digits.",
    "antiknight": "Cells a chess knight's move apart hold different digits.",
    "antiking": "Cells a chess king's move apart hold different digits.",
    "nonconsecutive": "Neighbouring cells do not hold consecutive digits (non-consecutive).",
    "thermo": "Digits on a thermometer increase from its bulb.",
    "arrow": "Digits along an arrow add up to the number in its circle.",
    "white": "Digits beside a white dot are consecutive, or differ by the number in it.",
    "black": "Of the digits beside a black dot one is double the other, or as many times it as the number in it.",
    "alldots": "All possible dots are given.",
    "xv": "Digits beside an X add up to 10, beside a V to 5.",
    "allxv": "All possible X and V are given.",
    "littlekiller": "A little killer sum outside the grid is that of the digits along its diagonal arrow.",
    "sandwich": "A sandwich sum outside the grid is that of the digits between the lowest and the highest.",
    "quad": "A quadruple, the digits in a circle, stands in the four cells around it.",
    "palindrome": "A grey line is a palindrome.",
    "renban": "A purple renban line holds consecutive digits in any order.",
    "whispers": "Neighbours on a green whispers line differ by at least {difference}.",
}
_UNITS = {
    "diagonal": "Digits on a blue diagonal do not repeat.",
    "window": "Digits in an extra region do not repeat.",
    "group": "Digits in an extra region do not repeat.",
    "extra": "Digits in an extra region do not repeat.",
}
_OVERLAPPING = "Every grid is a sudoku of its own, and they share boxes."

_VOCABULARY = {
    "cage": r"\bcages?\b",
    "even": r"\beven\b",
    "odd": r"\bodd\b",
    "greater": r"greater[- ]than|inequalit|points? (?:at|to|towards?) the (?:lower|smaller)",
    "antiknight": r"\bknight",
    "antiking": r"\bking\b|\bking'?s",
    "nonconsecutive": r"non-?consecutive",
    "thermo": r"\bthermo",
    "arrow": r"\barrows?\b",
    "white": r"white (?:kropki )?(?:dot|circle)|kropki",
    "black": r"black (?:kropki )?(?:dot|circle)|kropki",
    "alldots": r"(?<!not )all (?:possible )?(?:kropki )?(?:dots|circles) (?:are|have been) (?:given|shown)",
    "xv": r"\b[xv]\b.*\b(?:10|ten|5|five)\b",
    "allxv": r"(?<!not )all (?:possible )?x'?s? and v'?s? (?:are|have been) (?:given|shown)",
    "littlekiller": r"little killer",
    "sandwich": r"\bsandwich",
    "quad": r"quadruple",
    "palindrome": r"palindrom",
    "renban": r"renban",
    "whispers": r"whisper",
    DIAGONALS: r"\bdiagonals?\b",
    REGIONS: r"extra region|grey region|window",
}
MAX_SENTENCE_CHARACTERS = 2000
"""Longer ones are not understood; a usual one has a hundred."""

_USUAL = re.compile(
    r"(?:normal|standard|classic|usual)\b.*\bsudoku|once (?:each )?in (?:each|every) row|irregular|jigsaw|"
    r"\bnot (?:all|every)\b.*\bgiven|digits may repeat"
)
_TWIST = re.compile(
    r"\b(?:unless|except|either|fog|slow|fast|some|wrong|liars?|false|hidden|unknown|deduce|modifier|doublers?|"
    r"halve[sd]?|schr\w+|between line|region sum|entropic|modular|zipper|nabner|clone[sd]?|skyscraper|x-?sum|"
    r"index\w*|lockout|at most|at least [0-46-9]|cages?\b.*\b(?:may|can) repeat)\b"
)


def sentences(geometry: Geometry) -> str:
    """The rules of a board for its players, in English."""
    found = [_OVERLAPPING if geometry.overlaps else _NORMAL]
    kinds = {unit.kind for unit in geometry.units[geometry.first_extra :]}
    found += [_UNITS[kind] for kind in sorted(kinds)]
    for constraint in CONSTRAINTS:
        if rules := [rule for rule in geometry.rules if isinstance(rule, constraint)]:
            found += [_sentence(rule) for rule in rules]
    return " ".join(dict.fromkeys(found))


def understood(text: str) -> set[str]:
    """The keywords of everything that the text is about; raises InvalidBoard for a sentence that is not understood."""
    found: set[str] = set()
    for sentence in filter(None, map(str.strip, re.split(r"(?<=[.!?;])\s+|\n+", text.lower()))):
        # First: the searches take quadratic time.
        is_short = len(sentence) <= MAX_SENTENCE_CHARACTERS
        subjects = [subject for subject, words in _VOCABULARY.items() if is_short and re.search(words, sentence)]
        if not is_short or _TWIST.search(sentence) or not (subjects or _USUAL.search(sentence)):
            raise InvalidBoard(f"the puzzle has a rule that Sudoku Lens does not understand: {sentence[:80]!r}")
        found.update(subjects)
    return found


def whole_board(subjects: set[str]) -> Iterator[Constraint]:
    """The rules for the whole board that the text asks for."""
    for keyword in ("antiknight", "antiking", "nonconsecutive", "alldots", "allxv"):
        if keyword in subjects:
            yield BY_KEYWORD[keyword]()


def _sentence(rule: Constraint) -> str:
    difference = rule.difference if isinstance(rule, Whispers) else DEFAULT_DIFFERENCE
    return _SENTENCES[rule.keyword].format(difference=difference)
