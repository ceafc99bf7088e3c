/* Calls a solver once per puzzle, so that no call from Python is timed. */
#include <stddef.h>
#include <stdint.h>

typedef size_t Solve(const char *puzzle, size_t limit, uint32_t configuration, char *solution, size_t *guesses);

/* Each puzzle is 81 characters and a zero byte; counts receives how many solutions it has, up to the limit. */
void solve_all(Solve *solve, const char *puzzles, size_t number, size_t limit, uint32_t *counts) {
    char solution[82];
    size_t guesses;
    for (size_t i = 0; i < number; i++) counts[i] = (uint32_t)solve(puzzles + 82 * i, limit, 0, solution, &guesses);
}
