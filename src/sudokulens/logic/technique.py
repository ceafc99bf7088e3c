"""Every technique that Sudoku Lens knows, from the easiest to the hardest as a person sees it.

The order of the members is the order in which a solver looks for them. `code` is HoDoKu's number for the technique,
by which its regression library names it; `score` is what one use adds to our score of a puzzle.
"""

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


_EASY, _MEDIUM, _HARD, _EXPERT, _EXTREME, _BEYOND = Level


def _identifier(display: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in display.lower()).replace("__", "_").strip("_")


class Technique(Enum):
    """A named way to a placement or an elimination; the value is its id, as in `Technique("x_wing")`."""

    display: str
    code: str | None
    level: Level
    score: int
    aliases: tuple[str, ...]

    FULL_HOUSE = "Full house", "0000", _EASY, 4, ("last digit", "last value", "open single")
    HIDDEN_SINGLE = "Hidden single", "0002", _EASY, 8, ("only place", "pinned digit")
    NAKED_SINGLE = "Naked single", "0003", _EASY, 12, ("sole candidate", "only candidate")
    DIRECT_POINTING = "Direct pointing", None, _EASY, 20, ("complex single",)
    DIRECT_CLAIMING = "Direct claiming", None, _EASY, 24, ("complex single",)
    DIRECT_HIDDEN_PAIR = "Direct hidden pair", None, _MEDIUM, 30, ("complex single",)
    LOCKED_PAIR = "Locked pair", "0110", _MEDIUM, 36, ("pointing and claiming pair",)
    LOCKED_CANDIDATES_1 = "Locked candidates type 1", "0100", _MEDIUM, 40, ("pointing",)
    LOCKED_CANDIDATES_2 = "Locked candidates type 2", "0101", _MEDIUM, 44, ("claiming", "box/line reduction")
    DIRECT_HIDDEN_TRIPLE = "Direct hidden triple", None, _MEDIUM, 46, ("complex single",)
    NAKED_PAIR = "Naked pair", "0200", _MEDIUM, 50, ("disjoint pair",)
    LOCKED_TRIPLE = "Locked triple", "0111", _MEDIUM, 56, ()
    HIDDEN_PAIR = "Hidden pair", "0210", _MEDIUM, 64, ()
    NAKED_TRIPLE = "Naked triple", "0201", _MEDIUM, 70, ("naked triplet",)
    HIDDEN_TRIPLE = "Hidden triple", "0211", _MEDIUM, 90, ("hidden triplet",)
    X_WING = "X-Wing", "0300", _HARD, 110, ("fish of size 2",)
    NAKED_QUAD = "Naked quad", "0202", _HARD, 115, ("naked quadruple",)
    HIDDEN_QUAD = "Hidden quad", "0212", _HARD, 140, ("hidden quadruple",)
    SKYSCRAPER = "Skyscraper", "0400", _HARD, 120, ()
    TWO_STRING_KITE = "2-String kite", "0401", _HARD, 124, ()
    DUAL_TWO_STRING_KITE = "Dual 2-String kite", "0404", _HARD, 126, ()
    TURBOT_FISH = "Turbot fish", "0403", _HARD, 130, ()
    EMPTY_RECTANGLE = "Empty rectangle", "0402", _HARD, 130, ()
    DUAL_EMPTY_RECTANGLE = "Dual empty rectangle", "0405", _HARD, 132, ()
    REMOTE_PAIR = "Remote pair", "0703", _HARD, 120, ()
    XY_WING = "XY-Wing", "0800", _HARD, 140, ("Y-Wing", "bent triple")
    SWORDFISH = "Swordfish", "0301", _HARD, 145, ("fish of size 3",)
    XYZ_WING = "XYZ-Wing", "0801", _HARD, 155, ()
    W_WING = "W-Wing", "0803", _HARD, 150, ()
    UNIQUE_RECTANGLE_1 = "Unique rectangle type 1", "0600", _HARD, 110, ("uniqueness test 1",)
    UNIQUE_RECTANGLE_2 = "Unique rectangle type 2", "0601", _HARD, 115, ("uniqueness test 2",)
    UNIQUE_RECTANGLE_3 = "Unique rectangle type 3", "0602", _HARD, 125, ("uniqueness test 3",)
    UNIQUE_RECTANGLE_4 = "Unique rectangle type 4", "0603", _HARD, 120, ("uniqueness test 4",)
    UNIQUE_RECTANGLE_5 = "Unique rectangle type 5", "0604", _HARD, 120, ("uniqueness test 5",)
    UNIQUE_RECTANGLE_6 = "Unique rectangle type 6", "0605", _HARD, 125, ("uniqueness test 6",)
    HIDDEN_RECTANGLE = "Hidden rectangle", "0606", _HARD, 130, ("hidden unique rectangle",)
    AVOIDABLE_RECTANGLE_1 = "Avoidable rectangle type 1", "0607", _HARD, 120, ()
    AVOIDABLE_RECTANGLE_2 = "Avoidable rectangle type 2", "0608", _HARD, 125, ()
    BUG_PLUS_1 = "BUG+1", "0610", _HARD, 110, ("bivalue universal grave + 1", "BUG type 1")
    UNIQUE_LOOP_1 = "Unique loop type 1", None, _HARD, 150, ("extended rectangle",)
    UNIQUE_LOOP_2 = "Unique loop type 2", None, _HARD, 155, ()
    UNIQUE_LOOP_3 = "Unique loop type 3", None, _HARD, 165, ()
    UNIQUE_LOOP_4 = "Unique loop type 4", None, _HARD, 160, ()
    BUG_2 = "BUG type 2", None, _EXPERT, 170, ("bivalue universal grave type 2",)
    BUG_3 = "BUG type 3", None, _EXPERT, 190, ("bivalue universal grave type 3",)
    BUG_4 = "BUG type 4", None, _EXPERT, 180, ("bivalue universal grave type 4",)
    SIMPLE_COLOURS_TRAP = "Simple colours trap", "0500", _HARD, 150, ("single's chain", "colour trap")
    SIMPLE_COLOURS_WRAP = "Simple colours wrap", "0501", _HARD, 150, ("single's chain", "colour wrap")
    MULTI_COLOURS_1 = "Multi-colours type 1", "0502", _HARD, 190, ()
    MULTI_COLOURS_2 = "Multi-colours type 2", "0503", _HARD, 190, ()
    FINNED_X_WING = "Finned X-Wing", "0310", _HARD, 150, ()
    SASHIMI_X_WING = "Sashimi X-Wing", "0320", _HARD, 155, ()
    JELLYFISH = "Jellyfish", "0302", _HARD, 170, ("fish of size 4",)
    WXYZ_WING = "WXYZ-Wing", None, _EXPERT, 220, ("bent quad",)
    FINNED_SWORDFISH = "Finned Swordfish", "0311", _EXPERT, 210, ()
    SIAMESE_FINNED_X_WING = "Siamese finned X-Wing", "03101", _EXPERT, 212, ()
    SIAMESE_FINNED_SWORDFISH = "Siamese finned Swordfish", "03111", _EXPERT, 214, ()
    SASHIMI_SWORDFISH = "Sashimi Swordfish", "0321", _EXPERT, 220, ()
    SIAMESE_SASHIMI_X_WING = "Siamese sashimi X-Wing", "03201", _EXPERT, 222, ()
    SIAMESE_SASHIMI_SWORDFISH = "Siamese sashimi Swordfish", "03211", _EXPERT, 224, ()
    X_CHAIN = "X-Chain", "0701", _EXPERT, 240, ()
    XY_CHAIN = "XY-Chain", "0702", _EXPERT, 250, ()
    SUE_DE_COQ = "Sue de Coq", "1101", _EXPERT, 260, ("two-sector disjoint subsets",)
    FINNED_JELLYFISH = "Finned Jellyfish", "0312", _EXPERT, 260, ()
    SIAMESE_FINNED_JELLYFISH = "Siamese finned Jellyfish", "03121", _EXPERT, 262, ()
    SASHIMI_JELLYFISH = "Sashimi Jellyfish", "0322", _EXPERT, 268, ()
    SIAMESE_SASHIMI_JELLYFISH = "Siamese sashimi Jellyfish", "03221", _EXPERT, 270, ()
    MEDUSA_3D = "3D Medusa", None, _EXPERT, 270, ("multi-digit colouring",)
    FIREWORK = "Firework", None, _EXPERT, 275, ("triple firework", "quad firework")
    ALIGNED_PAIR_EXCLUSION = "Aligned pair exclusion", None, _EXPERT, 275, ("subset exclusion",)
    CONTINUOUS_NICE_LOOP = "Continuous nice loop", "0706", _EXPERT, 280, ("bidirectional cycle",)
    DISCONTINUOUS_NICE_LOOP = "Discontinuous nice loop", "0707", _EXPERT, 280, ()
    AIC = "Alternating inference chain", "0708", _EXPERT, 280, ("AIC",)
    ALS_XZ = "ALS-XZ", "0901", _EXPERT, 300, ("almost locked sets",)
    GROUPED_CONTINUOUS_NICE_LOOP = "Grouped continuous nice loop", "0709", _EXPERT, 310, ()
    GROUPED_DISCONTINUOUS_NICE_LOOP = "Grouped discontinuous nice loop", "0710", _EXPERT, 310, ()
    GROUPED_AIC = "Grouped AIC", "0711", _EXPERT, 310, ()
    ALS_XY_WING = "ALS-XY-Wing", "0902", _EXPERT, 320, ()
    ALS_CHAIN = "ALS chain", "0903", _EXPERT, 340, ("ALS-XY-Chain",)
    DEATH_BLOSSOM = "Death blossom", "0904", _EXPERT, 360, ()
    BIDIRECTIONAL_X_CYCLE = "Bidirectional X-cycle", None, _EXPERT, 260, ()
    BIDIRECTIONAL_Y_CYCLE = "Bidirectional Y-cycle", None, _EXPERT, 260, ()
    FORCING_X_CHAIN = "Forcing X-chain", None, _EXPERT, 270, ()
    FORCING_CHAIN = "Forcing chain", None, _EXPERT, 300, ("bidirectional forcing chain",)
    BIDIRECTIONAL_CYCLE = "Bidirectional cycle", None, _EXPERT, 300, ()
    FRANKEN_X_WING = "Franken X-Wing", "0330", _EXPERT, 300, ()
    FRANKEN_SWORDFISH = "Franken Swordfish", "0331", _EXPERT, 340, ()
    FRANKEN_JELLYFISH = "Franken Jellyfish", "0332", _EXPERT, 370, ()
    FINNED_FRANKEN_X_WING = "Finned Franken X-Wing", "0340", _EXPERT, 350, ()
    FINNED_FRANKEN_SWORDFISH = "Finned Franken Swordfish", "0341", _EXPERT, 380, ()
    FINNED_FRANKEN_JELLYFISH = "Finned Franken Jellyfish", "0342", _EXPERT, 420, ()
    SIAMESE_FINNED_FRANKEN_X_WING = "Siamese finned Franken X-Wing", "03401", _EXPERT, 352, ()
    SIAMESE_FINNED_FRANKEN_SWORDFISH = "Siamese finned Franken Swordfish", "03411", _EXPERT, 382, ()
    SIAMESE_FINNED_FRANKEN_JELLYFISH = "Siamese finned Franken Jellyfish", "03421", _EXPERT, 422, ()
    MUTANT_X_WING = "Mutant X-Wing", "0350", _EXTREME, 440, ()
    MUTANT_SWORDFISH = "Mutant Swordfish", "0351", _EXTREME, 450, ()
    MUTANT_JELLYFISH = "Mutant Jellyfish", "0352", _EXTREME, 460, ()
    FINNED_MUTANT_X_WING = "Finned mutant X-Wing", "0360", _EXTREME, 460, ()
    FINNED_MUTANT_SWORDFISH = "Finned mutant Swordfish", "0361", _EXTREME, 470, ()
    FINNED_MUTANT_JELLYFISH = "Finned mutant Jellyfish", "0362", _EXTREME, 480, ()
    SIAMESE_FINNED_MUTANT_X_WING = "Siamese finned mutant X-Wing", "03601", _EXTREME, 462, ()
    SIAMESE_FINNED_MUTANT_SWORDFISH = "Siamese finned mutant Swordfish", "03611", _EXTREME, 472, ()
    SIAMESE_FINNED_MUTANT_JELLYFISH = "Siamese finned mutant Jellyfish", "03621", _EXTREME, 482, ()
    ALIGNED_TRIPLE_EXCLUSION = "Aligned triple exclusion", None, _EXTREME, 420, ("subset exclusion",)
    KRAKEN_FISH_1 = "Kraken fish type 1", "0371", _EXTREME, 500, ()
    KRAKEN_FISH_2 = "Kraken fish type 2", "0372", _EXTREME, 500, ()
    SQUIRMBAG = "Squirmbag", "0303", _EXPERT, 400, ("starfish", "fish of size 5")
    WHALE = "Whale", "0304", _EXPERT, 410, ("fish of size 6",)
    LEVIATHAN = "Leviathan", "0305", _EXPERT, 420, ("fish of size 7",)
    FINNED_SQUIRMBAG = "Finned Squirmbag", "0313", _EXTREME, 430, ()
    FINNED_WHALE = "Finned Whale", "0314", _EXTREME, 440, ()
    FINNED_LEVIATHAN = "Finned Leviathan", "0315", _EXTREME, 450, ()
    SASHIMI_SQUIRMBAG = "Sashimi Squirmbag", "0323", _EXTREME, 432, ()
    SASHIMI_WHALE = "Sashimi Whale", "0324", _EXTREME, 442, ()
    SASHIMI_LEVIATHAN = "Sashimi Leviathan", "0325", _EXTREME, 452, ()
    FRANKEN_SQUIRMBAG = "Franken Squirmbag", "0333", _EXTREME, 470, ()
    FRANKEN_WHALE = "Franken Whale", "0334", _EXTREME, 480, ()
    FRANKEN_LEVIATHAN = "Franken Leviathan", "0335", _EXTREME, 490, ()
    FINNED_FRANKEN_SQUIRMBAG = "Finned Franken Squirmbag", "0343", _EXTREME, 490, ()
    FINNED_FRANKEN_WHALE = "Finned Franken Whale", "0344", _EXTREME, 500, ()
    FINNED_FRANKEN_LEVIATHAN = "Finned Franken Leviathan", "0345", _EXTREME, 510, ()
    MUTANT_SQUIRMBAG = "Mutant Squirmbag", "0353", _EXTREME, 520, ()
    MUTANT_WHALE = "Mutant Whale", "0354", _EXTREME, 530, ()
    MUTANT_LEVIATHAN = "Mutant Leviathan", "0355", _EXTREME, 540, ()
    FINNED_MUTANT_SQUIRMBAG = "Finned mutant Squirmbag", "0363", _EXTREME, 540, ()
    FINNED_MUTANT_WHALE = "Finned mutant Whale", "0364", _EXTREME, 550, ()
    FINNED_MUTANT_LEVIATHAN = "Finned mutant Leviathan", "0365", _EXTREME, 560, ()
    NISHIO = "Nishio forcing chain", None, _EXTREME, 480, ("Nishio",)
    CELL_FORCING_CHAIN = "Cell forcing chains", "1302", _EXTREME, 520, ("forcing chain verity",)
    REGION_FORCING_CHAIN = "Region forcing chains", None, _EXTREME, 520, ("unit forcing chains",)
    TEMPLATE_SET = "Template set", "1201", _BEYOND, 600, ("pattern overlay",)
    TEMPLATE_DELETE = "Template delete", "1202", _BEYOND, 600, ("pattern overlay",)
    CONTRADICTION_FORCING_CHAIN = (
        "Contradiction forcing chains",
        "1301",
        _EXTREME,
        560,
        ("forcing chain contradiction",),
    )
    DYNAMIC_CELL_FORCING_CHAIN = "Dynamic cell forcing chains", "1304", _BEYOND, 700, ("forcing net verity",)
    DYNAMIC_REGION_FORCING_CHAIN = "Dynamic region forcing chains", None, _BEYOND, 700, ()
    DYNAMIC_DOUBLE_FORCING_CHAIN = "Dynamic double forcing chains", None, _BEYOND, 700, ()
    DYNAMIC_CONTRADICTION_FORCING_CHAIN = (
        "Dynamic contradiction forcing chains",
        "1303",
        _BEYOND,
        700,
        ("forcing net contradiction",),
    )
    DYNAMIC_FORCING_CHAIN_PLUS = "Dynamic forcing chains (plus)", None, _BEYOND, 800, ()
    NESTED_FORCING_CHAIN = "Nested forcing chains", None, _BEYOND, 900, ()

    def __new__(cls, display: str, code: str | None, level: Level, score: int, aliases: tuple[str, ...]) -> Technique:
        member = object.__new__(cls)
        member._value_ = _identifier(display)
        member.display, member.code, member.level, member.score = display, code, level, score
        member.aliases = aliases
        return member

    @property
    def id(self) -> str:
        """Lower case words joined by underscores, stable across versions."""
        return str(self.value)

    @property
    def slug(self) -> str:
        """The name of its page in the documentation."""
        return self.id.replace("_", "-")

    @property
    def order(self) -> int:
        """Its place among all techniques; the easiest is 0."""
        return _ORDER[self]

    @property
    def uses_uniqueness(self) -> bool:
        """Whether it relies on the puzzle having one solution."""
        return "RECTANGLE" in self.name.replace("EMPTY_RECTANGLE", "") or self.name.startswith(("UNIQUE_LOOP", "BUG"))

    @property
    def needs_pencilmarks(self) -> bool:
        """Whether a person needs candidates written down to see it."""
        return self.level > Level.MEDIUM or not (
            self.name.startswith(("DIRECT", "LOCKED_CANDIDATES")) or self.score <= Technique.NAKED_SINGLE.score
        )

    @staticmethod
    def from_code(code: str) -> Technique | None:
        """The technique with that HoDoKu number, if there is one."""
        return _BY_CODE.get(code)


_ORDER = {technique: index for index, technique in enumerate(Technique)}
_BY_CODE = {technique.code: technique for technique in Technique if technique.code}
