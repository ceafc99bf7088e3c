"""Processes that do work for another one, under supervision: the batch and the service share them."""

from sudokulens.processes.child import Prepare, Worker
from sudokulens.processes.pool import ProcessPool

__all__ = ["Prepare", "ProcessPool", "Worker"]
