"""The compiled kernel: every path gives the answers of an independent solver, and bad buffers are refused."""

from __future__ import annotations

import threading
from array import array
from typing import Any

import pytest

from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving import fallback, fallback_search
from tests.solving.own_puzzles import COUNT_LIMIT, mutated_puzzles, new_buffers, own_puzzles
from tests.solving.slow import slow_count, slow_solutions

kernel = pytest.importorskip("sudokulens.solving._kernel.kernel", reason="the kernel was not built")

IMPLEMENTATIONS = [(kernel, path) for path in kernel.paths()] + [(fallback, "python")]
every_path = pytest.mark.parametrize(
    ("module", "path"), IMPLEMENTATIONS, ids=lambda value: getattr(value, "__name__", value)
)


def solve(module: Any, path: str, puzzles: list[bytes], limit: int) -> tuple[list[bytes], list[int]]:
    source, solutions, counts = new_buffers(puzzles)
    module.solve_batch(source, solutions, counts, limit, path=path)
    return [bytes(solutions[i : i + 81]) for i in range(0, len(solutions), 81)], counts.tolist()


def test_the_portable_path_can_run_everywhere() -> None:
    assert kernel.paths()[-1] == "portable"


@every_path
def test_own_puzzles_are_counted_and_solved(module: Any, path: str) -> None:
    puzzles = own_puzzles()
    solutions, counts = solve(module, path, [puzzle.values for puzzle in puzzles], COUNT_LIMIT)
    assert counts == [puzzle.count for puzzle in puzzles]
    for puzzle, solution in zip(puzzles, solutions, strict=True):
        if puzzle.count == 0:
            assert solution == bytes(81)
        elif puzzle.solution:
            assert solution == puzzle.solution
        else:
            assert slow_count(solution, 2) == 1
            assert all(value in (0, digit) for value, digit in zip(puzzle.values, solution, strict=True))


@every_path
def test_mutated_puzzles_agree_with_the_slow_solver(module: Any, path: str) -> None:
    puzzles = mutated_puzzles(seed=5, count=60)
    _, counts = solve(module, path, puzzles, 3)
    assert counts == [slow_count(puzzle, 3) for puzzle in puzzles]


@every_path
@pytest.mark.parametrize("nodes", [0, 3, 30])
def test_every_path_gives_up_the_same_puzzles(module: Any, path: str, nodes: int) -> None:
    puzzles = [puzzle for puzzle in own_puzzles() if puzzle.count < 2]
    source, solutions, counts = new_buffers([puzzle.values for puzzle in puzzles])
    module.solve_batch(source, solutions, counts, 2, path=path, nodes=nodes)
    alone = []
    for puzzle in puzzles:
        one = new_buffers([puzzle.values])
        taken, _ = kernel.solve_batch(*one, 2, path="portable")
        alone.append(fallback.GIVEN_UP if taken > nodes else puzzle.count)
    assert counts.tolist() == alone


@every_path
@pytest.mark.parametrize("limit", [1, 2, 50])
def test_the_first_solution_depends_on_the_puzzle_alone(module: Any, path: str, limit: int) -> None:
    puzzles = mutated_puzzles(seed=6, count=40) + [puzzle.values for puzzle in own_puzzles() if puzzle.count > 1]
    together = solve(kernel, "portable", puzzles, limit)
    alone = [solve(module, path, [puzzle], limit) for puzzle in puzzles]
    assert solve(module, path, puzzles, limit) == together
    assert ([one[0] for one, _ in alone], [one[0] for _, one in alone]) == together


@pytest.mark.parametrize("path", kernel.paths())
def test_an_empty_grid_is_counted_up_to_the_limit(path: str) -> None:
    solutions, counts = solve(kernel, path, [bytes(81)], 10_000)
    assert counts == [10_000]
    assert slow_count(solutions[0], 2) == 1


@every_path
@pytest.mark.parametrize("places", [(0, 5), (0, 72), (0, 20), (40, 44)])
def test_a_digit_twice_in_a_unit_has_no_solution(module: Any, path: str, places: tuple[int, int]) -> None:
    puzzle = bytearray(81)
    for place in places:
        puzzle[place] = 7
    assert solve(module, path, [bytes(puzzle)], 2) == ([bytes(81)], [0])


@every_path
def test_a_full_grid_is_its_own_solution_and_a_wrong_one_has_none(module: Any, path: str) -> None:
    full = next(puzzle.solution for puzzle in own_puzzles() if puzzle.solution)
    wrong = full[1::-1] + full[2:]
    assert solve(module, path, [full, wrong], 2) == ([full, bytes(81)], [1, 0])


@pytest.mark.parametrize("module", [kernel, fallback])
@pytest.mark.parametrize(
    ("puzzles", "solutions", "counts", "reason"),
    [
        (bytes(0), bytearray(0), bytearray(0), "at least one"),
        (bytes(80), bytearray(80), bytearray(4), "80 bytes"),
        (bytes(162), bytearray(81), bytearray(8), "expected 162"),
        (bytes(81), bytearray(81), bytearray(8), "expected 4"),
        (array("H", bytes(162)), bytearray(162), bytearray(8), "single bytes"),
        (bytes(80) + b"\x0a", bytearray(81), bytearray(4), "10 in cell 80"),
        (bytes(100) + b"\xff" + bytes(61), bytearray(162), bytearray(8), "puzzle 1 has 255 in cell 19"),
    ],
)
def test_wrong_buffers_are_refused(module: Any, puzzles: Any, solutions: Any, counts: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        module.solve_batch(puzzles, solutions, counts)


@pytest.mark.parametrize("module", [kernel, fallback])
def test_buffers_that_cannot_be_used_in_place_are_refused(module: Any) -> None:
    with pytest.raises(BufferError):
        module.solve_batch(memoryview(bytes(162))[::2], bytearray(81), bytearray(4))
    with pytest.raises(BufferError):
        module.solve_batch(bytes(81), bytes(81), bytearray(4))
    with pytest.raises(BufferError):
        module.solve_batch(bytes(81), bytearray(81), bytes(4))


@pytest.mark.parametrize("module", [kernel, fallback])
@pytest.mark.parametrize("limit", [0, -1, 2**32])
def test_a_limit_out_of_range_is_refused(module: Any, limit: int) -> None:
    with pytest.raises(ValueError, match="limit"):
        module.solve_batch(bytes(81), bytearray(81), bytearray(4), limit)


@pytest.mark.parametrize("module", [kernel, fallback])
def test_an_unknown_path_and_a_negative_time_are_refused(module: Any) -> None:
    with pytest.raises(ValueError, match="avx9000"):
        module.solve_batch(bytes(81), bytearray(81), bytearray(4), path="avx9000")
    with pytest.raises(ValueError, match="seconds"):
        module.solve_batch(bytes(81), bytearray(81), bytearray(4), seconds=-1)
    with pytest.raises(ValueError, match="nodes"):
        module.solve_batch(bytes(81), bytearray(81), bytearray(4), nodes=-1)


@every_path
def test_an_endless_count_ends_at_its_deadline(module: Any, path: str) -> None:
    with pytest.raises(TimeoutError):
        module.solve_batch(bytes(81), bytearray(81), bytearray(4), 2**32 - 1, path=path, seconds=0.05)


@every_path
def test_another_thread_can_cancel(module: Any, path: str) -> None:
    cancel = bytearray(1)
    threading.Timer(0.05, lambda: cancel.__setitem__(0, 1)).start()
    with pytest.raises(InterruptedError):
        module.solve_batch(bytes(81), bytearray(81), bytearray(4), 2**32 - 1, path=path, cancel=cancel)


def test_threads_can_share_the_kernel() -> None:
    puzzles = [puzzle.values for puzzle in own_puzzles()]
    expected = solve(kernel, kernel.paths()[0], puzzles, 2)
    answers: list[object] = []
    threads = [
        threading.Thread(target=lambda: answers.append(solve(kernel, kernel.paths()[0], puzzles, 2))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 8


def units_of(size: int) -> array[int]:
    return array("H", [cell for unit in Geometry.standard(size).units for cell in unit.cells])


def search_all(module: Any, size: int, masks: list[int], nodes: int) -> list[bytes]:
    search = module.Search(size, units_of(size), array("Q", masks))
    found = []
    while not search.done:
        solution = search.advance(nodes)
        if solution is not None:
            found.append(solution)
    return found


@pytest.mark.parametrize("module", [kernel, fallback_search])
@pytest.mark.parametrize("nodes", [1, 7, 10_000])
def test_a_search_in_slices_finds_every_solution_once(module: Any, nodes: int) -> None:
    found = search_all(module, 4, [15] * 16, nodes)
    assert len(found) == len(set(found)) == 288


@pytest.mark.parametrize("module", [kernel, fallback_search])
def test_the_search_finds_the_solutions_of_the_slow_solver(module: Any) -> None:
    for puzzle in own_puzzles():
        if puzzle.count < COUNT_LIMIT:
            found = search_all(module, 9, [1 << (v - 1) if v else 511 for v in puzzle.values], 100)
            assert sorted(found) == sorted(map(bytes, slow_solutions(puzzle.values)))


def test_the_stand_in_searches_in_the_same_order() -> None:
    masks = [0b1111] * 16
    assert search_all(kernel, 4, masks, 3) == search_all(fallback_search, 4, masks, 3)
    for puzzle in own_puzzles()[24:30]:
        masks = [1 << (v - 1) if v else 511 for v in puzzle.values]
        compiled, python = (m.Search(9, units_of(9), array("Q", masks)) for m in (kernel, fallback_search))
        assert [compiled.advance(200) for _ in range(5)] == [python.advance(200) for _ in range(5)]
        assert compiled.nodes == python.nodes


@pytest.mark.parametrize("module", [kernel, fallback_search])
@pytest.mark.parametrize(
    ("size", "units", "masks"),
    [
        (1, [0], [1]),
        (36, [0] * 36, [1] * 1296),
        (4, [], [15] * 16),
        (4, [0, 1, 2], [15] * 16),
        (4, [0, 1, 2, 16], [15] * 16),
        (4, [0, 1, 2, 3], [15] * 3),
        (4, [0, 1, 2, 3], [15] * 15 + [16]),
    ],
)
def test_a_search_refuses_what_is_no_board(module: Any, size: int, units: list[int], masks: list[int]) -> None:
    with pytest.raises(ValueError, match=r"expected|must"):
        module.Search(size, array("H", units), array("Q", masks))


@pytest.mark.parametrize("module", [kernel, fallback_search])
def test_a_search_refuses_numbers_of_the_wrong_width(module: Any) -> None:
    with pytest.raises(ValueError, match="16-bit"):
        module.Search(4, bytes(8), array("Q", [15] * 16))
    with pytest.raises(ValueError, match="64"):
        module.Search(4, array("H", range(4)), bytes(16))
    with pytest.raises(OverflowError):
        module.Search(4, array("H", range(4)), array("Q", [15] * 16)).advance(-1)
