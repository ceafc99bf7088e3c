"""More kinds of clips, drawn from a seed: other cameras, light, hands and motions than those of `clip_kinds`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from benchmarks.live.clip_kinds import WEBCAM
from pages.clips import Kind, Moment, Motion

FULL, UPRIGHT = (1920, 1080), (720, 1280)


def _wave(seed: int, slowest: float, fastest: float) -> Motion:
    """Not a motion but a sum of six sines as one number, carried in `x`; different for every seed."""
    chance = np.random.default_rng(seed)
    speeds = np.exp(chance.uniform(np.log(fastest), np.log(slowest), 6))
    phases, sizes = chance.uniform(0, 2 * np.pi, 6), chance.dirichlet(np.ones(6))

    def motion(number: float, frames: int) -> Moment:
        return Moment(float((sizes * np.sin(number / speeds + phases)).sum()))

    return motion


def wandering(seed: int, strength: float = 1.0, tilt: float = 0.15, scale: float = 0.9) -> Motion:
    """An unsteady hand: shift, distance, roll and tilt each vary independently."""
    waves = [_wave(100 * seed + number, 25, 4) for number in range(6)]

    def motion(number: float, frames: int) -> Moment:
        x, y, near, roll, left, down = (wave(number, frames).x for wave in waves)
        return Moment(
            0.06 * strength * x,
            0.06 * strength * y,
            scale * (1 + 0.12 * strength * near),
            0.2 * strength * roll,
            (tilt * left * 2, tilt * down * 2),
        )

    return motion


def rolling(seed: int, start: float, degrees: float, frames_taken: float) -> Motion:
    """Rotated from the start, then quickly rotated further."""
    base = wandering(seed, 0.5)

    def motion(number: float, frames: int) -> Moment:
        part = float(np.clip((number - 0.4 * frames) / frames_taken, 0, 1))
        smooth = part * part * (3 - 2 * part)
        moment = base(number, frames)
        return replace(moment, angle=moment.angle + np.deg2rad(start + degrees * smooth), scale=0.85)

    return motion


def turned_over(seed: int) -> Motion:
    """The sheet is turned over, its back is seen for a while, and it is turned back."""
    base = wandering(seed, 0.5)

    def motion(number: float, frames: int) -> Moment:
        at = number / frames
        over = np.clip((at - 0.3) / 0.15, 0, 1) - np.clip((at - 0.6) / 0.15, 0, 1)
        return replace(base(number, frames), flip=float(np.pi * over))

    return motion


def stepped_before(seed: int) -> Motion:
    """Somebody stands in front of the camera for a while; meanwhile the page is moved a little."""
    base = wandering(seed, 1.0)

    def motion(number: float, frames: int) -> Moment:
        return replace(base(number, frames), hidden=0.4 < number / frames < 0.55)

    return motion


def approaching(seed: int) -> Motion:
    """From far away until the grid fills the frame, within a second."""
    base = wandering(seed, 0.5)

    def motion(number: float, frames: int) -> Moment:
        part = float(np.clip((number / frames - 0.3) / 0.4, 0, 1))
        return replace(base(number, frames), scale=0.4 + 0.85 * part * part * (3 - 2 * part))

    return motion


def panning(seed: int) -> Motion:
    """Two puzzles side by side; the camera goes from the one to the other and back."""
    base = wandering(seed, 0.4)

    def motion(number: float, frames: int) -> Moment:
        moment = base(number, frames)
        return replace(moment, x=moment.x - 0.3 - 0.3 * np.sin(number / 9 - 1.5), scale=0.72, neighbour=1.3)

    return motion


def lit(seed: int, light: float, flicker: float) -> Motion:
    """Poor light that changes in jumps, as when a camera resets its exposure."""
    base, chance = wandering(seed), np.random.default_rng(seed)
    levels = light * (1 + flicker * chance.uniform(-1, 1, 50))

    def motion(number: float, frames: int) -> Moment:
        return replace(base(number, frames), light=float(levels[int(number / 9) % len(levels)]))

    return motion


def exchanged(seed: int, how: str) -> Motion:
    """Another page takes its place halfway: under a hand, in a jerk, behind a passer-by, or from outside."""
    base = wandering(seed, 0.5)

    def motion(number: float, frames: int) -> Moment:
        middle = frames / 2
        away = number - middle
        moment = replace(base(number, frames), sheet=int(number >= middle))
        if how == "hand":
            return replace(moment, hand=0.5 + away / 24 if abs(away) < 12 else None)
        if how == "jerk":
            return replace(moment, x=moment.x + 0.1 * np.exp(-((away / 1.2) ** 2)))
        if how == "outside":
            return replace(moment, x=moment.x + 1.1 * np.exp(-((away / 5) ** 2)))
        return replace(moment, hidden=abs(away) < 3)

    return motion


def shining(seed: int) -> Motion:
    base = wandering(seed)
    return lambda number, frames: replace(base(number, frames), glare=number / frames)


def writing(seed: int) -> Motion:
    """A hand moves back and forth over the page, as when somebody fills it in."""
    base, wave = wandering(seed, 0.4), _wave(seed + 7, 20, 6)

    def motion(number: float, frames: int) -> Moment:
        return replace(base(number, frames), hand=0.45 + 0.5 * wave(number, frames).x if number > 6 else None)

    return motion


def in_the_hand(seed: int) -> Motion:
    base, curl = wandering(seed, 1.0, 0.2), _wave(seed + 11, 25, 8)

    def motion(number: float, frames: int) -> Moment:
        return replace(base(number, frames), bend=0.02 + 0.03 * curl(number, frames).x, fingers=True)

    return motion


def hunting(seed: int) -> Motion:
    base, focus = wandering(seed), _wave(seed + 13, 12, 6)
    return lambda number, frames: replace(
        base(number, frames), defocus=9.0 * max(0.0, focus(number, frames).x) if number > 5 else 0.0
    )


def more_kinds(seed: int) -> tuple[Kind, ...]:
    """The kinds with their motions drawn from the seed."""
    return (
        Kind("wandering, 640×480", wandering(seed + 1), 0.4, size=WEBCAM, noise=5.0, codec="mjpeg"),
        Kind("wandering, 1920×1080", wandering(seed + 2), 0.4, size=FULL, codec="h264"),
        Kind("wandering, upright", wandering(seed + 3, scale=0.5), 0.4, 0.5, size=UPRIGHT, codec="h264"),
        Kind("wandering, 15 a second", lambda n, f: wandering(seed + 4, 1.2)(2 * n, f), 0.5),
        Kind("violent", wandering(seed + 5, 2.2), 0.6, codec="h264"),
        Kind("strong perspective", wandering(seed + 6, 1.0, 0.5, 0.75), 0.3),
        Kind("upside down from the start", rolling(seed + 7, 180, 0, 1), 0.3),
        Kind("rolled within 8 frames", rolling(seed + 8, 0, 90, 8), 0.4),
        Kind("rolled back within 5", rolling(seed + 9, 90, -90, 5), 0.3),
        Kind("turned over and back", turned_over(seed + 10), 0.3, held=True),
        Kind("somebody before it", stepped_before(seed + 11), 0.3),
        Kind("approaching", approaching(seed + 12), 0.3),
        Kind("two, panning", panning(seed + 13), 0.2),
        Kind("low light", lit(seed + 14, 0.55, 0.2), 0.8, noise=10.0, codec="h264"),
        Kind("exposure in jumps", lit(seed + 15, 0.9, 0.45), 0.2),
        Kind("a reflection passing", shining(seed + 16), 0.2),
        Kind("a hand back and forth", writing(seed + 17), 0.2),
        Kind("in the hand, 640×480", in_the_hand(seed + 18), 0.4, size=WEBCAM, noise=4.0, codec="mjpeg", held=True),
        Kind("in the hand, 720p", in_the_hand(seed + 19), 0.4, codec="h264", held=True),
        Kind("another after a hand", exchanged(seed + 21, "hand"), 0.2),
        Kind("another after a jerk", exchanged(seed + 22, "jerk"), 0.6),
        Kind("another from outside", exchanged(seed + 23, "outside"), 0.4),
        Kind("another after a walk past", exchanged(seed + 24, "walk"), 0.2),
        Kind("autofocus far off", hunting(seed + 20), 0.2),
    )
