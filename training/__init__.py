"""Training of the cell reading networks; the package never imports this."""
