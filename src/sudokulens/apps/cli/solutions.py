"""Solving what arguments stand for and printing the answers: the work behind `sudokulens solve`, without typer."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

from sudokulens.apps.cli.answers import Answer, SolveRequest, answer_of, answers_of
from sudokulens.apps.cli.bulk import solved_block
from sudokulens.apps.cli.exit_codes import ExitCode, of_pictures
from sudokulens.apps.cli.inputs import Chunk, Item, chunks_from, default_arguments, is_picture
from sudokulens.apps.cli.outputs import Output, chosen_format, note
from sudokulens.errors import InvalidBoard, InvalidRequest
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats import write

_SENTENCES = {
    "none": "no solution",
    "unique": "one solution",
    "multiple": "several solutions",
    "unfinished": "not solved within the time limit",
}


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """What `sudokulens solve` was asked for, beside the puzzles."""

    request: SolveRequest = field(default_factory=SolveRequest)
    as_json: bool = False
    form: str | None = None
    source: str | None = None
    every: bool = False
    out: Path | None = None
    rules: str | None = None


def solve_arguments(arguments: list[str] | None, options: SolveOptions) -> ExitCode:
    """Solves what the arguments stand for, prints the answers and gives the exit status."""
    if arguments and all(map(is_picture, arguments)):
        return solve_pictures(arguments, options)
    printer = _JsonPrinter(options.every) if options.as_json else _text_printer(options)
    chunks = chunks_from(default_arguments(arguments), options.source, options.rules)
    first, second = list(islice(chunks, 1)), list(islice(chunks, 1))
    items = [] if second or not first else list(islice(first[0].items(), 2))
    with Output(options.out) as output:
        if len(items) == 1:
            plain = options.as_json or options.every or options.form is not None
            return _solve_one(items[0], options.request, printer, output, plain)
        return _solve_all(chain(first, second, chunks), options.request, printer, output)


def solve_pictures(images: list[str], options: SolveOptions) -> ExitCode:
    """Reads and solves pictures; with `--out` the answer is drawn into the picture."""
    from sudokulens.apps.cli.pictures import solve_picture

    if options.out is not None and len(images) > 1:
        raise InvalidRequest("--out takes one picture at a time")
    outcomes = [solve_picture(image, options.out, options.as_json) for image in images]
    return of_pictures([opened for opened, _ in outcomes], [solved for _, solved in outcomes])


def _text_printer(options: SolveOptions) -> _TextPrinter:
    return _TextPrinter(chosen_format(options.form, options.out), options.every)


class _TextPrinter:
    """Solutions in a text format; the answer to a puzzle without one is the puzzle and a remark."""

    def __init__(self, form: str, every: bool) -> None:
        self.form = form
        self.every = every

    @property
    def is_plain(self) -> bool:
        """True where a unique solution is printed as nothing but its digits."""
        return self.form in ("line", "plain", "sdm") and not self.every

    def text(self, answer: Answer) -> str:
        if answer.fault:
            return f"# {answer.fault}"
        if not answer.solutions:
            return f"{answer.item.text or answer.item.board} # {_SENTENCES[answer.kind]}"
        if self.every:
            return "\n".join(map(self._written, answer.boards))
        remark = "" if answer.kind == "unique" or self.form != "line" else f" # {_SENTENCES[answer.kind]}"
        return self._first(answer) + remark

    def _first(self, answer: Answer) -> str:
        found = answer.solutions[0]
        return found if isinstance(found, str) and self.form == "line" else self._written(answer.boards[0])

    def _written(self, board: Board) -> str:
        if self.form == "line":
            board = Board.of(board.values, board.geometry)
        return write(board, self.form)


class _JsonPrinter:
    """One JSON object per puzzle, on a line of its own."""

    is_plain = False

    def __init__(self, every: bool) -> None:
        self.every = every

    def text(self, answer: Answer) -> str:
        import json

        found = {"source": answer.item.source, "number": answer.item.number}
        if answer.fault:
            return json.dumps({**found, "error": answer.fault}, ensure_ascii=False)
        solutions = [str(Board.of(board.values, board.geometry)) for board in answer.boards]
        return json.dumps(
            {
                **found,
                "puzzle": str(answer.item.board),
                "kind": answer.kind,
                "solutions": solutions,
                "engine": answer.engine,
                "nodes": answer.nodes,
            },
            ensure_ascii=False,
        )


def _solve_one(
    item: Item, request: SolveRequest, printer: _TextPrinter | _JsonPrinter, output: Output, plain: bool
) -> ExitCode:
    start = time.perf_counter()
    answer = answer_of(item, request)
    seconds = time.perf_counter() - start
    if output.is_terminal and not plain:
        _show(answer, seconds)
    else:
        output.write(printer.text(answer) if answer.solutions or isinstance(printer, _JsonPrinter) else "")
        if answer.kind != "unique":
            note(_sentence(answer))
    return _code(answer, printer.every)


def _show(answer: Answer, seconds: float) -> None:
    """The answer for a person at a terminal."""
    from rich.console import Console

    from sudokulens.drawing.terminal import styled

    console = Console(highlight=False)
    for board in answer.boards[:2]:
        console.print(styled(board))
    guesses = "" if answer.nodes is None else f", {answer.nodes} nodes"
    console.print(f"{_sentence(answer)} [dim]({answer.engine}{guesses}, {1000 * seconds:.1f} ms)[/dim]")


def _sentence(answer: Answer) -> str:
    from sudokulens.wording.outcomes import solutions_text
    from sudokulens.wording.voice import tell

    if answer.kind == "multiple" and len(answer.solutions) == 2:
        return tell("several solutions, of which these are two")
    return solutions_text(answer.kind)


def _solve_all(
    chunks: Iterable[Chunk], request: SolveRequest, printer: _TextPrinter | _JsonPrinter, output: Output
) -> ExitCode:
    start = time.perf_counter()
    code, tally = ExitCode.OK, Counter[str]()
    for chunk in chunks:
        if request == SolveRequest() and printer.is_plain and (block := solved_block(chunk.lines)):
            output.write(block.text)
            tally["unique"] += block.count
            continue
        for answer in answers_of(list(chunk.items()), request):
            output.write(printer.text(answer), flush=False)
            tally["unreadable" if answer.fault else answer.kind] += 1
            code = max(code, _code(answer, printer.every))
            if answer.fault:
                note(answer.fault)
    if not tally:
        raise InvalidBoard("the input holds no puzzle")
    if code is not ExitCode.OK or sys.stderr.isatty():
        note(_summary(tally, time.perf_counter() - start))
    return code


def _summary(tally: Counter[str], seconds: float) -> str:
    kinds = ", ".join(f"{count:,} {_SENTENCES.get(kind, kind)}" for kind, count in tally.most_common())
    return f"{tally.total():,} puzzles in {seconds:.2f} s: {kinds}"


def _code(answer: Answer, every: bool) -> ExitCode:
    if answer.fault:
        return ExitCode.UNREADABLE
    if answer.kind == "unfinished":
        return ExitCode.TIME_LIMIT
    good = bool(answer.solutions) if every else answer.kind == "unique"
    return ExitCode.OK if good else ExitCode.NEGATIVE
