"""The Streamlit app: a photo or a typed grid in; solution, overlay, hint and rating out. `sudokulens app` starts it.

It is thin on purpose: every answer comes from the library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from sudokulens import Board, draw, draw_solution, explain, hint, rate, scan, solve, to_svg
from sudokulens.errors import SudokuError
from sudokulens.logic.level import LEVELS
from sudokulens.puzzle.formats.line import digit_character
from sudokulens.puzzle.geometry import DIGIT_CHARACTERS
from sudokulens.vision.overlay import flat_view

if TYPE_CHECKING:
    from sudokulens.scanned import ScannedGrid
    from sudokulens.vision.frame import Frame

SAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ENGINES = {
    "automatic": "auto",
    "bitset": "bitset",
    "dancing links": "dlx",
    "binary integer program (CP-SAT)": "cpsat",
    "human logic": "logic",
}


def main() -> None:
    """The page, from top to bottom."""
    st.set_page_config(page_title="Sudoku Lens", page_icon="🔍")
    st.title("Sudoku Lens")
    grid = _photo_section()
    board = _editable(grid.board if grid else Board.parse(SAMPLE))
    if board is not None:
        _solve_section(board)
        _hint_section(board)
        _rating_section(board)


def _photo_section() -> ScannedGrid | None:
    """The largest grid on an uploaded or taken picture, shown flat with the digits found."""
    upload = st.file_uploader("A photo or screenshot", type=["jpg", "jpeg", "png", "webp", "bmp", "tiff", "heic"])
    taken = st.camera_input("or take a photo") if st.toggle("Use the camera") else None
    picture = taken or upload
    if picture is None:
        return None
    try:
        found = scan(picture.getvalue())
    except SudokuError as fault:
        st.error(str(fault))
        return None
    if not found.grids:
        st.warning("No Sudoku was found on the picture.")
        return None
    grid = found.grids[0]
    _show_reading(found.frame, grid)
    return grid


def _show_reading(frame: Frame, grid: ScannedGrid) -> None:
    flat, solved = st.columns(2)
    doubtful = [doubt.cell for doubt in grid.doubts]
    flat.image(flat_view(frame, grid, doubtful).pixels, caption="What was read; doubts are tinted")
    if grid.solved:
        solved.image(draw_solution(frame, grid).pixels, caption="The solution on your page")
    for doubt in grid.doubts:
        name = grid.board.geometry.cell_name(doubt.cell)
        st.info(f"{name} looks like {doubt.read or 'nothing'} ({doubt.probability:.0%}): please check it below.")


def _editable(board: Board) -> Board | None:
    """The board as the person corrects it; None with a message where it is no board."""
    n = board.size
    digits = DIGIT_CHARACTERS[:n]
    rows = [
        {str(column + 1): digit_character(board.values[row * n + column], blank="") for column in range(n)}
        for row in range(n)
    ]
    column = st.column_config.TextColumn(max_chars=1, validate=f"^[{digits}]?$", width="small")
    edited = st.data_editor(rows, hide_index=True, column_config={str(i + 1): column for i in range(n)}, key=str(board))
    values = [digits.find(value) + 1 if value else 0 for row in edited for value in row.values()]
    corrected = Board.of(values, board.geometry)
    faults = corrected.status()
    if not faults:
        cells = ", ".join(map(board.geometry.cell_name, faults.cells))
        st.error(f"These cells contradict each other: {cells}")
        return None
    return corrected


def _solve_section(board: Board) -> None:
    engine = st.selectbox("Engine", list(ENGINES))
    if not st.button("Solve", type="primary"):
        return
    try:
        solution = solve(board, ENGINES[engine], time_limit=10)
    except SudokuError as fault:
        st.error(str(fault))
        return
    if solution.kind == "unique" and solution.board:
        st.success("It has exactly one solution.")
        written = {cell: digit for cell, digit in enumerate(solution.board.values) if not board[cell]}
        st.image(to_svg(draw(board.with_values(written), candidates=False)))
    else:
        st.warning(
            {"none": "It has no solution.", "multiple": "It has several solutions."}.get(
                solution.kind, "Not settled in ten seconds."
            )
        )


def _hint_section(board: Board) -> None:
    level = st.select_slider("How much should the hint give away?", LEVELS)
    if st.button("Hint"):
        found = hint(board)
        st.write(explain(found, level))
        st.image(to_svg(draw(found.board, found.step, level)))


def _rating_section(board: Board) -> None:
    if not st.button("Rate"):
        return
    try:
        rating = rate(board, time_limit=10)
    except SudokuError as fault:
        st.error(str(fault))
        return
    hardest = rating.hardest.display if rating.hardest else "nothing"
    st.write(f"Level {rating.level.word}; hardest step {hardest}; ER {rating.er:.1f} ({rating.scale}).")


main()
