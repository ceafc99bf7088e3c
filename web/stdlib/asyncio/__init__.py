"""In place of asyncio, which Pyodide imports as it starts: nothing is awaited in the page."""


def get_event_loop() -> None:
    """Asked for by Pyodide where Python awaits a promise."""
    raise RuntimeError("nothing is awaited in the page")
