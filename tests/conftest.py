"""What every test may rely on."""

from __future__ import annotations

import signal
import threading

if threading.current_thread() is threading.main_thread():
    # A shell starts background jobs with SIGINT ignored, and children inherit that: the tests that send Ctrl-C to a
    # child would wait forever.
    signal.signal(signal.SIGINT, signal.default_int_handler)
