"""Engines that solve boards, behind one protocol."""
