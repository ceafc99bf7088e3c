"""The Streamlit app: a photo or a typed grid in; solution, overlay, hint and rating out. `sudokulens app` starts it.

It is thin on purpose: every answer comes from the library.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import streamlit as st

from sudokulens import Board, Scanner, draw, draw_hint, draw_solution, explain, hint, rate, solve, to_svg
from sudokulens.apps.streamlit_board import board_editor
from sudokulens.drawing.photo import flat_view
from sudokulens.drawing.scene import Scene
from sudokulens.errors import SudokuError
from sudokulens.logic.hint import Hint
from sudokulens.logic.level import LEVELS, HintLevel
from sudokulens.logic.rate import Rating
from sudokulens.logic.state import State
from sudokulens.puzzle.formats.line import digit_character
from sudokulens.reading.joining import Joined
from sudokulens.reading.verdict import Doubt
from sudokulens.scanned import Scan, ScannedGrid
from sudokulens.solving.bounded import settle
from sudokulens.solving.engine import Solution
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation
from sudokulens.wording.language import accepted, use
from sudokulens.wording.message import Listed, Name, Value
from sudokulens.wording.outcomes import notes_text, verdict_text
from sudokulens.wording.technique_pages import level_name
from sudokulens.wording.voice import tell, tell_counted

SAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SUFFIXES = ["jpg", "jpeg", "png", "webp", "bmp", "tiff", "heic", "avif", "gif"]
UPLOAD, CAMERA, TEXT = "upload", "camera", "text"
ENGINES = {
    "automatic": "auto",
    "bitset": "bitset",
    "dancing links": "dlx",
    "binary integer program (CP-SAT)": "cpsat",
    "human logic": "logic",
}
# Under which the session keeps the board that a hint was asked for. No docstring: Streamlit shows bare strings.
HINT = "hint"
TIME_LIMIT = 10.0


@dataclass(frozen=True)
class Corrected:
    """A board as the person left it, with its place on the photo where there is one."""

    board: Board
    frame: Frame | None = None
    place: GridLocation | None = None
    solved: Board | None = None

    @property
    def location(self) -> GridLocation:
        assert self.place
        return self.place

    @property
    def puzzle(self) -> Board:
        """The printed digits alone, as what a person wrote may be wrong."""
        return self.board.puzzle if any(self.board.givens) else self.board


def main() -> None:
    """The page, from top to bottom: on the left what was given, on the right the verdict, the board, the answers."""
    st.set_page_config(page_title="Sudoku Lens", page_icon="🔍", layout="wide")
    use(accepted(st.context.headers.get("Accept-Language")))
    st.title("Sudoku Lens")
    st.caption(tell("Reads, solves and explains Sudokus. Everything happens on the machine that this page came from."))
    given, answers = st.columns(2, gap="large")
    with given:
        board, grid, frame = _given()
    if board is None:
        return
    with answers:
        _tell_verdict(grid)
        _tell_doubts(grid)
        subject = Corrected(_editable(_in_play(board), grid), frame, grid.location if grid else None)
        if _is_lawful(subject.puzzle):
            _answers(subject)


def _answers(subject: Corrected) -> None:
    step, solution, rating = st.tabs([tell("Hint"), tell("Solution"), tell("Rating")])
    with step:
        _hint_section(subject)
    with solution:
        _solution_section(subject)
    with rating:
        _rating_section(subject)


def _given() -> tuple[Board | None, ScannedGrid | None, Frame | None]:
    """The board to start from and, where it came from a picture, its grid and frame; no board for a picture without."""
    sources = {UPLOAD: tell("Upload a picture"), CAMERA: tell("Use the camera"), TEXT: tell("Type a puzzle")}
    source = st.radio(tell("Where is the puzzle?"), list(sources), format_func=sources.__getitem__, horizontal=True)
    if source == TEXT:
        return _typed(), None, None
    if source == CAMERA:
        picture = st.camera_input(tell("Hold the puzzle in front of the camera"))
    else:
        picture = st.file_uploader(tell("A photo or screenshot"), type=SUFFIXES)
    if picture:
        return _pictured(picture.getvalue())
    board = Board.parse(SAMPLE)
    sample = tell("A sample, until there is a picture")
    st.image(_drawing(draw(board, candidates=False)), caption=sample, width="stretch")
    return board, None, None


def _pictured(picture: bytes) -> tuple[Board | None, ScannedGrid | None, Frame | None]:
    found = _scanned(picture)
    if found is None or not found.grids:
        return None, None, None
    grid = _chosen(found)
    if isinstance(grid, Joined):
        _tell_together(grid.board)
        st.image(found.frame.pixels, width="stretch")
        return grid.board, None, None
    _show_reading(found.frame, grid)
    return grid.board, grid, found.frame


def _in_play(given: Board) -> Board:
    """The board as far as steps were done on it; another picture or text starts over."""
    if st.session_state.get("given") != given:
        st.session_state.update(given=given, played=given)
    played: Board = st.session_state["played"]
    return played


def _tell_verdict(grid: ScannedGrid | None) -> None:
    """What the puzzle on the paper amounts to, before anything else."""
    if grid is None:
        return
    verdict = grid.judgement
    show = st.error if verdict.kind == "mistakes" else st.success if verdict.sure else st.warning
    show(verdict_text(verdict, grid.board.geometry, grid.rules.kind))


def _drawing(scene: Scene) -> str:
    """The scene in the colours that the browser prefers, as the page itself."""
    return to_svg(scene, theme="auto")


def _tell_together(whole: Board) -> None:
    if settle(whole).kind == "unique":
        st.success(tell("Together they have one solution."))
    else:
        st.warning(
            tell("As read, together they do not have exactly one solution: compare the page with what was read.")
        )


def _typed() -> Board:
    text = st.text_area(tell("81 characters, a grid, a link, or any other format"), SAMPLE)
    try:
        board = Board.parse(text)
    except SudokuError as fault:
        st.error(str(fault))
        board = Board.parse(SAMPLE)
    return board


@st.cache_resource(show_spinner=False)
def _scanner() -> Scanner:
    return Scanner()


def _scanned(picture: bytes) -> Scan | None:
    """What is on the picture, read once for every session and picture; None with a message where it cannot be read."""
    if st.session_state.get("picture") != picture:
        try:
            with st.spinner(tell("Reading the picture …")):
                found: Scan | None = _scanner()(picture)
        except SudokuError as fault:
            st.error(str(fault))
            return None
        st.session_state.update(picture=picture, scan=found)
    scan: Scan = st.session_state["scan"]
    if not scan.grids:
        st.warning(
            tell("No Sudoku was found on this picture. The whole grid must be in view, larger and sharper if possible.")
        )
    return scan


def _chosen(scan: Scan) -> ScannedGrid | Joined:
    """The grid that the person wants; first the boards that grids make together, such as a samurai."""
    grids = scan.grids
    if len(grids) == 1:
        return grids[0]
    label = tell("{n} puzzles were found, the largest first", n=len(grids))
    choices: list[ScannedGrid | Joined] = [*scan.joined, *grids]
    names = [tell("The whole puzzle") for _ in scan.joined]
    names += [tell("Puzzle {n}", n=place) for place in range(1, len(grids) + 1)]
    number = st.radio(label, range(len(choices)), format_func=names.__getitem__, horizontal=True)
    return choices[number or 0]


def _show_reading(frame: Frame, grid: ScannedGrid) -> None:
    doubtful = [doubt.cell for doubt in grid.doubts]
    told = tell("Small digits: what was read, the blue ones as handwriting. Orange cells: hard to read.")
    st.image(flat_view(frame, grid, doubtful).pixels, caption=told, width="stretch")
    if grid.note and grid.note != grid.judgement.text:
        st.info(notes_text(grid.notes))


def _tell_doubts(grid: ScannedGrid | None) -> None:
    if grid and grid.doubts:
        lines = "\n".join(f"- {_doubt_text(doubt, grid.size)}" for doubt in grid.doubts)
        advice = tell("Hard to read; please compare with the picture and correct it below:")
        st.warning(f"{advice}\n{lines}")


def _doubt_text(doubt: Doubt, size: int) -> str:
    others = [_shown(digit) for digit, share in doubt.alternatives if digit != doubt.read and share >= 0.01]
    row, column = divmod(doubt.cell, size)
    fields: dict[str, Value] = {"row": row + 1, "column": column + 1, "digit": f"**{_shown(doubt.read)}**"}
    if doubt.kind == "ink":
        return tell("row {row}, column {column}: {digit}, printed or written", **fields)
    fields["share"] = f"{doubt.probability:.0%}"
    if not others:
        return tell("row {row}, column {column}: {digit} ({share} sure)", **fields)
    return tell("row {row}, column {column}: {digit} ({share} sure), or {others:or}", others=Listed(others), **fields)


def _shown(digit: int) -> str:
    return str(digit) if digit else tell("empty")


def _editable(board: Board, grid: ScannedGrid | None) -> Board:
    """The board as the person corrects it."""
    doubtful = [doubt.cell for doubt in grid.doubts] if grid else []
    wrong = [mistake.cell for mistake in grid.mistakes] if grid else []
    corrected = board_editor(board, doubtful, wrong)
    st.caption(tell("Choose a cell and type to correct it; Delete empties it."))
    with st.expander(tell("As text")):
        st.code(str(corrected.puzzle), language=None, wrap_lines=True)
    return corrected


def _is_lawful(puzzle: Board) -> bool:
    """False, with a message, where a digit occurs twice in a row, a column or a box."""
    twice = sorted({cell for fault in puzzle.status().faults if fault.kind == "duplicate" for cell in fault.cells})
    if twice:
        cells = ", ".join(map(puzzle.geometry.cell_name, twice))
        st.error(tell("These cells contradict each other: {cells}. Correct one of them.", cells=cells))
    return not twice


def _asked(wish: str, label: str, subject: Corrected) -> bool:
    """True from the click on the button until the board changes: other widgets must not take an answer away."""
    if st.button(label, type="primary", width="stretch"):
        st.session_state[wish] = subject.board
    return st.session_state.get(wish) == subject.board


def _solution_section(subject: Corrected) -> None:
    with st.expander(tell("Which engine solves it")):
        engine = st.selectbox(tell("Engine"), list(ENGINES))
    if not _asked("solve", tell("Solve"), subject):
        return
    started = time.perf_counter()
    try:
        solution = solve(subject.puzzle, ENGINES[engine], time_limit=TIME_LIMIT)
    except SudokuError as fault:
        st.error(str(fault))
        return
    milliseconds = (time.perf_counter() - started) * 1000
    if solution.kind == "unique" and solution.board:
        figures = {"time": f"{milliseconds:.1f}", "engine": solution.engine}
        st.success(tell("It has exactly one solution, proved in {time} ms by the engine {engine}.", **figures))
        _show_solution(subject, solution.board)
    else:
        st.warning(_without_solution(solution))


def _without_solution(solution: Solution) -> str:
    if solution.kind == "none":
        return tell("It has no solution. A digit must be wrong: compare the board with your paper.")
    if solution.kind == "multiple":
        return tell("It has several solutions. A digit may be missing: compare the board with your paper.")
    return tell("Not settled in {n} seconds; another engine may be quicker.", n=round(TIME_LIMIT))


def _show_solution(subject: Corrected, solved: Board) -> None:
    wrong = [cell for cell, digit in subject.board.entries.items() if solved[cell] != digit]
    if wrong:
        cells = ", ".join(map(solved.geometry.cell_name, wrong))
        st.warning(
            tell_counted(
                "The digit written in {cells} is wrong.",
                "The digits written in {cells} are wrong.",
                len(wrong),
                cells=cells,
            )
        )
    if subject.frame and subject.place:
        placed = Corrected(subject.board, subject.frame, subject.place, solved)
        told = tell("The solution on your picture")
        st.image(draw_solution(subject.frame, placed).pixels, caption=told, width="stretch")
    written = {cell: digit for cell, digit in enumerate(solved.values) if not subject.puzzle[cell]}
    st.image(_drawing(draw(subject.puzzle.with_values(written), candidates=False)), width="stretch")
    st.code("".join(map(digit_character, solved.values)), language=None, wrap_lines=True)


def _hint_section(subject: Corrected) -> None:
    labels: dict[HintLevel, str] = {
        "nudge": tell("where to look"),
        "technique": tell("which technique"),
        "pattern": tell("which cells"),
        "full": tell("the whole step"),
    }
    level = st.select_slider(tell("How much should it give away?"), LEVELS, format_func=labels.__getitem__)
    if not _asked(HINT, tell("Give me a hint"), subject):
        return
    found = hint(subject.board)
    st.info(explain(found, level).replace("\n", "\n\n"))
    if found.step and st.button(tell("Do this step and show the next"), width="stretch"):
        _do(found)
    if subject.frame and subject.place:
        told = tell("On your picture")
        st.image(draw_hint(subject.frame, subject, found, level).pixels, caption=told, width="stretch")
    st.image(_drawing(draw(found.board, found.step, level)), width="stretch")


def _do(found: Hint) -> None:
    """Takes the step on the board and asks for the next hint."""
    assert found.step
    board = State.of(found.board).after(found.step).board
    st.session_state.update({"played": board, HINT: board})
    st.rerun()


@st.cache_resource(max_entries=100, show_spinner=False)
def _rating(puzzle: str) -> Rating:
    return rate(puzzle, time_limit=TIME_LIMIT)


def _rating_section(subject: Corrected) -> None:
    if not _asked("rate", tell("Rate it"), subject):
        return
    try:
        with st.spinner(tell("Rating …")):
            rating = _rating(str(subject.puzzle))
    except SudokuError as fault:
        st.error(str(fault))
        return
    level, explainer, steps = st.columns(3)
    level.metric(tell("Level"), level_name(rating.level))
    figure = "–" if rating.er is None else f"{rating.er:.1f}"
    bound = rating.exact or rating.er is None
    explainer.metric("Sudoku Explainer", figure if bound else tell("over {rating}", rating=figure))
    steps.metric(tell("Steps"), rating.steps)
    if rating.er is None:
        st.caption(tell("Sudoku Explainer's scale is for the classic board alone."))
    if rating.hardest:
        st.write(tell("The hardest step needed: {technique}.", technique=Name(rating.hardest)))


main()
