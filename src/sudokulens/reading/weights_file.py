"""Weights that ship with the package: files checked against their names, and what they say of themselves.

A file is an ONNX model, so a protocol buffer; of that only the table of metadata is read here, because not every
runtime hands it out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sudokulens.errors import DamagedWeights
from sudokulens.reading.preprocess import LIMIT, MIN_SPREAD_GREY
from sudokulens.reading.symbols import SYMBOLS
from sudokulens.vision.cells import MARGIN_CELLS
from sudokulens.vision.pixels import LUMINANCE

WEIGHTS = Path(__file__).parent / "weights"

_METADATA_FIELD, _KEY_FIELD, _VALUE_FIELD = 14, 1, 2
"""Numbers from onnx.proto: ModelProto.metadata_props, and the two fields of its entries."""

_VARINT, _EIGHT_BYTES, _COUNTED, _FOUR_BYTES = 0, 1, 2, 5
"""Wire types of protocol buffers."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The content of a file whose name and metadata fit it and this package."""

    name: str
    content: bytes
    facts: dict[str, str]


def shipped_weights(name: str) -> Path:
    """The file of that name that ships with the package."""
    found = sorted(WEIGHTS.glob(f"{name}-v*.onnx"))
    if not found:
        raise DamagedWeights(name, "no such file is installed")
    return found[-1]


def read_weights(path: Path) -> Weights:
    """Weights named `<name>-v<version>-<sha8>.onnx`; refused if the content does not match the name or this package."""
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if path.stem.rpartition("-")[2] != digest[:8]:
        raise DamagedWeights(path.name, f"its content has the hash {digest[:8]}")
    facts = metadata_of(content)
    _check_facts(path.name, facts)
    return Weights(path.stem, content, facts)


def preprocessing_facts() -> dict[str, str]:
    """What weights must have been trained with to fit this package, as it stands in their metadata."""
    return {
        "symbols": json.dumps(SYMBOLS),
        "margin_cells": str(MARGIN_CELLS),
        "normalisation": json.dumps([*LUMINANCE, MIN_SPREAD_GREY, LIMIT]),
    }


def metadata_of(model: bytes) -> dict[str, str]:
    """The metadata table of an ONNX file."""
    entries = (dict(_fields(entry)) for number, entry in _fields(model) if number == _METADATA_FIELD)
    return {entry.get(_KEY_FIELD, b"").decode(): entry.get(_VALUE_FIELD, b"").decode() for entry in entries}


def _fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """The counted fields of a protocol buffer, with their numbers; the others are passed over."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        number, kind = key >> 3, key & 7
        if kind == _COUNTED:
            length, at = _varint(message, at)
            yield number, message[at : at + length]
            at += length
        elif kind == _VARINT:
            _, at = _varint(message, at)
        elif kind in (_EIGHT_BYTES, _FOUR_BYTES):
            at += 8 if kind == _EIGHT_BYTES else 4
        else:
            raise ValueError(f"a field of wire type {kind}")


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, lowest first, and where it ends."""
    number = shift = 0
    while True:
        byte = message[at]
        number |= (byte & 127) << shift
        shift, at = shift + 7, at + 1
        if byte < 128:
            return number, at


def _check_facts(name: str, facts: dict[str, str]) -> None:
    """Refuse weights trained with other labels or another preprocessing."""
    for key, expected in preprocessing_facts().items():
        if facts.get(key) != expected:
            raise DamagedWeights(name, f"expected {key} {expected}, got {facts.get(key)}")
