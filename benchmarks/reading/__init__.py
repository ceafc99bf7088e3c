"""Pictures to boards: locating, reading, splitting ink, and the weights that are fitted for it."""
