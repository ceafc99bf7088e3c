"""The kinds of clips that the live engine is measured on."""

from __future__ import annotations

import numpy as np

from pages import motions
from pages.clips import Kind
from pages.motions import having

WEBCAM, FULL, UPRIGHT = (640, 480), (1920, 1080), (720, 1280)

KINDS: tuple[Kind, ...] = (
    Kind("hand-held", motions.swaying),
    Kind("hand-held, H.264", motions.sped(motions.swaying, 1.5), 0.4, codec="h264"),
    Kind("strong motion, blurred", motions.shaken, 0.6),
    Kind("jolted", motions.jolted, 0.6),
    Kind("rolling shutter", motions.sped(motions.swaying, 2.0), 0.3, 0.8),
    Kind("quarter turn", motions.rolled(90), 0.3),
    Kind("quarter turn back", motions.rolled(-90), 0.3),
    Kind("half turn", motions.rolled(180), 0.3),
    Kind("zooming", having(motions.still, scale=lambda n, _: 0.75 + 0.45 * np.sin(n / 9)), 0.2),
    Kind(
        "small in the frame",
        having(motions.swaying, scale=lambda n, _: 0.42 + 0.03 * np.sin(n / 12), x=lambda n, _: 0.12 * np.sin(n / 20)),
    ),
    Kind(
        "leaving, coming back",
        having(motions.still, x=lambda n, f: 1.02 * motions.there_and_back(n, f, 0.2, 0.9) ** 2),
        0.4,
    ),
    Kind("leaving fast", motions.leaving_fast, 0.3),
    Kind("partly outside", motions.partly_outside, 0.3),
    Kind("hand with pen passing", motions.covered, 0.2),
    Kind("hand resting on it", motions.resting_hand),
    Kind("webcam, MJPEG", motions.swaying, 0.5, size=WEBCAM, noise=5.0, codec="mjpeg"),
    Kind("webcam, paper held", motions.held, 0.5, size=WEBCAM, noise=5.0, codec="h264", held=True),
    Kind("paper held, 720p", motions.held, 0.3, held=True),
    Kind("autofocus hunting", having(motions.swaying, defocus=lambda n, _: 5.0 * max(0.0, np.sin(n / 7)) ** 2)),
    Kind(
        "exposure changing",
        having(motions.swaying, light=lambda n, _: 0.75 + 0.4 * np.sin(n / 6) + 0.05 * np.sin(2.5 * n)),
    ),
    Kind("another puzzle instead", having(motions.swaying, sheet=lambda n, f: int(n >= f // 2))),
    Kind("second puzzle beside", motions.beside, 0.2),
    Kind("frames lost and doubled", motions.stuttering, 0.3),
    Kind("long, hand-held", motions.sped(motions.swaying, 0.7), 0.3, frames=5.0),
)


def more_kinds(seed: int) -> tuple[Kind, ...]:
    """More kinds, drawn from a seed: other cameras, light, hands and motions."""
    return (
        Kind("wandering, 640×480", motions.wandering(seed + 1), 0.4, size=WEBCAM, noise=5.0, codec="mjpeg"),
        Kind("wandering, 1920×1080", motions.wandering(seed + 2), 0.4, size=FULL, codec="h264"),
        Kind("wandering, upright", motions.wandering(seed + 3, scale=0.5), 0.4, 0.5, size=UPRIGHT, codec="h264"),
        Kind("wandering, 15 a second", motions.sped(motions.wandering(seed + 4, 1.2), 2), 0.5),
        Kind("violent", motions.wandering(seed + 5, 2.2), 0.6, codec="h264"),
        Kind("strong perspective", motions.wandering(seed + 6, 1.0, 0.5, 0.75), 0.3),
        Kind("upside down from the start", motions.rolling(seed + 7, 180, 0, 1), 0.3),
        Kind("rolled within 8 frames", motions.rolling(seed + 8, 0, 90, 8), 0.4),
        Kind("rolled back within 5", motions.rolling(seed + 9, 90, -90, 5), 0.3),
        Kind(
            "turned over and back", having(motions.wandering(seed + 10, 0.5), flip=motions.turned_over), 0.3, held=True
        ),
        Kind("somebody before it", having(motions.wandering(seed + 11), hidden=lambda n, f: 0.4 < n / f < 0.55), 0.3),
        Kind("approaching", motions.approaching(seed + 12), 0.3),
        Kind("two, panning", motions.panning(seed + 13), 0.2),
        Kind("low light", motions.lit(seed + 14, 0.55, 0.2), 0.8, noise=10.0, codec="h264"),
        Kind("exposure in jumps", motions.lit(seed + 15, 0.9, 0.45), 0.2),
        Kind("a reflection passing", having(motions.wandering(seed + 16), glare=lambda n, f: n / f), 0.2),
        Kind("a hand back and forth", motions.writing(seed + 17), 0.2),
        Kind(
            "in the hand, 640×480",
            motions.in_the_hand(seed + 18),
            0.4,
            size=WEBCAM,
            noise=4.0,
            codec="mjpeg",
            held=True,
        ),
        Kind("in the hand, 720p", motions.in_the_hand(seed + 19), 0.4, codec="h264", held=True),
        Kind("another after a hand", motions.exchanged(seed + 21, "hand"), 0.2),
        Kind("another after a jerk", motions.exchanged(seed + 22, "jerk"), 0.6),
        Kind("another from outside", motions.exchanged(seed + 23, "outside"), 0.4),
        Kind("another after a walk past", motions.exchanged(seed + 24, "walk"), 0.2),
        Kind("autofocus far off", motions.hunting(seed + 20), 0.2),
    )
