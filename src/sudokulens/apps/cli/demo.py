"""`sudokulens demo`: the main job on a bundled sample, in one look."""

from __future__ import annotations

from sudokulens.apps.cli.outputs import Output
from sudokulens.apps.cli.render import drawn
from sudokulens.apps.cli.sample_puzzles import SAMPLE
from sudokulens.puzzle.board import Board

_NEXT = """\
Try next:
  sudokulens solve 'puzzle, file or -'   solutions, one or a million
  sudokulens check …                     faults, uniqueness, minimality
  sudokulens convert … --to share        any format to any other
  sudokulens generate --count 3          new puzzles
  sudokulens --help                      everything else"""


def demo() -> None:
    """Show the main job on a bundled sample puzzle."""
    from sudokulens.solving.solve import solve

    board = Board.parse(SAMPLE)
    solution = solve(board)
    solved = solution.board
    with Output() as output:
        output.write(f"The puzzle\n{drawn(board)}")
        output.write(f"Its only solution\n{drawn(solved)}" if solved else "It has no solution.")
        output.write(_NEXT)
