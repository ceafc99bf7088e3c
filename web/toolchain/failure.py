"""What may go wrong in a build, each with the exit status that tells scripts which it was.

BuildFailure            1   a command failed, or a part is not what it should be
├── MissingTools        3   this machine lacks what the build needs; the message says what to install
├── WrongHash           4   a download is not the pinned file
└── NotCached           5   only quick steps were allowed, and a slow one is needed
"""

from __future__ import annotations


class BuildFailure(Exception):
    """A step of the build failed; the message is one sentence for the person who started it."""

    status = 1


class MissingTools(BuildFailure):
    """The toolchain cannot be had on this machine."""

    status = 3


class WrongHash(BuildFailure):
    """A file differs from the one that was pinned."""

    status = 4


class NotCached(BuildFailure):
    """A part would have to be downloaded or built for minutes, which was not allowed."""

    status = 5
