"""From a picture to straightened cells, and back onto the picture."""
