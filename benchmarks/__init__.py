"""Measurements by subject, one file per question; see README.md for the method."""
