"""Cameras: their sessions over WebSockets, and the processes that follow them."""
