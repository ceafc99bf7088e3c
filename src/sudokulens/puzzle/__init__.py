"""What a Sudoku is: its geometry, boards, and the texts they are written in. Standard library only."""
