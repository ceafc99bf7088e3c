"""The compiled solvers, where they could be built; `sudokulens.solving.compiled` finds them."""
