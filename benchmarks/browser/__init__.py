"""Measurements of the page that needs no server: the built site (`make site`) in headless Chromium."""
