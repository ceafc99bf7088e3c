"""Pictures drawn by the tests themselves: pages with Sudokus, turned and bent, and things that only look like one."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.line import digit_character

Pixels = NDArray[np.uint8]

INK, PAPER = (30, 30, 34), (238, 234, 226)


def flat_grid(
    board: Board, cell: int = 56, ink: tuple[int, int, int] = INK, paper: tuple[int, int, int] = PAPER
) -> Pixels:
    """A printed grid without any surroundings but half a cell of paper."""
    size, margin = board.size, cell // 2
    side = size * cell + 2 * margin
    image = Image.new("RGB", (side, side), paper)
    draw = ImageDraw.Draw(image)
    rows, columns = board.geometry.box_shape or (size, size)
    font = ImageFont.load_default(round(cell * 0.72))
    for line in range(size + 1):
        at = margin + line * cell
        draw.line([margin - 1, at, side - margin + 1, at], fill=ink, width=5 if line % rows == 0 else 2)
        draw.line([at, margin - 1, at, side - margin + 1], fill=ink, width=5 if line % columns == 0 else 2)
    for number, digit in enumerate(board.values):
        if digit:
            centre = (margin + (number % size + 0.5) * cell, margin + (number // size + 0.5) * cell)
            draw.text(centre, digit_character(digit), font=font, fill=ink, anchor="mm")
    return np.asarray(image)


def on_page(grids: list[Pixels], width: int = 1280, height: int = 960, seed: int = 1) -> Pixels:
    """The grids side by side on a larger sheet, with some noise, as a scanner would see it."""
    page = np.full((height, width, 3), PAPER, dtype=np.uint8)
    left = 40
    for grid in grids:
        top = (height - grid.shape[0]) // 2
        page[top : top + grid.shape[0], left : left + grid.shape[1]] = grid
        left += grid.shape[1] + 60
    noise = np.random.default_rng(seed).normal(0, 4, page.shape)
    return np.clip(page + noise, 0, 255).astype(np.uint8)


def photographed(page: Pixels, degrees: float = 0.0, tilt: float = 0.08, bend: float = 0.0) -> Pixels:
    """The page as a camera might see it: turned clockwise, in perspective, bent by a share of its height."""
    height, width = page.shape[:2]
    reach = int(np.hypot(width, height))
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    bent = cv2.remap(
        page, x, y + bend * height * np.sin(np.pi * x / width), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    seen = corners + np.array([[tilt, 0], [-tilt, tilt / 2], [0, 0], [0, -tilt / 2]], dtype=np.float32) * (
        width,
        height,
    )
    angle = np.deg2rad(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    placed = (seen - seen.mean(axis=0)) @ turn.T + reach / 2
    matrix = cv2.getPerspectiveTransform(corners, placed.astype(np.float32))
    photo = cv2.warpPerspective(bent, matrix, (reach, reach), flags=cv2.INTER_LINEAR, borderValue=(120, 104, 90))
    return np.asarray(cv2.GaussianBlur(photo, (0, 0), 0.7), dtype=np.uint8)


def chessboard(side: int = 720) -> Pixels:
    squares = np.indices((8, 8)).sum(axis=0) % 2
    board = np.kron(np.where(squares, 90, 225), np.ones((side // 8, side // 8)))
    return np.repeat(np.pad(board, 60, constant_values=150)[..., None], 3, axis=2).astype(np.uint8)


def table(rows: int = 12, columns: int = 5) -> Pixels:
    """A printed table of words."""
    image = Image.new("RGB", (columns * 180 + 80, rows * 50 + 80), PAPER)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(24)
    for row in range(rows + 1):
        draw.line([40, 40 + row * 50, 40 + columns * 180, 40 + row * 50], fill=INK, width=2)
    for column in range(columns + 1):
        draw.line([40 + column * 180, 40, 40 + column * 180, 40 + rows * 50], fill=INK, width=2)
    words = ["harbour", "ferry", "bread", "tide", "lamp", "rope", "bell", "net"]
    for row in range(rows):
        for column in range(columns):
            word = words[(3 * row + 5 * column) % len(words)]
            draw.text((60 + column * 180, 50 + row * 50), word, font=font, fill=INK)
    return np.asarray(image)


def calendar(columns: int = 7, rows: int = 6, cell: int = 90) -> Pixels:
    """A month on a sheet of paper: cells with numbers, but no Sudoku."""
    image = Image.new("RGB", (columns * cell + 200, rows * cell + 240), PAPER)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(34)
    for row in range(rows + 1):
        draw.line([100, 120 + row * cell, 100 + columns * cell, 120 + row * cell], fill=INK, width=3)
    for column in range(columns + 1):
        draw.line([100 + column * cell, 120, 100 + column * cell, 120 + rows * cell], fill=INK, width=3)
    for day in range(31):
        row, column = divmod(day, columns)
        centre = (100 + (column + 0.5) * cell, 120 + (row + 0.5) * cell)
        draw.text(centre, str(day + 1), font=font, fill=INK, anchor="mm")
    return np.asarray(image)


def smeared(picture: np.ndarray, pixels: int, degrees: float) -> np.ndarray:
    """The picture taken by a hand that moved so many pixels in that direction."""
    radius = pixels // 2 + 1
    kernel = np.zeros((2 * radius + 1, 2 * radius + 1), np.float32)
    angle = np.deg2rad(degrees)
    for step in np.linspace(-pixels / 2, pixels / 2, 8 * pixels):
        kernel[round(radius + step * np.sin(angle)), round(radius + step * np.cos(angle))] += 1
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), dtype=np.uint8)
