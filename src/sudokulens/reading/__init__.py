"""From cells to the most probable lawful board."""
