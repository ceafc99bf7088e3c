"""The kinds of clips that the live engine is measured on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.clips import Kind, Moment, Motion

WEBCAM = (640, 480)


def _part(number: float, frames: int, start: float, end: float) -> float:
    """How much of a stretch of the clip is over, 0 to 1; both ends are shares of the clip."""
    return float(np.clip((number / frames - start) / (end - start), 0, 1))


def _there_and_back(number: float, frames: int, start: float = 0.3, end: float = 0.8) -> float:
    return float(np.sin(np.pi * _part(number, frames, start, end)))


def swaying(number: float, frames: int) -> Moment:
    t = number / 8
    return Moment(0.014 * np.sin(t), 0.017 * np.cos(1.3 * t), 1 + 0.04 * np.sin(t / 2), 0.05 * np.sin(t / 3))


def shaken(number: float, frames: int) -> Moment:
    t = number / 3
    x, y = 0.035 * np.sin(t), 0.042 * np.cos(1.3 * t)
    return Moment(x, y, 1 + 0.08 * np.sin(t / 2), 0.12 * np.sin(t / 3), (0.1 * np.sin(t), 0.0))


def jolted(number: float, frames: int) -> Moment:
    """Sharp jerks between calm stretches, as when a phone is tapped."""
    jerk = np.exp(-((number % 18 - 9) ** 2) / 3)
    return Moment(0.06 * jerk, -0.05 * jerk, 0.95, 0.06 * jerk)


def rolled(degrees: float) -> Motion:
    def motion(number: float, frames: int) -> Moment:
        return Moment(scale=0.9, angle=np.deg2rad(degrees) * _part(number, frames, 0.2, 0.8))

    return motion


def zooming(number: float, frames: int) -> Moment:
    return Moment(scale=0.75 + 0.45 * np.sin(number / 9))


def small(number: float, frames: int) -> Moment:
    return replace(swaying(number, frames), scale=0.42 + 0.03 * np.sin(number / 12), x=0.12 * np.sin(number / 20))


def leaving(number: float, frames: int) -> Moment:
    return Moment(x=1.02 * _there_and_back(number, frames, 0.2, 0.9) ** 2)


def leaving_fast(number: float, frames: int) -> Moment:
    """Out of view on one side within a few frames and back in from the other, twice."""
    at = number % (frames / 2) / (frames / 2)
    out = 1.1 * np.clip((at - 0.3) / 0.2, 0, 1)
    back = -1.1 * np.clip((0.75 - at) / 0.2, 0, 1)
    return replace(swaying(number, frames), x=out if at < 0.55 else back)


def partly_outside(number: float, frames: int) -> Moment:
    """A third of the grid slips out of view at the side, then at the top."""
    slip = _there_and_back(number, frames, 0.2, 0.5), _there_and_back(number, frames, 0.55, 0.85)
    return replace(swaying(number, frames), x=0.45 * slip[0], y=-0.45 * slip[1])


def covered(number: float, frames: int) -> Moment:
    return replace(swaying(number, frames), hand=_part(number, frames, 0.25, 0.8))


def resting_hand(number: float, frames: int) -> Moment:
    """A hand comes in and stays over the lower half, as when somebody writes."""
    moving = 0.38 * _part(number, frames, 0.2, 0.3) + 0.02 * np.sin(number / 2) * (number > 0.3 * frames)
    return replace(swaying(number, frames), hand=moving if number > 0.2 * frames else None)


def held(number: float, frames: int) -> Moment:
    """Paper in the hand: it sways, tilts and curls."""
    t = number / 7
    return Moment(
        0.03 * np.sin(t),
        0.03 * np.cos(0.8 * t),
        0.92 + 0.05 * np.sin(t / 2),
        0.09 * np.sin(t / 2),
        (0.28 * np.sin(t / 1.7), 0.22 * np.cos(t / 2.1)),
        bend=0.018 + 0.018 * np.sin(t / 1.3),
        fingers=True,
    )


def hunting(number: float, frames: int) -> Moment:
    """The autofocus loses the page and finds it again."""
    return replace(swaying(number, frames), defocus=5.0 * max(0.0, np.sin(number / 7)) ** 2)


def flickering(number: float, frames: int) -> Moment:
    return replace(swaying(number, frames), light=0.75 + 0.4 * np.sin(number / 6) + 0.05 * np.sin(2.5 * number))


def replaced(number: float, frames: int) -> Moment:
    """The puzzle is replaced by another between two frames."""
    return replace(swaying(number, frames), sheet=int(number >= frames // 2))


def beside(number: float, frames: int) -> Moment:
    """A second puzzle comes into view beside the first and leaves again."""
    near = _there_and_back(number, frames, 0.2, 0.9)
    return Moment(x=-0.2 * near, scale=0.75, neighbour=2.6 - 1.25 * near)


def stuttering(number: float, frames: int) -> Moment:
    """Every third frame is delivered twice; the frames lost in between are never seen."""
    whole = int(number)
    moment = swaying(1.6 * number, frames)
    return replace(moment, source=whole - 1) if whole % 3 == 2 and number == whole else moment


def _fast(motion: Motion, factor: float) -> Motion:
    return lambda number, frames: motion(number * factor, frames)


KINDS: tuple[Kind, ...] = (
    Kind("hand-held", swaying),
    Kind("hand-held, H.264", _fast(swaying, 1.5), 0.4, codec="h264"),
    Kind("strong motion, blurred", shaken, 0.6),
    Kind("jolted", jolted, 0.6),
    Kind("rolling shutter", _fast(swaying, 2.0), 0.3, 0.8),
    Kind("quarter turn", rolled(90), 0.3),
    Kind("quarter turn back", rolled(-90), 0.3),
    Kind("half turn", rolled(180), 0.3),
    Kind("zooming", zooming, 0.2),
    Kind("small in the frame", small),
    Kind("leaving, coming back", leaving, 0.4),
    Kind("leaving fast", leaving_fast, 0.3),
    Kind("partly outside", partly_outside, 0.3),
    Kind("hand with pen passing", covered, 0.2),
    Kind("hand resting on it", resting_hand),
    Kind("webcam, MJPEG", swaying, 0.5, size=WEBCAM, noise=5.0, codec="mjpeg"),
    Kind("webcam, paper held", held, 0.5, size=WEBCAM, noise=5.0, codec="h264", held=True),
    Kind("paper held, 720p", held, 0.3, held=True),
    Kind("autofocus hunting", hunting),
    Kind("exposure changing", flickering),
    Kind("another puzzle instead", replaced),
    Kind("second puzzle beside", beside, 0.2),
    Kind("frames lost and doubled", stuttering, 0.3),
    Kind("long, hand-held", _fast(swaying, 0.7), 0.3, frames=5.0),
)
