"""A board as SudokuPad's JSON: the grid, its regions and cages, drawings of all other rules, and their text.

What SudokuPad's JSON can only draw is said again in its metadata, as a share code, so that the link comes back here as
the same board. The code counts only while the drawing is the one that belongs to it.
"""

from __future__ import annotations

from typing import Any

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats import share
from sudokulens.puzzle.formats.scl_drawing import GREY, drawn, drawn_unit
from sudokulens.puzzle.formats.scl_sentences import sentences
from sudokulens.puzzle.geometry import Cell, Geometry

CODE = "sudokulens"
"""The name of our code in the metadata."""
_CELL_PIXELS = 64


def document(board: Board) -> dict[str, Any]:
    """The board as SudokuPad's JSON; raises InvalidBoard for a rule that cannot be drawn."""
    geometry = board.geometry
    drawn_rules = drawing(geometry)
    metadata = {"title": "Sudoku", "author": "Sudoku Lens", "rules": sentences(geometry)}
    if geometry.extras or geometry.rules or geometry.overlaps:
        metadata[CODE] = share.write(Board.empty(geometry))
    rows = [[_cell(board, geometry.cell_at(r, c)) for c in range(geometry.width)] for r in range(geometry.height)]
    made = {"cellSize": _CELL_PIXELS, "metadata": metadata, "cells": rows, "regions": _regions(geometry)}
    return made | drawn_rules


def drawing(geometry: Geometry) -> dict[str, list[Any]]:
    """The extra units and rules by the lists of the document that hold them."""
    made: dict[str, list[Any]] = {}
    gaps = [(r, c) for r in range(geometry.height) for c in range(geometry.width) if geometry.cell_at(r, c) is None]
    for row, column in gaps:
        gap = {"center": [row + 0.5, column + 0.5], "width": 1, "height": 1, "backgroundColor": GREY}
        made.setdefault("underlays", []).append(gap)
    units = [drawn_unit(cells, geometry) for cells in geometry.extras]
    for name, mark in (*units, *(placed for rule in geometry.rules for placed in drawn(rule, geometry))):
        made.setdefault(name, []).append(mark)
    return made


def _cell(board: Board, cell: Cell | None) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if cell is None:
        return made
    if board.values[cell]:
        made["value"] = board.values[cell]
        if not board.givens[cell]:
            made["given"] = False
    if board.candidates is not None and board.candidates[cell]:
        made["centremarks"] = [d for d in range(1, board.size + 1) if board.candidates[cell] >> (d - 1) & 1]
    return made


def _regions(geometry: Geometry) -> list[list[list[int]]]:
    found: list[list[list[int]]] = [[] for _ in range(max(geometry.regions) + 1)]
    for cell, region in enumerate(geometry.regions):
        found[region].append(list(geometry.places[cell]))
    return found
