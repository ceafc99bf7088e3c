"""In place of Pyodide's event loop, which nobody runs."""


def _initialize_event_loop() -> None:
    """Called by `pyodide` when it is imported."""
