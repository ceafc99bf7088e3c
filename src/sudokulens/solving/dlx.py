"""The engine `dlx`: Knuth's dancing links (The Art of Computer Programming, 7.2.2.1) on the exact cover of a Sudoku.

An item is something that must happen exactly once: a cell is filled, or a unit holds a digit. An option is a digit in
a cell; it covers the item of the cell and one item for each unit of the cell. Only items that the values leave open
are built, so a board with many givens starts small.

The links live in flat lists indexed by node: nodes 1 to `items` are the heads of the items, node 0 is the root of the
list of open items, and the rest belong to options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints.parts import Allowed
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.solving.engine import Budget, Grid

Option: TypeAlias = tuple[Cell, Digit, tuple[int, ...]]
"""A digit in a cell, and the heads of the items that it covers."""


class DlxEngine:
    """Dancing links: any size and any regions, in plain Python."""

    name = "dlx"

    def __init__(self, shuffle: Callable[[list[Option]], None] | None = None) -> None:
        self._shuffle = shuffle
        """Orders the options in place; a random order makes the first solution a random one."""

    def refusal(self, board: Board) -> str | None:
        """Even and odd cells leave options out; what the other rules ask for is no exact cover."""
        names = dict.fromkeys(
            board.rules[rule].title for rule, part in board.geometry.parts if not isinstance(part, Allowed)
        )
        return f"an exact cover cannot say what {', '.join(names)} means" if names else None

    def search(self, board: Board, budget: Budget, limit: int | None = None) -> Iterator[Grid]:
        if any(next(rule.broken(board.values, board.geometry), None) for rule in board.rules):
            return
        links = _Links(board, budget, self._shuffle)
        found = 0
        while (limit is None or found < limit) and links.advance(budget):
            found += 1
            yield links.grid(board.values)


class _Links:
    """The linked lists and the path of options taken so far."""

    def __init__(self, board: Board, budget: Budget, shuffle: Callable[[list[Option]], None] | None) -> None:
        items = _open_items(board)
        heads = len(items) + 1
        self.left: list[int] = [heads - 1, *range(heads - 1)]
        self.right: list[int] = [*range(1, heads), 0]
        self.up = list(range(heads))
        self.down = list(range(heads))
        self.top = list(range(heads))
        self.size: list[int] = [0] * heads
        self.others: list[tuple[int, ...]] = [()] * heads
        """For a node, the other nodes of its option."""
        self.meaning: list[tuple[Cell, Digit]] = [(0, 0)] * heads
        self.path: list[int] = []
        self.started = False
        options = list(_options(board, items))
        if shuffle:
            shuffle(options)
        for count, (cell, digit, covered) in enumerate(options):
            if not count & 1023:
                budget.check()
            self._add_option(cell, digit, covered)

    def _add_option(self, cell: Cell, digit: Digit, covered: tuple[int, ...]) -> None:
        up, down, size = self.up, self.down, self.size
        first = len(up)
        nodes = tuple(range(first, first + len(covered)))
        for node, head in zip(nodes, covered, strict=True):
            last = up[head]
            down[last] = up[head] = node
            up.append(last)
            down.append(head)
            size[head] += 1
            self.others.append(nodes[: node - first] + nodes[node - first + 1 :])
        self.top.extend(covered)
        self.meaning.extend([(cell, digit)] * len(covered))

    def advance(self, budget: Budget) -> bool:
        """True with `path` standing at the next solution, False when there is none left."""
        if self.started and not self._retreat(budget):
            return False
        self.started = True
        while self.right[0]:
            budget.check()
            item = self._smallest_item()
            if self.size[item]:
                self._cover(item)
                self._take(self.down[item], budget)
            elif not self._retreat(budget):
                return False
        return True

    def grid(self, values: tuple[Digit, ...]) -> Grid:
        """The values completed by the options on the path."""
        full = list(values)
        for node in self.path:
            cell, digit = self.meaning[node]
            full[cell] = digit
        return tuple(full)

    def _smallest_item(self) -> int:
        """The open item with the fewest options: the guess with the fewest ways to be wrong."""
        right, size = self.right, self.size
        item = best = right[0]
        fewest = size[best]
        while item and fewest > 1:
            if size[item] < fewest:
                best, fewest = item, size[item]
            item = right[item]
        return best

    def _take(self, node: int, budget: Budget) -> None:
        if self.size[self.top[node]] > 1:
            budget.nodes += 1
        for other in self.others[node]:
            self._cover(self.top[other])
        self.path.append(node)

    def _retreat(self, budget: Budget) -> bool:
        """Undoes options until one has an untried sister, and takes that; False when all are tried."""
        while self.path:
            node = self.path.pop()
            for other in reversed(self.others[node]):
                self._uncover(self.top[other])
            head = self.top[node]
            if (sister := self.down[node]) != head:
                self._take(sister, budget)
                return True
            self._uncover(head)
        return False

    def _cover(self, item: int) -> None:
        """Takes the item, and every option that would cover it again, out of the lists."""
        up, down, size, top, others = self.up, self.down, self.size, self.top, self.others
        before, after = self.left[item], self.right[item]
        self.right[before] = after
        self.left[after] = before
        node = down[item]
        while node != item:
            for other in others[node]:
                above, below = up[other], down[other]
                down[above] = below
                up[below] = above
                size[top[other]] -= 1
            node = down[node]

    def _uncover(self, item: int) -> None:
        """Undoes `_cover`, in exactly the opposite order."""
        up, down, size, top, others = self.up, self.down, self.size, self.top, self.others
        node = up[item]
        while node != item:
            for other in reversed(others[node]):
                down[up[other]] = up[down[other]] = other
                size[top[other]] += 1
            node = up[node]
        self.right[self.left[item]] = self.left[self.right[item]] = item


def _open_items(board: Board) -> dict[int, int]:
    """The head of every open item, by its number: cells first, then unit × size + digit - 1 after them."""
    n, cells = board.size, board.geometry.cell_count
    open_items = [cell for cell in range(cells) if not board.values[cell]]
    for index, unit in enumerate(board.geometry.units):
        placed = {board.values[cell] for cell in unit.cells}
        open_items += [cells + index * n + digit - 1 for digit in range(1, n + 1) if digit not in placed]
    return {item: head for head, item in enumerate(open_items, 1)}


def _options(board: Board, items: dict[int, int]) -> Iterator[Option]:
    """Every digit that its peers leave to an empty cell."""
    n, cells = board.size, board.geometry.cell_count
    for cell, mask in enumerate(board.computed_candidates()):
        bases = [cells + unit * n - 1 for unit in board.geometry.units_of[cell]]
        for digit in range(1, n + 1):
            if mask >> (digit - 1) & 1:
                yield cell, digit, (items[cell], *[items[base + digit] for base in bases])
