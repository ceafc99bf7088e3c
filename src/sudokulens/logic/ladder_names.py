"""Our names for what Sudoku Explainer's rules find."""

from __future__ import annotations

from collections.abc import Iterable

from sudokulens.logic.explainer import ANY_PATTERN, CAUSED_BY_CHAIN, CAUSED_BY_PATTERN, Found, Pattern
from sudokulens.logic.technique import Technique

_RECTANGLE = 4
"""Cells of a unique rectangle; a longer one is a unique loop."""

_NAMES = {
    Pattern.LAST_VALUE: Technique.FULL_HOUSE,
    Pattern.HIDDEN_SINGLE_BOX: Technique.HIDDEN_SINGLE,
    Pattern.HIDDEN_SINGLE_LINE: Technique.HIDDEN_SINGLE,
    Pattern.DIRECT_POINTING: Technique.DIRECT_POINTING,
    Pattern.DIRECT_CLAIMING: Technique.DIRECT_CLAIMING,
    Pattern.DIRECT_HIDDEN_PAIR: Technique.DIRECT_HIDDEN_PAIR,
    Pattern.NAKED_SINGLE: Technique.NAKED_SINGLE,
    Pattern.DIRECT_HIDDEN_TRIPLE: Technique.DIRECT_HIDDEN_TRIPLE,
    Pattern.POINTING: Technique.LOCKED_CANDIDATES_1,
    Pattern.CLAIMING: Technique.LOCKED_CANDIDATES_2,
    Pattern.NAKED_PAIR: Technique.NAKED_PAIR,
    Pattern.X_WING: Technique.X_WING,
    Pattern.HIDDEN_PAIR: Technique.HIDDEN_PAIR,
    Pattern.NAKED_TRIPLE: Technique.NAKED_TRIPLE,
    Pattern.SWORDFISH: Technique.SWORDFISH,
    Pattern.HIDDEN_TRIPLE: Technique.HIDDEN_TRIPLE,
    Pattern.XY_WING: Technique.XY_WING,
    Pattern.XYZ_WING: Technique.XYZ_WING,
    Pattern.UNIQUE_1: Technique.UNIQUE_LOOP_1,
    Pattern.UNIQUE_2: Technique.UNIQUE_LOOP_2,
    Pattern.UNIQUE_3: Technique.UNIQUE_LOOP_3,
    Pattern.UNIQUE_4: Technique.UNIQUE_LOOP_4,
    Pattern.NAKED_QUAD: Technique.NAKED_QUAD,
    Pattern.JELLYFISH: Technique.JELLYFISH,
    Pattern.HIDDEN_QUAD: Technique.HIDDEN_QUAD,
    Pattern.BUG_1: Technique.BUG_PLUS_1,
    Pattern.BUG_2: Technique.BUG_2,
    Pattern.BUG_3: Technique.BUG_3,
    Pattern.BUG_4: Technique.BUG_4,
    Pattern.ALIGNED_PAIR: Technique.ALIGNED_PAIR_EXCLUSION,
    Pattern.X_CYCLE: Technique.BIDIRECTIONAL_X_CYCLE,
    Pattern.Y_CYCLE: Technique.BIDIRECTIONAL_Y_CYCLE,
    Pattern.XY_CYCLE: Technique.BIDIRECTIONAL_CYCLE,
    Pattern.X_CHAIN: Technique.FORCING_X_CHAIN,
    Pattern.XY_CHAIN: Technique.FORCING_CHAIN,
    Pattern.ALIGNED_TRIPLE: Technique.ALIGNED_TRIPLE_EXCLUSION,
    Pattern.NISHIO: Technique.NISHIO,
    Pattern.CELL_FORCING: Technique.CELL_FORCING_CHAIN,
    Pattern.REGION_FORCING: Technique.REGION_FORCING_CHAIN,
    Pattern.CONTRADICTION: Technique.CONTRADICTION_FORCING_CHAIN,
    Pattern.STRONG_LINKS: Technique.X_CHAIN,
    Pattern.BENT_SET: Technique.WXYZ_WING,
}
_RECTANGLES = {
    Pattern.UNIQUE_1: Technique.UNIQUE_RECTANGLE_1,
    Pattern.UNIQUE_2: Technique.UNIQUE_RECTANGLE_2,
    Pattern.UNIQUE_3: Technique.UNIQUE_RECTANGLE_3,
    Pattern.UNIQUE_4: Technique.UNIQUE_RECTANGLE_4,
}
_DYNAMIC = {
    Pattern.CELL_FORCING: Technique.DYNAMIC_CELL_FORCING_CHAIN,
    Pattern.REGION_FORCING: Technique.DYNAMIC_REGION_FORCING_CHAIN,
    Pattern.CONTRADICTION: Technique.DYNAMIC_CONTRADICTION_FORCING_CHAIN,
    Pattern.DOUBLE_FORCING: Technique.DYNAMIC_DOUBLE_FORCING_CHAIN,
}


def technique_of(found: Found) -> Technique:
    """The technique that a found pattern is an instance of."""
    depth = _depth(found)
    if depth >= 2:
        return Technique.NESTED_FORCING_CHAIN
    if depth == 1:
        return Technique.DYNAMIC_FORCING_CHAIN_PLUS
    if found.dynamic and found.pattern in _DYNAMIC:
        return _DYNAMIC[found.pattern]
    if len(found.cells) == _RECTANGLE and found.pattern in _RECTANGLES:
        return _RECTANGLES[found.pattern]
    return _NAMES[found.pattern]


def _depth(found: Found) -> int:
    """2 for chains inside chains, 1 for other patterns inside; a rule that allows them may do without."""
    if not found.chains:
        return found.level
    deepest = max(node.cause for chain in found.chains for node in chain)
    return 2 if deepest == CAUSED_BY_CHAIN else int(deepest >= CAUSED_BY_PATTERN)


def patterns_of(techniques: Iterable[Technique]) -> int:
    """The patterns that can be instances of those techniques, as a mask: pattern p is bit p."""
    mask = 0
    for technique in techniques:
        if technique in (Technique.DYNAMIC_FORCING_CHAIN_PLUS, Technique.NESTED_FORCING_CHAIN):
            return ANY_PATTERN
        mask |= sum(
            1 << pattern
            for names in (_NAMES, _RECTANGLES, _DYNAMIC)
            for pattern in names
            if names[pattern] is technique
        )
    return mask
