"""What every test may rely on."""

from __future__ import annotations

import signal
import threading

from hypothesis import settings

if threading.current_thread() is threading.main_thread():
    # A shell starts background jobs with SIGINT ignored, and children inherit that: the tests that send Ctrl-C to a
    # child would wait forever.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A deadline for each example would fail tests on a busy machine only.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
