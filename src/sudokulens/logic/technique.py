"""Every technique that Sudoku Lens knows, from the easiest to the hardest as a person sees it.

The table's columns: the name, the family, what looking for it costs, HoDoKu's number for it (by which its regression
library names it), the level, what one use adds to our score of a puzzle, and other names; then, where it has them, its
form and the technique that a dual one joins two of. The order of the members is the order in which a solver looks for
them.
"""

from __future__ import annotations

from enum import Enum

from sudokulens.logic.kinds import Cost as Cost
from sudokulens.logic.kinds import Family as Family
from sudokulens.logic.kinds import Form as Form
from sudokulens.logic.kinds import Level as Level

_EASY, _MEDIUM, _HARD, _EXPERT, _EXTREME, _BEYOND = Level
_USUAL, _COMBINED, _COSTLY, _LARGEST = Cost
_PLAIN, _HIDDEN, _LOOP, _NET, _HOLDING, _SASHIMI, _ALTERNATING, _SEVERAL_DIGITS = Form
_SINGLE, _DIRECT, _LOCKED, _SUBSET, _FISH, _LINKED_PAIR, _COLOURING, _WING, _RECTANGLE = tuple(Family)[:9]
_UNIQUE_LOOP, _GRAVE, _CHAIN, _ALS, _FIREWORK, _EXCLUSION, _KRAKEN, _TEMPLATE, _FORCING, _RULE = tuple(Family)[9:19]
_LEFTOVER, _ODD_RING, _EXOCET, _SECTORS = tuple(Family)[19:]


def _identifier(display: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in display.lower()).replace("__", "_").strip("_")


class Technique(Enum):
    """A named way to a placement or an elimination; the value is its id, as in `Technique("x_wing")`."""

    display: str
    family: Family
    cost: Cost
    code: str | None
    level: Level
    score: int
    aliases: tuple[str, ...]
    form: Form
    _joins: str

    FULL_HOUSE = "Full house", _SINGLE, _USUAL, "0000", _EASY, 4, ("last digit", "last value", "open single")
    HIDDEN_SINGLE = "Hidden single", _SINGLE, _USUAL, "0002", _EASY, 8, ("only place", "pinned digit")
    NAKED_SINGLE = "Naked single", _SINGLE, _USUAL, "0003", _EASY, 12, ("sole candidate", "only candidate")
    CAGE_BOUNDS = "Cage minimum and maximum", _RULE, _USUAL, None, _EASY, 14, ("min/max", "bounds of a cage")
    CAGE_COMBINATIONS = "Cage combinations", _RULE, _USUAL, None, _EASY, 16, ("combination elimination",)
    RULE_ELIMINATION = "Rule elimination", _RULE, _USUAL, None, _EASY, 18, ("constraint elimination",)
    DIRECT_POINTING = "Direct pointing", _DIRECT, _USUAL, None, _EASY, 20, ("complex single",)
    DIRECT_CLAIMING = "Direct claiming", _DIRECT, _USUAL, None, _EASY, 24, ("complex single",)
    DIRECT_HIDDEN_PAIR = "Direct hidden pair", _DIRECT, _USUAL, None, _MEDIUM, 30, ("complex single",)
    LOCKED_PAIR = "Locked pair", _SUBSET, _USUAL, "0110", _MEDIUM, 36, ("pointing and claiming pair",)
    LOCKED_CANDIDATES_1 = "Locked candidates type 1", _LOCKED, _USUAL, "0100", _MEDIUM, 40, ("pointing",)
    LOCKED_CANDIDATES_2 = (
        "Locked candidates type 2",
        _LOCKED,
        _USUAL,
        "0101",
        _MEDIUM,
        44,
        ("claiming", "box/line reduction"),
    )
    INNIES_OUTIES = "Innies and outies", _RULE, _USUAL, None, _MEDIUM, 45, ("45 rule", "rule of 45", "law of 45")
    CAGE_SPLITTING = "Cage splitting", _RULE, _USUAL, None, _MEDIUM, 45, ("split cage",)
    INNIE_OUTIE_DIFFERENCE = "Innie-outie difference", _RULE, _USUAL, None, _MEDIUM, 46, ("IOD", "IOU")
    CAGE_OVERLAP = (
        "Cage-unit overlap",
        _RULE,
        _USUAL,
        None,
        _MEDIUM,
        46,
        ("must-contain digits", "cage pointing"),
        _HOLDING,
    )
    LAW_OF_LEFTOVERS = "Law of leftovers", _LEFTOVER, _USUAL, None, _MEDIUM, 48, ("LOL",)
    DIRECT_HIDDEN_TRIPLE = "Direct hidden triple", _DIRECT, _USUAL, None, _MEDIUM, 46, ("complex single",)
    NAKED_PAIR = "Naked pair", _SUBSET, _USUAL, "0200", _MEDIUM, 50, ("disjoint pair",)
    LOCKED_TRIPLE = "Locked triple", _SUBSET, _USUAL, "0111", _MEDIUM, 56, ()
    HIDDEN_PAIR = "Hidden pair", _SUBSET, _USUAL, "0210", _MEDIUM, 64, (), _HIDDEN
    NAKED_TRIPLE = "Naked triple", _SUBSET, _USUAL, "0201", _MEDIUM, 70, ("naked triplet",)
    HIDDEN_TRIPLE = "Hidden triple", _SUBSET, _USUAL, "0211", _MEDIUM, 90, ("hidden triplet",), _HIDDEN
    KILLER_PAIR = "Killer pair", _RULE, _USUAL, None, _MEDIUM, 80, ("killer naked pair",), _HOLDING
    HIDDEN_KILLER_PAIR = "Hidden killer pair", _RULE, _USUAL, None, _HARD, 95, (), _HIDDEN
    LARGE_INNIES_OUTIES = "Innies and outies of several units", _RULE, _USUAL, None, _HARD, 100, ()
    CAGE_CONFLICT = (
        "Cage conflict",
        _RULE,
        _USUAL,
        None,
        _HARD,
        105,
        ("combination conflict", "conflicting combination"),
    )
    KILLER_TRIPLE = "Killer triple", _RULE, _USUAL, None, _HARD, 108, ("killer naked triple",), _HOLDING
    ALMOST_LOCKED_CANDIDATES = (
        "Almost locked candidates",
        _SUBSET,
        _USUAL,
        None,
        _HARD,
        105,
        ("almost locked pair", "almost locked triple"),
    )
    X_WING = "X-Wing", _FISH, _USUAL, "0300", _HARD, 110, ("fish of size 2",)
    NAKED_QUAD = "Naked quad", _SUBSET, _USUAL, "0202", _HARD, 115, ("naked quadruple",)
    HIDDEN_QUAD = "Hidden quad", _SUBSET, _USUAL, "0212", _HARD, 140, ("hidden quadruple",), _HIDDEN
    SKYSCRAPER = "Skyscraper", _LINKED_PAIR, _USUAL, "0400", _HARD, 120, ()
    TWO_STRING_KITE = "2-String kite", _LINKED_PAIR, _USUAL, "0401", _HARD, 124, ()
    DUAL_TWO_STRING_KITE = (
        "Dual 2-String kite",
        _LINKED_PAIR,
        _COMBINED,
        "0404",
        _HARD,
        126,
        (),
        _PLAIN,
        "TWO_STRING_KITE",
    )
    TURBOT_FISH = "Turbot fish", _LINKED_PAIR, _USUAL, "0403", _HARD, 130, ()
    EMPTY_RECTANGLE = "Empty rectangle", _LINKED_PAIR, _USUAL, "0402", _HARD, 130, ()
    DUAL_EMPTY_RECTANGLE = (
        "Dual empty rectangle",
        _LINKED_PAIR,
        _COMBINED,
        "0405",
        _HARD,
        132,
        (),
        _PLAIN,
        "EMPTY_RECTANGLE",
    )
    REMOTE_PAIR = "Remote pair", _CHAIN, _USUAL, "0703", _HARD, 120, ()
    XY_WING = "XY-Wing", _WING, _USUAL, "0800", _HARD, 140, ("Y-Wing", "bent triple")
    SWORDFISH = "Swordfish", _FISH, _USUAL, "0301", _HARD, 145, ("fish of size 3",)
    XYZ_WING = "XYZ-Wing", _WING, _USUAL, "0801", _HARD, 155, ()
    W_WING = "W-Wing", _WING, _USUAL, "0803", _HARD, 150, ()
    UNIQUE_RECTANGLE_1 = "Unique rectangle type 1", _RECTANGLE, _USUAL, "0600", _HARD, 110, ("uniqueness test 1",)
    UNIQUE_RECTANGLE_2 = "Unique rectangle type 2", _RECTANGLE, _USUAL, "0601", _HARD, 115, ("uniqueness test 2",)
    UNIQUE_RECTANGLE_3 = "Unique rectangle type 3", _RECTANGLE, _USUAL, "0602", _HARD, 125, ("uniqueness test 3",)
    UNIQUE_RECTANGLE_4 = "Unique rectangle type 4", _RECTANGLE, _USUAL, "0603", _HARD, 120, ("uniqueness test 4",)
    UNIQUE_RECTANGLE_5 = "Unique rectangle type 5", _RECTANGLE, _USUAL, "0604", _HARD, 120, ("uniqueness test 5",)
    UNIQUE_RECTANGLE_6 = "Unique rectangle type 6", _RECTANGLE, _USUAL, "0605", _HARD, 125, ("uniqueness test 6",)
    HIDDEN_RECTANGLE = "Hidden rectangle", _RECTANGLE, _USUAL, "0606", _HARD, 130, ("hidden unique rectangle",)
    AVOIDABLE_RECTANGLE_1 = "Avoidable rectangle type 1", _RECTANGLE, _USUAL, "0607", _HARD, 120, ()
    AVOIDABLE_RECTANGLE_2 = "Avoidable rectangle type 2", _RECTANGLE, _USUAL, "0608", _HARD, 125, ()
    EXTERNAL_RECTANGLE = (
        "External unique rectangle",
        _RECTANGLE,
        _USUAL,
        None,
        _HARD,
        135,
        ("unique rectangle external type",),
    )
    EXTENDED_RECTANGLE = "Extended rectangle", _RECTANGLE, _USUAL, None, _HARD, 140, ("extended unique rectangle",)
    BUG_PLUS_1 = "BUG+1", _GRAVE, _USUAL, "0610", _HARD, 110, ("bivalue universal grave + 1", "BUG type 1")
    BUG_PLUS_N = "BUG+n", _GRAVE, _USUAL, None, _EXPERT, 200, ("bivalue universal grave + n",)
    UNIQUE_LOOP_1 = "Unique loop type 1", _UNIQUE_LOOP, _USUAL, None, _HARD, 150, ()
    UNIQUE_LOOP_2 = "Unique loop type 2", _UNIQUE_LOOP, _USUAL, None, _HARD, 155, ()
    UNIQUE_LOOP_3 = "Unique loop type 3", _UNIQUE_LOOP, _USUAL, None, _HARD, 165, ()
    UNIQUE_LOOP_4 = "Unique loop type 4", _UNIQUE_LOOP, _USUAL, None, _HARD, 160, ()
    BUG_2 = "BUG type 2", _GRAVE, _USUAL, None, _EXPERT, 170, ("bivalue universal grave type 2",)
    BUG_3 = "BUG type 3", _GRAVE, _USUAL, None, _EXPERT, 190, ("bivalue universal grave type 3",)
    BUG_4 = "BUG type 4", _GRAVE, _USUAL, None, _EXPERT, 180, ("bivalue universal grave type 4",)
    SIMPLE_COLOURS_TRAP = (
        "Simple colours trap",
        _COLOURING,
        _USUAL,
        "0500",
        _HARD,
        150,
        ("single's chain", "colour trap"),
    )
    SIMPLE_COLOURS_WRAP = (
        "Simple colours wrap",
        _COLOURING,
        _USUAL,
        "0501",
        _HARD,
        150,
        ("single's chain", "colour wrap"),
    )
    MULTI_COLOURS_1 = "Multi-colours type 1", _COLOURING, _USUAL, "0502", _HARD, 190, ()
    MULTI_COLOURS_2 = "Multi-colours type 2", _COLOURING, _USUAL, "0503", _HARD, 190, ()
    FINNED_X_WING = "Finned X-Wing", _FISH, _USUAL, "0310", _HARD, 150, ()
    SASHIMI_X_WING = "Sashimi X-Wing", _FISH, _USUAL, "0320", _HARD, 155, (), _SASHIMI
    JELLYFISH = "Jellyfish", _FISH, _USUAL, "0302", _HARD, 170, ("fish of size 4",)
    WXYZ_WING = "WXYZ-Wing", _WING, _USUAL, None, _EXPERT, 220, ("bent quad",)
    FINNED_SWORDFISH = "Finned Swordfish", _FISH, _USUAL, "0311", _EXPERT, 210, ()
    SIAMESE_FINNED_X_WING = "Siamese finned X-Wing", _FISH, _COMBINED, "03101", _EXPERT, 212, ()
    SIAMESE_FINNED_SWORDFISH = "Siamese finned Swordfish", _FISH, _COMBINED, "03111", _EXPERT, 214, ()
    SASHIMI_SWORDFISH = "Sashimi Swordfish", _FISH, _USUAL, "0321", _EXPERT, 220, (), _SASHIMI
    SIAMESE_SASHIMI_X_WING = "Siamese sashimi X-Wing", _FISH, _COMBINED, "03201", _EXPERT, 222, ()
    SIAMESE_SASHIMI_SWORDFISH = "Siamese sashimi Swordfish", _FISH, _COMBINED, "03211", _EXPERT, 224, ()
    X_CHAIN = "X-Chain", _CHAIN, _USUAL, "0701", _EXPERT, 240, ()
    XY_CHAIN = "XY-Chain", _CHAIN, _USUAL, "0702", _EXPERT, 250, ()
    SUE_DE_COQ = "Sue de Coq", _ALS, _USUAL, "1101", _EXPERT, 260, ("two-sector disjoint subsets",)
    FINNED_JELLYFISH = "Finned Jellyfish", _FISH, _USUAL, "0312", _EXPERT, 260, ()
    SIAMESE_FINNED_JELLYFISH = "Siamese finned Jellyfish", _FISH, _COMBINED, "03121", _EXPERT, 262, ()
    SASHIMI_JELLYFISH = "Sashimi Jellyfish", _FISH, _USUAL, "0322", _EXPERT, 268, (), _SASHIMI
    SIAMESE_SASHIMI_JELLYFISH = "Siamese sashimi Jellyfish", _FISH, _COMBINED, "03221", _EXPERT, 270, ()
    MEDUSA_3D = "3D Medusa", _COLOURING, _USUAL, None, _EXPERT, 270, ("multi-digit colouring",), _SEVERAL_DIGITS
    FIREWORK = "Firework", _FIREWORK, _USUAL, None, _EXPERT, 275, ("triple firework", "quad firework")
    ALIGNED_PAIR_EXCLUSION = "Aligned pair exclusion", _EXCLUSION, _USUAL, None, _EXPERT, 275, ("subset exclusion",)
    VWXYZ_WING = "VWXYZ-Wing", _WING, _USUAL, None, _EXPERT, 278, ("bent quintuple",)
    CONTINUOUS_NICE_LOOP = "Continuous nice loop", _CHAIN, _USUAL, "0706", _EXPERT, 280, ("bidirectional cycle",), _LOOP
    DISCONTINUOUS_NICE_LOOP = "Discontinuous nice loop", _CHAIN, _USUAL, "0707", _EXPERT, 280, (), _ALTERNATING
    AIC = "Alternating inference chain", _CHAIN, _USUAL, "0708", _EXPERT, 280, ("AIC",), _ALTERNATING
    BROKEN_WING = "Broken wing", _ODD_RING, _USUAL, None, _EXPERT, 285, ("guardians", "oddagon")
    BIVALUE_ODDAGON = "Bivalue oddagon", _ODD_RING, _USUAL, None, _EXPERT, 290, ("remote pair with guardians",)
    ALS_XZ = "ALS-XZ", _ALS, _USUAL, "0901", _EXPERT, 300, ("almost locked sets",)
    GROUPED_CONTINUOUS_NICE_LOOP = "Grouped continuous nice loop", _CHAIN, _USUAL, "0709", _EXPERT, 310, (), _LOOP
    GROUPED_DISCONTINUOUS_NICE_LOOP = "Grouped discontinuous nice loop", _CHAIN, _USUAL, "0710", _EXPERT, 310, ()
    GROUPED_AIC = "Grouped AIC", _CHAIN, _USUAL, "0711", _EXPERT, 310, ()
    ALS_XY_WING = "ALS-XY-Wing", _ALS, _USUAL, "0902", _EXPERT, 320, ()
    UVWXYZ_WING = "UVWXYZ-Wing", _WING, _USUAL, None, _EXPERT, 325, ("bent sextuple",)
    ALS_W_WING = "ALS-W-Wing", _ALS, _USUAL, None, _EXPERT, 330, ("almost locked sets W-Wing",)
    ALS_CHAIN = "ALS chain", _ALS, _USUAL, "0903", _EXPERT, 340, ("ALS-XY-Chain",)
    DEATH_BLOSSOM = "Death blossom", _ALS, _USUAL, "0904", _EXPERT, 360, ()
    BIDIRECTIONAL_X_CYCLE = "Bidirectional X-cycle", _FORCING, _USUAL, None, _EXPERT, 260, (), _LOOP
    BIDIRECTIONAL_Y_CYCLE = "Bidirectional Y-cycle", _FORCING, _USUAL, None, _EXPERT, 260, (), _LOOP
    FORCING_X_CHAIN = "Forcing X-chain", _FORCING, _USUAL, None, _EXPERT, 270, ()
    FORCING_CHAIN = "Forcing chain", _FORCING, _USUAL, None, _EXPERT, 300, ("bidirectional forcing chain",)
    BIDIRECTIONAL_CYCLE = "Bidirectional cycle", _FORCING, _USUAL, None, _EXPERT, 300, (), _LOOP
    FRANKEN_X_WING = "Franken X-Wing", _FISH, _USUAL, "0330", _EXPERT, 300, ()
    FRANKEN_SWORDFISH = "Franken Swordfish", _FISH, _USUAL, "0331", _EXPERT, 340, ()
    FRANKEN_JELLYFISH = "Franken Jellyfish", _FISH, _COSTLY, "0332", _EXPERT, 370, ()
    FINNED_FRANKEN_X_WING = "Finned Franken X-Wing", _FISH, _USUAL, "0340", _EXPERT, 350, ()
    FINNED_FRANKEN_SWORDFISH = "Finned Franken Swordfish", _FISH, _USUAL, "0341", _EXPERT, 380, ()
    FINNED_FRANKEN_JELLYFISH = "Finned Franken Jellyfish", _FISH, _COSTLY, "0342", _EXPERT, 420, ()
    SIAMESE_FINNED_FRANKEN_X_WING = "Siamese finned Franken X-Wing", _FISH, _COMBINED, "03401", _EXPERT, 352, ()
    SIAMESE_FINNED_FRANKEN_SWORDFISH = "Siamese finned Franken Swordfish", _FISH, _COMBINED, "03411", _EXPERT, 382, ()
    SIAMESE_FINNED_FRANKEN_JELLYFISH = "Siamese finned Franken Jellyfish", _FISH, _COMBINED, "03421", _EXPERT, 422, ()
    MUTANT_X_WING = "Mutant X-Wing", _FISH, _COSTLY, "0350", _EXTREME, 440, ()
    MUTANT_SWORDFISH = "Mutant Swordfish", _FISH, _COSTLY, "0351", _EXTREME, 450, ()
    MUTANT_JELLYFISH = "Mutant Jellyfish", _FISH, _LARGEST, "0352", _EXTREME, 460, ()
    FINNED_MUTANT_X_WING = "Finned mutant X-Wing", _FISH, _COSTLY, "0360", _EXTREME, 460, ()
    FINNED_MUTANT_SWORDFISH = "Finned mutant Swordfish", _FISH, _COSTLY, "0361", _EXTREME, 470, ()
    FINNED_MUTANT_JELLYFISH = "Finned mutant Jellyfish", _FISH, _LARGEST, "0362", _EXTREME, 480, ()
    SIAMESE_FINNED_MUTANT_X_WING = "Siamese finned mutant X-Wing", _FISH, _COMBINED, "03601", _EXTREME, 462, ()
    SIAMESE_FINNED_MUTANT_SWORDFISH = "Siamese finned mutant Swordfish", _FISH, _COMBINED, "03611", _EXTREME, 472, ()
    SIAMESE_FINNED_MUTANT_JELLYFISH = "Siamese finned mutant Jellyfish", _FISH, _COMBINED, "03621", _EXTREME, 482, ()
    TRIDAGON = "Tridagon", _ODD_RING, _USUAL, None, _EXTREME, 420, ("trivalue oddagon", "Thor's hammer")
    SK_LOOP = "SK loop", _SECTORS, _USUAL, None, _EXTREME, 430, ("domino loop",)
    JUNIOR_EXOCET = "Junior exocet", _EXOCET, _USUAL, None, _EXTREME, 440, ("JE2", "exocet")
    MULTI_SECTOR_LOCKED_SETS = "Multi-sector locked sets", _SECTORS, _USUAL, None, _EXTREME, 450, ("MSLS",)
    ALIGNED_TRIPLE_EXCLUSION = (
        "Aligned triple exclusion",
        _EXCLUSION,
        _USUAL,
        None,
        _EXTREME,
        420,
        ("subset exclusion",),
    )
    KRAKEN_FISH_1 = "Kraken fish type 1", _KRAKEN, _COSTLY, "0371", _EXTREME, 500, ()
    KRAKEN_FISH_2 = "Kraken fish type 2", _KRAKEN, _COSTLY, "0372", _EXTREME, 500, ()
    SQUIRMBAG = "Squirmbag", _FISH, _LARGEST, "0303", _EXPERT, 400, ("starfish", "fish of size 5")
    WHALE = "Whale", _FISH, _LARGEST, "0304", _EXPERT, 410, ("fish of size 6",)
    LEVIATHAN = "Leviathan", _FISH, _LARGEST, "0305", _EXPERT, 420, ("fish of size 7",)
    FINNED_SQUIRMBAG = "Finned Squirmbag", _FISH, _LARGEST, "0313", _EXTREME, 430, ()
    FINNED_WHALE = "Finned Whale", _FISH, _LARGEST, "0314", _EXTREME, 440, ()
    FINNED_LEVIATHAN = "Finned Leviathan", _FISH, _LARGEST, "0315", _EXTREME, 450, ()
    SASHIMI_SQUIRMBAG = "Sashimi Squirmbag", _FISH, _LARGEST, "0323", _EXTREME, 432, (), _SASHIMI
    SASHIMI_WHALE = "Sashimi Whale", _FISH, _LARGEST, "0324", _EXTREME, 442, (), _SASHIMI
    SASHIMI_LEVIATHAN = "Sashimi Leviathan", _FISH, _LARGEST, "0325", _EXTREME, 452, (), _SASHIMI
    FRANKEN_SQUIRMBAG = "Franken Squirmbag", _FISH, _LARGEST, "0333", _EXTREME, 470, ()
    FRANKEN_WHALE = "Franken Whale", _FISH, _LARGEST, "0334", _EXTREME, 480, ()
    FRANKEN_LEVIATHAN = "Franken Leviathan", _FISH, _LARGEST, "0335", _EXTREME, 490, ()
    FINNED_FRANKEN_SQUIRMBAG = "Finned Franken Squirmbag", _FISH, _LARGEST, "0343", _EXTREME, 490, ()
    FINNED_FRANKEN_WHALE = "Finned Franken Whale", _FISH, _LARGEST, "0344", _EXTREME, 500, ()
    FINNED_FRANKEN_LEVIATHAN = "Finned Franken Leviathan", _FISH, _LARGEST, "0345", _EXTREME, 510, ()
    MUTANT_SQUIRMBAG = "Mutant Squirmbag", _FISH, _LARGEST, "0353", _EXTREME, 520, ()
    MUTANT_WHALE = "Mutant Whale", _FISH, _LARGEST, "0354", _EXTREME, 530, ()
    MUTANT_LEVIATHAN = "Mutant Leviathan", _FISH, _LARGEST, "0355", _EXTREME, 540, ()
    FINNED_MUTANT_SQUIRMBAG = "Finned mutant Squirmbag", _FISH, _LARGEST, "0363", _EXTREME, 540, ()
    FINNED_MUTANT_WHALE = "Finned mutant Whale", _FISH, _LARGEST, "0364", _EXTREME, 550, ()
    FINNED_MUTANT_LEVIATHAN = "Finned mutant Leviathan", _FISH, _LARGEST, "0365", _EXTREME, 560, ()
    NISHIO = "Nishio forcing chain", _FORCING, _USUAL, None, _EXTREME, 480, ("Nishio",)
    CELL_FORCING_CHAIN = "Cell forcing chains", _FORCING, _USUAL, "1302", _EXTREME, 520, ("forcing chain verity",)
    REGION_FORCING_CHAIN = "Region forcing chains", _FORCING, _USUAL, None, _EXTREME, 520, ("unit forcing chains",)
    TEMPLATE_SET = "Template set", _TEMPLATE, _COSTLY, "1201", _BEYOND, 600, ("pattern overlay",)
    TEMPLATE_DELETE = "Template delete", _TEMPLATE, _COSTLY, "1202", _BEYOND, 600, ("pattern overlay",)
    CONTRADICTION_FORCING_CHAIN = (
        "Contradiction forcing chains",
        _FORCING,
        _USUAL,
        "1301",
        _EXTREME,
        560,
        ("forcing chain contradiction",),
    )
    DYNAMIC_CELL_FORCING_CHAIN = (
        "Dynamic cell forcing chains",
        _FORCING,
        _USUAL,
        "1304",
        _BEYOND,
        700,
        ("forcing net verity",),
        _NET,
    )
    DYNAMIC_REGION_FORCING_CHAIN = "Dynamic region forcing chains", _FORCING, _USUAL, None, _BEYOND, 700, (), _NET
    DYNAMIC_DOUBLE_FORCING_CHAIN = "Dynamic double forcing chains", _FORCING, _USUAL, None, _BEYOND, 700, (), _NET
    DYNAMIC_CONTRADICTION_FORCING_CHAIN = (
        "Dynamic contradiction forcing chains",
        _FORCING,
        _USUAL,
        "1303",
        _BEYOND,
        700,
        ("forcing net contradiction",),
        _NET,
    )
    DYNAMIC_FORCING_CHAIN_PLUS = "Dynamic forcing chains (plus)", _FORCING, _USUAL, None, _BEYOND, 800, (), _NET
    NESTED_FORCING_CHAIN = "Nested forcing chains", _FORCING, _USUAL, None, _BEYOND, 900, (), _NET

    def __new__(
        cls,
        display: str,
        family: Family,
        cost: Cost,
        code: str | None,
        level: Level,
        score: int,
        aliases: tuple[str, ...],
        form: Form = Form.PLAIN,
        joins: str = "",
    ) -> Technique:
        member = object.__new__(cls)
        member._value_ = _identifier(display)
        member.display, member.family, member.cost, member.code = display, family, cost, code
        member.level, member.score, member.aliases = level, score, aliases
        member.form, member._joins = form, joins
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
    def joins(self) -> Technique | None:
        """The technique that a combined one tells two steps of as one; of Siamese fish HoDoKu's number says it."""
        if self.cost is not Cost.COMBINED:
            return None
        return Technique[self._joins] if self._joins else _BY_CODE[str(self.code)[:4]]

    @property
    def uses_uniqueness(self) -> bool:
        """Whether it relies on the puzzle having one solution."""
        return self.family.uses_uniqueness

    @property
    def needs_pencilmarks(self) -> bool:
        """Whether a person needs candidates written down to see it."""
        return self.family.needs_pencilmarks

    @staticmethod
    def from_code(code: str) -> Technique | None:
        """The technique with that HoDoKu number, if there is one."""
        return _BY_CODE.get(code)


_ORDER = {technique: index for index, technique in enumerate(Technique)}
_BY_CODE = {technique.code: technique for technique in Technique if technique.code}
