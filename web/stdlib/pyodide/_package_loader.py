"""In place of Pyodide's loader of packages: the worker unpacks archives itself, without Python's zip modules."""

from pathlib import PurePosixPath

SITE_PACKAGES = PurePosixPath("/lib/python3.13/site-packages")
DSO_DIR = PurePosixPath("/usr/lib")


def init_loaded_packages() -> None:
    """Called as Pyodide starts; no package is there yet."""
