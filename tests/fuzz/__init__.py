"""Random damage: whatever is sent, only errors of our own come out."""
