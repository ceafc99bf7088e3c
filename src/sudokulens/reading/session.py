"""What runs a network: onnxruntime by default, or any session passed in."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray


class Session(Protocol):
    """A network ready to run; may be shared by threads."""

    def run(
        self, outputs: Sequence[str], inputs: Mapping[str, NDArray[np.float32]], /
    ) -> Sequence[NDArray[np.float32]]:
        """The outputs of those names, in their order."""
        ...


OpenSession: TypeAlias = Callable[[bytes, int], Session]
"""Makes a session from an ONNX file's content and a number of threads."""


def onnx_session(content: bytes, threads: int) -> Session:
    """A session of onnxruntime."""
    # From 1.31 on the library sends figures about its use to its maker unless this is set before it is imported.
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # Idle threads must not burn a core.
    return cast(Session, onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"]))
