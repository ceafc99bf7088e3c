"""English sentences for hints.

Templates are filled by `wording.explain`. Fields: `name`, `digit`, `digits`, `cell`, `cells`, `units`, `region`,
`base`, `cover`, `fins`, `pivot`, `pincers`, `stem`, `corners`, `sets`, `chain`, `placed`, `removed`, and every cell
role with its blanks as underscores (`als_a`, `floor`). `removed` and `placed` are clauses: "5 can be removed from
r1c2", "r3c4 is 5".
"""

from __future__ import annotations

AND = "and"
VOWEL_SOUNDS = "AEIOX"
"""Initial letters of names that take "an": an X-Wing, but a unique rectangle."""
UNIT_KINDS = {
    "row": "row",
    "column": "column",
    "box": "box",
    "region": "region",
    "diagonal": "diagonal",
    "extra": "extra region",
}

SOLVED = "The puzzle is solved: nothing is left to do."
STUCK = "No technique that Sudoku Lens knows applies here. It will not pass off a guess as logic."
NO_SOLUTION = "The givens have no solution, so no step can be explained."
SEVERAL_SOLUTIONS = "The givens have more than one solution, so no step is certain."
LOOK_FIRST = "Look first at {cells}: a digit there may be misread."
DIFFERS = "The solutions differ at {cells}: a given may be missing."
MISTAKE = "Something on the board is wrong; mend that before going on."
MISTAKE_KIND_ENTRY = "An entry contradicts the solution."
MISTAKE_KIND_MARK = "A pencil mark that is needed has been removed."
MISTAKE_CELLS = "Look at {cells}."
WRONG_ENTRY = "{cell} cannot be {digit}."
MISSING_MARK = "{digit} must stay possible in {cell}."

NUDGE = "Look at {region}."
TECHNIQUE = "There is {article} {name} at {region}."
PATTERN = "{name}: look at {digits} in {cells}."
PATTERN_SINGLE = "{name}: look at {cells}."
PATTERN_FISH = "{name} on {digits}: look at {base} against {cover}."
PATTERN_CHAIN = "{name} on {digits}: follow the chain through {cells}."
REMOVED = "{digits} can be removed from {cells}"
PLACED = "{cell} is {digit}"
SO = "So {conclusion}."
UNIQUE = "This holds because the puzzle has only one solution."

_SUBSET = "together they take up these cells, and no other cell of {units} can hold them."
_NAKED = "In {units}, the cells {cells} have only {digits} left; {many} digits for {many} cells: " + _SUBSET
_HIDDEN = (
    "In {units}, {digits} can stand only in {cells}; {many} digits for {many} cells, so nothing else fits into them."
)
_FISH = (
    "In {base}, {digits} can stand only where {cover} cross them. "
    "One {digits} in each of {base} uses up {cover}, so the rest of {cover} cannot hold it."
)
_FINNED = (
    "But for the fin at {fins}, {digits} in {base} would be confined to {cover}. "
    "Either the fin is true or the fish is: a candidate in the cover that sees the fin is false both ways."
)
_KRAKEN = (
    "{digits} in {base} against {cover} would be a fish but for the fin at {fins}. "
    "Chains show that the conclusion follows from each fin as well: {chain}."
)
_TURBOT = (
    "The links {chain} say that at least one of their two ends is {digits}. "
    "A cell that sees both ends cannot hold {digits}."
)
_RECTANGLE = (
    "The four cells {corners} lie in two rows, two columns and two boxes. "
    "If only {digits} were left in them, the two digits could be swapped and the puzzle would have two solutions."
)
_LOOP = (
    "The cells {cells} form a closed loop over {digits}. "
    "If nothing else were left in them, the two digits could be swapped along the loop."
)
_BUG = "But for {cells}, every empty cell would have two candidates, each twice in every unit: two solutions."
_ALIGNED = (
    "Try every way of filling {pattern}: some leave one of {excluder} without a candidate. "
    "No way that is left uses what is removed."
)
_ONE_CHAIN = "Suppose that it were otherwise and follow {chain}: the chain comes back to contradict its own start."
_CHAIN = "Follow {chain}. If one end is false, the other end must be true; so what contradicts both ends goes."
_CYCLE = (
    "Follow the loop {chain}. Its links alternate all the way round, so every weak link holds the digit for itself."
)
_DISCONTINUOUS = "Follow {chain}. Going round the loop leads back to the start with a contradiction."
_FORCING = "Every possibility at {stem} leads to the same conclusion: {chain}."
CONTRADICTION = "Suppose that it were otherwise: the consequences run into a contradiction, {chain}."

WHY: dict[str, str] = {
    "full_house": "{cell} is the last empty cell of {units}, where only {digit} is missing.",
    "hidden_single": "In {units}, {digit} fits only into {cell}: no other cell there can be {digit}.",
    "naked_single": "{cell} has only {digit} left: every other digit is excluded by its row, column or box.",
    "direct_pointing": "In {units}, {digits} is confined to a line at {cells}; that leaves one place for it elsewhere.",
    "direct_claiming": "{digits} in {units} is confined to one box at {cells}; that leaves one place for it elsewhere.",
    "direct_hidden_pair": "{digits} take up {cells} in {units}, which leaves one place for another digit.",
    "direct_hidden_triple": "{digits} take up {cells} in {units}, which leaves one place for another digit.",
    "locked_candidates_type_1": (
        "In {base}, {digits} can stand only at {cells}, all of them in {cover}. "
        "Wherever it goes there, it uses up {cover}."
    ),
    "locked_candidates_type_2": (
        "In {base}, {digits} can stand only at {cells}, all of them in {cover}. "
        "Wherever it goes there, it uses up {cover}."
    ),
    "locked_pair": _NAKED,
    "locked_triple": _NAKED,
    "naked_pair": _NAKED,
    "naked_triple": _NAKED,
    "naked_quad": _NAKED,
    "hidden_pair": _HIDDEN,
    "hidden_triple": _HIDDEN,
    "hidden_quad": _HIDDEN,
    "skyscraper": _TURBOT,
    "2_string_kite": _TURBOT,
    "dual_2_string_kite": _TURBOT,
    "turbot_fish": _TURBOT,
    "empty_rectangle": (
        "In {units}, {digits} stands only in one row and one column of the box. "
        "Together with the strong link {chain}, a cell that sees both cannot hold {digits}."
    ),
    "dual_empty_rectangle": (
        "Two empty rectangles share their box and link: {chain}. What sees the far ends cannot hold {digits}."
    ),
    "simple_colours_trap": (
        "The candidates {digits} linked in pairs take two colours, of which one is true throughout. "
        "A candidate that sees both colours is false."
    ),
    "simple_colours_wrap": (
        "The candidates {digits} linked in pairs take two colours, of which one is true throughout. "
        "Two of one colour share a unit, so that colour is false."
    ),
    "multi_colours_type_1": (
        "Two chains of {digits} are coloured apart; a colour of one excludes a colour of the other. "
        "So one of the two remaining colours is true, and what sees both is false."
    ),
    "multi_colours_type_2": (
        "Two chains of {digits} are coloured apart; a colour of one sees both colours of the other, and is false."
    ),
    "3d_medusa": (
        "Candidates linked in pairs, within cells and within units, take two colours, of which one is true throughout. "
        "A colour that contradicts itself is false, and so is a candidate that both colours exclude."
    ),
    "xy_wing": (
        "{pivot} is one of two digits; either way one of the pincers {pincers} becomes {digit}. "
        "A cell that sees both pincers cannot hold it."
    ),
    "xyz_wing": (
        "Whichever digit {pivot} takes, it or one of the pincers {pincers} is {digit}. "
        "A cell that sees all three cannot hold it."
    ),
    "wxyz_wing": (
        "The cells {cells} hold four digits of which only {digit} is not confined to cells that see each other. "
        "So one of them is {digit}, and a cell that sees all its places cannot hold it."
    ),
    "w_wing": (
        "{pincers} have the same two candidates, and a strong link connects them: {chain}. "
        "At least one of them is {digit}, so what sees both cannot hold it."
    ),
    "remote_pair": "{chain} links cells with the same two digits; its ends differ, so what sees both has neither.",
    "sue_de_coq": (
        "Where {base} and {cover} meet, {cells} share out their digits exactly with sets beside them. "
        "So no other cell there can hold them."
    ),
    "als_xz": (
        "{als_a} and {als_b} are almost locked sets with a restricted common digit: only one of them can hold it. "
        "The other is then locked, so the digit they share besides is in one of them."
    ),
    "als_xy_wing": (
        "{als_a} and {als_b} are almost locked sets, each tied to {als_c} by a restricted common digit. "
        "One of the two must be locked, so a digit that both share is in one of them."
    ),
    "als_chain": (
        "Almost locked sets tied by restricted common digits form a chain: {sets}. "
        "The first or the last of them is locked, so a digit that both share is in one of them."
    ),
    "death_blossom": (
        "Whichever digit the stem {stem} takes, one of the petals is locked. "
        "A digit that all petals share is in one of them, whatever happens."
    ),
    "firework": (
        "{digits} reach beyond their box only along one row and one column, which ties them to {cells}. "
        "So nothing else fits there."
    ),
    "template_set": "Every lawful arrangement of {digit} on this board contains {cell}.",
    "template_delete": "No lawful arrangement of {digits} on this board contains these cells.",
    "aligned_pair_exclusion": _ALIGNED,
    "aligned_triple_exclusion": _ALIGNED,
    "unique_rectangle_type_1": _RECTANGLE + " Only {roof} has more, so it must be one of the others.",
    "unique_rectangle_type_2": _RECTANGLE + " Only one further digit prevents that, so it stands in {roof}.",
    "unique_rectangle_type_3": (
        _RECTANGLE + " The further digits of {roof} prevent that; with {extra} they form a naked set."
    ),
    "unique_rectangle_type_4": (
        _RECTANGLE + " One of the two digits is confined to {roof}, so the other cannot be there as well."
    ),
    "unique_rectangle_type_5": _RECTANGLE + " Only one further digit prevents that, so it stands in one of {roof}.",
    "unique_rectangle_type_6": (
        _RECTANGLE + " One of the digits is confined to the rectangle's lines, which settles where it goes."
    ),
    "hidden_rectangle": (
        _RECTANGLE + " One of them is confined to the rectangle opposite {floor}; the other may not join it there."
    ),
    "unique_loop_type_1": _LOOP + " Only {roof} has anything else to offer.",
    "unique_loop_type_2": _LOOP + " Only {digit} prevents that, so it stands in one of {roof}.",
    "unique_loop_type_3": (
        _LOOP + " So one of {roof} takes another digit, which makes a locked set with other cells of {units}."
    ),
    "unique_loop_type_4": (
        _LOOP + " In {units} one of them must stand in {roof}, so the other may not stand there as well."
    ),
    "bug_type_2": _BUG + " So {digits} stands in one of them, and what sees them all cannot hold it.",
    "bug_type_3": _BUG + " So they take one of {digits}, which makes a locked set with other cells of {units}.",
    "bug_type_4": (
        _BUG + " A digit that they share in {units} takes one of them, so the other takes what is extra there."
    ),
    "forcing_x_chain": _ONE_CHAIN,
    "forcing_chain": _ONE_CHAIN,
    "bug_1": _BUG + " So the digit that stands three times there is right.",
    "avoidable_rectangle_type_1": _RECTANGLE + " None of them is a given, so this can be ruled out.",
    "avoidable_rectangle_type_2": _RECTANGLE + " None of them is a given, so this can be ruled out.",
    "alternating_inference_chain": _CHAIN,
    "x_chain": _CHAIN,
    "xy_chain": _CHAIN,
    "grouped_aic": _CHAIN,
    "continuous_nice_loop": _CYCLE,
    "grouped_continuous_nice_loop": _CYCLE,
    "discontinuous_nice_loop": _DISCONTINUOUS,
    "grouped_discontinuous_nice_loop": _DISCONTINUOUS,
    "nishio_forcing_chain": CONTRADICTION,
    "contradiction_forcing_chains": CONTRADICTION,
    "dynamic_contradiction_forcing_chains": CONTRADICTION,
}
"""Technique id → why its conclusion holds; families without an entry of their own are in FAMILY_WHY."""

FAMILY_WHY: tuple[tuple[str, str], ...] = (
    ("kraken", _KRAKEN),
    ("finned", _FINNED),
    ("sashimi", _FINNED),
    ("rectangle", _RECTANGLE),
    ("unique_loop", _LOOP),
    ("bug", _BUG),
    ("bidirectional", _CYCLE),
    ("forcing", _FORCING),
    ("wing", _FISH),
    ("fish", _FISH),
    ("squirmbag", _FISH),
    ("whale", _FISH),
    ("leviathan", _FISH),
)
"""Part of a technique id → why, in the order of trying."""
