"""The engines: speed beside other solvers, answers checked, variants."""
