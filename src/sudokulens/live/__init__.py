"""A stream of frames turned into a stream of views.

Track       where one grid is, from frame to frame
Puzzle      what has settled about it: board, solution, looks; compared with what is seen
Desk        the slow work, done at once or beside the frames
LiveTracker composes them: the only state across frames is here
"""

from sudokulens.live.tracker import LiveTracker
from sudokulens.live.view import LiveState, Mode, View

__all__ = ["LiveState", "LiveTracker", "Mode", "View"]
