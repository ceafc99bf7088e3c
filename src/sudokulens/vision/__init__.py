"""From a picture to straightened cells, and back onto the picture."""

from sudokulens.vision.address_space import check_address_space

check_address_space()  # Before any module here loads OpenCV.
