"""How Sudoku apps show their boards: inks, weights, shades and highlights; the last themes were never tuned on."""

from __future__ import annotations

from pages.screens import Theme

RED, WHITE, BLACK = (226, 60, 70), (255, 255, 255), (15, 15, 18)

TUNED = (
    Theme("plain blue", peers=(226, 235, 243), equal=(195, 215, 234), chosen=(187, 222, 251)),
    Theme(
        "shaded givens", given_weight="bold", entry_weight="bold", given_fill=(222, 222, 222),
        peers=(240, 200, 110, 0.4), equal=(232, 148, 0), chosen=(214, 130, 0), entry=(45, 100, 210),
    ),
    Theme("bold givens", given_weight="bold", entry=(20, 22, 28), peers=(225, 225, 225), chosen=(200, 220, 250)),
    Theme(
        "night", ground=(24, 26, 32), given=(232, 234, 240), entry=(110, 170, 255), thin=(70, 74, 84),
        thick=(150, 154, 164), equal=(60, 90, 140), peers=(44, 48, 58), chosen=(70, 110, 180), marks=0.2,
    ),
    Theme("equal in orange", equal_ink=(235, 120, 20), peers=(238, 242, 248), chosen=(255, 240, 200)),
    Theme("grey entries", entry=(118, 120, 126), given_weight="bold", boxes=(242, 240, 235), marks=0.3),
    Theme(
        "tiles", ground=(120, 134, 160), tiles=True, given_fill=(190, 202, 222), entry=(60, 66, 80),
        thin=(120, 134, 160), thick=(90, 100, 124), chosen=(250, 220, 130),
    ),
    Theme("slips in red", wrong_ink=RED, peers=(228, 236, 246), equal=(190, 210, 240), entry=(50, 110, 200)),
    Theme("script entries", entry_weight="script", entry=(30, 80, 200), boxes=(226, 242, 253), marks=0.4),
    Theme(
        "equal reversed", given_weight="bold", equal_ink=WHITE, equal=(50, 110, 210), entry=(50, 110, 210),
        peers=(235, 240, 250),
    ),
    Theme("coloured givens", given=(30, 70, 170), entry=BLACK, given_weight="bold", equal=(255, 236, 160)),
    Theme("thin entries", entry_weight="light", entry=(60, 62, 70), chosen=(210, 235, 210)),
    Theme(
        "navy", given=(52, 72, 97), entry=(50, 90, 175), peers=(226, 235, 243), equal=(195, 215, 234),
        chosen=(187, 222, 251), wrong_ink=(229, 92, 108), wrong=(247, 207, 214), thick=(52, 72, 97),
    ),
    Theme(
        "sepia", ground=(246, 236, 214), given=(70, 46, 26), entry=(20, 120, 116), thin=(206, 190, 158),
        thick=(96, 70, 44), peers=(232, 216, 180), equal=(214, 190, 140), marks=0.25,
    ),
    Theme(
        "amber night", ground=(18, 18, 20), given=(205, 206, 210), entry=(255, 190, 70), thin=(60, 60, 66),
        thick=(140, 140, 146), equal=(30, 80, 160), equal_ink=WHITE, peers=(36, 36, 42),
    ),
    Theme(
        "light weight", given_weight="bold", entry=(56, 60, 70), entry_weight="light", entry_height=0.95,
        peers=(236, 236, 232), chosen=(200, 232, 215),
    ),
    Theme("green", entry=(30, 140, 60), equal=(255, 240, 140), wrong_ink=(215, 30, 30), boxes=(244, 247, 242)),
    Theme(
        "shaded night", ground=(30, 33, 41), given=(236, 236, 240), entry=(236, 236, 240), given_fill=(56, 60, 72),
        thin=(76, 80, 92), thick=(170, 174, 182), chosen=(60, 100, 160),
    ),
    Theme("desktop", given_fill=(230, 230, 226), given_weight="bold", entry=(20, 22, 28), chosen=(170, 200, 240)),
    Theme(
        "equal on blue", given_weight="bold", equal=(40, 100, 230), equal_ink=WHITE, entry=(90, 96, 108),
        peers=(232, 238, 250),
    ),
    Theme("stylus", entry_weight="pen", entry=(30, 60, 180), peers=(240, 244, 250), marks=0.15),
    Theme("black entries", given=(110, 112, 120), entry=(10, 40, 120), given_fill=(238, 238, 240), marks=0.2),
    Theme(
        "slips on pink", wrong_ink=(200, 20, 40), wrong=(255, 214, 220), entry=(0, 120, 190), equal=(206, 232, 250),
        chosen=(150, 205, 245), given_weight="bold", entry_weight="bold",
    ),
    Theme("italics", entry_weight="italic", entry=(70, 76, 110), peers=(245, 240, 225), equal=(240, 220, 160)),
)  # fmt: skip

HELD_OUT = (
    Theme(
        "ocean", ground=(16, 32, 58), given=(235, 240, 250), entry=(120, 210, 255), thin=(50, 74, 110),
        thick=(150, 170, 200), peers=(28, 50, 84), equal=(0, 96, 170), chosen=(0, 130, 210),
    ),
    Theme(
        "morning paper", ground=(250, 248, 240), given=(24, 24, 22), entry=(96, 94, 90), given_weight="bold",
        entry_weight="italic", thin=(180, 176, 164), boxes=(243, 240, 228),
    ),
    Theme(
        "pink", given=(60, 60, 66), entry=(220, 70, 140), boxes=(252, 240, 246), equal=(248, 206, 226),
        chosen=(244, 170, 206), marks=0.2,
    ),
    Theme(
        "mint tiles", ground=(120, 160, 148), tiles=True, entry=(0, 130, 110), thin=(120, 160, 148),
        thick=(80, 120, 108), peers=(222, 240, 234), equal=(190, 226, 214),
    ),
    Theme(
        "violet night", ground=(34, 28, 48), given=(240, 236, 250), entry=(180, 150, 255), given_fill=(52, 44, 72),
        thin=(80, 70, 104), thick=(170, 160, 200), equal=(110, 80, 190, 0.8), peers=(90, 80, 120, 0.3),
    ),
    Theme(
        "high contrast", ground=(0, 0, 0), given=(255, 230, 0), entry=(255, 255, 255), thin=(110, 110, 110),
        thick=(255, 255, 255), chosen=(0, 0, 180),
    ),
    Theme("faint entries", entry=(150, 150, 156), entry_weight="light", peers=(240, 244, 248)),
    Theme(
        "blue givens", given=(25, 60, 150), given_fill=(228, 236, 250), entry=(30, 30, 34), peers=(250, 240, 200, 0.6),
        equal=(255, 225, 130),
    ),
    Theme(
        "orange for equal", given_weight="bold", equal_ink=(236, 110, 10), entry=(60, 90, 160), boxes=(245, 247, 250),
        chosen=(255, 232, 206),
    ),
    Theme(
        "wood", ground=(222, 196, 150), given=(60, 36, 16), entry=(150, 40, 24), given_weight="bold",
        entry_weight="bold", thin=(170, 140, 96), thick=(92, 62, 30), equal=(240, 222, 180), marks=0.2,
    ),
    Theme(
        "slips by shade", entry=(20, 110, 120), wrong_ink=(20, 110, 120), wrong=(255, 200, 200), peers=(232, 240, 240),
        equal=(200, 226, 228), chosen=(160, 210, 214),
    ),
    Theme(
        "script at night", ground=(28, 28, 30), given=(228, 228, 230), entry=(255, 160, 120), entry_weight="script",
        thin=(72, 72, 76), thick=(180, 180, 184), marks=0.3, peers=(44, 44, 48),
    ),
)  # fmt: skip
"""Kept apart while the split was tuned; their failures have been looked at since."""
