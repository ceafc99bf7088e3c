"""The human solver: techniques, hints, ratings."""
