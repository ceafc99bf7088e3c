"""Whole Sudoku grids with their surroundings, rendered in batches on the GPU."""
