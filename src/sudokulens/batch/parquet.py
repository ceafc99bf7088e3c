"""Results as Parquet: Arrow columns made by workers, written in large row groups."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sudokulens.batch.record import COLUMNS, OUTCOME_OF_COUNT, Record, Records, SolvedLines
from sudokulens.errors import MissingExtra

ROW_GROUP = 250_000
"""Rows that are compressed together, and held in memory, at a time."""
_REPEATING = ["source", "member", "outcome", "error", "message", "level", "hardest"]
"""Columns whose values come again and again: kept as numbers of a dictionary."""
_ALIKE = ("puzzle", "solution")
"""Columns of strings of one length: their lengths are kept apart, so that the characters are copied as one."""
_WRITING: dict[str, Any] = {
    "compression": "zstd",
    "compression_level": 1,
    "use_dictionary": _REPEATING,
    "column_encoding": dict.fromkeys(_ALIKE, "DELTA_LENGTH_BYTE_ARRAY"),
    "write_batch_size": 8192,
}
_TYPES = {
    "place": "int64",
    "grid": "int32",
    "confidence": "float64",
    "er": "float64",
    "ep": "float64",
    "ed": "float64",
    "exact": "bool",
    "score": "int64",
}
_CELLS = 81


def require_arrow() -> None:
    """Raises MissingExtra where Parquet cannot be written."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise MissingExtra("writing Parquet (.jsonl and .csv need nothing)", "batch") from None


def _type(name: str) -> Any:
    import pyarrow as pa

    return pa.type_for_alias(_TYPES.get(name, "string"))


def arrow_bytes(records: Records) -> bytes:
    """The records as a stream of Arrow columns; those without any value are left out."""
    import pyarrow as pa

    columns = _solved_columns(records) if isinstance(records, SolvedLines) else _columns(records)
    batch = pa.record_batch(list(columns.values()), names=list(columns))
    stream = io.BytesIO()
    with pa.ipc.new_stream(stream, batch.schema) as writer:
        writer.write_batch(batch)
    return stream.getvalue()


def _columns(records: list[Record]) -> dict[str, Any]:
    import pyarrow as pa

    if not records:
        return {}
    listed = zip(*(record.as_row() for record in records), strict=True)
    return {
        name: pa.array(values, type=_type(name))
        for name, values in zip(COLUMNS, listed, strict=True)
        if any(value is not None for value in values)
    }


def _solved_columns(lines: SolvedLines) -> dict[str, Any]:
    """Arrow columns over the arrays themselves."""
    import numpy as np
    import pyarrow as pa

    count = len(lines)
    outcomes = pa.array(OUTCOME_OF_COUNT)
    same = pa.array(np.zeros(count, dtype=np.int8))
    return {
        "source": pa.DictionaryArray.from_arrays(same, pa.array([lines.source])),
        "place": pa.array(np.arange(lines.first, lines.first + count, dtype=np.int64)),
        "outcome": pa.DictionaryArray.from_arrays(pa.array(lines.counts.astype(np.int8)), outcomes),
        "puzzle": _texts(lines.puzzles, None),
        "solution": _texts(lines.solutions, lines.counts == 1),
    }


def _texts(characters: Any, present: Any) -> Any:
    """Rows of 81 characters as a column of strings, missing where `present` is false."""
    import numpy as np
    import pyarrow as pa

    count = len(characters)
    if present is not None and not present.all():
        # Missing strings take no characters, so that they compare equal to those made one by one.
        characters, lengths = characters[present], np.where(present, _CELLS, 0)
        mask = pa.py_buffer(np.packbits(present, bitorder="little").tobytes())
    else:
        lengths, mask = np.full(count, _CELLS), None
    offsets = np.zeros(count + 1, dtype=np.int32)
    np.cumsum(lengths, out=offsets[1:])
    buffers = [mask, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(characters))]
    return pa.StringArray.from_buffers(count, buffers[1], buffers[2], buffers[0])


def write_parquet(contents: Iterable[bytes], path: Path) -> None:
    """One Parquet file of all the contents, in order."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(name, _type(name)) for name in COLUMNS])
    with pq.ParquetWriter(path, schema, **_WRITING) as writer:
        gathered: list[Any] = []
        rows = 0
        for batch in _batches(contents, schema):
            gathered.append(batch)
            rows += batch.num_rows
            if rows >= ROW_GROUP:
                writer.write_table(pa.Table.from_batches(gathered, schema))
                gathered, rows = [], 0
        if gathered:
            writer.write_table(pa.Table.from_batches(gathered, schema))


def _batches(contents: Iterable[bytes], schema: Any) -> Iterator[Any]:
    """The batches of every content; one of several pieces is several streams, one behind the other."""
    import pyarrow as pa

    for content in contents:
        stream = pa.BufferReader(content)
        while stream.tell() < len(content):
            with pa.ipc.open_stream(stream) as reader:
                for batch in reader:
                    yield _completed(batch, schema)


def _completed(batch: Any, schema: Any) -> Any:
    """The batch with every column of the schema."""
    import pyarrow as pa

    present = set(batch.schema.names)
    columns = [
        batch.column(field.name).cast(field.type) if field.name in present else pa.nulls(batch.num_rows, field.type)
        for field in schema
    ]
    return pa.record_batch(columns, schema=schema)
