"""How pages move in front of a camera: in an unsteady hand, turned, covered, out of view, exchanged for another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from pages.clips import Moment, Motion


def having(base: Motion, **fields: Any) -> Motion:
    """The motion with these fields of its moments, each a value or a function of the frame's number and the frames."""

    def motion(number: float, frames: int) -> Moment:
        found = {name: field(number, frames) if callable(field) else field for name, field in fields.items()}
        return replace(base(number, frames), **found)

    return motion


def sped(base: Motion, factor: float) -> Motion:
    return lambda number, frames: base(number * factor, frames)


def passed(number: float, frames: int, start: float, end: float) -> float:
    """How much of a stretch of the clip is over, 0 to 1; both ends are shares of the clip."""
    return float(np.clip((number / frames - start) / (end - start), 0, 1))


def there_and_back(number: float, frames: int, start: float, end: float) -> float:
    return float(np.sin(np.pi * passed(number, frames, start, end)))


def eased(share: float) -> float:
    """The share of the way of a motion that starts and ends slowly."""
    return share * share * (3 - 2 * share)


def still(number: float, frames: int) -> Moment:
    return Moment()


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


def held(number: float, frames: int) -> Moment:
    """Paper in the hand: it sways, tilts and curls."""
    t = number / 7
    tilt, bend = (0.28 * np.sin(t / 1.7), 0.22 * np.cos(t / 2.1)), 0.018 + 0.018 * np.sin(t / 1.3)
    x, y, scale = 0.03 * np.sin(t), 0.03 * np.cos(0.8 * t), 0.92 + 0.05 * np.sin(t / 2)
    return Moment(x, y, scale, 0.09 * np.sin(t / 2), tilt, bend=bend, fingers=True)


def wave(seed: int, slowest: float, fastest: float) -> Callable[[float, int], float]:
    """A sum of six sines, different for every seed, between -1 and 1."""
    chance = np.random.default_rng(seed)
    speeds = np.exp(chance.uniform(np.log(fastest), np.log(slowest), 6))
    phases, sizes = chance.uniform(0, 2 * np.pi, 6), chance.dirichlet(np.ones(6))
    return lambda number, frames: float((sizes * np.sin(number / speeds + phases)).sum())


def wandering(seed: int, strength: float = 1.0, tilt: float = 0.15, scale: float = 0.9) -> Motion:
    """An unsteady hand: shift, distance, roll and tilt each vary independently."""
    waves = [wave(100 * seed + number, 25, 4) for number in range(6)]

    def motion(number: float, frames: int) -> Moment:
        x, y, near, roll, left, down = (each(number, frames) for each in waves)
        distance, angle = scale * (1 + 0.12 * strength * near), 0.2 * strength * roll
        return Moment(0.06 * strength * x, 0.06 * strength * y, distance, angle, (tilt * left * 2, tilt * down * 2))

    return motion


def rolled(degrees: float) -> Motion:
    radians = np.deg2rad(degrees)
    return having(still, scale=0.9, angle=lambda number, frames: radians * passed(number, frames, 0.2, 0.8))


def rolling(seed: int, start: float, degrees: float, frames_taken: float) -> Motion:
    """Rotated from the start, then quickly rotated further."""
    base = wandering(seed, 0.5)

    def angle(number: float, frames: int) -> float:
        part = eased(float(np.clip((number - 0.4 * frames) / frames_taken, 0, 1)))
        return base(number, frames).angle + float(np.deg2rad(start + degrees * part))

    return having(base, angle=angle, scale=0.85)


def leaving_fast(number: float, frames: int) -> Moment:
    """Out of view on one side within a few frames and back in from the other, twice."""
    at = number % (frames / 2) / (frames / 2)
    out = 1.1 * np.clip((at - 0.3) / 0.2, 0, 1)
    back = -1.1 * np.clip((0.75 - at) / 0.2, 0, 1)
    return replace(swaying(number, frames), x=out if at < 0.55 else back)


partly_outside = having(
    swaying,
    x=lambda number, frames: 0.45 * there_and_back(number, frames, 0.2, 0.5),
    y=lambda number, frames: -0.45 * there_and_back(number, frames, 0.55, 0.85),
)
"""A third of the grid slips out of view at the side, then at the top."""

covered = having(swaying, hand=lambda number, frames: passed(number, frames, 0.25, 0.8))


def resting_hand(number: float, frames: int) -> Moment:
    """A hand comes in and stays over the lower half, as when somebody writes."""
    moving = 0.38 * passed(number, frames, 0.2, 0.3) + 0.02 * np.sin(number / 2) * (number > 0.3 * frames)
    return replace(swaying(number, frames), hand=moving if number > 0.2 * frames else None)


def beside(number: float, frames: int) -> Moment:
    """A second puzzle comes into view beside the first and leaves again."""
    near = there_and_back(number, frames, 0.2, 0.9)
    return Moment(x=-0.2 * near, scale=0.75, neighbour=2.6 - 1.25 * near)


def approaching(seed: int) -> Motion:
    """From far away until the grid fills the frame, within a second."""
    return having(wandering(seed, 0.5), scale=lambda n, frames: 0.4 + 0.85 * eased(passed(n, frames, 0.3, 0.7)))


def panning(seed: int) -> Motion:
    """Two puzzles side by side; the camera goes from the one to the other and back."""
    base = wandering(seed, 0.4)

    def x(number: float, frames: int) -> float:
        return base(number, frames).x - 0.3 - 0.3 * float(np.sin(number / 9 - 1.5))

    return having(base, x=x, scale=0.72, neighbour=1.3)


def stuttering(number: float, frames: int) -> Moment:
    """Every third frame is delivered twice; the frames lost in between are never seen."""
    whole = int(number)
    moment = swaying(1.6 * number, frames)
    return replace(moment, source=whole - 1) if whole % 3 == 2 and number == whole else moment


def turned_over(number: float, frames: int) -> float:
    """The sheet is turned over, its back is seen for a while, and it is turned back: its turn in radians."""
    return float(np.pi * (passed(number, frames, 0.3, 0.45) - passed(number, frames, 0.6, 0.75)))


def lit(seed: int, light: float, flicker: float) -> Motion:
    """Poor light that changes in jumps, as when a camera resets its exposure."""
    levels = light * (1 + flicker * np.random.default_rng(seed).uniform(-1, 1, 50))
    return having(wandering(seed), light=lambda number, frames: float(levels[int(number / 9) % len(levels)]))


def exchanged(seed: int, how: str) -> Motion:
    """Another page takes its place halfway: under a hand, in a jerk, behind a passer-by, or from outside."""
    base = wandering(seed, 0.5)

    def motion(number: float, frames: int) -> Moment:
        away = number - frames / 2
        moment = replace(base(number, frames), sheet=int(away >= 0))
        if how == "hand":
            return replace(moment, hand=0.5 + away / 24 if abs(away) < 12 else None)
        if how == "jerk":
            return replace(moment, x=moment.x + 0.1 * np.exp(-((away / 1.2) ** 2)))
        if how == "outside":
            return replace(moment, x=moment.x + 1.1 * np.exp(-((away / 5) ** 2)))
        return replace(moment, hidden=abs(away) < 3)

    return motion


def writing(seed: int) -> Motion:
    """A hand moves back and forth over the page, as when somebody fills it in."""
    way = wave(seed + 7, 20, 6)
    return having(wandering(seed, 0.4), hand=lambda n, frames: 0.45 + 0.5 * way(n, frames) if n > 6 else None)


def in_the_hand(seed: int) -> Motion:
    curl = wave(seed + 11, 25, 8)
    return having(wandering(seed, 1.0, 0.2), bend=lambda n, frames: 0.02 + 0.03 * curl(n, frames), fingers=True)


def hunting(seed: int) -> Motion:
    """The autofocus loses the page and finds it again."""
    focus = wave(seed + 13, 12, 6)
    return having(wandering(seed), defocus=lambda n, frames: 9.0 * max(0.0, focus(n, frames)) if n > 5 else 0.0)
