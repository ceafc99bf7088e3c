"""Links to SudokuPad in its own form, which holds every rule and overlapping grids (see scl_document.py)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import quote

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats import fpuzzles
from sudokulens.puzzle.formats.scl_document import document

ADDRESS = "https://sudokupad.app/scl"

matches = fpuzzles.matches
read_all = fpuzzles.read_all


def write(board: Board) -> str:
    from lzstring import LZString

    text = json.dumps(document(board), separators=(",", ":"))
    return ADDRESS + quote(str(LZString.compressToBase64(text)), safe="")


def write_all(boards: Sequence[Board]) -> str:
    return "\n".join(map(write, boards))
