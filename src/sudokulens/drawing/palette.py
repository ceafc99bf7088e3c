"""The colours of every drawing, light and dark: each paint has one meaning wherever it appears."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

Theme: TypeAlias = Literal["light", "dark"]
Colour: TypeAlias = str
"""As #rrggbb."""

Rgb: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

Paint: TypeAlias = Literal[
    "paper", "ink", "entry", "pencil", "line", "wall", "label", "rule", "window",
    "shape", "renban", "whispers", "white", "black",
    "right", "wrong", "doubt", "house", "block", "link", "mark-ink",
    "set-a", "set-b", "set-c", "set-d", "set-e", "set-f", "set-g", "fin", "on", "off", "clash",
]  # fmt: skip
"""What a colour stands for:

- `paper`, `line`, `wall`, `label`: the board and the labels at its edge;
- `rule`, `window`, `shape`, `renban`, `whispers`: printed rules: borders of cages and arrows, windows, thermometers and
  shapes of cells, lines of their own colour; `white`, `black`: dots, which are so in every theme;
- `ink`, `entry`, `pencil`: givens, digits that a person wrote, candidates;
- `right`: the digit to write, an entry that is right; `wrong`: a candidate that goes, an entry that is wrong;
- `doubt`: a cell to look at; `house`: the unit that is looked at; `block`: digits and lines that block cells;
- `link`: every link of a chain, strong ones solid and weak ones dashed;
- `set-a` to `set-g`: the parts of a pattern in the order in which they are named; `fin`: what spoils the plain pattern;
- `on`, `off`, `clash`: what a forcing chain makes true, false, or both;
- `mark-ink`: digits on a disc of one of these colours.
"""

PAINTS: tuple[Paint, ...] = get_args(Paint)

LIGHT: Mapping[Paint, Colour] = {
    "paper": "#ffffff",
    "ink": "#1c2430",
    "entry": "#1f5fbf",
    "pencil": "#6b7684",
    "line": "#aab3be",
    "wall": "#1c2430",
    "label": "#5d6875",
    "rule": "#5b6472",
    "window": "#7d8896",
    "shape": "#d5dae1",
    "renban": "#e2c9f2",
    "whispers": "#c3e6c6",
    "white": "#ffffff",
    "black": "#000000",
    "right": "#0f7a3c",
    "wrong": "#c81e2b",
    "doubt": "#e08a00",
    "house": "#e0a800",
    "block": "#56718f",
    "link": "#6d2fd0",
    "mark-ink": "#ffffff",
    "set-a": "#1d5fd1",
    "set-b": "#a85b00",
    "set-c": "#6b6400",
    "set-d": "#8b3a62",
    "set-e": "#0a749c",
    "set-f": "#6b4a2b",
    "set-g": "#3b3f6b",
    "fin": "#c4169c",
    "on": "#00707a",
    "off": "#6b7280",
    "clash": "#111827",
}

DARK: Mapping[Paint, Colour] = {
    "paper": "#14181f",
    "ink": "#eef1f5",
    "entry": "#8ab8ff",
    "pencil": "#98a3b1",
    "line": "#4a5463",
    "wall": "#d5dbe3",
    "label": "#98a3b1",
    "rule": "#aeb8c5",
    "window": "#8d99a8",
    "shape": "#3a4452",
    "renban": "#523d6b",
    "whispers": "#2f563a",
    "white": "#ffffff",
    "black": "#000000",
    "right": "#5ddb6a",
    "wrong": "#ff6b73",
    "doubt": "#ffc83d",
    "house": "#fff2b0",
    "block": "#8fb0d4",
    "link": "#b79bff",
    "mark-ink": "#10141b",
    "set-a": "#6ea8ff",
    "set-b": "#f0924a",
    "set-c": "#d6cf5a",
    "set-d": "#d98cb3",
    "set-e": "#7fd6ff",
    "set-f": "#c9a27e",
    "set-g": "#8f96e8",
    "fin": "#ff7ae6",
    "on": "#2fd6bd",
    "off": "#98a3b1",
    "clash": "#ffffff",
}

PALETTES: Mapping[Theme, Mapping[Paint, Colour]] = {"light": LIGHT, "dark": DARK}

SET_PAINTS: tuple[Paint, ...] = ("set-a", "set-b", "set-c", "set-d", "set-e", "set-f", "set-g")

MARK_PAINTS: tuple[Paint, ...] = (*SET_PAINTS, "fin", "on", "off", "clash", "block", "link", "right")
"""Paints that `mark-ink` is written on."""

_ROLE_PAINTS: Mapping[str, Paint] = {
    "base": "set-a",
    "cover": "set-b",
    "fin": "fin",
    "endofin": "fin",
    "pivot": "set-a",
    "pincer": "set-b",
    "floor": "set-a",
    "roof": "set-b",
    "stem": "set-g",
    "pattern": "set-a",
    "colour a": "set-a",
    "colour b": "set-b",
    "colour c": "set-c",
    "colour d": "set-d",
    "on": "on",
    "off": "off",
    "clash": "clash",
    "block": "block",
    "restricted": "link",
    "intersection": "set-a",
    "line": "set-b",
    "box": "set-c",
    "extra": "set-c",
    "innie": "set-a",
    "outie": "set-b",
    "excluder": "set-b",
    "spoiler": "fin",
    "missing": "right",
}


def role_paint(role: str) -> Paint:
    """The paint of a role; roles that end in a letter, such as `als c`, have one colour a letter."""
    if role in _ROLE_PAINTS:
        return _ROLE_PAINTS[role]
    letter = role.rpartition(" ")[2]
    index = ord(letter) - ord("a") if len(letter) == 1 and letter.isalpha() else 0
    return SET_PAINTS[index % len(SET_PAINTS)]


def rgb(colour: Colour) -> Rgb:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def hexadecimal(colour: Rgb) -> Colour:
    red, green, blue = colour
    return f"#{red:02x}{green:02x}{blue:02x}"


def css(prefix: str = "--scene-") -> str:
    """Both palettes as custom properties for a style sheet; `data-theme` on the root chooses, else the system does."""
    light, dark = ("".join(f"  {prefix}{p}: {c};\n" for p, c in palette.items()) for palette in (LIGHT, DARK))
    system = "".join(f"  {line}\n" for line in dark.splitlines())
    return (
        f":root {{\n{light}}}\n\n"
        f"@media (prefers-color-scheme: dark) {{\n  :root:not([data-theme=light]) {{\n{system}  }}\n}}\n\n"
        f":root[data-theme=dark] {{\n{dark}}}\n"
    )
