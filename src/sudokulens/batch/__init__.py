"""Archives and millions of puzzles: the same work as for one, on all cores or a cluster, and never from the start."""

from sudokulens.batch.job import Summary, run
from sudokulens.batch.many import scan_many, solve_many
from sudokulens.batch.record import Record
from sudokulens.batch.settings import Settings

__all__ = ["Record", "Settings", "Summary", "run", "scan_many", "solve_many"]
