"""Why a step holds, as messages: one file a family, each from the premises of the step.

`telling.py` chooses the file. Where a family has no words of its own for an instance, `refute.py` tells the plain
argument that every proof has: suppose the contrary, and follow the cited truths until one of them fails.
"""
