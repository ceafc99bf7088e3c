"""A lesson for every technique: idea, proof, worked example in pictures, near miss, practice position.

The web page's "Learn more", `sudokulens techniques NAME` and the documentation are all made from `lesson.py`. The
positions come from our own generator and lie beside this file as JSON (`docs/find_positions.py` writes them).
"""
