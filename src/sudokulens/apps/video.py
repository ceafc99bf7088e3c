"""Frames from cameras, files and addresses, and annotated videos back into files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

# ffmpeg complains on standard error in its own words; what went wrong is said by our errors.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

import cv2
import numpy as np

from sudokulens.errors import ImageError
from sudokulens.vision.frame import Frame

OPEN_MILLISECONDS, READ_MILLISECONDS = 10_000, 10_000
"""How long an address may take to answer, and to deliver its next frame."""

_CAMERA = re.compile("[0-9]{1,4}")
"""A camera's number; OpenCV packs more into larger ones."""


@dataclass(frozen=True, slots=True)
class VideoFacts:
    """Size, frames per second, and how many frames there are; 0 where a stream has no end."""

    width: int
    height: int
    rate: float
    frames: int


class VideoSource:
    """A camera by number, a video file, or a stream by its address; iterates over frames."""

    def __init__(self, source: str) -> None:
        self.is_camera = bool(_CAMERA.fullmatch(source))
        self.name = f"camera {source}" if self.is_camera else source
        self.is_live = self.is_camera or "://" in source
        if not self.is_live and not Path(source).is_file():
            raise ImageError(f"{source} cannot be opened: there is no such file")
        self._capture = _open(source)
        if not self._capture.isOpened():
            raise ImageError(f"{self.name} cannot be opened ({_advice(self)})")

    @property
    def facts(self) -> VideoFacts:
        read = self._capture.get
        rate = read(cv2.CAP_PROP_FPS)
        return VideoFacts(
            int(read(cv2.CAP_PROP_FRAME_WIDTH)),
            int(read(cv2.CAP_PROP_FRAME_HEIGHT)),
            rate if 1 <= rate <= 240 else 30.0,
            0 if self.is_live else max(0, int(read(cv2.CAP_PROP_FRAME_COUNT))),
        )

    def __iter__(self) -> Iterator[Frame]:
        """All frames; raises ImageError where there is not even a first one."""
        some = False
        while True:
            found, pixels = self._capture.read()
            if not found or pixels is None:
                break
            some = True
            yield Frame(np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), dtype=np.uint8))
        if not some:
            raise ImageError(f"{self.name} delivers no frame ({_advice(self)})")

    def close(self) -> None:
        self._capture.release()


def _open(source: str) -> cv2.VideoCapture:
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        if _CAMERA.fullmatch(source):
            return cv2.VideoCapture(int(source))
        if "://" not in source:
            return cv2.VideoCapture(source)
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MILLISECONDS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MILLISECONDS]
        return cv2.VideoCapture(source, cv2.CAP_FFMPEG, limits)
    finally:
        cv2.utils.logging.setLogLevel(level)


def _advice(source: VideoSource) -> str:
    if source.is_camera:
        return "is it plugged in, allowed, and not in use by another program?"
    if source.is_live:
        return "expected the address of a video or a stream, as http:// or rtsp://"
    return "expected a video, as MP4, MOV, AVI, MKV or WebM"


class VideoTarget:
    """An MP4 that appears under its name only once it is whole: a stopped run leaves no broken file behind."""

    def __init__(self, path: Path, rate: float) -> None:
        if path.suffix.lower() != ".mp4" or not path.parent.is_dir():
            raise ImageError(f"{path} cannot be written (expected a name that ends with .mp4 in a folder that exists)")
        self.path = path
        self._rate = rate
        self._part = path.with_name(path.stem + ".part" + path.suffix)
        self._writer: cv2.VideoWriter | None = None

    def __enter__(self) -> VideoTarget:
        return self

    def write(self, frame: Frame) -> None:
        """Adds a frame; the first one determines the size."""
        if self._writer is None:
            code = cv2.VideoWriter.fourcc(*"mp4v")
            self._writer = cv2.VideoWriter(str(self._part), code, self._rate, (frame.width, frame.height))
            if not self._writer.isOpened():
                raise ImageError(f"{self.path} cannot be written")
        self._writer.write(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2BGR))

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writer is not None:
            self._writer.release()
        if self._writer is not None and (kind is None or issubclass(kind, KeyboardInterrupt)):
            # What was annotated until Ctrl-C is worth keeping.
            self._part.replace(self.path)
        else:
            self._part.unlink(missing_ok=True)
