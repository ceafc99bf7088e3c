"""The columns of the table of techniques that are closed lists: levels, families, costs and forms."""

from __future__ import annotations

from enum import Enum, IntEnum


class Level(IntEnum):
    """How hard a puzzle or a technique is, in words."""

    EASY = 1
    MEDIUM = 2
    HARD = 3
    EXPERT = 4
    EXTREME = 5
    BEYOND = 6

    @property
    def word(self) -> str:
        return self.name.lower()


class Family(Enum):
    """Techniques that rest on the same kind of argument."""

    SINGLE = "single"
    DIRECT = "direct single"
    LOCKED = "locked candidates"
    SUBSET = "subset"
    FISH = "fish"
    LINKED_PAIR = "linked pair"
    COLOURING = "colouring"
    WING = "wing"
    RECTANGLE = "rectangle"
    UNIQUE_LOOP = "unique loop"
    GRAVE = "grave"
    CHAIN = "chain"
    ALS = "almost locked set"
    FIREWORK = "firework"
    EXCLUSION = "exclusion"
    KRAKEN = "kraken fish"
    TEMPLATE = "template"
    FORCING = "forcing chain"
    RULE = "rule"
    LEFTOVER = "leftover"
    ODD_RING = "odd ring"
    EXOCET = "exocet"
    SECTORS = "multi-sector set"

    @property
    def uses_uniqueness(self) -> bool:
        """Whether the argument is that the puzzle has one solution."""
        return self in (Family.RECTANGLE, Family.UNIQUE_LOOP, Family.GRAVE)

    @property
    def goes_by_cases(self) -> bool:
        """Whether the argument follows every possibility by itself, each to the same end."""
        return self in (Family.FORCING, Family.KRAKEN)

    @property
    def needs_pencilmarks(self) -> bool:
        """Whether a person needs candidates written down to see it."""
        return self not in (Family.SINGLE, Family.DIRECT, Family.LOCKED)


class Cost(Enum):
    """What it takes to look for a technique."""

    USUAL = "usual"
    COMBINED = "combined"
    """Two steps told as one: no solution needs it."""
    COSTLY = "costly"
    """Hardly a person finds it, and it takes long to look for: not part of a solution."""
    LARGEST = "largest"
    """Costly, and of so many units that even a search for examples looks for it seldom."""

    @property
    def is_costly(self) -> bool:
        return self in (Cost.COSTLY, Cost.LARGEST)


class Form(Enum):
    """What sets a technique apart within its family, where the argument or the search for it depends on that."""

    PLAIN = "plain"
    HIDDEN = "hidden"
    """Digits that have no other cells, where the family's others are cells that have no other digits."""
    LOOP = "loop"
    """A chain whose ends exclude each other, so that every link of it holds both ways."""
    NET = "net"
    """Implications that rest on several before them: there are any number of these on a board."""
    HOLDING = "holding"
    """Cells that must hold certain digits, where the family's others are about sums."""
    SASHIMI = "sashimi"
    """A finned fish that would fall apart without its fins."""
    ALTERNATING = "alternating"
    """A chain of single candidates of any digits; short ones have names of their own."""
    SEVERAL_DIGITS = "several digits"
    """Colours through cells as well as units, where the family's others are about one digit."""
