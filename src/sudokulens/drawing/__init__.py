"""One scene, many painters: boards, hints and answers as SVG, PNG, PDF, text, ink on a photo, and JSON for the browser.

A `Scene` says what is shown (`scene.py`), `layout` says where each shape goes in board units (`layout.py`), and the
palette says in which colour (`palette.py`). A painter only turns shapes into its own medium.
"""
