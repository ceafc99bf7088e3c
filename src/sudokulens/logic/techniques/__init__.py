"""Solving techniques, one family a file."""
