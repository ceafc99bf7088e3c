"""From cells to the most probable lawful board."""

import sudokulens.vision  # noqa: F401 - first: it refuses where loading OpenCV would crash
