"""Frames from cameras, files and addresses, and annotated videos back into files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import cv2
import numpy as np

from sudokulens.errors import ImageError
from sudokulens.vision.frame import Frame


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
        self._capture = cv2.VideoCapture(int(source)) if source.isdigit() else cv2.VideoCapture(source)
        if not self._capture.isOpened():
            what = f"camera {source}" if source.isdigit() else repr(source)
            raise ImageError(
                f"{what} cannot be opened (expected a camera's number, a video file or a stream's address)"
            )
        self.is_camera = source.isdigit()

    @property
    def facts(self) -> VideoFacts:
        read = self._capture.get
        rate = read(cv2.CAP_PROP_FPS)
        return VideoFacts(
            int(read(cv2.CAP_PROP_FRAME_WIDTH)),
            int(read(cv2.CAP_PROP_FRAME_HEIGHT)),
            rate if 1 <= rate <= 240 else 30.0,
            0 if self.is_camera else max(0, int(read(cv2.CAP_PROP_FRAME_COUNT))),
        )

    def __iter__(self) -> Iterator[Frame]:
        while True:
            found, pixels = self._capture.read()
            if not found:
                return
            yield Frame(np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), dtype=np.uint8))

    def close(self) -> None:
        self._capture.release()


class VideoTarget:
    """An MP4 that appears under its name only once it is whole: a stopped run leaves no broken file behind."""

    def __init__(self, path: Path, facts: VideoFacts) -> None:
        self.path = path
        self._part = path.with_name(path.stem + ".part" + path.suffix)
        code = cv2.VideoWriter.fourcc(*"mp4v")
        self._writer = cv2.VideoWriter(str(self._part), code, facts.rate, (facts.width, facts.height))
        if not self._writer.isOpened():
            raise ImageError(f"{path} cannot be written (expected a name that ends with .mp4 in a folder that exists)")

    def __enter__(self) -> VideoTarget:
        return self

    def write(self, frame: Frame) -> None:
        self._writer.write(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2BGR))

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.release()
        if kind is None or issubclass(kind, KeyboardInterrupt):
            # What was annotated until Ctrl-C is worth keeping.
            self._part.replace(self.path)
        else:
            self._part.unlink(missing_ok=True)
