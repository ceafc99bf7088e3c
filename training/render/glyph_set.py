"""The glyphs that every typeface of the atlas holds, and the size of their tiles."""

TILE = 48
DIGIT_HEIGHT = 36
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GLYPHS = (*"0123456789", *CAPITALS, *(str(number) for number in range(10, 17)), *CAPITALS.lower())
"""What each typeface holds, in this order."""
