"""A camera's frames: `python -m benchmarks.live` follows clips; the others measure the service and the page."""
