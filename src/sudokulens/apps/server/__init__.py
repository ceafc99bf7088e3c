"""The HTTP and WebSocket service, and the web page that it serves."""
