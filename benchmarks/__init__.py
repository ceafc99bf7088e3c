"""Measurements, one file per question; see README.md for the method."""
