"""The human solver: speed of a path, ratings, techniques, soundness. `python -m benchmarks.logic` is the speed."""
