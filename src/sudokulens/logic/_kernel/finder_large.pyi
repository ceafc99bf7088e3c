"""The technique finders, compiled for boards of up to 16×16."""

from sudokulens.logic._kernel.finder import ROLES, TECHNIQUES, contradictions, find, path, shape

__all__ = ["ROLES", "TECHNIQUES", "contradictions", "find", "path", "shape"]
