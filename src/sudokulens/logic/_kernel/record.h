/* What the finders and the rating procedure report: one record a step, made of (role, value) pairs that Python turns
 * into a Step.
 *
 * The lists below are the only place where techniques and roles are numbered; Python reads their names from the module.
 */
#ifndef SUDOKULENS_RECORD_H
#define SUDOKULENS_RECORD_H

#include "board.h"
#include <stddef.h>

#define FISH_OF_SIZE(PREFIX, X)                                                                                        \
    X(PREFIX##X_WING) X(PREFIX##SWORDFISH) X(PREFIX##JELLYFISH) X(PREFIX##SQUIRMBAG) X(PREFIX##WHALE)                  \
    X(PREFIX##LEVIATHAN)

#define FINDER_TECHNIQUES(X)                                                                                                 \
    FISH_OF_SIZE(, X) FISH_OF_SIZE(FINNED_, X) FISH_OF_SIZE(SASHIMI_, X)                                               \
    FISH_OF_SIZE(FRANKEN_, X) FISH_OF_SIZE(FINNED_FRANKEN_, X)                                                         \
    FISH_OF_SIZE(MUTANT_, X) FISH_OF_SIZE(FINNED_MUTANT_, X)                                                           \
    X(FULL_HOUSE) X(HIDDEN_SINGLE) X(NAKED_SINGLE) X(LOCKED_CANDIDATES_1) X(LOCKED_CANDIDATES_2)                       \
    X(LOCKED_PAIR) X(LOCKED_TRIPLE) X(NAKED_PAIR) X(NAKED_TRIPLE) X(NAKED_QUAD)                                        \
    X(HIDDEN_PAIR) X(HIDDEN_TRIPLE) X(HIDDEN_QUAD) X(KRAKEN_FISH_1) X(KRAKEN_FISH_2)                                   \
    X(SKYSCRAPER) X(TWO_STRING_KITE) X(TURBOT_FISH) X(EMPTY_RECTANGLE)                                                 \
    X(SIMPLE_COLOURS_TRAP) X(SIMPLE_COLOURS_WRAP) X(MULTI_COLOURS_1) X(MULTI_COLOURS_2) X(MEDUSA_3D)                   \
    X(XY_WING) X(XYZ_WING) X(W_WING) X(WXYZ_WING) X(VWXYZ_WING) X(UVWXYZ_WING)                                         \
    X(UNIQUE_RECTANGLE_1) X(UNIQUE_RECTANGLE_2) X(UNIQUE_RECTANGLE_3) X(UNIQUE_RECTANGLE_4)                            \
    X(UNIQUE_RECTANGLE_5) X(UNIQUE_RECTANGLE_6) X(HIDDEN_RECTANGLE) X(AVOIDABLE_RECTANGLE_1)                           \
    X(AVOIDABLE_RECTANGLE_2) X(BUG_PLUS_1) X(REMOTE_PAIR) X(X_CHAIN) X(XY_CHAIN)                                       \
    X(CONTINUOUS_NICE_LOOP) X(DISCONTINUOUS_NICE_LOOP) X(AIC) X(GROUPED_CONTINUOUS_NICE_LOOP)                          \
    X(GROUPED_DISCONTINUOUS_NICE_LOOP) X(GROUPED_AIC) X(ALS_XZ) X(ALS_XY_WING) X(ALS_CHAIN) X(DEATH_BLOSSOM)           \
    X(SUE_DE_COQ) X(FIREWORK) X(TEMPLATE_SET) X(TEMPLATE_DELETE) X(ALMOST_LOCKED_CANDIDATES) X(BROKEN_WING)            \
    X(BIVALUE_ODDAGON) X(BUG_PLUS_N) X(EXTENDED_RECTANGLE) X(EXTERNAL_RECTANGLE) X(ALS_W_WING) X(JUNIOR_EXOCET)        \
    X(SK_LOOP) X(MULTI_SECTOR_LOCKED_SETS) X(TRIDAGON)

/* What only the rules of Sudoku Explainer's ladder find. */
#define LADDER_TECHNIQUES(X)                                                                                           \
    X(DIRECT_POINTING) X(DIRECT_CLAIMING) X(DIRECT_HIDDEN_PAIR) X(DIRECT_HIDDEN_TRIPLE)                                \
    X(UNIQUE_LOOP_1) X(UNIQUE_LOOP_2) X(UNIQUE_LOOP_3) X(UNIQUE_LOOP_4) X(BUG_2) X(BUG_3) X(BUG_4)                     \
    X(ALIGNED_PAIR_EXCLUSION) X(ALIGNED_TRIPLE_EXCLUSION)                                                              \
    X(BIDIRECTIONAL_X_CYCLE) X(BIDIRECTIONAL_Y_CYCLE) X(BIDIRECTIONAL_CYCLE) X(FORCING_X_CHAIN) X(FORCING_CHAIN)       \
    X(NISHIO) X(CELL_FORCING_CHAIN) X(REGION_FORCING_CHAIN) X(CONTRADICTION_FORCING_CHAIN)                             \
    X(DYNAMIC_CELL_FORCING_CHAIN) X(DYNAMIC_REGION_FORCING_CHAIN) X(DYNAMIC_CONTRADICTION_FORCING_CHAIN)               \
    X(DYNAMIC_DOUBLE_FORCING_CHAIN) X(DYNAMIC_FORCING_CHAIN_PLUS) X(NESTED_FORCING_CHAIN)

#define TECHNIQUES(X) FINDER_TECHNIQUES(X) LADDER_TECHNIQUES(X)

#define TECHNIQUE_NUMBER(name) T_##name,
typedef enum { TECHNIQUES(TECHNIQUE_NUMBER) TECHNIQUE_COUNT } Technique;
#define FIRST_OF_LADDER T_DIRECT_POINTING /* the finders look for those before it */

/* Roles of cells and units carry a cell or unit number; those of candidates carry cell * 32 + digit. A chain is a run
 * of LINK_STRONG or LINK_WEAK, each followed by the candidates of its START and END node. A BRANCH of a forcing chain is
 * followed by its nodes, the conclusion first: a candidate that is then on or off, and the PARENT nodes that it follows
 * from, by their place in the branch. */
#define ROLES(X)                                                                                                       \
    X(PLACE, "place") X(REMOVE, "remove") X(DIGIT, "digit")                                                            \
    X(CELL_PATTERN, "cell pattern") X(CELL_BASE, "cell base") X(CELL_FIN, "cell fin") X(CELL_ENDOFIN, "cell endofin")  \
    X(CELL_PIVOT, "cell pivot") X(CELL_PINCER, "cell pincer") X(CELL_FLOOR, "cell floor") X(CELL_ROOF, "cell roof")    \
    X(CELL_EXTRA, "cell extra") X(CELL_STEM, "cell stem") X(CELL_ALS_A, "cell als a") X(CELL_ALS_B, "cell als b")      \
    X(CELL_ALS_C, "cell als c") X(CELL_ALS_D, "cell als d") X(CELL_ALS_E, "cell als e") X(CELL_ALS_F, "cell als f")    \
    X(CELL_ALS_G, "cell als g") X(CELL_ALS_H, "cell als h") X(CELL_ALS_I, "cell als i") X(CELL_ALS_J, "cell als j")    \
    X(CELL_TARGET, "cell target") X(CELL_INTERSECTION, "cell intersection") X(CELL_LINE, "cell line") X(CELL_BOX, "cell box") \
    X(ON, "candidate on") X(OFF, "candidate off") X(FIN, "candidate fin") X(PATTERN, "candidate pattern")              \
    X(COLOUR_A, "candidate colour a") X(COLOUR_B, "candidate colour b") X(COLOUR_C, "candidate colour c")              \
    X(COLOUR_D, "candidate colour d") X(RESTRICTED, "candidate restricted")                                            \
    X(UNIT_PATTERN, "unit pattern") X(UNIT_BASE, "unit base") X(UNIT_COVER, "unit cover") X(UNIT_LINE, "unit line")    \
    X(UNIT_PLACE, "unit place") X(CELL_EXCLUDER, "cell excluder") X(CLASH, "candidate clash")                          \
    X(LINK_STRONG, "link strong") X(LINK_WEAK, "link weak") X(START, "start") X(END, "end")                            \
    X(BRANCH, "branch") X(NODE_ON, "node on") X(NODE_OFF, "node off") X(PARENT, "parent")

#define ROLE_NUMBER(name, text) R_##name,
typedef enum { ROLES(ROLE_NUMBER) ROLE_COUNT } Role;

/* How a search is to be made; the defaults (all zero or false) are what a person expects. */
typedef struct {
    bool empty_rectangle_pairs; /* an empty rectangle may consist of two candidates only */
    bool incomplete_rectangles; /* unique rectangles may lack some of their candidates */
    bool overlapping_sets;      /* almost locked sets of one step may share cells */
    bool set_nodes;             /* almost locked sets may be nodes of chains */
    int most_fins, most_endofins;
    Digits digits; /* single-digit techniques look at these only */
    int effort;    /* solving paths bound the costliest searches; 0 is everything */
} Options;

typedef struct {
    uint64_t wanted[(TECHNIQUE_COUNT + 63) / 64];
    bool first_only;
    bool done;   /* a finder returns as soon as it sees this */
    bool failed; /* out of memory */
    int16_t *data;
    size_t used, capacity;
    size_t start; /* of the current record */
    size_t limit; /* done after this many records */
    size_t steps;
} Sink;

typedef void Finder(const State *state, const Options *options, Sink *sink);

static inline bool wants(const Sink *sink, Technique technique) {
    return sink->wanted[technique / 64] >> (technique % 64) & 1;
}

static inline void want(Sink *sink, Technique technique) {
    sink->wanted[technique / 64] |= (uint64_t)1 << (technique % 64);
}

/* A record is: its length in pairs, its technique, then pairs of role and value. */
static inline size_t record_length(const int16_t *record) { return 2 * (size_t)(uint16_t)record[0]; }

void step_begin(Sink *sink, Technique technique);
void step_item(Sink *sink, Role role, int value);
void step_end(Sink *sink);

/* How a record writes a candidate. */
static inline uint16_t candidate_number(int cell, int digit) { return (uint16_t)(cell * 32 + digit); }
static inline int cell_of_number(int number) { return number >> 5; }
static inline int digit_of_number(int number) { return number & 31; }

static inline void step_candidate(Sink *sink, Role role, int cell, int digit) {
    step_item(sink, role, candidate_number(cell, digit));
}

static inline void step_candidates(Sink *sink, Role role, Cells cells, int digit) {
    FOR_EACH_CELL(cell, cells) step_candidate(sink, role, cell, digit);
}

static inline void step_cells(Sink *sink, Role role, Cells cells) {
    FOR_EACH_CELL(cell, cells) step_item(sink, role, cell);
}

static inline void step_digits(Sink *sink, Digits digits) {
    FOR_EACH_DIGIT(digit, digits) step_item(sink, R_DIGIT, digit);
}

/* A link between two nodes, each a set of cells with one digit. */
void step_link(Sink *sink, bool strong, Cells start, int start_digit, Cells end, int end_digit);

Finder find_singles, find_intersections, find_subsets, find_fish, find_kraken, find_skyscrapers, find_kites,
    find_empty_rectangles, find_colours, find_medusa, find_wings, find_rectangles, find_grave, find_digit_chains,
    find_bivalue_chains, find_remote_pairs, find_loops, find_grouped_loops, find_almost_locked_sets,
    find_death_blossoms, find_sue_de_coq, find_fireworks, find_templates, find_bent_sets, find_almost_locked_candidates,
    find_broken_wings, find_oddagons, find_larger_graves, find_extended_rectangles, find_als_w_wings, find_exocets,
    find_sectors, find_tridagons;

/* Whether the board is the classic 9×9, where bands and stacks of boxes mean something. */
bool has_square_boxes(const State *state);

#endif
