"""Techniques for boards of any size, shape and rules, in plain Python."""
