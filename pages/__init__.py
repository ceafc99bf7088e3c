"""Pages with Sudokus and look-alikes, drawn and photographed, for benchmarks and tests; never part of the package."""
