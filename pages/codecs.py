"""Frames sent through a real video codec and back."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from pages.camera import Pixels

Codec = Literal["mjpeg", "h264"]


def through_codec(pictures: Sequence[Pixels], codec: Codec, rate: int = 30) -> Iterator[Pixels]:
    """The pictures as a webcam or a phone would have stored them; H.264 needs the package `av`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / ("clip.avi" if codec == "mjpeg" else "clip.mp4")
        (_write_mjpeg if codec == "mjpeg" else _write_h264)(path, pictures, rate)
        capture = cv2.VideoCapture(str(path))
        for _ in pictures:
            found, pixels = capture.read()
            if not found:
                raise RuntimeError(f"the {codec} clip is shorter than what was written")
            yield np.asarray(pixels[..., ::-1].copy(), dtype=np.uint8)
        capture.release()


def _write_mjpeg(path: Path, pictures: Sequence[Pixels], rate: int) -> None:
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (width, height))
    writer.set(cv2.VIDEOWRITER_PROP_QUALITY, 55)
    for pixels in pictures:
        writer.write(np.ascontiguousarray(pixels[..., ::-1]))
    writer.release()


def _write_h264(path: Path, pictures: Sequence[Pixels], rate: int) -> None:
    import av

    height, width = pictures[0].shape[:2]
    with av.open(str(path), "w") as target:
        stream = target.add_stream("libx264", rate=rate)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        # What phones and video calls spend: about a tenth of a bit per pixel.
        stream.options = {"preset": "veryfast", "crf": "30"}
        for pixels in pictures:
            for packet in stream.encode(av.VideoFrame.from_ndarray(pixels, format="rgb24")):
                target.mux(packet)
        for packet in stream.encode():
            target.mux(packet)
