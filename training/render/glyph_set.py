"""The glyphs that every typeface of the atlas holds, and the size of their tiles."""

TILE = 48
DIGIT_HEIGHT = 36
GLYPHS = (*"0123456789", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *(str(number) for number in range(10, 17)))
"""What each typeface holds, in this order."""
