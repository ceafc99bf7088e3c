"""Odd, damaged and hostile picture files, all made in code: what a service on the open network will be sent one day."""
